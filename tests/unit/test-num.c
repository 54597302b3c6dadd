/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/num: what is read, what is refused, what is written. */
#include "base/num.h"

#include "test.h"

static void reads_integers(void)
{
	static const struct {
		const char *text;
		int64_t min, max, value;
	} rows[] = {
		{"0", 0, 0, 0},
		{"7", 1, 99, 7},
		{"007", 1, 99, 7},
		{"99", 1, 99, 99},
		{"9223372036854775807", 0, INT64_MAX, INT64_MAX},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct err err = {0};
		int64_t value = -1;

		CHECK_INT(num_parse_integer(rows[i].text, rows[i].min, rows[i].max,
					    &value, &err),
			  0);
		CHECK_INT(value, rows[i].value);
	}
}

static void refuses_integers(void)
{
	/* clang-format off */
	static const char *const rows[] = {
		"", " ", "-1", "+1", "0", "100", "1x", "1 ", " 1", "1.0", "0x10", "1e1",
		"9223372036854775808", "99999999999999999999999999",
	};
	/* clang-format on */

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct err err = {0};
		int64_t value = -5;

		if (num_parse_integer(rows[i], 1, 99, &value, &err) != -1)
			CHECK_TEXT(rows[i], "(refused)");
		CHECK_INT(err.kind, ERR_INPUT);
		CHECK(err.text[0]);
		CHECK_INT(value, -5);
	}
}

static void reads_times(void)
{
	static const struct {
		const char *text;
		int64_t ns;
	} rows[] = {
		{"0s", 0},
		{"1ns", 1},
		{"250us", 250000},
		{"250µs", 250000},
		{"5ms", 5000000},
		{"1s", 1000000000},
		{"2m", 120000000000},
		{"2min", 120000000000},
		{"15h", 54000000000000},
		{"1d", 86400000000000},
		{"1.5ms", 1500000},
		{"0.001us", 1},
		{"1.000000001s", 1000000001},
		{"0.000000001h", 3600},
		{"1.999999999d", 172799999913600},
		{"1h30m", 5400000000000},
		{"1h30min1s5ms7us9ns", 5401005007009},
		{"1s1s", 2000000000},
		{"1.5h1.5m", 5490000000000},
		{"000005ms", 5000000},
		{"9223372036854775807ns", INT64_MAX},
		{"106751d23h47m16s854ms775us807ns", INT64_MAX},
		{"9223372036.854775807s", INT64_MAX},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct err err = {0};
		int64_t ns = -1;

		CHECK_INT(num_parse_time(rows[i].text, &ns, &err), 0);
		CHECK_TEXT(err.text, "");
		CHECK_INT(ns, rows[i].ns);
	}
}

static void refuses_times(void)
{
	/* clang-format off */
	static const char *const rows[] = {
		"", "5", "0", "5 ms", " 5ms", "5ms ", "ms", "-1s", "+1s", "1.5ns",
		".5s", "5.s", "1..5s", "1.0000000001s", "1,5s", "1S", "1Ms", "1msx",
		"1h30", "1h-30m", "1hs", "1e3s", "0x1s", "1.5", "1.0.0s",
		"9223372036854775808ns", "9223372037s", "106752d",
		"9223372036.854775808s", "5us5", "µs", "1\302s", "nan", "inf",
		"9223372036854775807ns1ns", "99999999999999999999s",
	};
	/* clang-format on */

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct err err = {0};
		int64_t ns = -5;

		if (num_parse_time(rows[i], &ns, &err) != -1)
			CHECK_TEXT(rows[i], "(refused)");
		CHECK_INT(err.kind, ERR_INPUT);
		CHECK_INT(ns, -5);
	}
}

static void names_the_units_when_one_is_missing(void)
{
	struct err err = {0};
	int64_t ns;

	num_parse_time("5", &ns, &err);
	CHECK_TEXT(err.text,
		   "'5' is not a time; write a number with its unit: ns, us, ms, s, "
		   "m, h or d, as in 250us or 15h");
}

typedef void add_fn(struct str *out, int64_t value);

static void check_written(add_fn *add, int64_t value, const char *expected)
{
	struct str out = {0};

	add(&out, value);
	CHECK_TEXT(str_text(&out), expected);
	str_free(&out);
}

static void writes_times_for_people(void)
{
	static const struct {
		int64_t ns;
		const char *text;
	} rows[] = {
		{0, "0 ns"},
		{640, "640 ns"},
		{999, "999 ns"},
		{1000, "1.00 us"},
		{1234, "1.23 us"},
		{12400, "12.4 us"},
		{640000, "640.0 us"},
		{1500000, "1.50 ms"},
		{12345678, "12.35 ms"},
		{123456789, "123.5 ms"},
		{61 * NS_PER_S, "1 m 1 s"},
		{15 * 3600 * NS_PER_S, "15 h 0 m"},
		{-640, "-640 ns"},
		{-1500000, "-1.50 ms"},
		{INT64_MIN, "-2562047 h 47 m"},
		{INT64_MAX, "2562047 h 47 m"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_written(num_add_time, rows[i].ns, rows[i].text);
}

static void writes_exact_times(void)
{
	static const struct {
		int64_t ns;
		const char *text;
	} rows[] = {
		{0, "0s"},
		{1, "1ns"},
		{1000, "1us"},
		{250000, "250us"},
		{1500000, "1500us"},
		{1000000, "1ms"},
		{10 * NS_PER_S, "10s"},
		{90 * NS_PER_S, "90s"},
		{120 * NS_PER_S, "2m"},
		{15 * 3600 * NS_PER_S, "15h"},
		{86400 * NS_PER_S, "1d"},
		{INT64_MAX, "9223372036854775807ns"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_written(num_add_exact_time, rows[i].ns, rows[i].text);
}

/* Random numbers for tests: xorshift64 (Marsaglia 2003), always the same sequence. */
static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void exact_times_read_back_equal(void)
{
	uint64_t state = 1;
	struct str text = {0};
	struct err err = {0};

	for (int i = 0; i < 20000; i++) {
		int64_t ns = (int64_t)(next_random(&state) >> (i % 63 + 1)), back = -1;

		if (i % 3 == 0 && ns < INT64_MAX / NS_PER_S)
			ns *= NS_PER_S;
		str_clear(&text);
		num_add_exact_time(&text, ns);
		CHECK_INT(num_parse_time(str_text(&text), &back, &err), 0);
		CHECK_INT(back, ns);
	}
	str_free(&text);
}

static void writes_microseconds(void)
{
	static const struct {
		int64_t ns;
		const char *text;
	} rows[] = {
		{0, "0.0"},
		{49, "0.0"},
		{50, "0.1"},
		{12449, "12.4"},
		{12450, "12.5"},
		{999950, "1000.0"},
		{-12450, "-12.5"},
		{-150, "-0.2"},
		{INT64_MAX, "9223372036854775.8"},
		{INT64_MIN, "-9223372036854775.8"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_written(num_add_us, rows[i].ns, rows[i].text);
}

static void writes_counts_in_groups(void)
{
	static const struct {
		uint64_t count;
		const char *text;
	} rows[] = {
		{0, "0"},
		{999, "999"},
		{1000, "1 000"},
		{36000000, "36 000 000"},
		{123456, "123 456"},
		{UINT64_MAX, "18 446 744 073 709 551 615"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct str out = {0};

		num_add_count(&out, rows[i].count);
		CHECK_TEXT(str_text(&out), rows[i].text);
		str_free(&out);
	}
}

static const struct test tests[] = {
	{"reads integers", reads_integers},
	{"refuses integers", refuses_integers},
	{"reads times", reads_times},
	{"refuses times", refuses_times},
	{"names the units when one is missing", names_the_units_when_one_is_missing},
	{"writes times for people", writes_times_for_people},
	{"writes exact times", writes_exact_times},
	{"exact times read back equal", exact_times_read_back_equal},
	{"writes microseconds", writes_microseconds},
	{"writes counts in groups", writes_counts_in_groups},
};

TEST_MAIN(tests)
