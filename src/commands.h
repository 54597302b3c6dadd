/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verbs: one row each, defined by one file each in cmd/. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "base/err.h"
#include "base/opt.h"

struct command {
	const char *name;
	const char *synopsis; /* what follows "whylate NAME " */
	const char *summary;  /* one line, no full stop */
	struct opt_set options;
	const char *const *subcommands; /* first operands, for completion; NULL: none */
	void (*add_more_help)(struct str *out); /* behind the options; NULL: nothing */
	/*
	 * Does it. Results go to stdout through report/. Returns the exit status (0, 1 or 3)
	 * or -1 with *err set.
	 */
	int (*run)(const struct command *self, int argc, char **argv, struct err *err);
};

/* NULL ends the array. */
extern const struct command *const commands[];

/* NULL when there is no such verb. */
const struct command *command_find(const char *name);

#endif
