/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run file into a summary: what show, doctor and compare begin with. */
#ifndef CMD_READ_RUN_H
#define CMD_READ_RUN_H

#include "analyse/summary.h"

/*
 * Reads the file ("-": standard input) into the summary, and tells `also` the same (NULL:
 * nobody). Behind it the summary is concluded; a meter's figures are read. -1 with *err.
 */
int read_run(const char *name, struct summary *summary, const struct run_sink *also,
	     struct err *err);

/*
 * The same, by a sink of the caller's, which has the summary's among others: whoever leaves
 * out what is not looked at is sooner done.
 */
int read_run_by(const struct run_sink *sink, const char *name, struct summary *summary,
		struct err *err);

/*
 * One line on standard error where the file is truncated or damaged; for those that judge what
 * it holds.
 */
void read_run_warn(const struct summary *summary, const char *name);

#endif
