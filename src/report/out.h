/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where text leaves the program. A full disk or a closed pipe is the caller's to know. */
#ifndef REPORT_OUT_H
#define REPORT_OUT_H

#include "base/err.h"
#include "base/str.h"

/* All of it on standard output, at once. */
int report_print(const struct str *text, struct err *err);

/* The same on standard error, for when standard output belongs to the run file. */
int report_print_aside(const struct str *text, struct err *err);

/* One line on standard error: live lines and messages. Failure is ignored. */
void report_say(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
