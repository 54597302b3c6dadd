/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/cpuset: members, the kernel's list format there and back. */
#include "base/cpuset.h"

#include "test.h"

static void holds_members(void)
{
	static const int cpus[] = {0, 1, 63, 64, 127, 4096, CPUSET_CPUS - 1};
	const int count = sizeof(cpus) / sizeof(cpus[0]);
	struct cpuset set = {0};
	int cpu = -1;

	CHECK_INT(cpuset_count(&set), 0);
	CHECK_INT(cpuset_next(&set, 0), -1);
	for (int i = 0; i < count; i++)
		cpuset_add(&set, cpus[i]);
	CHECK_INT(cpuset_count(&set), count);
	for (int i = 0; i < count; i++) {
		cpu = cpuset_next(&set, cpu + 1);
		CHECK_INT(cpu, cpus[i]);
	}
	CHECK_INT(cpuset_next(&set, CPUSET_CPUS), -1);
	CHECK_INT(cpuset_next(&set, -7), 0);
	CHECK(!cpuset_has(&set, -1));
	CHECK(!cpuset_has(&set, CPUSET_CPUS));
	CHECK(cpuset_has(&set, 64));
	cpuset_remove(&set, 64);
	CHECK(!cpuset_has(&set, 64));
	CHECK_INT(cpuset_count(&set), count - 1);
}

static struct cpuset set_of(const char *text)
{
	struct cpuset set = {0};
	struct err err = {0};

	CHECK_INT(cpuset_parse(text, &set, &err), 0);
	CHECK_TEXT(err.text, "");
	return set;
}

static void combines(void)
{
	struct cpuset a = set_of("0-7,64-70"), b = set_of("4-65");
	struct cpuset minus = cpuset_minus(&a, &b), both = cpuset_and(&a, &b);
	struct cpuset expected_minus = set_of("0-3,66-70"),
		      expected_both = set_of("4-7,64-65");

	CHECK(cpuset_equal(&minus, &expected_minus));
	CHECK(cpuset_equal(&both, &expected_both));
	CHECK(!cpuset_equal(&minus, &both));
	CHECK(cpuset_equal(&a, &a));
}

static void reads_and_writes_lists(void)
{
	static const struct {
		const char *text, *shortest;
		int count;
	} rows[] = {
		{"0", "0", 1},
		{"0-3,7", "0-3,7", 5},
		{"7,0-3", "0-3,7", 5},
		{"0,1,2,3", "0-3", 4},
		{"5-5", "5", 1},
		{"0-3,2-6", "0-6", 7},
		{"0-3\n", "0-3", 4},
		{"0-3 \t\n", "0-3", 4},
		{"", "none", 0},
		{"\n", "none", 0},
		{"0-31:2/4", "0-1,4-5,8-9,12-13,16-17,20-21,24-25,28-29", 16},
		{"1-10:1/3", "1,4,7,10", 4},
		{"0-4:4/4", "0-4", 5},
		{"63-64", "63-64", 2},
		{"0-8191", "0-8191", 8192},
		{"8191", "8191", 1},
		{"0008", "8", 1},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct cpuset set = set_of(rows[i].text);
		struct str out = {0};

		cpuset_add_text(&out, &set);
		CHECK_TEXT(str_text(&out), rows[i].shortest);
		CHECK_INT(cpuset_count(&set), rows[i].count);
		str_free(&out);
	}
}

static void refuses_lists(void)
{
	/* clang-format off */
	static const char *const rows[] = {
		",", "0,", ",0", "0,,1", "0,\n", "a", "0x1", "-", "-1", "1-", "3-1",
		"0-8192", "8192", "99999999999999999999", "0 1", " 0", "0-3:", "0-3:1",
		"0-3:1/", "0-3:/2", "0-3:0/2", "0-3:3/2", "0-3:1/0", "0-3:1/2:1/2",
		"0-1-2", "0;1", "all", "0\n1", "0-3:1/99999999999",
	};
	/* clang-format on */

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct cpuset set = {.word = {0x50}}, before = set;
		struct err err = {0};

		if (cpuset_parse(rows[i], &set, &err) != -1)
			CHECK_TEXT(rows[i], "(refused)");
		CHECK_INT(err.kind, ERR_INPUT);
		CHECK(cpuset_equal(&set, &before));
	}
}

static const struct test tests[] = {
	{"holds members", holds_members},
	{"combines", combines},
	{"reads and writes lists", reads_and_writes_lists},
	{"refuses lists", refuses_lists},
};

TEST_MAIN(tests)
