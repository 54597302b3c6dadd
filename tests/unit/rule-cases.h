/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A rule's test is a row: a small set-up, the verdict it must give, and words that its
 * evidence must hold. Tables are in rule-cases-*.c, one per subject, listed in test-rules.c,
 * which also checks that no rule lacks a bad, an ok and an unknown row, unless
 * rule_cannot[] of a table says why.
 */
#ifndef RULE_CASES_H
#define RULE_CASES_H

#include <string.h>

#include "rules/rule.h"

enum { RULE_CASE_FILES = 8 };

struct rule_case {
	const char *rule;
	enum rule_verdict verdict;
	const char *words; /* parts of the evidence, with "|" between them */
	struct {
		const char *path, *text;
	} files[RULE_CASE_FILES];
	/*
	 * Makes what a run adds to the input; NULL: the machine alone. Memory is the
	 * arena's, but for facts behind the run, and for a summary that comes with a
	 * detail: those are closed after the question.
	 */
	void (*add_run)(struct rule_input *input, struct arena *arena);
	enum rule_weight weight; /* of a bad verdict; 0 is a note: say so in is_note */
	bool is_note;
	const char *advice; /* words of fix and undo, when the rule makes them concrete */
};

/* A verdict that a rule never gives, and why. */
struct rule_cannot {
	const char *rule;
	enum rule_verdict verdict;
	const char *why;
};

/* Both end with a row of zeros. */
struct rule_case_table {
	const struct rule_case *cases;
	const struct rule_cannot *cannot;
};

extern const struct rule_case_table rule_cases_cache_controller;
extern const struct rule_case_table rule_cases_cpu;
extern const struct rule_case_table rule_cases_hardware;
extern const struct rule_case_table rule_cases_imported;
extern const struct rule_case_table rule_cases_kernel;
extern const struct rule_case_table rule_cases_memory;
extern const struct rule_case_table rule_cases_run;
extern const struct rule_case_table rule_cases_tasks;
extern const struct rule_case_table rule_cases_timing;

#endif
