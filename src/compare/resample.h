/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The moving-block bootstrap of two runs at once: stretches of slices are drawn in blocks,
 * their histograms added up, and each replicate gives every figure of both. Nothing is said
 * of the maximum: no bootstrap holds for it.
 */
#ifndef COMPARE_RESAMPLE_H
#define COMPARE_RESAMPLE_H

#include "analyse/percentiles.h"
#include "analyse/slice-series.h"
#include "base/arena.h"

enum { RESAMPLE_LIMITS = 8, RESAMPLE_STRETCHES_AT_LEAST = 20 };

struct resample_plan {
	uint32_t replicates;
	uint64_t seed;
	int64_t limit_ns[RESAMPLE_LIMITS]; /* for the counts above them */
	uint32_t limit_count;
	bool paired; /* stretch i of A and of B are of the same wake-ups: drawn together */
};

/* Differences B - A, one a replicate each. */
struct resampled {
	uint32_t replicates;
	uint32_t stretches[2]; /* units drawn from, of A and of B */
	int64_t stretch_ns[2]; /* length of each */
	int64_t block_ns[2];   /* how long a block is */
	double *avg_ns;
	double *percentile_ns[PERCENTILES];
	double *above_ppm[RESAMPLE_LIMITS]; /* samples above the limit, of a million */
	double dominance; /* P(A < B) + P(A = B) / 2 of the runs as they are */
};

/*
 * Lives in the arena. NULL when a run has fewer than RESAMPLE_STRETCHES_AT_LEAST slices: no
 * interval can be told then.
 */
const struct resampled *resample(const struct slice_series *a,
				 const struct slice_series *b,
				 const struct resample_plan *plan, struct arena *arena);

#endif
