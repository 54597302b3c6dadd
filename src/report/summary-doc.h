/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Describes a summary: what whylate show says, and in short what ends a run. */
#ifndef REPORT_SUMMARY_DOC_H
#define REPORT_SUMMARY_DOC_H

#include "analyse/summary.h"
#include "report/doc.h"

enum summary_level {
	SUMMARY_SHORT, /* validity, limit, figures, file: the end of a run */
	SUMMARY_FULL,
};

/*
 * Adds all of a concluded summary to an empty document. file is its name, NULL if there is
 * none. Summary and file must outlive the document.
 */
void summary_doc(struct doc *doc, const struct summary *summary, enum summary_level level,
		 const char *file);

#endif
