/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/saturate: sums and products that stop at the ends of int64_t. */
#include "base/saturate.h"

#include "test.h"

static void computes_what_fits(void)
{
	CHECK_INT(saturate_add(-5, 7), 2);
	CHECK_INT(saturate_sub(-5, 7), -12);
	CHECK_INT(saturate_mul(-5, 7), -35);
	CHECK_INT(saturate_add(INT64_MAX, INT64_MIN), -1);
	CHECK_INT(saturate_sub(INT64_MIN, INT64_MIN), 0);
	CHECK_INT(saturate_mul(INT64_MIN, 1), INT64_MIN);
}

static void stops_at_the_ends(void)
{
	CHECK_INT(saturate_add(INT64_MAX, 1), INT64_MAX);
	CHECK_INT(saturate_add(INT64_MIN, -1), INT64_MIN);
	CHECK_INT(saturate_sub(INT64_MAX, -1), INT64_MAX);
	CHECK_INT(saturate_sub(0, INT64_MIN), INT64_MAX);
	CHECK_INT(saturate_sub(INT64_MIN, 1), INT64_MIN);
	CHECK_INT(saturate_sub(-2, INT64_MAX), INT64_MIN);
	CHECK_INT(saturate_mul(INT64_MIN, -1), INT64_MAX);
	CHECK_INT(saturate_mul(INT64_C(1) << 40, INT64_C(1) << 40), INT64_MAX);
	CHECK_INT(saturate_mul(INT64_C(1) << 40, -(INT64_C(1) << 40)), INT64_MIN);
	CHECK_INT(saturate_mul(-(INT64_C(1) << 40), -(INT64_C(1) << 40)), INT64_MAX);
}

static const struct test tests[] = {
	{"computes what fits", computes_what_fits},
	{"stops at the ends", stops_at_the_ends},
};

TEST_MAIN(tests)
