/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to report/: tables and wrapped text of the terminal renderer. */
#ifndef REPORT_TERM_TABLE_H
#define REPORT_TERM_TABLE_H

#include "report/term.h"

/*
 * Adds clean words, broken at spaces to fit the style's columns. The cursor stands at
 * column `at`; further lines begin at column `indent`. Ends the line.
 */
void term_add_wrapped(struct str *out, const struct term_style *style, const char *words,
		      size_t at, size_t indent);

/*
 * A table that is too wide first narrows its gaps, then wraps its last column if that is
 * text, then is continued below with its first column repeated: no figure is lost.
 */
void term_add_table(struct str *out, const struct term_style *style,
		    const struct doc_node *table, size_t indent);

#endif
