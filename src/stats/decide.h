/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From p-values and intervals to what may be said. */
#ifndef STATS_DECIDE_H
#define STATS_DECIDE_H

#include <stddef.h>
#include <stdint.h>

/* Holm 1979: p-values of `count` questions that are asked together. */
void holm_adjust(const double *p, size_t count, double *adjusted);

/*
 * The smallest X for which two one-sided tests (Schuirmann 1987) conclude that the
 * difference is not larger than X either way: from the interval of level 1 - 2 alpha.
 */
double no_larger_than(double low, double high);

/*
 * The ranks (from 1) of the order statistics that bound quantile `share` of `count`
 * independent values with at least this confidence, as symmetric as can be; *coverage is
 * what they reach. 0 for a bound that the sample cannot give.
 */
struct quantile_ranks {
	uint64_t low, high;
	double coverage;
};
struct quantile_ranks quantile_ranks(uint64_t count, double share, double level);

/*
 * P(a < b) + P(a = b) / 2 for values drawn from two histograms over the same cells; Cliff's
 * delta (b against a) is twice this less 1. NAN when one of them is empty.
 */
double dominance(const uint64_t *a, const uint64_t *b, size_t cells);

#endif
