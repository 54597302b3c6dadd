/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draws small samples, with and without ties, and prints them with what stats/ says of them,
 * one JSON object a line: for the comparison with another implementation.
 */
#include <stdio.h>

#include "stats/dependence.h"
#include "stats/prng.h"
#include "stats/rank-tests.h"
#include "stats/special.h"

enum { SAMPLES_MAX = 40, ROUNDS = 60 };

static void print_numbers(const char *key, const double *values, size_t count)
{
	printf("\"%s\": [", key);
	for (size_t i = 0; i < count; i++)
		printf("%s%.17g", i ? ", " : "", values[i]);
	printf("], ");
}

static void draw(struct prng *prng, double *values, size_t count, double steps)
{
	for (size_t i = 0; i < count; i++) {
		values[i] = prng_unit(prng) + 0.1 * (double)(i % 3);
		if (steps > 0)
			values[i] = (double)(int)(values[i] * steps);
	}
}

int main(void)
{
	struct prng prng = {42};
	double a[SAMPLES_MAX], b[SAMPLES_MAX], differences[SAMPLES_MAX];

	for (int round = 0; round < ROUNDS; round++) {
		size_t n = 3 + prng_below(&prng, 5), m = 3 + prng_below(&prng, 5);
		double steps = round % 2 ? 6 : 0;
		double x = 20 * prng_unit(&prng);

		draw(&prng, a, n, steps);
		draw(&prng, b, SAMPLES_MAX, steps);
		for (size_t i = 0; i < n; i++)
			differences[i] = b[i] - a[i];
		printf("{");
		print_numbers("a", a, n);
		print_numbers("b", b, m);
		print_numbers("series", b, SAMPLES_MAX);
		printf("\"tied\": %s, \"x\": %.17g, ", round % 2 ? "true" : "false", x);
		printf("\"u\": %.17g, \"exact\": %.17g, \"normal\": %.17g, ",
		       mann_whitney(a, n, b, m).statistic, mann_whitney(a, n, b, m).p,
		       mann_whitney_normal(a, n, b, m).p);
		printf("\"signed\": %.17g, \"signed_normal\": %.17g, \"sign\": %.17g, ",
		       signed_rank(differences, n).p,
		       signed_rank_normal(differences, n).p, sign_test(differences, n).p);
		printf("\"ljung_box\": %.17g, \"chi_square\": %.17g}\n",
		       ljung_box(b, SAMPLES_MAX, 5).q, chi_square_above(x, 5));
	}
	return 0;
}
