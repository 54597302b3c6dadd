/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to whylate model: its options and its subcommands. */
#ifndef CMD_MODEL_PARTS_H
#define CMD_MODEL_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "modelled/trace.h"

struct model_options {
	bool json;
	const char *output, *svg;
};

/* Results go to stdout. 0, or -1 with *err. */
typedef int model_run_fn(const struct model_options *options, char **operands,
			 size_t count, struct err *err);

model_run_fn model_collect, model_explain;

/* The whole file; -1 with *err. */
int model_read_trace(struct model_trace *trace, const char *name, struct err *err);

#endif
