/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The end of a run on the screen, whether it was measured here or elsewhere. */
#ifndef CMD_SHOW_SUMMARY_H
#define CMD_SHOW_SUMMARY_H

#include <stdbool.h>

#include "analyse/summary.h"
#include "base/err.h"

/*
 * Prints a concluded summary in short, or as JSON in full. file is the run file's name; NULL:
 * it has standard output, so the text goes to standard error. Returns the exit status that
 * the run deserves (0, 1: limit exceeded, 3: INVALID), or -1 with *err.
 */
int show_summary(const struct summary *summary, const char *file, bool as_json,
		 struct err *err);

/* The same in full, with pictures. */
int show_summary_in_full(const struct summary *summary, const char *file, bool as_json,
			 struct err *err);

#endif
