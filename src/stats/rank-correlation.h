/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Spearman's rank correlation: do two series rise together, whatever their shape? */
#ifndef STATS_RANK_CORRELATION_H
#define STATS_RANK_CORRELATION_H

#include <stddef.h>

/*
 * rho from -1 to 1, and its two-sided p-value by Fisher's z, whose variance for ranks is
 * 1.06 / (n - 3) (Fieller, Hartley & Pearson 1957). Values are taken in their order in time:
 * where neighbours resemble each other in both series, n is the number of independent values
 * that are worth as much (Bartlett 1935), n (1 - ab) / (1 + ab) for correlations a and b of
 * neighbouring ranks. Equal values share their ranks. rho 0 and p 1 when one of the series
 * does not change.
 */
struct rank_correlation {
	double rho, p;
};
struct rank_correlation rank_correlation(const double *a, const double *b, size_t count);

#endif
