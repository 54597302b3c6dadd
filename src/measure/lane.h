/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What one stream hands over to the recorder: histograms of slices, and samples.
 *
 * The histogram of a slice belongs to one side at a time. The worker fills one of two
 * slots; at the first due time behind the slice's end it hands that slot over and fills
 * the other. If the recorder has not given the other one back yet, the slice simply goes
 * on for another slice length: nothing is torn, copied or lost, and no counter is ever
 * read while it is written.
 */
#ifndef MEASURE_LANE_H
#define MEASURE_LANE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/ring.h"
#include "run/histogram.h"

/* Times are those of CLOCK_MONOTONIC. */
struct lane_slot {
	struct histogram_slice histogram;
	int64_t begin_ns;      /* first due time in it */
	int64_t end_ns;        /* first due time behind it */
	int64_t keep_ns;       /* wake-ups this late or later went to the ring */
	uint32_t samples_lost; /* did not fit the ring */
};

struct lane {
	/* Partners: lane_hand_over() writes closed and reads the others, lane_take() the
	 * reverse. */
	_Alignas(64) _Atomic uint32_t closed;
	_Atomic uint32_t keep_request_ns; /* lowers keep_ns from the next slice on */
	_Alignas(64) _Atomic uint32_t taken;
	struct ring ring;

	struct lane_slot slot[2];
};

/* keep_request_ns asks for nothing. It fits 32 bits so that it is whole on any machine. */
#define LANE_KEEP_NONE UINT32_MAX

/* Before the thread starts: both slots empty, and nothing handed over. */
static inline void lane_prepare(struct lane *lane)
{
	histogram_slice_clear(&lane->slot[0].histogram);
	histogram_slice_clear(&lane->slot[1].histogram);
	atomic_store_explicit(&lane->closed, 0, memory_order_relaxed);
	atomic_store_explicit(&lane->taken, 0, memory_order_relaxed);
	atomic_store_explicit(&lane->keep_request_ns, LANE_KEEP_NONE,
			      memory_order_relaxed);
}

/*
 * For the recorder: the oldest slot that was handed over, or NULL. It is the recorder's
 * until lane_give_back(), which clears it.
 */
static inline struct lane_slot *lane_take(struct lane *lane)
{
	uint32_t closed = atomic_load_explicit(&lane->closed, memory_order_acquire);
	uint32_t taken = atomic_load_explicit(&lane->taken, memory_order_relaxed);

	return closed == taken ? NULL : &lane->slot[taken & 1];
}

static inline void lane_give_back(struct lane *lane, struct lane_slot *slot)
{
	uint32_t taken = atomic_load_explicit(&lane->taken, memory_order_relaxed);

	histogram_slice_clear(&slot->histogram);
	slot->samples_lost = 0;
	atomic_store_explicit(&lane->taken, taken + 1, memory_order_release);
}

#endif
