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
	/* "truncated", "damaged": what is lost may have been bad. NULL: a whole run, or none */
	const char *incomplete;
	const char *only; /* the id of the one rule that was asked; NULL: all were */
	const struct rule_result *results;
	size_t count;
	/*
	 * What the rules say when asked about nothing at all, where what is judged has no
	 * set-up of a machine: equal answers are one line then. NULL: each is told.
	 */
	const struct rule_result *of_nothing;
	const char *
		no_setup; /* why they stay open: "the file holds no set-up of the machine" */
	const char *add_setup; /* what would answer them; NULL: nothing */
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
