/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A rule asks one question of a machine's facts (and of a run's data where there is a run)
 * and answers with a verdict and a sentence of evidence made from the facts. Its advice is a
 * hypothesis: well-known tweaks have made real machines worse, so each rule names the
 * experiment that tests it. Rows are listed in rules.c, in the order of expected effect; each
 * has a page in docs/rules/.
 */
#ifndef RULES_RULE_H
#define RULES_RULE_H

#include "analyse/detail.h"
#include "analyse/summary.h"
#include "base/arena.h"
#include "facts/facts.h"

enum rule_verdict {
	RULE_UNKNOWN, /* the machine does not tell; evidence says how to find out */
	RULE_OK,
	RULE_BAD,
	RULE_NOT_APPLICABLE, /* the question does not arise here */
};

/* How sure a bad verdict is, and how much it matters. */
enum rule_weight {
	RULE_NOTE,     /* told, not judged: never makes the exit status 1 */
	RULE_POSSIBLE, /* may matter */
	RULE_LIKELY,
	RULE_CERTAIN, /* with this, latencies mean nothing */
};

struct rule_input {
	const struct facts *facts;   /* what they do not tell is unknown */
	const struct facts *after;   /* of the set-up behind the run; NULL: not known */
	const struct summary *run;   /* NULL: no run, the machine alone */
	const struct detail *detail; /* the same run slice by slice; NULL without one */
	const struct run_foreign *foreign; /* a run of another tool; NULL */
};

struct rule_finding {
	enum rule_verdict verdict;
	enum rule_weight weight; /* of a bad verdict; starts as the rule's */
	const char *evidence;    /* one sentence or more, with the values */
	const char *fix;         /* starts as the rule's; the rule may make it concrete */
	const char *undo;
	struct arena *arena; /* for texts */
};

/* Where the rule's knowledge comes from. */
#define RULE_SEEN "seen: public reports of real machines show it"
#define RULE_DOCUMENTED \
	"documented only: the kernel's documentation says so; not seen in a report yet"

struct rule {
	const char *id;    /* "governor": docs/rules/ID.md */
	const char *title; /* what it asks: "CPU frequency governor" */
	enum rule_weight weight;
	const char *looks_at; /* files, lines of the log, figures of the run */
	const char *effect;   /* typical, with figures: "average x1.5 to 3" */
	const char *fix, *undo;
	const char *prove;    /* the experiment */
	const char *find_out; /* what to do when the verdict is unknown */
	const char *basis;    /* RULE_SEEN or RULE_DOCUMENTED */
	enum rule_verdict (*judge)(const struct rule_input *input,
				   struct rule_finding *finding);
};

/* Sets the evidence and returns the verdict. */
enum rule_verdict rule_say(struct rule_finding *finding, enum rule_verdict verdict,
			   const char *format, ...) PRINTF_LIKE(3, 4);

/* A text that lives as long as the finding: for fix and undo, and names of facts. */
const char *rule_text(struct rule_finding *finding, const char *format, ...)
	PRINTF_LIKE(2, 3);

#endif
