/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whatever a driver's source holds: a patch for it has just the lines that its heads tell, those
 * without a plus are the source's, at their places, and what it adds does not depend on the source.
 */
#include "l2c310/kernel-patch.h"

#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "l2c310/insertions.h"

/* A hunk behind its head: from line first on so many lines, and so many more than before. */
static const char *check_hunk(const char *at, const struct lines *file, size_t first,
			      size_t before, size_t after)
{
	size_t kept = 0, added = 0;

	while (*at == ' ' || *at == '+' || *at == '\\') {
		size_t length = strcspn(at, "\n");

		if (*at == ' ') {
			size_t line = first - 1 + kept++;

			require(line < file->count);
			require(lines_length(file, line) == length - 1);
			require(!memcmp(file->start[line], at + 1, length - 1));
		}
		added += *at == '+';
		at += length + 1;
	}
	require(kept == before && kept + added == after);
	return at;
}

static size_t check_diff(const char *at, const struct lines *file)
{
	size_t first, before, start, after, added = 0;

	require(str_starts(at, "--- a/" KERNEL_PATCH_DRIVER "\n+++ b/" KERNEL_PATCH_DRIVER
			       "\n@@"));
	at = strstr(at, "@@");
	while (sscanf(at, "@@ -%zu,%zu +%zu,%zu @@", &first, &before, &start, &after) ==
	       4) {
		require(start == first + added);
		added += after - before;
		at = check_hunk(strchr(at, '\n') + 1, file, first, before, after);
	}
	require(!*at);
	return added;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	const struct kernel_list none = {0};
	CLEANUP(str_free) struct str driver = {0}, patch = {0};
	CLEANUP(arena_free) struct arena arena = {0};
	struct err err = {0};
	struct lines lines;

	/* As io_read_file() takes it, but a text has no NUL and "\r" alone ends no line. */
	for (size_t i = 0; i < count; i++)
		if (bytes[i])
			str_add_char(&driver, (char)bytes[i]);
	if (kernel_patch_make(&patch, &driver, &none, &err) < 0) {
		require(!patch.length && err.text[0]);
		return 0;
	}
	lines = lines_of(&arena, &driver);
	require(check_diff(strstr(patch.text, "--- a/"), &lines) == 49);
	return 0;
}
