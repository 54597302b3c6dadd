/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * stats/ against published data: Nile (yearly flow at Aswan, 1871-1970, Cobb 1978), sleep
 * (Student 1908), ozone in May and August (airquality, New York 1973), lh (Diggle 1990), all
 * of them data sets of R; the figures are those that R prints for them.
 */
#include "stats/bootstrap.h"
#include "stats/decide.h"
#include "stats/dependence.h"
#include "stats/rank-tests.h"
#include "stats/ranks.h"
#include "stats/shift.h"
#include "stats/special.h"

#include <math.h>
#include <stdlib.h>

#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const double nile[] = {
	1120, 1160, 963,  1210, 1160, 1160, 813,  1230, 1370, 1140, 995,  935,  1110,
	994,  1020, 960,  1180, 799,  958,  1140, 1100, 1210, 1150, 1250, 1260, 1220,
	1030, 1100, 774,  840,  874,  694,  940,  833,  701,  916,  692,  1020, 1050,
	969,  831,  726,  456,  824,  702,  1120, 1100, 832,  764,  821,  768,  845,
	864,  862,  698,  845,  744,  796,  1040, 759,  781,  865,  845,  944,  984,
	897,  822,  1010, 771,  676,  649,  846,  812,  742,  801,  1040, 860,  874,
	848,  890,  744,  749,  838,  1050, 918,  986,  797,  923,  975,  815,  1020,
	906,  901,  1170, 912,  746,  919,  718,  714,  740,
};
static const double sleep_1[] = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
static const double sleep_2[] = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};
static const double ozone_may[] = {41, 36, 12, 18, 28, 23, 19, 8, 7,  16, 11, 14,  18,
				   14, 34, 6,  30, 11, 1,  11, 4, 32, 23, 45, 115, 37};
static const double ozone_august[] = {39, 9,  16,  78, 35, 66,  122, 89, 110,
				      44, 28, 65,  22, 59, 23,  31,  44, 21,
				      9,  45, 168, 73, 76, 118, 84,  85};
static const double lh[] = {2.4, 2.4, 2.4, 2.2, 2.1, 1.5, 2.3, 2.3, 2.5, 2.0, 1.9, 1.7,
			    2.2, 1.8, 3.2, 3.2, 2.7, 2.2, 2.2, 1.9, 1.9, 1.8, 2.7, 3.0,
			    2.3, 2.0, 2.0, 2.9, 2.9, 2.7, 2.7, 2.3, 2.6, 2.4, 1.8, 1.7,
			    1.5, 1.4, 2.1, 3.3, 3.5, 3.5, 3.1, 2.6, 2.1, 3.4, 3.0, 2.9};

static bool near(double actual, double expected, double relative)
{
	if (fabs(actual - expected) <= relative * fabs(expected))
		return true;
	printf("%.9g is not within %g of %.9g\n", actual, relative, expected);
	return false;
}

static void distributions_have_their_known_values(void)
{
	/* Tables of Abramowitz & Stegun 26.1, 26.8; the tail by qnorm() and pnorm(). */
	CHECK(near(normal_above(1.959963984540054), 0.025, 1e-12));
	CHECK(near(normal_above(10), 7.619853024160527e-24, 1e-10));
	CHECK(near(normal_quantile(0.975), 1.959963984540054, 1e-10));
	CHECK(near(normal_quantile(0.05), -1.644853626951472, 1e-10));
	CHECK(near(chi_square_above(3.841458820694124, 1), 0.05, 1e-10));
	CHECK(near(chi_square_above(18.30703805327515, 10), 0.05, 1e-10));
	CHECK(near(chi_square_above(2, 2), exp(-1), 1e-12));
	CHECK(near(binomial_below(1, 8, 0.5), 9.0 / 256, 1e-12));
	CHECK(near(binomial_below(0, 8, 0.5), 1.0 / 256, 1e-12));
	CHECK_INT(binomial_below(8, 8, 0.5), 1);
}

static void mann_whitney_gives_the_published_figures(void)
{
	struct rank_test sleep = mann_whitney_normal(sleep_1, 10, sleep_2, 10);
	struct rank_test ozone = mann_whitney_normal(ozone_may, COUNT(ozone_may),
						     ozone_august, COUNT(ozone_august));

	CHECK(near(sleep.statistic, 25.5, 1e-12));
	CHECK(near(sleep.p, 0.0693276, 1e-6));
	CHECK(near(ozone.statistic, 127.5, 1e-12));
	CHECK(near(ozone.p, 1.2081e-4, 1e-4));
	/* Cliff's delta from the same statistic. */
	CHECK(near(2 * ozone.statistic / (26.0 * 26) - 1, -0.622781, 1e-6));
	CHECK(!ozone.exact);
}

static void exact_tests_count_the_possibilities(void)
{
	static const double low[] = {1, 2, 3, 4}, high[] = {5, 6, 7, 8};
	static const double tied[] = {1, 1, 2}, other[] = {1, 2, 2};
	struct rank_test test = mann_whitney(low, 4, high, 4);

	CHECK(test.exact);
	CHECK(near(test.p, 2.0 / 70, 1e-12));
	CHECK_INT(test.statistic, 0);
	test = mann_whitney(high, 4, low, 4);
	CHECK(near(test.p, 2.0 / 70, 1e-12));
	/*
	 * Ranks 2 2 2 5 5 5: of the 20 choices of three, those with the same sum as ours
	 * (9) or less: 1 with 6, 9 with 9, so both tails have half or more but one.
	 */
	test = mann_whitney(tied, 3, other, 3);
	CHECK(near(test.p, 1, 1e-12));
	CHECK(near(test.statistic, 3, 1e-12));
	CHECK(near(mann_whitney(low, 4, high, 0).p, 1, 0));
}

static void signed_ranks_and_signs(void)
{
	/* The table of critical values: n = 6, all of one sign: 2 / 64. */
	static const double six[] = {3, 1, 4, 1.5, 9, 2.6}, mixed[] = {1, -2, 3, 4};
	static const double nothing[] = {0, 0};
	double differences[10];

	for (int i = 0; i < 10; i++)
		differences[i] = sleep_1[i] - sleep_2[i];
	/* wilcox.test(paired = TRUE) of sleep: V 0, p 0.009091. */
	CHECK(near(signed_rank_normal(differences, 10).p, 0.009090698, 1e-6));
	CHECK_INT(signed_rank_normal(differences, 10).statistic, 0);
	CHECK(near(signed_rank(differences, 10).p, 2.0 / 512, 1e-12));
	CHECK_INT(signed_rank(differences, 10).used, 9);
	CHECK(near(signed_rank(six, 6).p, 2.0 / 64, 1e-12));
	/* Sums of 1..4 that reach 8 of 10: {4 3 1} {4 3 2 -} ...: 3 of 16, doubled. */
	CHECK_INT(signed_rank(mixed, 4).statistic, 8);
	CHECK(near(signed_rank(mixed, 4).p, 6.0 / 16, 1e-12));
	CHECK(near(signed_rank(nothing, 2).p, 1, 0));
	CHECK(near(sign_test(six, 6).p, 2.0 / 64, 1e-12));
	CHECK(near(sign_test(mixed, 4).p, 10.0 / 16, 1e-12));
	CHECK(near(sign_test(nothing, 2).p, 1, 0));
}

static void shifts_and_their_intervals(void)
{
	static const double a[] = {1, 2, 3, 4}, b[] = {11, 12, 13, 14},
			    pairs[] = {1, 2, 3};
	struct shift shift = shift_between(a, 4, b, 4, 0.95);

	/* Differences 7..13, once to four times; without the least and the greatest. */
	CHECK_INT(shift.estimate, 10);
	CHECK(shift.has_interval);
	CHECK_INT(shift.low, 7);
	CHECK_INT(shift.high, 13);
	CHECK(!shift_between(a, 3, b, 3, 0.95).has_interval);
	CHECK(shift_between(a, 3, b, 3, 0.90).has_interval);
	shift = shift_of_pairs(pairs, 3, 0.95);
	CHECK_INT(shift.estimate, 2);
	CHECK(!shift.has_interval);
	/* wilcox.test(conf.int = TRUE): with six pairs the range is the 95 % interval. */
	shift = shift_of_pairs((const double[]){1, 2, 3, 4, 5, 6}, 6, 0.95);
	CHECK(shift.has_interval);
	CHECK_INT(shift.low, 1);
	CHECK_INT(shift.high, 6);
}

static void dependence_of_known_series(void)
{
	struct ljung_box q = ljung_box(lh, COUNT(lh), 6);
	struct runs_test runs = runs_test(nile, COUNT(nile));

	CHECK_INT(COUNT(nile), 100);
	CHECK_INT(COUNT(lh), 48);
	CHECK(near(q.q, 22.698335, 1e-7));
	CHECK(near(q.p, 9.0407e-4, 1e-4));
	q = ljung_box(nile, COUNT(nile), 10);
	CHECK(near(q.q, 88.126872, 1e-7));
	CHECK(near(runs.z, -4.221374, 1e-6));
	CHECK(near(runs.p, 2.4282e-5, 1e-4));
}

static void order_statistics_bound_the_median_of_the_nile(void)
{
	struct quantile_ranks ranks = quantile_ranks(COUNT(nile), 0.5, 0.95);
	double sorted[COUNT(nile)];

	memcpy(sorted, nile, sizeof(nile));
	CHECK(near(median_of(sorted, COUNT(nile)), 893.5, 1e-12));
	CHECK_INT(ranks.low, 40);
	CHECK_INT(ranks.high, 61);
	CHECK_INT(sorted[ranks.low - 1], 845);
	CHECK_INT(sorted[ranks.high - 1], 944);
	CHECK(near(ranks.coverage, 0.9648, 1e-4));
	ranks = quantile_ranks(100, 0.999, 0.95);
	CHECK_INT(ranks.high, 0);
}

/* An autoregressive series of first order, of known dependence. */
static void make_ar(double *series, size_t count, double rho, uint64_t seed)
{
	struct prng prng = {seed};
	double last = 0;

	for (size_t i = 0; i < count; i++) {
		double sum = -6;

		for (int j = 0; j < 12; j++)
			sum += prng_unit(&prng);
		last = rho * last + sum;
		series[i] = last;
	}
}

enum { LONG = 20000 };

static void blocks_grow_with_dependence(void)
{
	double *series = mem_alloc(LONG * sizeof(*series));
	double expected;

	make_ar(series, LONG, 0, 1);
	CHECK(block_length(series, LONG) <= 5);
	CHECK(near(integrated_time(series, LONG), 1, 0.1));
	/*
	 * AR(1): (1 + rho) / (1 - rho) is the integrated time; the block that suits it is
	 * (6 / 4 x (2 rho / (1 - rho^2))^2 x count)^(1/3) (Politis & White 2004, 3.2).
	 */
	make_ar(series, LONG, 0.7, 2);
	expected = cbrt(1.5 * pow(2 * 0.7 / (1 - 0.49), 2) * LONG);
	CHECK(near((double)block_length(series, LONG), expected, 0.25));
	CHECK(near(integrated_time(series, LONG), 1.7 / 0.3, 0.2));
	CHECK_INT(block_length((const double[]){5, 5, 5, 5, 5}, 5), 1);
	CHECK_INT(block_length(series, 2), 1);
	free(series);
}

enum { SERIES = 300, REPLICATES = 400, TRIALS = 200 };

/* How often the mean's 95 % interval of a block bootstrap holds the true mean, 0. */
static int count_covered(size_t block_or_0)
{
	double series[SERIES], replicates[REPLICATES];
	uint32_t weights[SERIES];
	struct prng prng = {7};
	int covered = 0;

	for (uint64_t trial = 0; trial < TRIALS; trial++) {
		struct interval interval;
		size_t block;

		make_ar(series, SERIES, 0.6, 1000 + trial);
		block = block_or_0 ? block_or_0 : block_length(series, SERIES);
		for (int i = 0; i < REPLICATES; i++) {
			replicates[i] = 0;
			block_weights(&prng, SERIES, block, weights);
			for (int j = 0; j < SERIES; j++)
				replicates[i] += weights[j] * series[j] / SERIES;
		}
		interval = replicates_interval(replicates, REPLICATES, 0.95);
		covered += interval.low <= 0 && interval.high >= 0;
	}
	return covered;
}

static void block_bootstrap_covers_and_the_naive_one_does_not(void)
{
	/* Nominal 190 of 200. Single values: the interval is half as wide as it should be. */
	CHECK(count_covered(0) >= 174);
	CHECK(count_covered(1) <= 150);
}

static void weights_draw_each_value_equally_often(void)
{
	uint32_t weights[10], sums[10] = {0};
	struct prng prng = {3};

	for (int i = 0; i < 10000; i++) {
		uint32_t sum = 0;

		block_weights(&prng, 10, 4, weights);
		for (int j = 0; j < 10; j++) {
			sum += weights[j];
			sums[j] += weights[j];
		}
		CHECK_INT(sum, 10);
	}
	for (int j = 0; j < 10; j++)
		CHECK(sums[j] > 9600 && sums[j] < 10400);
}

static void decisions(void)
{
	static const double p[] = {0.01, 0.04, 0.03, 0.005};
	static const uint64_t a[] = {0, 2, 2, 0}, b[] = {0, 0, 2, 2}, none[4];
	double adjusted[4];

	/* p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") */
	holm_adjust(p, 4, adjusted);
	CHECK(near(adjusted[0], 0.03, 1e-12));
	CHECK(near(adjusted[1], 0.06, 1e-12));
	CHECK(near(adjusted[2], 0.06, 1e-12));
	CHECK(near(adjusted[3], 0.02, 1e-12));
	CHECK(near(no_larger_than(-3, 2), 3, 0));
	/* 16 pairs: 12 with a < b, 4 equal. */
	CHECK(near(dominance(a, b, 4), 14.0 / 16, 1e-12));
	CHECK(isnan(dominance(a, none, 4)));
}

static void p_values_of_replicates(void)
{
	double replicates[99];

	for (int i = 0; i < 99; i++)
		replicates[i] = i + 1;
	CHECK(near(replicates_p(replicates, 99), 0.02, 1e-12));
	replicates[0] = -1;
	CHECK(near(replicates_p(replicates, 99), 0.04, 1e-12));
	CHECK_INT(replicates_interval(replicates, 99, 0.9).low, 5);
	CHECK_INT(replicates_interval(replicates, 99, 0.9).high, 95);
}

static const struct test tests[] = {
	{"distributions", distributions_have_their_known_values},
	{"mann-whitney", mann_whitney_gives_the_published_figures},
	{"exact", exact_tests_count_the_possibilities},
	{"signed-ranks", signed_ranks_and_signs},
	{"shifts", shifts_and_their_intervals},
	{"dependence", dependence_of_known_series},
	{"order-statistics", order_statistics_bound_the_median_of_the_nile},
	{"blocks", blocks_grow_with_dependence},
	{"coverage", block_bootstrap_covers_and_the_naive_one_does_not},
	{"weights", weights_draw_each_value_equally_often},
	{"decisions", decisions},
	{"p-values", p_values_of_replicates},
};

TEST_MAIN(tests)
