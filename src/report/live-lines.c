/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Clips and colours. */
#include "report/live-lines.h"

#include <stdlib.h>

#include "base/arena.h"
#include "report/cells.h"

/* ECMA-48 "select graphic rendition". */
static const char *const sgr[] = {
	[LOOK_PLAIN] = "",
	[LOOK_TITLE] = "\033[1m",
	[LOOK_NOTICE] = "\033[1;33m",
	[LOOK_BAD] = "\033[1;31m",
};

void live_lines_free(struct live_lines *lines)
{
	for (uint32_t i = 0; i < lines->count; i++)
		str_free(&lines->line[i]);
	free(lines->line);
	free(lines->width);
}

void live_lines_begin(struct live_lines *lines)
{
	if (lines->count == lines->room) {
		lines->room = lines->room ? lines->room * 2 : 32;
		lines->line = mem_grow(lines->line, lines->room * sizeof(*lines->line));
		lines->width =
			mem_grow(lines->width, lines->room * sizeof(*lines->width));
	}
	lines->line[lines->count] = (struct str){0};
	lines->width[lines->count++] = 0;
}

uint32_t live_lines_left(const struct live_lines *lines)
{
	return (uint32_t)lines->style->columns - lines->width[lines->count - 1];
}

/* Bytes of the first columns of clean text; *columns becomes how many there are. */
static size_t bytes_of(const char *text, uint32_t *columns)
{
	uint32_t most = *columns;
	size_t bytes = 0;

	for (*columns = 0; text[bytes] && *columns < most; (*columns)++)
		bytes += str_utf8_length(text + bytes);
	return bytes;
}

void live_lines_add_within(struct live_lines *lines, enum live_look look,
			   const char *text, uint32_t columns)
{
	struct str *line = &lines->line[lines->count - 1];
	bool coloured = lines->style->colour && look != LOOK_PLAIN;
	CLEANUP(str_free) struct str clean = {0};

	if (columns > live_lines_left(lines))
		columns = live_lines_left(lines);
	text_add_clean(&clean, text, lines->style->ascii);
	if (coloured)
		str_add(line, sgr[look]);
	str_add_bytes(line, str_text(&clean), bytes_of(str_text(&clean), &columns));
	if (coloured)
		str_add(line, "\033[0m");
	lines->width[lines->count - 1] += columns;
}

void live_lines_add(struct live_lines *lines, enum live_look look, const char *text)
{
	live_lines_add_within(lines, look, text, live_lines_left(lines));
}

void live_lines_pad(struct live_lines *lines, uint32_t column)
{
	uint32_t *width = &lines->width[lines->count - 1];

	if (column > (uint32_t)lines->style->columns)
		column = (uint32_t)lines->style->columns;
	if (column <= *width)
		return;
	str_repeat(&lines->line[lines->count - 1], " ", column - *width);
	*width = column;
}

bool live_lines_add_part(struct live_lines *lines, enum live_look look, const char *text,
			 uint32_t gap, uint32_t indent, uint32_t most)
{
	uint32_t at = lines->width[lines->count - 1];

	if (at > indent && str_columns(text) + gap > live_lines_left(lines)) {
		if (lines->count >= most)
			return false;
		live_lines_begin(lines);
		live_lines_pad(lines, indent);
	} else if (at > indent) {
		live_lines_pad(lines, at + gap);
	}
	live_lines_add(lines, look, text);
	return true;
}
