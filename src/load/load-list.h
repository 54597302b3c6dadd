/* SPDX-License-Identifier: GPL-2.0-or-later */
/* "disk,net,memory-write=4": a list of stressors and presets, to items of a plan. */
#ifndef LOAD_LOAD_LIST_H
#define LOAD_LOAD_LIST_H

#include <stdbool.h>

#include "load/load-plan.h"

struct load_list_parser {
	struct load_plan *plan; /* items are added to it */
	struct str note;        /* what was left out; the caller's to free */
	int cpus;               /* how many the load may use */
	bool in_preset;         /* its own matter */
};

int load_list_parse(struct load_list_parser *parser, const char *list, struct err *err);

#endif
