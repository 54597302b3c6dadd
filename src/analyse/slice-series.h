/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A run as a series: for each slice a few figures, for each stretch of slices a whole
 * histogram, of the streams in the total together. This is what comparing resamples: slices
 * and stretches, never single wake-ups, since neighbours depend on each other.
 *
 * Bounded: a run that outgrows SERIES_STRETCHES has neighbouring stretches put together, so
 * that 15 h are some 210 stretches of 256 s.
 */
#ifndef ANALYSE_SLICE_SERIES_H
#define ANALYSE_SLICE_SERIES_H

#include "run/record.h"

enum { SERIES_STRETCHES = 256, SERIES_SLICES_MAX = 1 << 20 };

/* One slice of all streams in the total. Slices without a wake-up are left out. */
struct series_slice {
	uint32_t number;
	uint64_t count;
	int64_t p50_ns, p99_ns, max_ns;
	double avg_ns;
};

struct slice_series {
	int64_t slice_ns;
	struct series_slice *slices; /* in the order of the run */
	uint32_t slice_count, slice_room;
	uint64_t slices_not_kept; /* beyond SERIES_SLICES_MAX */

	struct histogram *stretches; /* SERIES_STRETCHES of them */
	uint32_t stretch_count;
	uint32_t shift; /* a stretch covers 1 << shift slices */

	/* Private: the slice that is being put together. */
	struct histogram *current;
	uint32_t current_number, first_bucket, end_bucket;
	bool has_head, has_current;
	bool *in_total;
	uint32_t stream_count;
};

struct slice_series *slice_series_open(void);
void slice_series_close(struct slice_series *series);

/* The sink that feeds it. The series is complete after slice_series_conclude(). */
struct run_sink slice_series_sink(struct slice_series *series);
void slice_series_conclude(struct slice_series *series);

#endif
