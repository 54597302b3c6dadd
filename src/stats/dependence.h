/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much neighbours of a series depend on each other. */
#ifndef STATS_DEPENDENCE_H
#define STATS_DEPENDENCE_H

#include <stddef.h>

/* Covariance of the series with itself `lag` later, divided by count (not count - lag). */
double autocovariance(const double *series, size_t count, size_t lag);

/*
 * Integrated autocorrelation time in steps, 1 for independent values: count / this is how
 * many independent values tell as much about the mean. Sums up to the first lag beyond
 * five times the sum so far (Sokal's window).
 */
double integrated_time(const double *series, size_t count);

/* Ljung & Box 1978: Q over `lags` lags, and its p-value. */
struct ljung_box {
	double q, p;
};
struct ljung_box ljung_box(const double *series, size_t count, size_t lags);

/* Wald & Wolfowitz 1940, runs above and below the median; values equal to it take no part. */
struct runs_test {
	double z, p; /* z < 0: fewer runs than by chance, so drift or waves */
};
struct runs_test runs_test(const double *series, size_t count);

#endif
