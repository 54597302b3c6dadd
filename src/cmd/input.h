/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files that somebody names on the command line. "-" is standard input; a pipe may be named,
 * too (FIFOs, and /dev/fd/63 as shells make of <(...)), but no folder and no device.
 */
#ifndef CMD_INPUT_H
#define CMD_INPUT_H

#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

/*
 * A descriptor, or -1. A FIFO that nobody writes to is waited for, and after 2 s that is said
 * on standard error. what is "a run", "a report" or "a log".
 */
int input_open(const char *name, const char *what, struct err *err);

/* Appends all of it, at most max_bytes. */
int input_read(const char *name, const char *what, size_t max_bytes, struct str *text,
	       struct err *err);

/* The same for a kernel's log; -1 when no line in it looks like a kernel's message. */
int input_read_log(const char *name, size_t max_bytes, struct str *text, struct err *err);

/* The name, or "standard input". */
const char *input_shown(const char *name);

#endif
