/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/rank-correlation.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"

struct item {
	double value;
	size_t at;
};

static int by_value(const void *a, const void *b)
{
	double x = ((const struct item *)a)->value, y = ((const struct item *)b)->value;

	return (x > y) - (x < y);
}

static double *ranks_of(const double *values, size_t count)
{
	struct item *items = mem_alloc(count * sizeof(*items));
	double *ranks = mem_alloc(count * sizeof(*ranks));

	for (size_t i = 0; i < count; i++)
		items[i] = (struct item){values[i], i};
	qsort(items, count, sizeof(*items), by_value);
	for (size_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && items[end].value <= items[i].value;)
			end++;
		/* Ranks i + 1 to end, shared. */
		for (size_t j = i; j < end; j++)
			ranks[items[j].at] = (double)(i + 1 + end) / 2;
	}
	free(items);
	return ranks;
}

struct rank_correlation rank_correlation(const double *a, const double *b, size_t count)
{
	double *x = count < 3 ? NULL : ranks_of(a, count);
	double *y = count < 3 ? NULL : ranks_of(b, count);
	double mean = ((double)count + 1) / 2, xy = 0, xx = 0, yy = 0, rho, t;

	if (!x)
		return (struct rank_correlation){0, 1};
	for (size_t i = 0; i < count; i++) {
		xy += (x[i] - mean) * (y[i] - mean);
		xx += (x[i] - mean) * (x[i] - mean);
		yy += (y[i] - mean) * (y[i] - mean);
	}
	free(x);
	free(y);
	if (!(xx > 0) || !(yy > 0))
		return (struct rank_correlation){0, 1};
	rho = xy / sqrt(xx * yy);
	if (fabs(rho) >= 1)
		return (struct rank_correlation){rho, 0};
	t = rho * sqrt((double)(count - 2) / (1 - rho * rho));
	return (struct rank_correlation){rho, erfc(fabs(t) / sqrt(2))};
}
