/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes JSON. Reading it is base/json.c's. */
#include "base/json-writer.h"

/* U+0080 to U+009F: some terminals obey them. */
static bool is_c1_control(const char *text)
{
	return (unsigned char)text[0] == 0xc2 && (unsigned char)text[1] < 0xa0;
}

static void add_string(struct str *out, const char *text)
{
	str_add_char(out, '"');
	while (*text) {
		size_t length = str_utf8_length(text);

		if (!length) {
			str_add(out, "\\ufffd");
			length = 1;
		} else if (*text == '"' || *text == '\\') {
			str_addf(out, "\\%c", *text);
		} else if ((unsigned char)*text < 0x20 || *text == 0x7f) {
			str_addf(out, "\\u%04x", (unsigned int)*text);
		} else if (is_c1_control(text)) {
			str_addf(out, "\\u00%02x", (unsigned int)(unsigned char)text[1]);
		} else {
			str_add_bytes(out, text, length);
		}
		text += length;
	}
	str_add_char(out, '"');
}

static void new_line(struct json_writer *json)
{
	if (!json->pretty)
		return;
	str_add_char(json->out, '\n');
	str_repeat(json->out, "  ", (size_t)json->depth);
}

/* All that stands before a value: comma, line end, key. */
static void begin_value(struct json_writer *json, const char *key)
{
	if (json->has_members)
		str_add_char(json->out, ',');
	if (json->depth)
		new_line(json);
	if (key) {
		add_string(json->out, key);
		str_add(json->out, json->pretty ? ": " : ":");
	}
	json->has_members = true;
}

static void begin_group(struct json_writer *json, const char *key, char bracket)
{
	begin_value(json, key);
	str_add_char(json->out, bracket);
	json->depth++;
	json->has_members = false;
}

static void end_group(struct json_writer *json, char bracket)
{
	json->depth--;
	if (json->has_members)
		new_line(json);
	str_add_char(json->out, bracket);
	json->has_members = true;
}

void json_begin_object(struct json_writer *json, const char *key)
{
	begin_group(json, key, '{');
}

void json_end_object(struct json_writer *json)
{
	end_group(json, '}');
}

void json_begin_array(struct json_writer *json, const char *key)
{
	begin_group(json, key, '[');
}

void json_end_array(struct json_writer *json)
{
	end_group(json, ']');
}

void json_add_integer(struct json_writer *json, const char *key, int64_t value)
{
	begin_value(json, key);
	str_addf(json->out, "%lld", (long long)value);
}

void json_add_unsigned(struct json_writer *json, const char *key, uint64_t value)
{
	begin_value(json, key);
	str_addf(json->out, "%llu", (unsigned long long)value);
}

void json_add_text(struct json_writer *json, const char *key, const char *value)
{
	begin_value(json, key);
	add_string(json->out, value);
}

void json_add_bool(struct json_writer *json, const char *key, bool value)
{
	begin_value(json, key);
	str_add(json->out, value ? "true" : "false");
}

void json_add_null(struct json_writer *json, const char *key)
{
	begin_value(json, key);
	str_add(json->out, "null");
}
