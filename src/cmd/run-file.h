/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a run is recorded: a new file, never one that exists, or standard output. */
#ifndef CMD_RUN_FILE_H
#define CMD_RUN_FILE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"

struct run_file {
	const char *name; /* NULL: standard output */
	int fd;
	bool is_created; /* by us, so that a start that fails may remove it */
};

/*
 * asked is -o's value: a name, "-", or NULL for PREFIX-DATE.whylate in the current folder,
 * with a number when that is taken. -1 with *err.
 */
int run_file_open(struct arena *arena, const char *asked, const char *prefix,
		  struct run_file *file, struct err *err);

#endif
