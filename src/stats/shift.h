/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * By how much B is later than A: Hodges & Lehmann's estimate (1963) with the interval that
 * belongs to the rank test (Moses 1965; Lehmann 1975). Independent values, as for
 * rank-tests.h. Up to 50 values the interval rests on the exact distribution without ties.
 */
#ifndef STATS_SHIFT_H
#define STATS_SHIFT_H

#include <stdbool.h>
#include <stddef.h>

struct shift {
	double estimate;
	double low, high;
	bool has_interval; /* too few values for this level: no interval */
};

/* The median of all differences b - a. 0 < level < 1, as 0.95. */
struct shift shift_between(const double *a, size_t a_count, const double *b,
			   size_t b_count, double level);

/* Of paired differences: the median of the means of two of them, each with itself, too. */
struct shift shift_of_pairs(const double *differences, size_t count, double level);

/* Median of some numbers; reorders them. NAN when there is none. */
double median_of(double *values, size_t count);

#endif
