/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Describes a comparison: what whylate compare says. */
#ifndef REPORT_COMPARE_DOC_H
#define REPORT_COMPARE_DOC_H

#include "compare/compare.h"
#include "compare/self-check.h"
#include "report/doc.h"

/* Adds all of it to an empty document, which it must outlive. */
void compare_doc(struct doc *doc, const struct comparison *comparison);

/* The false-positive rates of whylate compare --self-check. */
void self_check_doc(struct doc *doc, const struct self_check *check);

#endif
