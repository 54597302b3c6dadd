/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Wilcoxon 1945, Mann & Whitney 1947; exact distributions as in ranks.h, the normal ones
 * with the usual corrections (Lehmann, Nonparametrics, 1975), so that R's wilcox.test()
 * gives the same figures.
 */
#include "stats/rank-tests.h"

#include <math.h>
#include <string.h>

#include "stats/ranks.h"
#include "stats/special.h"

enum { EXACT_UP_TO = 50 };

/* Of both groups together; returns the sum of the first group's doubled ranks. */
static uint64_t rank_both(const double *a, size_t a_count, const double *b,
			  size_t b_count, uint32_t *doubled, double *ties)
{
	size_t count = a_count + b_count;
	double *all CLEANUP(scope_free) = mem_alloc((count + 1) * sizeof(*all));
	uint64_t sum = 0;

	memcpy(all, a, a_count * sizeof(*a));
	memcpy(all + a_count, b, b_count * sizeof(*b));
	ranks_doubled(all, count, doubled, ties);
	for (size_t i = 0; i < a_count; i++)
		sum += doubled[i];
	return sum;
}

static uint32_t *room_for_ranks(size_t count)
{
	return mem_alloc((count + 1) * sizeof(uint32_t));
}

/* Two-sided, with a continuity correction of half a step. */
static double normal_two_sided(double distance, double variance)
{
	double z;

	if (variance <= 0)
		return 1;
	z = (fabs(distance) - 0.5) / sqrt(variance);
	return z > 0 ? 2 * normal_above(z) : 1;
}

static double u_of(uint64_t doubled_sum, size_t a_count)
{
	return ((double)doubled_sum - (double)a_count * ((double)a_count + 1)) / 2;
}

struct rank_test mann_whitney_normal(const double *a, size_t a_count, const double *b,
				     size_t b_count)
{
	double n = (double)a_count, m = (double)b_count, all = n + m, ties;
	struct rank_test test = {.used = a_count + b_count, .p = 1};
	uint32_t *doubled CLEANUP(scope_free) = room_for_ranks(a_count + b_count);

	test.statistic = u_of(rank_both(a, a_count, b, b_count, doubled, &ties), a_count);
	if (a_count && b_count)
		test.p = normal_two_sided(test.statistic - n * m / 2,
					  n * m / 12 *
						  (all + 1 - ties / (all * (all - 1))));
	return test;
}

struct rank_test mann_whitney(const double *a, size_t a_count, const double *b,
			      size_t b_count)
{
	struct rank_test test = {.used = a_count + b_count, .p = 1, .exact = true};
	CLEANUP(arena_free) struct arena arena = {0};
	const double *ways;
	uint64_t sum;
	size_t sums;

	if (a_count + b_count > EXACT_UP_TO || !a_count || !b_count)
		return mann_whitney_normal(a, a_count, b, b_count);
	uint32_t *doubled CLEANUP(scope_free) = room_for_ranks(a_count + b_count);

	sum = rank_both(a, a_count, b, b_count, doubled, NULL);
	test.statistic = u_of(sum, a_count);
	ways = ranks_sums_of_chosen(doubled, a_count + b_count, a_count, &arena, &sums);
	test.p = ranks_two_sided(ways, sums, sum);
	return test;
}

/* Of the sizes of those that are not 0; returns the sum of the positive ones' doubled ranks. */
static uint64_t rank_sizes(const double *differences, size_t count, uint32_t *doubled,
			   size_t *used, double *ties)
{
	double *sizes CLEANUP(scope_free) = mem_alloc((count + 1) * sizeof(*sizes));
	uint64_t sum = 0;
	size_t at = 0;

	for (size_t i = 0; i < count; i++)
		if (differences[i] != 0)
			sizes[at++] = fabs(differences[i]);
	ranks_doubled(sizes, at, doubled, ties);
	*used = at;
	at = 0;
	for (size_t i = 0; i < count; i++) {
		if (differences[i] > 0)
			sum += doubled[at];
		at += differences[i] != 0;
	}
	return sum;
}

struct rank_test signed_rank_normal(const double *differences, size_t count)
{
	struct rank_test test = {.p = 1};
	double ties, n;
	uint32_t *doubled CLEANUP(scope_free) = room_for_ranks(count);
	uint64_t sum = rank_sizes(differences, count, doubled, &test.used, &ties);

	n = (double)test.used;
	test.statistic = (double)sum / 2;
	test.p = normal_two_sided(test.statistic - n * (n + 1) / 4,
				  n * (n + 1) * (2 * n + 1) / 24 - ties / 48);
	return test;
}

struct rank_test signed_rank(const double *differences, size_t count)
{
	struct rank_test test = {.exact = true};
	CLEANUP(arena_free) struct arena arena = {0};
	const double *ways;
	size_t sums;
	uint32_t *doubled CLEANUP(scope_free) = room_for_ranks(count);
	uint64_t sum = rank_sizes(differences, count, doubled, &test.used, NULL);

	if (test.used > EXACT_UP_TO)
		return signed_rank_normal(differences, count);
	test.statistic = (double)sum / 2;
	ways = ranks_sums_of_signs(doubled, test.used, &arena, &sums);
	test.p = ranks_two_sided(ways, sums, sum);
	return test;
}

struct rank_test sign_test(const double *differences, size_t count)
{
	struct rank_test test = {.exact = true};
	size_t above = 0, below = 0, fewer;
	double p;

	for (size_t i = 0; i < count; i++) {
		above += differences[i] > 0;
		below += differences[i] < 0;
	}
	test.used = above + below;
	test.statistic = (double)above;
	fewer = above < below ? above : below;
	p = 2 * binomial_below((int64_t)fewer, (int64_t)test.used, 0.5);
	test.p = p < 1 ? p : 1;
	return test;
}
