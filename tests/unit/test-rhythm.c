/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stats/phase and stats/rank-correlation against values worked out elsewhere. */
#include <math.h>

#include "stats/phase.h"
#include "stats/rank-correlation.h"
#include "test.h"

static bool near(double a, double b, double by)
{
	return fabs(a - b) <= by;
}

static void sees_one_phase(void)
{
	double times[10];
	struct phase phase;

	for (int i = 0; i < 10; i++)
		times[i] = 3.25 + 10 * i;
	phase = phase_of(times, 10, 10);
	CHECK(near(phase.length, 1, 1e-9));
	/* n = R = 10: exp(sqrt(1 + 40) - 21) = 4.5778e-7. */
	CHECK(near(phase.p, 4.5778e-07, 1e-11));
	/* A grid of 10 s is one of 5 s and of 1 s, too, not of 3 s. */
	CHECK(near(phase_of(times, 10, 5).length, 1, 1e-9));
	CHECK(phase_of(times, 10, 3).length < 0.2);
}

/* Two opposite phases cancel; four quarters, too. */
static void sees_no_phase(void)
{
	static const double opposite[] = {0, 0.5, 1, 1.5},
			    quarters[] = {0, 0.25, 0.5, 0.75};

	CHECK(near(phase_of(opposite, 4, 1).length, 0, 1e-9));
	CHECK(near(phase_of(quarters, 4, 1).length, 0, 1e-9));
	CHECK(near(phase_of(quarters, 4, 1).p, 1, 0.2));
	CHECK_INT((int)phase_of(quarters, 0, 1).p, 1);
}

static void estimates_a_period(void)
{
	static const double regular[] = {0, 33, 67, 100, 133, 166};
	static const double wild[] = {0, 1, 40, 43, 99, 102};
	static const double few[] = {0, 33, 66};

	CHECK(near(phase_period_by_gaps(regular, 6), 33, 1e-9));
	CHECK_INT((int)phase_period_by_gaps(wild, 6), 0);
	CHECK_INT((int)phase_period_by_gaps(few, 3), 0);
	CHECK_INT((int)phase_period_by_gaps(few, 0), 0);
}

/* IQ and hours of television, Wikipedia's worked example: rho -29/165. */
static void correlates_ranks(void)
{
	static const double iq[] = {106, 100, 86, 101, 99, 103, 97, 113, 112, 110};
	static const double hours[] = {7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
	static const double tied[] = {1, 2, 2, 3}, up[] = {10, 20, 30, 40};
	static const double same[] = {5, 5, 5, 5};

	CHECK(near(rank_correlation(iq, hours, 10).rho, -29.0 / 165, 1e-12));
	CHECK(near(rank_correlation(iq, iq, 10).rho, 1, 1e-12));
	/* Ranks 1 2.5 2.5 4 against 1 2 3 4: 4.5 / sqrt(4.5 * 5). */
	CHECK(near(rank_correlation(tied, up, 4).rho, 4.5 / sqrt(22.5), 1e-12));
	CHECK(near(rank_correlation(same, up, 4).p, 1, 0));
	CHECK(near(rank_correlation(up, up, 2).rho, 0, 0));
}

static const struct test tests[] = {
	{"sees_one_phase", sees_one_phase},
	{"sees_no_phase", sees_no_phase},
	{"estimates_a_period", estimates_a_period},
	{"correlates_ranks", correlates_ranks},
};

TEST_MAIN(tests)
