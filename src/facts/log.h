/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's log, line by line. */
#ifndef FACTS_LOG_H
#define FACTS_LOG_H

#include "facts/facts.h"

struct log_line {
	const char *text; /* behind the time stamp; not ended by a NUL */
	size_t length;
	int64_t time_us;   /* since the kernel's start; -1: not stamped */
	const char *whole; /* with the stamp */
	size_t whole_length;
};

/* The line at *at, which then is behind it; *at starts as the text. false at the end. */
bool log_next(const char **at, struct log_line *line);

/* Where the text stands in the line; NULL: it does not. */
const char *log_find(const struct log_line *line, const char *text);

#endif
