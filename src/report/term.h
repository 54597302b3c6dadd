/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A document as text for a terminal. Texts of the document never reach the terminal raw:
 * control characters and what changes the direction of writing are replaced.
 */
#ifndef REPORT_TERM_H
#define REPORT_TERM_H

#include <stdbool.h>

#include "base/str.h"
#include "report/doc.h"

struct term_style {
	int columns; /* 80 when in doubt; fewer than 50 are taken as 50 */
	bool colour; /* ANSI; never the only carrier of a meaning */
	bool ascii;  /* nothing but ASCII */
};

void term_render(struct str *out, const struct doc *doc, const struct term_style *style);

#endif
