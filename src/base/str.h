/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A growing string of bytes, always with a NUL behind it. {0} is the empty one:
 * its text is NULL until something is added; str_text() never returns NULL.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/scope.h"

struct str {
	char *text;
	size_t length;
	size_t room;
};

void str_add(struct str *str, const char *text);
void str_add_bytes(struct str *str, const void *bytes, size_t count);
void str_add_char(struct str *str, char c);
void str_addf(struct str *str, const char *format, ...) PRINTF_LIKE(2, 3);

/* Adds count copies of text. */
void str_repeat(struct str *str, const char *text, size_t count);

/* Adds text as one word of a POSIX shell, in single quotes. */
void str_add_quoted(struct str *str, const char *text);

/* Makes room for count more bytes and returns where they go; length is unchanged. */
char *str_reserve(struct str *str, size_t count);

/* Empties it and keeps its memory. */
void str_clear(struct str *str);
void str_free(struct str *str);

static inline const char *str_text(const struct str *str)
{
	return str->text ? str->text : "";
}

/* The first place of words, which are not empty, among count bytes; NULL: none. */
const char *str_find(const char *bytes, size_t count, const char *words);

/* Columns that UTF-8 text takes on a terminal; one per code point, which holds for ours. */
size_t str_columns(const char *utf8);

/* Bytes of the valid UTF-8 sequence that starts at text (1..4); 0 if there is none. */
size_t str_utf8_length(const char *text);

static inline bool str_starts(const char *text, const char *prefix)
{
	while (*prefix)
		if (*text++ != *prefix++)
			return false;
	return true;
}

#endif
