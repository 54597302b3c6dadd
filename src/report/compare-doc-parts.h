/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to report/: the parts of a comparison's document, one file each. */
#ifndef REPORT_COMPARE_DOC_PARTS_H
#define REPORT_COMPARE_DOC_PARTS_H

#include "report/compare-doc.h"

/* unit: what the figures rest on, for JSON. */
void compare_doc_add_figures(struct doc *doc, const struct comparison *comparison,
			     const char *unit);

/* The differences of two set-ups. */
void compare_doc_add_setup(struct doc *doc, const struct comparison *comparison);

#endif
