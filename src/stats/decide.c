/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/decide.h"

#include <math.h>

#include "stats/special.h"

/* Few questions are asked together, so nothing is sorted. */
static size_t smaller_ones(const double *p, size_t count, double than)
{
	size_t smaller = 0;

	for (size_t i = 0; i < count; i++)
		smaller += p[i] < than;
	return smaller;
}

void holm_adjust(const double *p, size_t count, double *adjusted)
{
	for (size_t i = 0; i < count; i++) {
		adjusted[i] = 0;
		for (size_t j = 0; j < count; j++)
			if (p[j] <= p[i])
				adjusted[i] = fmax(adjusted[i],
						   (double)(count - smaller_ones(p, count,
										 p[j])) *
							   p[j]);
		adjusted[i] = fmin(adjusted[i], 1);
	}
}

double no_larger_than(double low, double high)
{
	return fmax(fabs(low), fabs(high));
}

struct quantile_ranks quantile_ranks(uint64_t count, double share, double level)
{
	int64_t n = (int64_t)count;
	double tail = (1 - level) / 2, below = 0, below_low = 0;
	struct quantile_ranks ranks = {0};

	for (int64_t k = 0; k < n && !ranks.high; k++) {
		below += binomial_at(k, n, share);
		if (below <= tail) {
			ranks.low = (uint64_t)k + 1;
			below_low = below;
		}
		if (below >= 1 - tail)
			ranks.high = (uint64_t)k + 1;
	}
	ranks.coverage = (ranks.high ? below : 1) - below_low;
	return ranks;
}

double dominance(const uint64_t *a, const uint64_t *b, size_t cells)
{
	double a_all = 0, b_all = 0, a_below = 0, sum = 0;

	for (size_t i = 0; i < cells; i++) {
		a_all += (double)a[i];
		b_all += (double)b[i];
		sum += (double)b[i] * (a_below + (double)a[i] / 2);
		a_below += (double)a[i];
	}
	return a_all > 0 && b_all > 0 ? sum / a_all / b_all : NAN;
}
