/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * In what two set-ups differ, ranked by what is known of each difference. That a difference
 * is there proves nothing about this machine: each comes with the experiment that would.
 */
#ifndef COMPARE_FACT_DIFF_H
#define COMPARE_FACT_DIFF_H

#include "analyse/sentences.h"
#include "base/arena.h"
#include "facts/facts.h"

enum fact_class {
	FACT_KNOWN_CAUSE, /* a cause of latency, proven by experiment on another machine */
	FACT_CONFIRMED,   /* plausible, and reports of other machines confirm it */
	FACT_PLAUSIBLE,
	FACT_EFFECT_UNKNOWN,
	FACT_IRRELEVANT, /* counters, process ids, stamps, what others say again */
};

/* Of one kind of fact. */
struct fact_knowledge {
	const char *pattern; /* of names; "*" stands for anything */
	enum fact_class class;
	const char *title;      /* "CPU frequency governor" */
	const char *why;        /* evidence: what it did elsewhere */
	const char *experiment; /* how to prove it here */
	const char *rule;       /* its rule's id; NULL: none */
	/* NULL: always. Whether this row is about this fact of A and B. */
	bool (*applies)(const struct facts *a, const struct facts *b, const char *name);
};

/* The rows, for tests; the last takes every name. */
extern const struct fact_knowledge fact_knowledge[];
extern const uint32_t fact_knowledge_count;

/* Never NULL: the last row takes all. */
const struct fact_knowledge *fact_knowledge_of(const struct facts *a,
					       const struct facts *b, const char *name);

struct fact_difference {
	const char *name;  /* of the first of them */
	uint32_t alike;    /* facts that differ in the same way: cpu.0 ... cpu.7 */
	const char *a, *b; /* NULL: unknown */
	const struct fact_knowledge *knowledge;
	const char *verdicts; /* what the rule says of A and of B; "" */
};

struct fact_diff {
	bool a_known, b_known;
	struct fact_difference *items; /* ranked, without the irrelevant ones */
	uint32_t count;
	uint32_t same, irrelevant;
	struct sentences irrelevant_names;
	struct fact_difference *one_sided; /* told by one side alone */
	uint32_t one_sided_count;
};

/* Either may be NULL: not known. Lives in the arena; the facts must outlive it. */
struct fact_diff fact_diff(const struct facts *a, const struct facts *b,
			   struct arena *arena);

/* "known cause, proven elsewhere", and "known-cause" for JSON. */
const char *fact_class_words(enum fact_class class);
const char *fact_class_key(enum fact_class class);

/*
 * A fact's value as text that lives in the arena; NULL when it is unknown, be it that the
 * text says so.
 */
const char *fact_value_text(const struct fact *fact, struct arena *arena);

#endif
