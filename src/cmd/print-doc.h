/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A document to the screen, as every verb prints it. */
#ifndef CMD_PRINT_DOC_H
#define CMD_PRINT_DOC_H

#include <stdbool.h>

#include "base/err.h"
#include "report/term.h"

/*
 * What the terminal behind a descriptor takes; 80 columns where there is none. What is not
 * shown on a terminal goes to files and programs: they take UTF-8, unless ASCII is asked for.
 */
struct term_style print_style(int fd, bool ascii);

struct print_how {
	bool json, ascii;
	bool aside; /* on standard error, since the run file is on standard output */
};

int print_doc(const struct doc *doc, const struct print_how *how, struct err *err);

#endif
