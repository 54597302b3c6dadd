/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One line of a kernel log as a piece of text without an end mark, and reading it from the
 * left. What stands before the kernel's own words is passed over.
 */
#ifndef L2C310_LOG_LINE_H
#define L2C310_LOG_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct log_line {
	const char *at, *end;
};

/*
 * The next line of [*at, end) with at most a kilobyte of it, freed of quoting, time stamps
 * and blanks at both ends; false at the end.
 */
bool log_line_next(struct log_line *line, const char **at, const char *end);

/* Each moves line->at behind what it names, or leaves it and returns false. */
bool line_take(struct log_line *line, const char *words);
bool line_take_number(struct log_line *line, uint64_t *number); /* decimal */
bool line_take_hex(struct log_line *line, uint32_t *value);     /* with 0x */
/* Behind the first place where the words are. */
bool line_skip_to(struct log_line *line, const char *words);

bool line_has(const struct log_line *line, const char *words);
bool line_is(const struct log_line *line, const char *words);

/* What is left of it, cut to room - 1 bytes; "?" for what is not printable ASCII. */
void line_copy(const struct log_line *line, char *out, size_t room);

#endif
