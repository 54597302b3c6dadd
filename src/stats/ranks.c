/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/ranks.h"

#include <stdlib.h>

struct place {
	double value;
	size_t index;
};

static int compare_places(const void *a, const void *b)
{
	double x = ((const struct place *)a)->value, y = ((const struct place *)b)->value;

	return (x > y) - (x < y);
}

void ranks_doubled(const double *values, size_t count, uint32_t *doubled, double *ties)
{
	struct place *places CLEANUP(scope_free) =
		mem_alloc((count + 1) * sizeof(*places));
	double cubes = 0;

	for (size_t i = 0; i < count; i++)
		places[i] = (struct place){values[i], i};
	qsort(places, count, sizeof(*places), compare_places);
	for (size_t first = 0, end; first < count; first = end) {
		double equal;

		for (end = first + 1;
		     end < count && places[end].value == places[first].value; end++)
			;
		/* Ranks first + 1 to end, their mean doubled. */
		for (size_t i = first; i < end; i++)
			doubled[places[i].index] = (uint32_t)(first + 1 + end);
		equal = (double)(end - first);
		cubes += equal * equal * equal - equal;
	}
	if (ties)
		*ties = cubes;
}

static size_t sum_of(const uint32_t *doubled, size_t count)
{
	size_t sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += doubled[i];
	return sum;
}

const double *ranks_sums_of_chosen(const uint32_t *doubled, size_t count, size_t chosen,
				   struct arena *arena, size_t *sums)
{
	size_t width = sum_of(doubled, count) + 1;
	double *ways = arena_array(arena, (chosen + 1) * width, sizeof(*ways));

	ways[0] = 1;
	for (size_t i = 0; i < count; i++)
		for (size_t k = chosen; k >= 1; k--)
			for (size_t sum = width - 1; sum >= doubled[i]; sum--)
				ways[k * width + sum] +=
					ways[(k - 1) * width + sum - doubled[i]];
	*sums = width;
	return ways + chosen * width;
}

const double *ranks_sums_of_signs(const uint32_t *doubled, size_t count,
				  struct arena *arena, size_t *sums)
{
	size_t width = sum_of(doubled, count) + 1;
	double *ways = arena_array(arena, width, sizeof(*ways));

	ways[0] = 1;
	for (size_t i = 0; i < count; i++)
		for (size_t sum = width - 1; sum >= doubled[i]; sum--)
			ways[sum] += ways[sum - doubled[i]];
	*sums = width;
	return ways;
}

double ranks_two_sided(const double *ways, size_t sums, uint64_t sum)
{
	double all = 0, below = 0, above = 0, smaller;

	for (size_t i = 0; i < sums; i++) {
		all += ways[i];
		below += i <= sum ? ways[i] : 0;
		above += i >= sum ? ways[i] : 0;
	}
	smaller = (below < above ? below : above) / all;
	return smaller < 0.5 ? 2 * smaller : 1;
}

size_t ranks_left_out(const double *ways, size_t sums, size_t least, double level)
{
	double all = 0, below = 0;
	size_t left_out = 0;

	for (size_t i = 0; i < sums; i++)
		all += ways[i];
	for (size_t at = least; at < sums; at++) {
		below += ways[at];
		if (below > ((1 - level) / 2 + 1e-12) * all)
			break;
		left_out++;
	}
	return left_out;
}
