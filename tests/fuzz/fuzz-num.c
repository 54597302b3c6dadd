/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whatever num_parse_*() accept is in range and, written out, reads back equal. */
#include "base/num.h"
#include "fuzz.h"

static void check_time(const char *text)
{
	CLEANUP(str_free) struct str written = {0};
	struct err err = {0};
	int64_t ns = -1, back_ns = -1;

	if (num_parse_time(text, &ns, &err) < 0) {
		require(err.kind == ERR_INPUT && err.text[0] && ns == -1);
		return;
	}
	require(ns >= 0 && err.kind == ERR_NONE);
	num_add_exact_time(&written, ns);
	require(num_parse_time(str_text(&written), &back_ns, &err) == 0 && back_ns == ns);
	num_add_time(&written, ns);
	num_add_us(&written, -ns);
	num_add_count(&written, (uint64_t)ns);
}

static void check_integer(const char *text)
{
	CLEANUP(str_free) struct str written = {0};
	struct err err = {0};
	int64_t number = -1, back = -1;

	if (num_parse_integer(text, 5, INT64_MAX - 5, &number, &err) < 0) {
		require(err.kind == ERR_INPUT && err.text[0] && number == -1);
		return;
	}
	require(number >= 5 && number <= INT64_MAX - 5 && err.kind == ERR_NONE);
	str_addf(&written, "%lld", (long long)number);
	require(num_parse_integer(str_text(&written), number, number, &back, &err) == 0);
	require(back == number);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	CLEANUP(scope_free) char *text = fuzz_text(bytes, count);

	check_time(text);
	check_integer(text);
	return 0;
}
