/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The percentiles that every output shows, and the figures of one histogram. */
#ifndef ANALYSE_PERCENTILES_H
#define ANALYSE_PERCENTILES_H

#include <stdint.h>

#include "run/histogram.h"

enum { PERCENTILES = 6 };

struct percentile {
	const char *name;     /* "p99.9" */
	const char *json_key; /* "p99_9_ns" */
	uint64_t numerator, denominator;
};

/* Ascending. */
extern const struct percentile percentiles[PERCENTILES];

struct figures {
	struct histogram_stats stats;
	int64_t avg_ns;
	int64_t percentile_ns[PERCENTILES];
};

/* All 0 except stats when the histogram is empty: look at stats.count first. */
struct figures figures_of(const struct histogram *histogram);

/*
 * The first percentile that fewer than ten wake-ups lie above, so that it says little
 * more than the maximum does; PERCENTILES when all of them rest on enough.
 */
int percentiles_thin_from(uint64_t count);

#endif
