/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names that may stand on a kernel's command line, as far as they matter for latency or are
 * spelled like such. Not a list of all: a name that is not here may well exist.
 */
#ifndef FACTS_PARAMETERS_H
#define FACTS_PARAMETERS_H

#include <stdbool.h>

struct parameter {
	const char *name; /* "_" for "-", which the kernel takes as the same */
	const char *arch; /* "x86" "arm" "arm64": exists there only; "" everywhere */
	bool once;        /* given twice with different values, one of them is lost */
};

/* NULL when it is not in the table. */
const struct parameter *parameter_find(const char *name);

/* The one that the name seems to be meant for: at most two slips away; NULL. */
const struct parameter *parameter_meant(const char *name);

/* Slips between two names: a letter wrong, missing, too much, or two swapped. */
int parameter_slips(const char *a, const char *b);

#endif
