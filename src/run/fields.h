/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The JSON payloads of a run file as tables: one row per member of a struct of record.h.
 * Writer and reader walk the same rows, so neither can know a field that the other does
 * not. A new field is one row; old files lack it, and it reads as 0 or "".
 */
#ifndef RUN_FIELDS_H
#define RUN_FIELDS_H

#include <stddef.h>

#include "base/json-writer.h"

enum field_type {
	FIELD_INTEGER, /* int64_t */
	FIELD_MAYBE,   /* int64_t that may be RUN_UNKNOWN: null, or missing */
	FIELD_TEXT,    /* const char * */
	FIELD_BOOL,
	FIELD_TRISTATE, /* enum tristate: true, false, null */
};

struct field {
	const char *key;
	enum field_type type;
	size_t offset;
};

/* Rows of one struct; a row without a key ends them. */
extern const struct field fields_host[], fields_plan[], fields_load[], fields_stream[],
	fields_counter[], fields_event[], fields_end[], fields_foreign[],
	fields_foreign_stream[];

/* Writes every field of the struct at `from` as a member of the open object. */
void fields_write(struct json_writer *json, const struct field *fields, const void *from);

#endif
