/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to report/: cells and foreign texts as people read them. */
#ifndef REPORT_CELLS_H
#define REPORT_CELLS_H

#include <stdbool.h>

#include "base/str.h"
#include "report/doc.h"

/*
 * Adds text without anything that a terminal would obey: control characters and invalid
 * UTF-8 become '?', line ends and tabs a space; with ascii all that is not ASCII, too.
 */
void text_add_clean(struct str *out, const char *text, bool ascii);

void cell_add_text(struct str *out, const struct cell *cell, bool ascii);

/* For tables that are too wide otherwise: times in us to four digits and whole us at least. */
void cell_add_brief(struct str *out, const struct cell *cell, bool ascii);

/* Run time as h:mm:ss, with six digits of a fraction or none. */
void moment_add(struct str *out, int64_t run_time_ns, bool fraction);

#endif
