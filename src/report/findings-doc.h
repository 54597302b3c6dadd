/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Describes what the rules found: what is bad first, worst first, with evidence, effect, fix,
 * undo and proof; then notes; then what is unknown, with how to find out; then a line each
 * for what is good and what does not apply.
 */
#ifndef REPORT_FINDINGS_DOC_H
#define REPORT_FINDINGS_DOC_H

#include "report/doc.h"
#include "rules/rules.h"

struct findings {
	const char *about;   /* "this machine", "RUN.whylate" */
	const char *warning; /* said before everything else; NULL */
	const struct rule_result *results;
	size_t count;
	bool all; /* what is good and what does not apply with its evidence, too */
};

/* Adds all of it to an empty document; everything must outlive it. */
void findings_doc(struct doc *doc, const struct findings *findings);

/* Is anything bad that is more than a note? */
bool findings_are_bad(const struct rule_result *results, size_t count);

/* The facts themselves, by name. */
void facts_doc(struct doc *doc, const struct facts *facts);

/* The table of rules itself: their ids and titles; in JSON everything. */
void rules_doc(struct doc *doc);

#endif
