/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is known of how late a stream was: bins, how many samples lie beyond them, and the
 * exact figures beside. Of our own histograms and of other tools' alike. A quantile is the
 * interval in which it lies for certain; where that cannot be said it is unknown. Nothing is
 * interpolated.
 */
#ifndef ANALYSE_DISTRIBUTION_H
#define ANALYSE_DISTRIBUTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "run/foreign.h"
#include "run/histogram.h"

struct distribution {
	const struct foreign_bin *bins; /* ascending, no empty ones */
	uint32_t bin_count;
	int64_t binned;         /* sum of the bins */
	int64_t beyond;         /* samples above the bins; RUN_UNKNOWN */
	int64_t beyond_from_ns; /* they are late by this or more; RUN_UNKNOWN */
	/* binned + beyond when that is all; else as the tool counted, or RUN_UNKNOWN. */
	int64_t count;
	int64_t min_ns, avg_ns, max_ns; /* RUN_UNKNOWN */
	int64_t resolution_ns;          /* of min, avg, max; RUN_UNKNOWN */
	bool complete; /* bins and beyond hold every sample: quantiles can be told */
	/* A bin's upper edge is the tool's figure for it (oslat), not its lower one. */
	bool has_upper_edges;
};

/* Borrows the stream's bins. */
struct distribution distribution_of_foreign(const struct foreign_stream *stream);

/* Bins go into the arena. Early wake-ups are a bin of their own, from the minimum to 0. */
struct distribution distribution_of_histogram(const struct histogram *histogram,
					      struct arena *arena);

enum quantile_kind {
	QUANTILE_UNKNOWN,
	QUANTILE_WITHIN, /* low_ns <= it < high_ns */
	QUANTILE_BEYOND, /* low_ns <= it, above the bins; high_ns as far as the maximum says,
			    or RUN_UNKNOWN */
};

struct quantile {
	enum quantile_kind kind;
	int64_t low_ns, high_ns;
	/* What the tool would print for it: an edge of its bin, moved into minimum and maximum.
	   RUN_UNKNOWN unless it is within. */
	int64_t figure_ns;
	int64_t bin_ns;       /* how wide its bin is */
	int64_t samples_from; /* how many samples lie in that bin or above */
};

/*
 * The value that at least numerator of denominator samples did not exceed. Minimum and maximum
 * narrow its bin; where they contradict it by more than their resolution, it is unknown.
 */
struct quantile distribution_quantile(const struct distribution *distribution,
				      uint64_t numerator, uint64_t denominator);

/*
 * How many samples were late by limit_ns or more for certain, and at most; false when that
 * cannot be said.
 */
bool distribution_count_from(const struct distribution *distribution, int64_t limit_ns,
			     int64_t *at_least, int64_t *at_most);

#endif
