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

/* Of ranks whose mean is known, with those behind them. */
static double with_next(const double *ranks, size_t count, double mean)
{
	double products = 0, squares = 0;

	for (size_t i = 0; i < count; i++) {
		squares += (ranks[i] - mean) * (ranks[i] - mean);
		if (i)
			products += (ranks[i - 1] - mean) * (ranks[i] - mean);
	}
	return products / squares;
}

/* So many independent pairs are worth as much; never more than there are. */
static double effective_count(const double *x, const double *y, size_t count, double mean)
{
	double both = with_next(x, count, mean) * with_next(y, count, mean);

	return (double)count * (both > 0 ? (1 - both) / (1 + both) : 1);
}

static double p_of(double rho, double count)
{
	if (count <= 3)
		return 1;
	if (fabs(rho) >= 1)
		return 0;
	return erfc(fabs(atanh(rho)) * sqrt((count - 3) / 1.06) / sqrt(2));
}

struct rank_correlation rank_correlation(const double *a, const double *b, size_t count)
{
	double mean = ((double)count + 1) / 2, xy = 0, xx = 0, yy = 0;
	struct rank_correlation found = {0, 1};
	double *x, *y;

	if (count < 3)
		return found;
	x = ranks_of(a, count);
	y = ranks_of(b, count);

	for (size_t i = 0; i < count; i++) {
		xy += (x[i] - mean) * (y[i] - mean);
		xx += (x[i] - mean) * (x[i] - mean);
		yy += (y[i] - mean) * (y[i] - mean);
	}
	if (xx > 0 && yy > 0) {
		found.rho = xy / sqrt(xx * yy);
		found.p = p_of(found.rho, effective_count(x, y, count, mean));
	}
	free(x);
	free(y);
	return found;
}
