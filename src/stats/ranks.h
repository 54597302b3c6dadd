/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ranks with ties shared, and the exact distribution of sums of them under the hypothesis
 * that nothing differs: counted, not approximated, also with ties (shift algorithm of
 * Streitberg & Roehmel 1986, on doubled ranks, which are whole numbers).
 */
#ifndef STATS_RANKS_H
#define STATS_RANKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/scope.h"

/*
 * Twice the mid-rank of each value, in the order of the values: 2, 4, 6 ... without ties.
 * *ties (may be NULL) becomes the sum of t^3 - t over groups of t equal values.
 */
void ranks_doubled(const double *values, size_t count, uint32_t *doubled, double *ties);

/*
 * How many of the ways to choose `chosen` of the ranks have each sum: a table of *sums
 * entries that lives in the arena. Exact up to 50 ranks.
 */
const double *ranks_sums_of_chosen(const uint32_t *doubled, size_t count, size_t chosen,
				   struct arena *arena, size_t *sums);

/* The same for all 2^count subsets: signs drawn for each rank. */
const double *ranks_sums_of_signs(const uint32_t *doubled, size_t count,
				  struct arena *arena, size_t *sums);

/* Two-sided: twice the smaller of the shares of sums <= sum and >= sum, at most 1. */
double ranks_two_sided(const double *ways, size_t sums, uint64_t sum);

/*
 * How many of the smallest (and largest) ordered differences an interval of this level
 * leaves out: the largest k with share of statistics below k <= (1 - level) / 2. `ways`
 * counts plain ranks without ties; `least` is the smallest sum there can be.
 */
size_t ranks_left_out(const double *ways, size_t sums, size_t least, double level);

#endif
