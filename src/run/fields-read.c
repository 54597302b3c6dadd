/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON objects to structs. Values of a wrong type count as missing. */
#include "run/fields-read.h"

#include "run/record.h"

static enum tristate read_tristate(const struct json *value)
{
	if (json_absent(value))
		return UNKNOWN;
	return json_get_bool(value, false) ? YES : NO;
}

void fields_read(struct arena *arena, const struct json *object,
		 const struct field *fields, void *to)
{
	for (; fields->key; fields++) {
		const struct json *value = json_member(object, fields->key);
		void *place = (char *)to + fields->offset;

		switch (fields->type) {
		case FIELD_INTEGER:
			*(int64_t *)place = json_get_integer(value, 0);
			break;
		case FIELD_MAYBE:
			*(int64_t *)place = json_get_integer(value, RUN_UNKNOWN);
			break;
		case FIELD_TEXT:
			*(const char **)place =
				arena_copy(arena, json_get_text(value, ""));
			break;
		case FIELD_BOOL:
			*(bool *)place = json_get_bool(value, false);
			break;
		case FIELD_TRISTATE:
			*(enum tristate *)place = read_tristate(value);
			break;
		}
	}
}

uint32_t fields_read_array(struct arena *arena, const struct json *object,
			   const char *key, const struct field *fields, size_t bytes_each,
			   void **array)
{
	const struct json *values = json_member(object, key);
	size_t count = json_count(values);

	*array = arena_array(arena, count, bytes_each);
	for (size_t i = 0; i < count; i++)
		fields_read(arena, json_element(values, i), fields,
			    (char *)*array + i * bytes_each);
	return (uint32_t)count;
}
