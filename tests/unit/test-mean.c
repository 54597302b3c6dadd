/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/mean: exact where the sum does not fit, rounded to the nearest. */
#include "base/mean.h"

#include "test.h"

static int64_t mean_in_parts(const int64_t *values, int64_t n, int64_t parts)
{
	struct mean mean = mean_of(n);

	for (int64_t i = 0; i < n; i++)
		mean_add(&mean, values[i]);
	return mean_rounded(&mean, parts);
}

static void rounds_to_the_nearest(void)
{
	CHECK_INT(mean_in_parts((int64_t[]){1, 2}, 2, 1), 2);
	CHECK_INT(mean_in_parts((int64_t[]){1, 1, 2}, 3, 1), 1);
	CHECK_INT(mean_in_parts((int64_t[]){1, 1, 2}, 3, 10), 13);
	CHECK_INT(mean_in_parts((int64_t[]){1, 2, 2}, 3, 10), 17);
}

static void takes_negative_values(void)
{
	CHECK_INT(mean_in_parts((int64_t[]){-7}, 1, 10), -70);
	CHECK_INT(mean_in_parts((int64_t[]){-1, -2}, 2, 1), -1);
	CHECK_INT(mean_in_parts((int64_t[]){-5, -5, -6}, 3, 10), -53);
	CHECK_INT(mean_in_parts((int64_t[]){-1, 0, 1}, 3, 10), 0);
}

static void does_not_overflow(void)
{
	int64_t high[3] = {INT64_MAX, INT64_MAX, INT64_MAX - 3};
	int64_t low[2] = {INT64_MIN, INT64_MIN};

	CHECK_INT(mean_in_parts(high, 3, 1), INT64_MAX - 1);
	CHECK_INT(mean_in_parts(low, 2, 1), INT64_MIN);
	CHECK_INT(mean_in_parts(high, 3, 10), INT64_MAX);
}

static const struct test tests[] = {
	{"rounds to the nearest", rounds_to_the_nearest},
	{"takes negative values", takes_negative_values},
	{"does not overflow", does_not_overflow},
};

TEST_MAIN(tests)
