/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/shift.h"

#include <math.h>
#include <stdlib.h>

#include "stats/ranks.h"
#include "stats/special.h"

enum { EXACT_UP_TO = 50 };

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double median_of(double *values, size_t count)
{
	if (!count)
		return NAN;
	qsort(values, count, sizeof(*values), compare_numbers);
	return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* From all differences: median and what is left when left_out go at either end. */
static struct shift from_differences(double *differences, size_t count, size_t left_out)
{
	struct shift shift = {.estimate = median_of(differences, count)};

	if (!left_out || 2 * left_out > count)
		return shift;
	shift.has_interval = true;
	shift.low = differences[left_out - 1];
	shift.high = differences[count - left_out];
	return shift;
}

/* Large samples: by the normal distribution of the statistic. */
static size_t left_out_normal(double mean, double variance, double level)
{
	double left_out = floor(mean + normal_quantile((1 - level) / 2) * sqrt(variance));

	return left_out > 0 ? (size_t)left_out : 0;
}

static const uint32_t *plain_ranks(struct arena *arena, size_t count)
{
	uint32_t *ranks = arena_array(arena, count + 1, sizeof(*ranks));

	for (size_t i = 0; i < count; i++)
		ranks[i] = (uint32_t)i + 1;
	return ranks;
}

static size_t left_out_between(size_t n, size_t m, double level)
{
	CLEANUP(arena_free) struct arena arena = {0};
	double a = (double)n, b = (double)m;
	const double *ways;
	size_t sums;

	if (n + m > EXACT_UP_TO)
		return left_out_normal(a * b / 2, a * b * (a + b + 1) / 12, level);
	ways = ranks_sums_of_chosen(plain_ranks(&arena, n + m), n + m, n, &arena, &sums);
	return ranks_left_out(ways, sums, n * (n + 1) / 2, level);
}

struct shift shift_between(const double *a, size_t a_count, const double *b,
			   size_t b_count, double level)
{
	size_t count = a_count * b_count;
	double *differences CLEANUP(scope_free) =
		mem_alloc((count + 1) * sizeof(*differences));

	for (size_t i = 0; i < a_count; i++)
		for (size_t j = 0; j < b_count; j++)
			differences[i * b_count + j] = b[j] - a[i];
	return from_differences(differences, count,
				left_out_between(a_count, b_count, level));
}

static size_t left_out_of_pairs(size_t count, double level)
{
	CLEANUP(arena_free) struct arena arena = {0};
	double n = (double)count;
	const double *ways;
	size_t sums;

	if (count > EXACT_UP_TO)
		return left_out_normal(n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24,
				       level);
	ways = ranks_sums_of_signs(plain_ranks(&arena, count), count, &arena, &sums);
	return ranks_left_out(ways, sums, 0, level);
}

struct shift shift_of_pairs(const double *differences, size_t count, double level)
{
	size_t averages = count * (count + 1) / 2, at = 0;
	double *walsh CLEANUP(scope_free) = mem_alloc((averages + 1) * sizeof(*walsh));

	for (size_t i = 0; i < count; i++)
		for (size_t j = i; j < count; j++)
			walsh[at++] = (differences[i] + differences[j]) / 2;
	return from_differences(walsh, averages, left_out_of_pairs(count, level));
}
