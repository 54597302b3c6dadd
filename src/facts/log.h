/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's log, line by line. */
#ifndef FACTS_LOG_H
#define FACTS_LOG_H

#include "facts/facts.h"
#include "l2c310/boots.h"

struct log_line {
	const char *text; /* behind the time stamp; not ended by a NUL */
	size_t length;
	int64_t time_us;   /* since the kernel's start; -1: not stamped */
	const char *whole; /* with the stamp */
	size_t whole_length;
};

/* The log from where its last boot begins; NULL: there is none. */
const char *log_last_boot(const struct setup *setup);

/*
 * Does any line look like a kernel's message: by its stamp, by what a logger puts before it, by
 * the name of a device, or since a rule knows it?
 */
bool log_is_kernels(const char *text, size_t length);

struct boots log_boots(const struct setup *setup);

/*
 * Why lines of that boot may be missing, and the line where they are; NULL: all are there up
 * to its last line, and that is behind the kernel's own start, as a line of it shows. Other
 * files of the machine do not show it: the log beside them may have been cut.
 */
const char *log_missing(const struct setup *setup, struct log_line *gap);

/* The line at *at, which then is behind it; *at starts as the text. false at the end. */
bool log_next(const char **at, struct log_line *line);

/* Where the text stands in the line; NULL: it does not. */
const char *log_find(const struct log_line *line, const char *text);

#endif
