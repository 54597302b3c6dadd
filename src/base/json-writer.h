/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * JSON (RFC 8259) into a str: commas, quotes, escapes and indentation are ours.
 * Inside an object every value has a key; inside an array key is NULL.
 * Invalid UTF-8 becomes U+FFFD. There are no floating-point numbers by intent:
 * quantities are integers in the unit that their key ends with.
 */
#ifndef BASE_JSON_WRITER_H
#define BASE_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct json_writer {
	struct str *out;
	bool pretty; /* two spaces a level and line ends; otherwise on one line */
	int depth;
	bool has_members;
};

void json_begin_object(struct json_writer *json, const char *key);
void json_end_object(struct json_writer *json);
void json_begin_array(struct json_writer *json, const char *key);
void json_end_array(struct json_writer *json);
void json_add_integer(struct json_writer *json, const char *key, int64_t value);
void json_add_unsigned(struct json_writer *json, const char *key, uint64_t value);
void json_add_text(struct json_writer *json, const char *key, const char *value);
void json_add_bool(struct json_writer *json, const char *key, bool value);
void json_add_null(struct json_writer *json, const char *key);

#endif
