/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ns per recorded value, hot: our slice with its exact statistics, HdrHistogram_c of the
 * same resolution (2 digits), and its atomic variant; in turns. Prints the three medians.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <hdr_histogram.h>

#include "run/histogram.h"

enum { VALUES = 1 << 16, TURNS = 16, ROUNDS = 21 };

static int64_t values[VALUES];
static struct histogram_slice slice;
static struct hdr_histogram *hdr;

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void __attribute__((noinline)) record_ours(void)
{
	for (int i = 0; i < VALUES; i++) {
		histogram_slice_add(&slice, values[i]);
		__asm__ volatile("" : : : "memory");
	}
}

static void __attribute__((noinline)) record_hdr(void)
{
	for (int i = 0; i < VALUES; i++)
		hdr_record_value(hdr, values[i]);
}

static void __attribute__((noinline)) record_atomic(void)
{
#ifdef HAS_ATOMIC
	for (int i = 0; i < VALUES; i++)
		hdr_record_value_atomic(hdr, values[i]);
#endif
}

static double measure(void (*record)(void))
{
	double start_ns = now_ns();

	for (int turn = 0; turn < TURNS; turn++)
		record();
	return (now_ns() - start_ns) / (VALUES * TURNS);
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double uniform(void)
{
	return ((double)rand() + 0.5) / ((double)RAND_MAX + 1);
}

int main(void)
{
	void (*const records[3])(void) = {record_ours, record_hdr, record_atomic};
	double ns[3][ROUNDS];

	hdr_init(1, HISTOGRAM_LIMIT_NS, 2, &hdr);
	histogram_slice_clear(&slice);
	for (int i = 0; i < VALUES; i++)
		values[i] = (int64_t)(14000 * exp(0.3 * sqrt(-2 * log(uniform())) *
						  cos(6.283185307179586 * uniform())));
	for (int round = 0; round < ROUNDS; round++)
		for (int i = 0; i < 3; i++)
			ns[i][round] = measure(records[i]);
	for (int i = 0; i < 3; i++) {
		qsort(ns[i], ROUNDS, sizeof(double), compare);
		printf("%.3f ", ns[i][ROUNDS / 2]);
	}
	printf("\n");
	return 0;
}
