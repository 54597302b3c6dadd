/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/str: growing strings, UTF-8 lengths. */
#include "base/str.h"

#include <stdlib.h>

#include "test.h"

static void starts_empty(void)
{
	struct str str = {0};

	CHECK_TEXT(str_text(&str), "");
	str_clear(&str);
	str_add(&str, "");
	CHECK_TEXT(str_text(&str), "");
	CHECK_INT(str.length, 0);
	str_free(&str);
	CHECK(!str.text);
}

static void adds_every_way(void)
{
	struct str str = {0};

	str_add(&str, "late ");
	str_addf(&str, "%d%s", 12, "us");
	str_add_char(&str, ' ');
	str_repeat(&str, "ab", 3);
	str_repeat(&str, "never", 0);
	str_add_bytes(&str, "xyz", 2);
	CHECK_TEXT(str_text(&str), "late 12us abababxy");
	CHECK_INT(str.length, 18);
	str_clear(&str);
	CHECK_INT(str.length, 0);
	CHECK_TEXT(str_text(&str), "");
	str_free(&str);
}

static void finds_words(void)
{
	static const char text[] = "ab aab\0abc";

	CHECK(str_find(text, 6, "ab") == text);
	CHECK(str_find(text, 6, "aab") == text + 3);
	CHECK(str_find(text, 10, "abc") == text + 7);
	CHECK(!str_find(text, 9, "abc"));
	CHECK(!str_find(text, 2, "abc"));
	CHECK(!str_find(text, 0, "a"));
}

static void keeps_nul_bytes(void)
{
	struct str str = {0};

	str_add_bytes(&str, "a\0b", 3);
	str_add_char(&str, '\0');
	CHECK_INT(str.length, 4);
	CHECK(!memcmp(str.text, "a\0b\0", 5));
	str_free(&str);
}

static void grows_byte_by_byte(void)
{
	struct str str = {0};

	for (int i = 0; i < 100000; i++)
		str_add_char(&str, (char)('a' + i % 26));
	CHECK_INT(str.length, 100000);
	CHECK_INT(strlen(str.text), 100000);
	for (int i = 0; i < 100000; i++)
		if (str.text[i] != 'a' + i % 26) {
			CHECK_INT(i, -1);
			break;
		}
	str_free(&str);
}

static void reserves_without_growing_the_text(void)
{
	struct str str = {0};
	char *room;

	str_add(&str, "ab");
	room = str_reserve(&str, 5000);
	CHECK(room == str.text + 2);
	CHECK(str.room >= 5003);
	CHECK_INT(str.length, 2);
	memset(room, 'x', 5001);
	str_free(&str);
}

static void formats_long_texts(void)
{
	struct str str = {0};

	str_addf(&str, "%5000s|", "x");
	CHECK_INT(str.length, 5001);
	CHECK_INT(str.text[4999], 'x');
	str_free(&str);
}

static void counts_columns(void)
{
	CHECK_INT(str_columns(""), 0);
	CHECK_INT(str_columns("abc"), 3);
	CHECK_INT(str_columns("µs ▁█"), 5);
	CHECK_INT(str_columns("\360\237\230\200"), 1);
}

static void quotes_for_a_shell(void)
{
	static const struct {
		const char *text, *quoted;
	} rows[] = {
		{"", "''"},
		{"a b", "'a b'"},
		{"it's", "'it'\\''s'"},
		{"'", "''\\'''"},
		{"$x `y` \\ \"z\" !\n*", "'$x `y` \\ \"z\" !\n*'"},
	};
	struct str str = {0};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		str_clear(&str);
		str_add_quoted(&str, rows[i].text);
		CHECK_TEXT(str_text(&str), rows[i].quoted);
	}
	str_free(&str);
}

static void a_shell_takes_the_quotes_away(void)
{
	static const char text[] =
		"it's \"remote\"; $HOME `id` \\n ! %s *\n\ttwo  blanks '";
	struct str command = {0};
	char back[sizeof(text) + 1] = "";
	FILE *shell;

	str_add(&command, "printf %s ");
	str_add_quoted(&command, text);
	shell = popen(str_text(&command), "r");
	CHECK(shell != NULL);
	if (shell) {
		CHECK_INT(fread(back, 1, sizeof(back) - 1, shell), sizeof(text) - 1);
		CHECK_INT(pclose(shell), 0);
	}
	CHECK_TEXT(back, text);
	str_free(&command);
}

/* The ranges of RFC 3629, section 4, at their edges. */
static void knows_valid_utf8(void)
{
	static const struct {
		const char *text;
		size_t length;
	} rows[] = {
		{"a", 1},
		{"\x7f", 1},
		{"\x80", 0},
		{"\xbf", 0},
		{"\xc0\x80", 0},
		{"\xc1\xbf", 0},
		{"\xc2\x80", 2},
		{"\xdf\xbf", 2},
		{"\xc2", 0},
		{"\xc2\x7f", 0},
		{"\xc2\xc0", 0},
		{"\xe0\x9f\xbf", 0},
		{"\xe0\xa0\x80", 3},
		{"\xed\x9f\xbf", 3},
		{"\xed\xa0\x80", 0},
		{"\xee\x80\x80", 3},
		{"\xef\xbf\xbf", 3},
		{"\xe1\x80", 0},
		{"\xf0\x8f\xbf\xbf", 0},
		{"\xf0\x90\x80\x80", 4},
		{"\xf4\x8f\xbf\xbf", 4},
		{"\xf4\x90\x80\x80", 0},
		{"\xf5\x80\x80\x80", 0},
		{"\xff", 0},
		{"\xf0\x90\x80", 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (str_utf8_length(rows[i].text) != rows[i].length) {
			printf("row %zu\n", i);
			CHECK_INT(str_utf8_length(rows[i].text), rows[i].length);
		}
}

static void compares_prefixes(void)
{
	CHECK(str_starts("timerfd", "timer"));
	CHECK(str_starts("timer", "timer"));
	CHECK(str_starts("x", ""));
	CHECK(!str_starts("time", "timer"));
	CHECK(!str_starts("", "x"));
}

static const struct test tests[] = {
	{"starts empty", starts_empty},
	{"adds every way", adds_every_way},
	{"finds words", finds_words},
	{"keeps NUL bytes", keeps_nul_bytes},
	{"grows byte by byte", grows_byte_by_byte},
	{"reserves without growing the text", reserves_without_growing_the_text},
	{"formats long texts", formats_long_texts},
	{"counts columns", counts_columns},
	{"quotes for a shell", quotes_for_a_shell},
	{"a shell takes the quotes away", a_shell_takes_the_quotes_away},
	{"knows valid UTF-8", knows_valid_utf8},
	{"compares prefixes", compares_prefixes},
};

TEST_MAIN(tests)
