/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the subcommands of 'whylate l2c310' share: options, and a function for each. */
#ifndef CMD_L2C310_PARTS_H
#define CMD_L2C310_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "report/doc.h"

enum { L2C310_NOT_GIVEN = -1 };

struct l2c310_options {
	const char *dmesg, *revision;        /* decode */
	const char *board, *output;          /* stub */
	const char *source, *aux, *base;     /* recipe */
	const char *sysroot;                 /* show */
	int reg, controller, write_allocate; /* NOT_GIVEN, or the word's index */
	bool inspect, remove, json;
};

/* The words of --register. */
extern const char *const l2c310_register_words[];

/* Exit status 0 or 1, or -1 with *err; operands do not have the subcommand itself. */
typedef int l2c310_run_fn(const struct l2c310_options *options, char **operands,
			  size_t count, struct err *err);

l2c310_run_fn l2c310_decode;
l2c310_run_fn l2c310_recipe;
l2c310_run_fn l2c310_show;
l2c310_run_fn l2c310_stub;

/* The document as text or JSON on standard output. */
int l2c310_print(const struct l2c310_options *options, struct doc *doc, struct err *err);

#endif
