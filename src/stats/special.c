/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Incomplete gamma function by its series and its continued fraction (Abramowitz & Stegun
 * 6.5.29 and 6.5.31, the latter evaluated by Lentz's method); the rest follows from the C
 * library's erfc() and lgamma().
 */
#include "stats/special.h"

#include <math.h>

double normal_above(double z)
{
	return 0.5 * erfc(z / sqrt(2));
}

double normal_below(double z)
{
	return normal_above(-z);
}

double normal_quantile(double p)
{
	double low = -40, high = 40;

	while (high - low > 1e-12) {
		double middle = (low + high) / 2;

		if (middle == low || middle == high)
			break;
		*(normal_below(middle) < p ? &low : &high) = middle;
	}
	return (low + high) / 2;
}

/* lgamma() writes to a global variable; Stirling's series with seven terms does not. */
static double log_gamma(double x)
{
	double shift = 0, inverse, square, sum;

	for (; x < 15; x++)
		shift -= log(x);
	inverse = 1 / x;
	square = inverse * inverse;
	sum = inverse *
	      (1.0 / 12 -
	       square * (1.0 / 360 -
			 square * (1.0 / 1260 - square * (1.0 / 1680 - square / 1188))));
	return shift + (x - 0.5) * log(x) - x + 0.5 * log(2 * M_PI) + sum;
}

static double gamma_below_by_series(double a, double x)
{
	double term = 1 / a, sum = term;

	for (int n = 1; n < 10000 && term > sum * 1e-17; n++) {
		term *= x / (a + n);
		sum += term;
	}
	return sum * exp(a * log(x) - x - log_gamma(a));
}

static double gamma_above_by_fraction(double a, double x)
{
	double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;

	for (int i = 1; i < 10000; i++) {
		double an = -i * (i - a), step;

		b += 2;
		d = 1 / (an * d + b);
		c = b + an / c;
		step = d * c;
		h *= step;
		if (fabs(step - 1) < 1e-16)
			break;
	}
	return h * exp(a * log(x) - x - log_gamma(a));
}

double chi_square_above(double x, double degrees)
{
	double a = degrees / 2;

	x /= 2;
	if (x <= 0)
		return 1;
	return x < a + 1 ? 1 - gamma_below_by_series(a, x)
			 : gamma_above_by_fraction(a, x);
}

double binomial_at(int64_t k, int64_t n, double p)
{
	return exp(log_gamma((double)n + 1) - log_gamma((double)k + 1) -
		   log_gamma((double)(n - k) + 1) + (double)k * log(p) +
		   (double)(n - k) * log1p(-p));
}

double binomial_below(int64_t k, int64_t n, double p)
{
	double sum = 0;

	if (k >= n)
		return 1;
	for (int64_t i = 0; i <= k; i++)
		sum += binomial_at(i, n, p);
	return sum < 1 ? sum : 1;
}
