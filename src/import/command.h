/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The command line of another tool as its report holds it: one text, taken apart as getopt
 * would, so that "-Smp90", "-p 90" and "--priority=90" are the same.
 */
#ifndef IMPORT_COMMAND_H
#define IMPORT_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* One option; a row without a letter ends a table. */
struct command_option {
	char letter;      /* stands for it everywhere; one that is no letter: none */
	const char *name; /* long; NULL */
	enum {
		COMMAND_FLAG,
		COMMAND_VALUE,
		COMMAND_MAY_HAVE_VALUE /* joined, or the next word when it is a number */
	} takes;
};

struct command {
	const struct command_option *options;
	struct str words; /* each with a NUL behind it */
	struct str found; /* letter, value, NUL; of each option in order */
	struct str stray; /* words that are no options, in quotes: "'-' 'm'" */
};

/*
 * Takes apart what stands behind the first word that is `tool` or a path to it; false when
 * there is none. Stops at a pipe or redirection.
 */
bool command_parse(struct command *command, const char *line, const char *tool,
		   const struct command_option *options);
void command_free(struct command *command);

bool command_has(const struct command *command, char letter);
/* The value that was given last; NULL. "" when the option stood without one. */
const char *command_value(const struct command *command, char letter);
/* The same as an integer; the fallback when it is not there or is none. */
int64_t command_integer(const struct command *command, char letter, int64_t fallback);

/*
 * "10m" "2h" "60s" "4" (seconds) "1d" as ns; RUN_UNKNOWN for anything else. As rt-tests
 * read durations.
 */
int64_t command_duration_ns(const char *text);

#endif
