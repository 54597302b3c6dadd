/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Do events keep to a period? */
#ifndef STATS_PHASE_H
#define STATS_PHASE_H

#include <stddef.h>

/*
 * Rayleigh's test: the mean resultant length (0: phases everywhere, 1: all the same) of the
 * events' phases in this period, and the probability of one as long or longer when phases
 * are uniform, by the approximation of Wilkie 1983 (good from ten events on).
 */
struct phase {
	double length, p;
};
struct phase phase_of(const double *times, size_t count, double period);

/*
 * A period by the gaps between events in ascending order: the median gap, when at least
 * three in four gaps lie within a tenth of it; 0 when they do not or there are fewer than
 * four gaps.
 */
double phase_period_by_gaps(const double *times, size_t count);

#endif
