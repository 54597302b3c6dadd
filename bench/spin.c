/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The busy loop of the spin wake source against nothing but reads of the counter, in turns,
 * in batches of the same length. Batches that saw a gap are left out of both. Prints two
 * medians of ns per iteration: the wake source's, the bare reads'.
 */
#include <stdio.h>
#include <stdlib.h>

#include "measure/wake-ops.h"
#include "sys/cycles.h"

enum { BATCHES = 20001 };

static double spin_ns[BATCHES], bare_ns[BATCHES];

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* until_ns is long gone: one batch of READS_PER_LOOK, then the clock. */
static double spin_batch(struct wake *wake, const atomic_bool *stop)
{
	struct wake_gap gap;
	uint64_t before = cycles_now();

	if (wake_spin.wait_gap(wake, 0, stop, &gap))
		return 0;
	return (double)(cycles_now() - before) * wake->ns_per_cycle / READS_PER_LOOK;
}

/* __attribute__ keeps the batch a call, as the other one is. */
static double __attribute__((noinline)) bare_batch(const struct wake *wake)
{
	uint64_t before = cycles_now(), now = before;

	for (int i = 0; i < READS_PER_LOOK; i++)
		__asm__ volatile("" : : "r"(now = cycles_now()));
	clock_now_ns();
	return (double)(cycles_now() - before) * wake->ns_per_cycle / READS_PER_LOOK;
}

int main(int argc, char **argv)
{
	struct wake wake = {.threshold_ns = argc > 1 ? atoll(argv[1]) : 1000};
	atomic_bool stop = false;
	struct err err = {0};

	if (wake_spin.open(&wake, &err) < 0)
		return 1;
	for (int i = 0; i < BATCHES;) {
		spin_ns[i] = spin_batch(&wake, &stop);
		bare_ns[i] = bare_batch(&wake);
		i += spin_ns[i] != 0;
	}
	qsort(spin_ns, BATCHES, sizeof(double), compare);
	qsort(bare_ns, BATCHES, sizeof(double), compare);
	printf("%.3f %.3f\n", spin_ns[BATCHES / 2], bare_ns[BATCHES / 2]);
	return 0;
}
