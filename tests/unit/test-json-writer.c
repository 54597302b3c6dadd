/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/json-writer: structure, numbers, escapes, indentation. */
#include "base/json-writer.h"

#include "test.h"

static void write_sample(struct json_writer *json)
{
	json_begin_object(json, NULL);
	json_add_text(json, "kernel", "6.1");
	json_begin_array(json, "cpus");
	json_add_integer(json, NULL, 0);
	json_add_integer(json, NULL, -1);
	json_end_array(json);
	json_begin_object(json, "none");
	json_end_object(json);
	json_begin_array(json, "empty");
	json_end_array(json);
	json_add_bool(json, "raw", true);
	json_add_bool(json, "quiet", false);
	json_add_null(json, "load");
	json_end_object(json);
}

static void writes_one_line(void)
{
	struct str out = {0};
	struct json_writer json = {.out = &out};

	write_sample(&json);
	CHECK_TEXT(str_text(&out),
		   "{\"kernel\":\"6.1\",\"cpus\":[0,-1],\"none\":{},"
		   "\"empty\":[],\"raw\":true,\"quiet\":false,\"load\":null}");
	str_free(&out);
}

static void writes_pretty(void)
{
	struct str out = {0};
	struct json_writer json = {.out = &out, .pretty = true};

	write_sample(&json);
	CHECK_TEXT(str_text(&out), "{\n"
				   "  \"kernel\": \"6.1\",\n"
				   "  \"cpus\": [\n"
				   "    0,\n"
				   "    -1\n"
				   "  ],\n"
				   "  \"none\": {},\n"
				   "  \"empty\": [],\n"
				   "  \"raw\": true,\n"
				   "  \"quiet\": false,\n"
				   "  \"load\": null\n"
				   "}");
	str_free(&out);
}

static void writes_objects_in_arrays(void)
{
	struct str out = {0};
	struct json_writer json = {.out = &out};

	json_begin_array(&json, NULL);
	for (int i = 0; i < 2; i++) {
		json_begin_object(&json, NULL);
		json_add_integer(&json, "n", i);
		json_end_object(&json);
	}
	json_end_array(&json);
	CHECK_TEXT(str_text(&out), "[{\"n\":0},{\"n\":1}]");
	str_free(&out);
}

static void writes_numbers_whole(void)
{
	struct str out = {0};
	struct json_writer json = {.out = &out};

	json_begin_array(&json, NULL);
	json_add_integer(&json, NULL, INT64_MIN);
	json_add_integer(&json, NULL, INT64_MAX);
	json_add_unsigned(&json, NULL, UINT64_MAX);
	json_end_array(&json);
	CHECK_TEXT(str_text(&out),
		   "[-9223372036854775808,9223372036854775807,18446744073709551615]");
	str_free(&out);
}

static void escapes_texts(void)
{
	static const struct {
		const char *text, *json;
	} rows[] = {
		{"", "\"\""},
		{"a\"b\\c/d", "\"a\\\"b\\\\c/d\""},
		{"\n\t\x01\x1f", "\"\\u000a\\u0009\\u0001\\u001f\""},
		{"µs ▁", "\"µs ▁\""},
		{"a\xff"
		 "b",
		 "\"a\\ufffdb\""},
		{"\xe2\x96", "\"\\ufffd\\ufffd\""},
		{"\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct str out = {0};
		struct json_writer json = {.out = &out};

		json_add_text(&json, NULL, rows[i].text);
		CHECK_TEXT(str_text(&out), rows[i].json);
		str_free(&out);
	}
}

static void escapes_keys(void)
{
	struct str out = {0};
	struct json_writer json = {.out = &out};

	json_begin_object(&json, NULL);
	json_add_integer(&json, "a\"\n", 1);
	json_end_object(&json);
	CHECK_TEXT(str_text(&out), "{\"a\\\"\\u000a\":1}");
	str_free(&out);
}

static const struct test tests[] = {
	{"writes one line", writes_one_line},
	{"writes pretty", writes_pretty},
	{"writes objects in arrays", writes_objects_in_arrays},
	{"writes numbers whole", writes_numbers_whole},
	{"escapes texts", escapes_texts},
	{"escapes keys", escapes_keys},
};

TEST_MAIN(tests)
