/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tests on ranks. They ask for no shape of the distribution, but for values that do not
 * depend on each other: runs, or slices far enough apart; never single wake-ups.
 */
#ifndef STATS_RANK_TESTS_H
#define STATS_RANK_TESTS_H

#include <stdbool.h>
#include <stddef.h>

struct rank_test {
	double statistic;
	double p; /* two-sided */
	bool exact;
	size_t used; /* values or pairs that took part */
};

/*
 * Mann-Whitney (Wilcoxon's rank sum): statistic is the number of pairs with a > b, ties
 * counting half. Exact up to 50 values in all, also with ties.
 */
struct rank_test mann_whitney(const double *a, size_t a_count, const double *b,
			      size_t b_count);
/* The same by the normal distribution with corrections for ties and continuity. */
struct rank_test mann_whitney_normal(const double *a, size_t a_count, const double *b,
				     size_t b_count);

/*
 * Wilcoxon's signed-rank test of differences around 0; statistic is the sum of the ranks of
 * the positive ones. Differences of 0 take no part. Exact up to 50, also with ties.
 */
struct rank_test signed_rank(const double *differences, size_t count);
struct rank_test signed_rank_normal(const double *differences, size_t count);

/* Sign test: statistic is the number of positive ones; those of 0 take no part. Exact. */
struct rank_test sign_test(const double *differences, size_t count);

#endif
