/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the JSON payloads back, by the same tables that wrote them. */
#ifndef RUN_FIELDS_READ_H
#define RUN_FIELDS_READ_H

#include "base/arena.h"
#include "base/json.h"
#include "run/fields.h"

/* Fills the struct at `to`; texts go into the arena. What is missing becomes 0 or "". */
void fields_read(struct arena *arena, const struct json *object,
		 const struct field *fields, void *to);

/* An array of objects under key. Returns how many; *array is in the arena. */
uint32_t fields_read_array(struct arena *arena, const struct json *object,
			   const char *key, const struct field *fields, size_t bytes_each,
			   void **array);

#endif
