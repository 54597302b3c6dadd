/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/json: what is there, what is not, what is no JSON. */
#include "base/json.h"
#include "base/str.h"

#include "test.h"

static struct json *parsed(const char *text)
{
	struct err err = {0};
	struct json *json = json_parse(text, strlen(text), &err);

	CHECK(json);
	CHECK_TEXT(err.text, "");
	return json;
}

static void reads_every_type(void)
{
	struct json *json = parsed("{\"i\":-9223372036854775808,\"b\":true,\"n\":false,"
				   "\"t\":\"\xc2\xb5s\\n\",\"z\":null,\"a\":[1,[2,3]]}");
	const struct json *array = json_member(json, "a");

	CHECK_INT(json_get_integer(json_member(json, "i"), 0), INT64_MIN);
	CHECK(json_get_bool(json_member(json, "b"), false));
	CHECK(!json_get_bool(json_member(json, "n"), true));
	CHECK_TEXT(json_get_text(json_member(json, "t"), ""), "\xc2\xb5s\n");
	CHECK(json_absent(json_member(json, "z")));
	CHECK(!json_absent(json_member(json, "n")));
	CHECK_INT(json_count(array), 2);
	CHECK_INT(json_get_integer(json_element(array, 0), 9), 1);
	CHECK_INT(json_get_integer(json_element(json_element(array, 1), 1), 9), 3);
	json_free(json);
}

static void falls_back(void)
{
	struct json *json = parsed("{\"i\":1,\"r\":1.5,\"t\":\"x\",\"a\":[]}");
	static const char *const keys[] = {"i", "r", "t", "a", "missing"};

	for (size_t k = 0; k < 5; k++) {
		const struct json *value = json_member(json, keys[k]);

		CHECK_INT(json_get_integer(value, -7), k == 0 ? 1 : -7);
		CHECK_TEXT(json_get_text(value, "none"), k == 2 ? "x" : "none");
		CHECK(json_get_bool(value, true));
		CHECK(!json_get_bool(value, false));
		CHECK_INT(json_count(value), 0);
		CHECK(!json_element(value, 0));
		CHECK(!json_member(value, "x"));
		CHECK(json_absent(value) == (k == 4));
	}
	json_free(json);
	json_free(NULL);
}

static void refuses_what_is_no_json(void)
{
	/* clang-format off */
	static const char *const rows[] = {
		"", " ", "{", "{}}", "[1,]", "{\"a\":1,\"a\":2}", "{a:1}", "\"\xff\"",
		"[9223372036854775808]", "nul", "[1] x",
	};
	/* clang-format on */

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct err err = {0};

		if (json_parse(rows[i], strlen(rows[i]), &err))
			CHECK_TEXT(rows[i], "(refused)");
		CHECK_INT(err.kind, ERR_INPUT);
		CHECK(str_starts(err.text, "not JSON: ") ||
		      str_starts(err.text, "JSON that contradicts itself: "));
	}
}

/* The length counts, not a NUL: what lies behind it is not read. */
static void keeps_to_its_length(void)
{
	struct err err = {0};
	struct json *json = json_parse("[12345", 6, &err);

	CHECK(!json);
	json = json_parse("[12]345", 4, &err);
	CHECK_INT(json_get_integer(json_element(json, 0), 0), 12);
	json_free(json);
}

static void survives_deep_nesting(void)
{
	static char deep[200000];
	struct err err = {0};

	memset(deep, '[', sizeof(deep));
	CHECK(!json_parse(deep, sizeof(deep), &err));
	CHECK_INT(err.kind, ERR_INPUT);
}

static const struct test tests[] = {
	{"reads every type", reads_every_type},
	{"falls back", falls_back},
	{"refuses what is no JSON", refuses_what_is_no_json},
	{"keeps to its length", keeps_to_its_length},
	{"survives deep nesting", survives_deep_nesting},
};

TEST_MAIN(tests)
