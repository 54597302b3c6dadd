/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of percentiles. A new one is one line here; every output follows. */
#include "analyse/percentiles.h"

const struct percentile percentiles[PERCENTILES] = {
	{"p50", "p50_ns", 50, 100},           {"p90", "p90_ns", 90, 100},
	{"p99", "p99_ns", 99, 100},           {"p99.9", "p99_9_ns", 999, 1000},
	{"p99.99", "p99_99_ns", 9999, 10000}, {"p99.999", "p99_999_ns", 99999, 100000},
};

struct figures figures_of(const struct histogram *histogram)
{
	struct figures figures = {
		.stats = histogram->stats,
		.avg_ns = histogram_avg_ns(histogram),
	};

	for (int i = 0; i < PERCENTILES; i++)
		figures.percentile_ns[i] =
			histogram_quantile_ns(histogram, percentiles[i].numerator,
					      percentiles[i].denominator);
	return figures;
}

int percentiles_thin_from(uint64_t count)
{
	for (int i = 0; i < PERCENTILES; i++) {
		const struct percentile *p = &percentiles[i];

		if (count / p->denominator * (p->denominator - p->numerator) < 10 &&
		    count * (p->denominator - p->numerator) / p->denominator < 10)
			return i;
	}
	return PERCENTILES;
}
