/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Private to report/: lines of a screen that know how wide they are, so that nothing is
 * ever wider than the screen. All text that comes in is cleaned.
 */
#ifndef REPORT_LIVE_LINES_H
#define REPORT_LIVE_LINES_H

#include "report/live.h"

enum live_look { LOOK_PLAIN, LOOK_TITLE, LOOK_NOTICE, LOOK_BAD };

struct live_lines {
	const struct live_style *style;
	struct str *line; /* finished text of each */
	uint32_t *width;  /* in columns */
	uint32_t count, room;
};

void live_lines_free(struct live_lines *lines);

/* Begins a new line, which the others add to. */
void live_lines_begin(struct live_lines *lines);

/* As much of it as fits on the line. */
void live_lines_add(struct live_lines *lines, enum live_look look, const char *text);

/* The same, of no more than so many columns. */
void live_lines_add_within(struct live_lines *lines, enum live_look look,
			   const char *text, uint32_t columns);

/* Blanks up to a column. */
void live_lines_pad(struct live_lines *lines, uint32_t column);

/*
 * A part that is not torn: with `gap` blanks before it on the line, or, where it does not
 * fit, on a new line that begins at column `indent`; false when the lines are `most` in
 * number already.
 */
bool live_lines_add_part(struct live_lines *lines, enum live_look look, const char *text,
			 uint32_t gap, uint32_t indent, uint32_t most);

/* Columns that are left on the line. */
uint32_t live_lines_left(const struct live_lines *lines);

#endif
