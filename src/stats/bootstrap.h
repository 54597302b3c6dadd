/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Resampling a series whose neighbours depend on each other: whole blocks of it are drawn
 * (Kuensch 1989; Liu & Singh 1992), around the end back to the start so that each value is
 * drawn equally often (Politis & Romano 1992). For means, counts and quantiles; never for a
 * maximum, for which no bootstrap is consistent.
 */
#ifndef STATS_BOOTSTRAP_H
#define STATS_BOOTSTRAP_H

#include <stddef.h>
#include <stdint.h>

#include "stats/prng.h"

/*
 * The block length that gives a series' variance the least mean squared error: Politis &
 * White 2004 with the correction of Patton, Politis & White 2009, for circular blocks. 1 to
 * count / 3, rounded up. That error is mostly bias: for an interval take longer ones.
 */
size_t block_length(const double *series, size_t count);

/* How often each of the count values occurs in one replicate; the sum is count. */
void block_weights(struct prng *prng, size_t count, size_t block, uint32_t *weights);

/*
 * By how much replicates of so few blocks must be spread about their mean, so that their
 * interval holds what it promises: the resampled variance of k blocks is (k - 1) / k of the
 * true one, and known from k - 1 only, as batch means know it (Schmeiser 1982). degrees: of
 * freedom, k - 1, or the sum for a difference. 1 for many.
 */
double block_spread(double blocks, double degrees);

/* value -> mean + factor * (value - mean), in place. */
void replicates_spread(double *replicates, size_t count, double factor);

struct interval {
	double low, high;
};

/* Between the quantiles (1 - level) / 2 of the replicates at either end; reorders them. */
struct interval replicates_interval(double *replicates, size_t count, double level);

/*
 * Two-sided p-value of "is 0": twice the smaller share of replicates at or beyond 0 on
 * either side, with one replicate added to both (Davison & Hinkley 1997, 4.11).
 */
double replicates_p(const double *replicates, size_t count);

#endif
