/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Distribution functions that the tests of this folder need. Relative errors are below
 * 1e-9 where a test's p-value is looked at (down to 1e-300 for the normal tail).
 */
#ifndef STATS_SPECIAL_H
#define STATS_SPECIAL_H

#include <stdint.h>

/* P(Z <= z) and P(Z > z) of the standard normal distribution. */
double normal_below(double z);
double normal_above(double z);

/* The z with normal_below(z) == p, 0 < p < 1; by bisection, to 1e-12. */
double normal_quantile(double p);

/* P(X > x) of the chi-square distribution: regularised upper incomplete gamma function. */
double chi_square_above(double x, double degrees);

/* P(X == k) and P(X <= k) of the binomial distribution of n trials, 0 < p < 1. */
double binomial_at(int64_t k, int64_t n, double p);
double binomial_below(int64_t k, int64_t n, double p);

#endif
