/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines of a report, freed of what mail, loggers and terminals put around them: CR, NUL
 * and escape codes are dropped, quoting marks ("> ", ">> "), time stamps of syslog and
 * journal ("Jan 01 00:00:03 host name: ", "[   12.345678] ") and leading blanks passed over,
 * code fences are no lines. What is printed over (cursor up, clear screen) is kept as it
 * came; `screen` counts the screens, so that a reader can take the last one.
 */
#ifndef IMPORT_LINES_H
#define IMPORT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct lines {
	const char *at, *end;
	/* By lines_next(): */
	const char *line; /* NUL behind it; lives until the next call */
	size_t length; /* at most LINE_MAX_BYTES: longer lines are cut, and that is told */
	bool cut;
	uint64_t number;    /* from 1, of the report's own lines */
	uint32_t screen;    /* how often the screen has been cleared before it */
	bool clear_follows; /* the codes behind this line clear the screen for the next */
	struct str clean;
};

enum { LINE_MAX_BYTES = 1 << 20 };

void lines_open(struct lines *lines, const char *text, size_t length);
void lines_close(struct lines *lines);
bool lines_next(struct lines *lines);

/*
 * Reading a line from the left: each skips blanks, takes what it names and moves *at behind
 * it; false, and *at unchanged, when it is not there.
 */
bool take_word(const char **at, const char *word);  /* these very characters */
bool take_integer(const char **at, int64_t *value); /* false beyond int64_t, too */
/*
 * A decimal number with or without a fraction, in units of so many ns: "5.690", 1000. Less
 * than a ns is rounded. false when it does not fit, too.
 */
bool take_decimal_ns(const char **at, int64_t ns_per_unit, int64_t *value_ns);
/* Copies up to the next blank or the delimiter into *out, replacing it. */
bool take_text(const char **at, char delimiter, struct str *out);
/* Nothing but blanks is left. */
bool take_end(const char **at);

#endif
