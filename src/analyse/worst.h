/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The latest few wake-ups of a run, worst first. */
#ifndef ANALYSE_WORST_H
#define ANALYSE_WORST_H

#include <stdbool.h>
#include <stdint.h>

enum { WORST_KEPT = 20 };

struct worst {
	int64_t late_ns;
	int64_t due_ns; /* run time; when not exact: of the slice's begin */
	int64_t end_ns; /* of the slice, when not exact */
	uint32_t stream;
	bool exact; /* a spike; otherwise its time is known to the slice only */
};

struct worst_list {
	struct worst item[WORST_KEPT];
	uint32_t count;
};

/* Keeps it if it is among the worst and not there already. */
void worst_offer(struct worst_list *list, const struct worst *candidate);

/*
 * Spikes, and those maxima of slices that no spike explains: without --spike, or where a
 * spike was lost, the maximum still shows, with a less exact time.
 */
struct worst_list worst_merge(const struct worst_list *spikes,
			      const struct worst_list *slice_maxima);

#endif
