/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading JSON, by jansson, which only json.c knows. Every question may be asked of any
 * value, NULL included: what is not there, or is of another type, gives the fallback.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct json;

/* The document, to be given to json_free(); NULL with *err when it is not JSON. */
struct json *json_parse(const void *text, size_t length, struct err *err);
void json_free(struct json *document);

/* Borrowed from the document. */
const struct json *json_member(const struct json *object, const char *key);
const struct json *json_element(const struct json *array, size_t index);
size_t json_count(const struct json *array);

/*
 * The members of an object one by one, in its own order: *place is NULL before the first.
 * NULL when there are no more.
 */
const struct json *json_next_member(const struct json *object, void **place,
				    const char **key);

/* How many members an object has; 0 when it is none. */
size_t json_member_count(const struct json *object);

/* Missing, or null. */
bool json_absent(const struct json *value);
int64_t json_get_integer(const struct json *value, int64_t fallback);
/* A whole number or one with a fraction. */
double json_get_number(const struct json *value, double fallback);
bool json_get_bool(const struct json *value, bool fallback);
const char *json_get_text(const struct json *value, const char *fallback);

#endif
