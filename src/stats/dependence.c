/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/dependence.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/scope.h"
#include "stats/shift.h"
#include "stats/special.h"

static double mean_of(const double *series, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += series[i];
	return count ? sum / (double)count : 0;
}

double autocovariance(const double *series, size_t count, size_t lag)
{
	double mean = mean_of(series, count), sum = 0;

	for (size_t i = 0; i + lag < count; i++)
		sum += (series[i] - mean) * (series[i + lag] - mean);
	return count ? sum / (double)count : 0;
}

double integrated_time(const double *series, size_t count)
{
	double variance = autocovariance(series, count, 0), tau = 1;

	if (variance <= 0)
		return 1;
	for (size_t lag = 1; lag < count && (double)lag < 5 * tau; lag++)
		tau += 2 * autocovariance(series, count, lag) / variance;
	return tau > 1 ? tau : 1;
}

struct ljung_box ljung_box(const double *series, size_t count, size_t lags)
{
	double variance = autocovariance(series, count, 0), n = (double)count;
	struct ljung_box result = {.p = 1};

	for (size_t lag = 1; lag <= lags && lag < count && variance > 0; lag++) {
		double rho = autocovariance(series, count, lag) / variance;

		result.q += n * (n + 2) * rho * rho / (n - (double)lag);
	}
	result.p = chi_square_above(result.q, (double)lags);
	return result;
}

struct runs_test runs_test(const double *series, size_t count)
{
	double *sorted CLEANUP(scope_free) = mem_alloc((count + 1) * sizeof(*sorted));
	double median, above = 0, below = 0, runs = 0, all, expected, variance;
	int last = 0;

	memcpy(sorted, series, count * sizeof(*series));
	median = median_of(sorted, count);
	for (size_t i = 0; i < count; i++) {
		int side = (series[i] > median) - (series[i] < median);

		above += side > 0;
		below += side < 0;
		runs += side && side != last;
		last = side ? side : last;
	}
	all = above + below;
	expected = 1 + 2 * above * below / all;
	variance =
		2 * above * below * (2 * above * below - all) / (all * all * (all - 1));
	if (!(variance > 0))
		return (struct runs_test){.p = 1};
	return (struct runs_test){
		.z = (runs - expected) / sqrt(variance),
		.p = 2 * normal_above(fabs(runs - expected) / sqrt(variance)),
	};
}
