/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Spearman's rank correlation: do two series rise together, whatever their shape? */
#ifndef STATS_RANK_CORRELATION_H
#define STATS_RANK_CORRELATION_H

#include <stddef.h>

/*
 * rho from -1 to 1, and its two-sided p-value by Student's t with count - 2 degrees of
 * freedom, taken as normal (good from about 30 values on). Equal values share their ranks.
 * rho 0 and p 1 when one of the series does not change.
 */
struct rank_correlation {
	double rho, p;
};
struct rank_correlation rank_correlation(const double *a, const double *b, size_t count);

#endif
