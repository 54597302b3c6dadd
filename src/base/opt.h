/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Command-line options as tables. --help, the man page's synopsis and completion
 * come from the same rows. A row names the place of its value in the verb's own
 * options struct and the parser that fills it.
 */
#ifndef BASE_OPT_H
#define BASE_OPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

struct opt;

/* Reads text into *place; the caller puts the option's name before an error. */
typedef int opt_parse_fn(const struct opt *row, const char *text, void *place,
			 struct err *err);

struct opt {
	const char *name;  /* long name without "--" */
	const char *value; /* what stands for the value in --help; NULL for a flag */
	const char *help;  /* one line, no full stop */
	opt_parse_fn *parse;
	size_t offset;              /* of the value in the options struct */
	int64_t min, max;           /* opt_integer: range; opt_time: range in ns */
	const char *const *choices; /* opt_choice: the words, NULL behind the last */
	char letter;                /* short name, 0 for none */
	bool stays_here;            /* means nothing to another machine */
	uint8_t takers; /* bits of the subcommands that take it; 0: all, or there are none */
};

/* The longest table there may be. */
#define OPT_ROWS 64

struct opt_set {
	const struct opt *rows;
	size_t count;
};

opt_parse_fn opt_flag;    /* bool */
opt_parse_fn opt_integer; /* int64_t */
opt_parse_fn opt_time;    /* int64_t, ns */
opt_parse_fn opt_text;    /* const char *, not empty */
opt_parse_fn opt_choice;  /* int, the index of the word */

/*
 * Parses argv[1..] into *options. Operands are moved to argv[1..*operands] in order.
 * "--" ends the options. Options may be given once; "--name=value" and "--name value"
 * are the same.
 */
int opt_parse(const struct opt_set *set, void *options, int argc, char **argv,
	      int *operands, struct err *err);

/*
 * The same for a verb with subcommands, whose rows are in one table: the first operand's index
 * among words is its bit. Options may stand before it. *taker becomes the index; -1 with *err
 * when there is none, it is no such word, or an option is not the subcommand's.
 */
int opt_parse_for(const struct opt_set *set, const char *const *words, void *options,
		  int argc, char **argv, int *operands, size_t *taker, struct err *err);

/*
 * Appends the options of argv[1..], which opt_parse() took, as words for a POSIX shell on
 * another machine: all but those whose rows stay here.
 */
void opt_add_passed_on(struct str *out, const struct opt_set *set, int argc, char **argv);

/* A line for each row, for completion: "--policy fifo rr deadline other", "--raw". */
void opt_add_words(struct str *out, const struct opt_set *set);

/* Rows for --help, aligned, and --help itself, which main.c answers. */
void opt_add_help(struct str *out, const struct opt_set *set);

#endif
