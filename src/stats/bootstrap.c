/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "stats/bootstrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats/dependence.h"

/* The lag behind which `quiet` correlations in a row are no more than chance. */
static size_t last_lag_that_counts(const double *series, size_t count, size_t most,
				   size_t quiet)
{
	double n = (double)count, variance = autocovariance(series, count, 0);
	double chance = 2 * sqrt(log10(n) / n);
	size_t in_a_row = 0;

	for (size_t lag = 1; lag <= most + quiet && lag < count; lag++) {
		double rho = autocovariance(series, count, lag) / variance;

		in_a_row = fabs(rho) < chance ? in_a_row + 1 : 0;
		if (in_a_row == quiet)
			return lag - quiet;
	}
	return most;
}

/* 1 up to half of the window, falling to 0 at its end (Politis & Romano 1995). */
static double flat_top(double share)
{
	return share <= 0.5 ? 1 : 2 * (1 - share);
}

size_t block_length(const double *series, size_t count)
{
	double n = (double)count, spectrum, slope = 0, length;
	size_t quiet = (size_t)fmax(5, ceil(sqrt(log10(fmax(n, 1)))));
	size_t most = (size_t)ceil(sqrt(n)) + quiet, window;
	double longest = ceil(fmin(3 * sqrt(n), n / 3));

	spectrum = autocovariance(series, count, 0);
	if (count < 4 || !(spectrum > 0))
		return 1;
	window = 2 * last_lag_that_counts(series, count, most, quiet);
	window = window < most ? window : most;
	for (size_t lag = 1; lag <= window && lag < count; lag++) {
		double part = 2 * flat_top((double)lag / (double)window) *
			      autocovariance(series, count, lag);

		spectrum += part;
		slope += part * (double)lag;
	}
	length = cbrt(2 * slope * slope / (4.0 / 3 * spectrum * spectrum) * n);
	length = ceil(fmin(length, longest));
	return length > 1 ? (size_t)length : 1;
}

void block_weights(struct prng *prng, size_t count, size_t block, uint32_t *weights)
{
	memset(weights, 0, count * sizeof(*weights));
	for (size_t drawn = 0; drawn < count;) {
		size_t at = prng_below(prng, (uint32_t)count);

		for (size_t i = 0; i < block && drawn < count; i++, drawn++) {
			weights[at]++;
			at = at + 1 < count ? at + 1 : 0;
		}
	}
}

/* Student's 97.5 % quantile against the normal one: Cornish & Fisher's expansion. */
static double student_over_normal(double degrees)
{
	const double z = 1.959963984540054, z2 = z * z;
	double v = degrees;

	return 1 + (z2 + 1) / (4 * v) + (5 * z2 * z2 + 16 * z2 + 3) / (96 * v * v) +
	       (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / (384 * v * v * v);
}

double block_spread(double blocks, double degrees)
{
	blocks = fmax(blocks, 2);
	return student_over_normal(fmax(degrees, 1)) * sqrt(blocks / (blocks - 1));
}

void replicates_spread(double *replicates, size_t count, double factor)
{
	double mean = 0;

	for (size_t i = 0; i < count; i++)
		mean += replicates[i] / (double)count;
	for (size_t i = 0; i < count; i++)
		replicates[i] = mean + factor * (replicates[i] - mean);
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct interval replicates_interval(double *replicates, size_t count, double level)
{
	size_t cut = (size_t)floor((1 - level) / 2 * ((double)count + 1) + 1e-9);

	if (!count)
		return (struct interval){NAN, NAN};
	qsort(replicates, count, sizeof(*replicates), compare_numbers);
	cut = cut ? cut - 1 : 0;
	return (struct interval){replicates[cut], replicates[count - 1 - cut]};
}

double replicates_p(const double *replicates, size_t count)
{
	size_t below = 1, above = 1;
	double p;

	for (size_t i = 0; i < count; i++) {
		below += replicates[i] <= 0;
		above += replicates[i] >= 0;
	}
	p = 2 * (double)(below < above ? below : above) / (double)(count + 1);
	return p < 1 ? p : 1;
}
