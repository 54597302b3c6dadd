/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Never sleeps: reads the processor's counter in a busy loop and keeps the gaps between
 * two reads that are longer than a threshold. Whatever took the CPU away, or stopped it,
 * shows as a gap. The loop does nothing else: keeping a gap costs time only after one.
 */
#include "measure/wake-ops.h"
#include "sys/cycles.h"

static int spin_open(struct wake *wake, struct err *err)
{
	uint64_t hz = cycles_measure_hz();

	if (!hz)
		return err_set(err, ERR_INPUT,
			       "the processor's counter (" CYCLES_SOURCE
			       ") does not run evenly "
			       "here: --wake spin cannot measure; use nanosleep");
	wake->ns_per_cycle = 1e9 / (double)hz;
	wake->threshold_cycles =
		(uint64_t)((double)wake->threshold_ns / wake->ns_per_cycle);
	return 0;
}

static bool spin_wait_gap(struct wake *wake, int64_t until_ns, const atomic_bool *stop,
			  struct wake_gap *gap)
{
	enum { READS_PER_LOOK = 4096 };
	const uint64_t threshold = wake->threshold_cycles;
	uint64_t now, before = cycles_now();

	do {
		for (int i = 0; i < READS_PER_LOOK; i++) {
			now = cycles_now();
			if (__builtin_expect(now - before >= threshold, 0)) {
				int64_t length_ns = (int64_t)((double)(now - before) *
							      wake->ns_per_cycle);

				gap->length_ns = length_ns;
				gap->begin_ns = clock_now_ns() - length_ns;
				return true;
			}
			before = now;
		}
		/* Looked at between two reads, it would be a gap itself: start afresh. */
		if (clock_now_ns() >= until_ns)
			return false;
		before = cycles_now();
	} while (!atomic_load_explicit(stop, memory_order_relaxed));
	return false;
}

const struct wake_ops wake_spin = {
	.name = "spin",
	.help = "no sleep: gaps that a busy loop sees",
	.lateness = "length of a gap between two reads of the processor's counter",
	.open = spin_open,
	.wait_gap = spin_wait_gap,
};
