/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import/lines: what is passed over, what stays, and reading from the left. */
#include "import/lines.h"

#include <stdlib.h>

#include "test.h"

/* All lines of a text, each in "<>". */
static const char *lines_of(const char *text, size_t length)
{
	static struct str all;
	struct lines lines;

	str_clear(&all);
	lines_open(&lines, text, length);
	while (lines_next(&lines)) {
		CHECK_INT(strlen(lines.line), lines.length);
		str_addf(&all, "<%s>", lines.line);
	}
	lines_close(&lines);
	return str_text(&all);
}

static void cleans_lines(void)
{
	static const struct {
		const char *text, *lines;
	} rows[] = {
		{"", ""},
		{"\n", "<>"},
		{"a", "<a>"},
		{"a\nb\n", "<a><b>"},
		{"a\r\nb\r\n", "<a><b>"},
		{"  \t a b \n", "<a b >"},
		{"\xef\xbb\xbf# a\n", "<# a>"},
		{"> a\n>> b\n> > c\n", "<a><b><c>"},
		{"```\na\n```text\nb\n", "<a><b>"},
		{"\x1b[2J\x1b[1;1Ha\x1b[K\n", "<a>"},
		{"\x1b]0;title\aa\n", "<a>"},
		{"\x1b[31", "<>"},
		{"\x1b", "<>"},
		{"\x1b]0;title", "<>"},
		{"\x1b[1\nb", "<><b>"},
		{"[   12.345678] T: 0\n", "<T: 0>"},
		{"[    4.118203][    T1] T: 0\n", "<[    T1] T: 0>"},
		{"[    4.118203 C1] T: 0\n", "<T: 0>"},
		{"[  CPU  |   Loop ]\n", "<[  CPU  |   Loop ]>"},
		{"[12] a\n", "<[12] a>"},
		{"Jan 01 00:00:03 board cyclictest[12]: T: 0 ( 1)\n", "<T: 0 ( 1)>"},
		{"Nov  9 23:59:59 board latency: RTD|  1\n", "<RTD|  1>"},
		{"Jan 01 00:00:03 T: 0 ( 1)\n", "<T: 0 ( 1)>"},
		{"Jan is a month\n", "<Jan is a month>"},
		{"2024-01-01T00:00:03.123456+01:00 board jd[1]: x\n", "<x>"},
		{"2024-01-01T00:00:03.123Z T: 0 ( 1)\n", "<T: 0 ( 1)>"},
		{"> Jan 01 00:00:03 board x: [ 1.5] > RTD|\n", "<RTD|>"},
		{"000001 000002\n", "<000001 000002>"},
		{"Max CPUs = 2\n", "<Max CPUs = 2>"},
		{"Average: 3\n", "<Average: 3>"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		CHECK_TEXT(lines_of(rows[i].text, strlen(rows[i].text)), rows[i].lines);
	CHECK_TEXT(lines_of("\0\0\0ab\0c\n\0", 9), "<abc><>");
}

static void counts_screens(void)
{
	static const char text[] = "a\n\x1b[2Jb\nc\n\x1b[3A\rd\ne\x1b[2J\nf\n\x1b[Kg";
	static const uint32_t screens[] = {0, 1, 1, 2, 2, 3, 3};
	struct lines lines;
	size_t count = 0;

	lines_open(&lines, text, strlen(text));
	while (lines_next(&lines)) {
		CHECK_INT(lines.number, count + 1);
		CHECK_INT(lines.screen, screens[count++]);
	}
	CHECK_INT(count, 7);
	lines_close(&lines);
}

static void cuts_long_lines(void)
{
	size_t length = 3 * (size_t)LINE_MAX_BYTES;
	char *text = malloc(length);
	struct lines lines;

	memset(text, 'x', length);
	text[length - 2] = '\n';
	lines_open(&lines, text, length);
	CHECK(lines_next(&lines));
	CHECK(lines.cut);
	CHECK_INT(lines.length, LINE_MAX_BYTES);
	CHECK(lines_next(&lines));
	CHECK(!lines.cut);
	CHECK_TEXT(lines.line, "x");
	CHECK(!lines_next(&lines));
	lines_close(&lines);
	free(text);
}

static void takes_words(void)
{
	const char *at = "  T: 0 ( 12) rest,more";
	struct str text = {0};
	int64_t value = -7;

	CHECK(!take_word(&at, "T:0"));
	CHECK(take_word(&at, "T:"));
	CHECK(take_integer(&at, &value));
	CHECK_INT(value, 0);
	CHECK(!take_integer(&at, &value));
	CHECK(take_word(&at, "("));
	CHECK(take_integer(&at, &value));
	CHECK_INT(value, 12);
	CHECK(take_word(&at, ")"));
	CHECK(take_text(&at, ',', &text));
	CHECK_TEXT(str_text(&text), "rest");
	CHECK(!take_text(&at, ',', &text));
	CHECK(take_word(&at, ","));
	CHECK(!take_end(&at));
	CHECK(take_text(&at, ',', &text));
	CHECK_TEXT(str_text(&text), "more");
	CHECK(take_end(&at));
	str_free(&text);
}

static void takes_integers(void)
{
	static const struct {
		const char *text, *rest;
		int64_t value;
		bool good;
	} rows[] = {
		{"7", "", 7, true},
		{" -7x", "x", -7, true},
		{"000042", "", 42, true},
		{"9223372036854775807", "", INT64_MAX, true},
		{"9223372036854775808", "9223372036854775808", 0, false},
		{"18446744073709551616", "18446744073709551616", 0, false},
		{"-", "-", 0, false},
		{"+1", "+1", 0, false},
		{" x", " x", 0, false},
		{"", "", 0, false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *at = rows[i].text;
		int64_t value = 0;

		CHECK(take_integer(&at, &value) == rows[i].good);
		CHECK_INT(value, rows[i].value);
		CHECK_TEXT(at, rows[i].rest);
	}
}

static void takes_decimals(void)
{
	static const struct {
		const char *text, *rest;
		int64_t unit, ns;
		bool good;
	} rows[] = {
		{"5.690", "", 1000, 5690, true},
		{" -0.5|", "|", 1000, -500, true},
		{"12", "", 1, 12, true},
		{"1.5", "", 1, 2, true},
		{"1.4", "", 1, 1, true},
		{"0.1234567891234", "", 1000000000, 123456789, true},
		{"3.998", "", 1000000000, 3998000000, true},
		{"7.", ".", 1000, 7000, true},
		{".5", ".5", 1000, 0, false},
		{"-nan", "-nan", 1000, 0, false},
		{"nan", "nan", 1000, 0, false},
		{"9223372036854775807", "9223372036854775807", 1000, 0, false},
		{"9223372036854775807.9", "9223372036854775807.9", 1, 0, false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *at = rows[i].text;
		int64_t ns = 0;

		CHECK(take_decimal_ns(&at, rows[i].unit, &ns) == rows[i].good);
		CHECK_INT(ns, rows[i].ns);
		CHECK_TEXT(at, rows[i].rest);
	}
}

static const struct test tests[] = {
	{"cleans_lines", cleans_lines},       {"counts_screens", counts_screens},
	{"cuts_long_lines", cuts_long_lines}, {"takes_words", takes_words},
	{"takes_integers", takes_integers},   {"takes_decimals", takes_decimals},
};

TEST_MAIN(tests)
