/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports for the tests of importers: a case's file, or a text. The builder is open behind
 * each of them, whatever became of it.
 */
#ifndef IMPORTED_H
#define IMPORTED_H

#include <stdlib.h>

#include "import/formats.h"
#include "import/import.h"
#include "test.h"

struct imported {
	struct foreign_builder builder;
	struct err err;
	int status;
};

static inline void imported_free(struct imported *imported)
{
	foreign_builder_free(&imported->builder);
}

/* Sniffs and reads it; NULL for a format: whichever is sniffed. */
static inline struct imported import_text(const char *name, const char *text,
					  const struct import_format *expected)
{
	struct imported imported = {.status = -1};
	struct import_report report = {.name = name,
				       .text = text,
				       .length = strlen(text)};
	const struct import_format *format = import_sniff(&report, &imported.err);

	foreign_builder_open(&imported.builder);
	if (expected)
		CHECK_TEXT(format ? format->name : "(none)", expected->name);
	if (format)
		imported.status =
			import_read_as(format, &report, &imported.builder, &imported.err);
	return imported;
}

/* A file of tests/cases. */
static inline struct imported import_case(const char *path,
					  const struct import_format *expected)
{
	CLEANUP(str_free) struct str name = {0}, text = {0};
	const char *root = getenv("SOURCE_ROOT");
	char piece[4096];
	size_t count;
	FILE *file;

	str_addf(&name, "%s/tests/cases/%s", root ? root : ".", path);
	file = fopen(str_text(&name), "re");
	CHECK(file != NULL);
	while (file && (count = fread(piece, 1, sizeof(piece), file)) > 0)
		str_add_bytes(&text, piece, count);
	if (file)
		fclose(file);
	return import_text(path, str_text(&text), expected);
}

static inline const struct foreign_stream *imported_stream(
	const struct imported *imported, uint32_t number)
{
	static const struct foreign_stream none = {.index = -1,
						   .name = "",
						   .context = ""};
	bool there = number < imported->builder.foreign.stream_count;

	CHECK(there);
	return there ? &imported->builder.foreign.streams[number] : &none;
}

/* Is there a note of this kind with these words in it? */
static inline bool imported_says(const struct imported *imported,
				 enum foreign_note_kind kind, const char *words)
{
	const struct run_foreign *foreign = &imported->builder.foreign;

	for (uint32_t i = 0; i < foreign->note_count; i++)
		if (foreign->notes[i].kind == kind &&
		    strstr(foreign->notes[i].text, words))
			return true;
	return false;
}

static inline int imported_notes(const struct imported *imported,
				 enum foreign_note_kind kind)
{
	const struct run_foreign *foreign = &imported->builder.foreign;
	int count = 0;

	for (uint32_t i = 0; i < foreign->note_count; i++)
		count += foreign->notes[i].kind == kind;
	return count;
}

#endif
