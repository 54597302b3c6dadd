/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One measured thread: waits for its due time, reads the clock, adds one to a bucket.
 *
 * The histogram of a slice belongs to one side at a time. The worker fills one of two
 * slots; at the first due time behind the slice's end it hands that slot over and fills
 * the other. If the recorder has not given the other one back yet, the slice simply goes
 * on for another slice length: nothing is torn, copied or lost, and no counter is ever
 * read while it is written.
 */
#ifndef MEASURE_WORKER_H
#define MEASURE_WORKER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "measure/ring.h"
#include "measure/wake-ops.h"
#include "run/histogram.h"

/* Times are those of CLOCK_MONOTONIC. */
struct worker_slot {
	struct histogram_slice histogram;
	int64_t begin_ns;      /* first due time in it */
	int64_t end_ns;        /* first due time behind it */
	int64_t keep_ns;       /* wake-ups this late or later went to the ring */
	uint32_t samples_lost; /* did not fit the ring */
};

struct worker {
	/* What every wake-up needs, in one line of the cache. */
	_Alignas(64) int64_t period_ns;
	uint64_t rare_ns; /* early, or late by this or more: add_rare() looks closer */
	int64_t slice_end_ns;
	uint64_t samples_left;

	/* Set before the loop starts, then only read. */
	const struct wake_ops *ops;
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
	uint32_t turns; /* slots handed over so far */
	int error;      /* errno of a wait that failed; read after the thread ended */

	/* Partners: worker_turn() writes closed and reads the others, worker_take() the reverse. */
	_Alignas(64) _Atomic uint32_t closed;
	_Atomic uint32_t keep_request_ns; /* lowers keep_ns from the next slice on */
	_Alignas(64) _Atomic uint32_t taken;
	struct ring ring;

	struct worker_slot slot[2];
};

/* keep_request_ns asks for nothing. It fits 32 bits so that it is whole on any machine. */
#define WORKER_KEEP_NONE UINT32_MAX

/*
 * The real-time thread from its first wake-up to its last: warm-up, then measurement. The
 * last slice is handed over before it returns.
 */
void worker_loop(struct worker *worker);

/*
 * For the recorder: the oldest slot that was handed over, or NULL. It is the recorder's
 * until worker_give_back(), which clears it.
 */
struct worker_slot *worker_take(struct worker *worker);
void worker_give_back(struct worker *worker, struct worker_slot *slot);

/* Before the thread starts: both slots empty, and nothing handed over. */
void worker_prepare(struct worker *worker);

#endif
