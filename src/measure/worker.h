/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One measured thread: waits for its due time, reads the clock, adds one to a bucket. A wake
 * source may know when earlier stages of the same activation began; each of these has a lane
 * of its own, and all lanes turn at the same due time.
 */
#ifndef MEASURE_WORKER_H
#define MEASURE_WORKER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "measure/lane.h"
#include "measure/wake-ops.h"

/* Times are those of CLOCK_MONOTONIC. */
struct worker {
	/* What every wake-up needs, in one line of the cache. */
	_Alignas(64) int64_t period_ns;
	uint64_t rare_ns; /* early, or late by this or more: add_rare() looks closer */
	int64_t slice_end_ns;
	uint64_t samples_left;

	/* Set before the loop starts, then only read. */
	const struct wake_ops *ops;
	struct lane
		*lanes; /* one for each of the source's stamps, and the thread's own */
	uint32_t lane_count; /* >= 1 */
	int64_t slice_ns;
	int64_t start_ns;     /* run time 0, where slices begin to count from */
	int64_t first_due_ns; /* of the measurement; >= start_ns */
	int64_t warm_up_ns; /* a whole number of periods before first_due_ns, not counted */
	int64_t end_ns;     /* no due time at or behind it; INT64_MAX: until stopped */
	uint64_t sample_limit; /* UINT64_MAX: none */
	int64_t stop_at_ns; /* stops the whole run when late by this; INT64_MAX: never */
	int64_t keep_ns;   /* to the ring when late by this; INT64_MIN: all, _MAX: none */
	atomic_bool *stop; /* of the whole run */

	/* The worker's own. */
	struct wake wake;
	uint32_t turns; /* slots handed over so far, in each lane */
	int error;      /* errno of a wait that failed; read after the thread ended */
};

/* Before the thread starts, with lanes and sample_limit set. */
void worker_prepare(struct worker *worker);

/*
 * The real-time thread from its first wake-up to its last: warm-up, then measurement. The
 * last slice is handed over before it returns.
 */
void worker_loop(struct worker *worker);

#endif
