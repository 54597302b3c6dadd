/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/phase.h"

#include <math.h>
#include <stdlib.h>

#include "base/arena.h"

#define TAU 6.283185307179586

struct phase phase_of(const double *times, size_t count, double period)
{
	double x = 0, y = 0, n = (double)count, r;

	if (!count || !(period > 0))
		return (struct phase){0, 1};
	for (size_t i = 0; i < count; i++) {
		double angle = TAU * fmod(times[i] / period, 1);

		x += cos(angle);
		y += sin(angle);
	}
	r = hypot(x, y);
	return (struct phase){
		.length = r / n,
		.p = fmin(1, exp(sqrt(1 + 4 * n + 4 * (n * n - r * r)) - (1 + 2 * n))),
	};
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double phase_period_by_gaps(const double *times, size_t count)
{
	enum { FEWEST_GAPS = 4 };
	double *gaps, median;
	size_t near = 0, n = count ? count - 1 : 0;

	if (n < FEWEST_GAPS)
		return 0;
	gaps = mem_alloc(n * sizeof(*gaps));
	for (size_t i = 0; i < n; i++)
		gaps[i] = times[i + 1] - times[i];
	qsort(gaps, n, sizeof(*gaps), by_size);
	median = n % 2 ? gaps[n / 2] : (gaps[n / 2 - 1] + gaps[n / 2]) / 2;
	for (size_t i = 0; i < n; i++)
		near += fabs(gaps[i] - median) <= median / 10;
	free(gaps);
	return near * 4 >= n * 3 ? median : 0;
}
