/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A run slice by slice: how late each stream was at worst, and how far each counter of the
 * kernel went. For questions that sums cannot answer: did all CPUs spike at once, what
 * grew whenever something was late? Bounded: what is behind the last slice that fits is left
 * out, and detail->cut says so. Rows and samples of another tool's report stand for slices and
 * spikes.
 */
#ifndef ANALYSE_DETAIL_H
#define ANALYSE_DETAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "run/record.h"

/* Cells of max_ns, avg_ns and of each of the counters: 64 MiB, or a day on 90 CPUs. */
enum { DETAIL_CELLS = 1 << 23, DETAIL_SPIKES = 1 << 18 };

#define DETAIL_ABSENT INT64_MIN /* no such slice, or nothing woke up in it */

/* One counter's instance, growth by slice. */
struct detail_counter {
	struct run_counter what;
	uint32_t instance; /* CPU's index in head.cpus, stream, or 0 */
	int64_t *value;    /* [slice] */
};

struct detail_spike {
	int64_t due_ns, late_ns; /* late_ns: RUN_UNKNOWN in some reports */
	uint32_t stream;
};

struct detail {
	uint32_t streams, slices, room;
	int64_t slice_ns;
	int64_t **max_ns; /* [stream][slice] */
	int64_t **avg_ns; /* the same; NULL for reports of other tools */
	struct detail_counter *counters;
	uint32_t
		*first; /* [counter of the head]: where its instances begin in counters */
	uint32_t counter_kinds, counter_count;
	struct detail_spike *spikes; /* as they came */
	uint32_t spike_count, spike_room;
	bool cut;
	struct arena arena;
};

struct detail *detail_open(void);
void detail_close(struct detail *detail);
struct run_sink detail_sink(struct detail *detail);

/* Median of a stream's maxima by slice; DETAIL_ABSENT below DETAIL_FEWEST slices. */
enum { DETAIL_FEWEST = 10 };
int64_t detail_median(const struct detail *detail, uint32_t stream);

#endif
