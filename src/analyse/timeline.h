/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The greatest lateness of every slice of a run. Bounded: when a run outgrows
 * TIMELINE_CELLS slices, neighbours are put together and every cell covers twice as many.
 */
#ifndef ANALYSE_TIMELINE_H
#define ANALYSE_TIMELINE_H

#include <stdint.h>

/* 36 h in slices of a second; 1 MiB. */
#define TIMELINE_CELLS (UINT32_C(1) << 17)

#define TIMELINE_ABSENT INT64_MIN      /* no slice: not recorded, or lost to damage */
#define TIMELINE_EMPTY (INT64_MIN + 1) /* a slice in which nothing woke up */

/* {0} is an empty one. */
struct timeline {
	int64_t *max_ns;
	uint32_t count; /* cells in use: up to the last slice seen */
	uint32_t room;
	uint32_t shift; /* a cell covers 1 << shift slices */
	uint32_t first; /* number of the first slice seen */
};

/* Slices may come in any order and several times (one a stream): the maximum is kept. */
void timeline_add(struct timeline *timeline, uint32_t slice_number, int64_t max_ns);
void timeline_free(struct timeline *timeline);

#endif
