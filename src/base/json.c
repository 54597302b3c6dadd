/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The one file that knows jansson. */
#include "base/json.h"

#include <jansson.h>

static const json_t *inside(const struct json *value)
{
	return (const json_t *)value;
}

/* jansson asks for objects without const where it changes nothing. */
static json_t *changeable(const struct json *value)
{
	union {
		const struct json *from;
		json_t *to;
	} same = {.from = value};

	return same.to;
}

static const struct json *outside(const json_t *value)
{
	return (const struct json *)value;
}

struct json *json_parse(const void *text, size_t length, struct err *err)
{
	json_error_t error;
	json_t *document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);

	if (!document)
		err_set(err, ERR_INPUT, "%s: %s (byte %d)",
			json_error_code(&error) == json_error_duplicate_key
				? "JSON that contradicts itself"
				: "not JSON",
			error.text, error.position);
	return (struct json *)document;
}

void json_free(struct json *document)
{
	json_decref((json_t *)document);
}

const struct json *json_member(const struct json *object, const char *key)
{
	return outside(json_object_get(inside(object), key));
}

const struct json *json_element(const struct json *array, size_t index)
{
	return outside(json_array_get(inside(array), index));
}

const struct json *json_next_member(const struct json *object, void **place,
				    const char **key)
{
	json_t *members = changeable(object);

	*place = *place ? json_object_iter_next(members, *place)
			: json_object_iter(members);
	if (!*place)
		return NULL;
	*key = json_object_iter_key(*place);
	return outside(json_object_iter_value(*place));
}

size_t json_member_count(const struct json *object)
{
	return json_object_size(inside(object));
}

size_t json_count(const struct json *array)
{
	return json_array_size(inside(array));
}

bool json_absent(const struct json *value)
{
	return !value || json_typeof(inside(value)) == JSON_NULL;
}

int64_t json_get_integer(const struct json *value, int64_t fallback)
{
	const json_t *number = inside(value);

	return number && json_typeof(number) == JSON_INTEGER ? json_integer_value(number)
							     : fallback;
}

double json_get_number(const struct json *value, double fallback)
{
	const json_t *number = inside(value);

	return number && json_is_number(number) ? json_number_value(number) : fallback;
}

bool json_get_bool(const struct json *value, bool fallback)
{
	if (!value)
		return fallback;
	if (json_typeof(inside(value)) == JSON_TRUE)
		return true;
	return json_typeof(inside(value)) == JSON_FALSE ? false : fallback;
}

const char *json_get_text(const struct json *value, const char *fallback)
{
	const char *text = json_string_value(inside(value));

	return text ? text : fallback;
}
