/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a set-up says, as named and typed values: "cpu.0.cpufreq.governor" is "performance".
 * Made from the raw text by the topics (topics.h), each a pure function: no machine is looked
 * at. A fact that cannot be told is there as unknown, with the reason; a missing file is
 * never good.
 */
#ifndef FACTS_FACTS_H
#define FACTS_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/scope.h"
#include "run/setup.h"

enum fact_kind { FACT_UNKNOWN, FACT_TEXT, FACT_INTEGER, FACT_BOOL };

struct fact {
	const char
		*name; /* dotted, lower case; instances by number or name: "cpu.0.smt" */
	enum fact_kind kind;
	const char *text; /* FACT_TEXT; FACT_UNKNOWN: why, a few words: "no such file" */
	int64_t integer;  /* FACT_INTEGER; FACT_BOOL: 0 or 1 */
	const char *unit; /* FACT_INTEGER: "ns" "us" "kHz" "bytes" "count" "hex" or "" */
	const char *source; /* path it comes from, or "dmesg" */
};

struct facts;

/* Everything that the topics find in the set-up, which must outlive it. */
struct facts *facts_of(const struct setup *setup);

/* An empty collection, for topics' tests. */
struct facts *facts_open(const struct setup *setup);
void facts_free(struct facts *facts);

/* The set-up it was made from: rules that quote it may look. */
const struct setup *facts_setup(const struct facts *facts);

/* For topics. source and unit must be constants or live in facts; the rest is copied. */
void facts_put_text(struct facts *facts, const char *source, const char *name,
		    const char *text);
void facts_put_integer(struct facts *facts, const char *source, const char *name,
		       int64_t value, const char *unit);
void facts_put_bool(struct facts *facts, const char *source, const char *name,
		    bool value);
void facts_put_unknown(struct facts *facts, const char *source, const char *name,
		       const char *why);
/* A text that lives as long as the facts. */
const char *facts_format(struct facts *facts, const char *format, ...) PRINTF_LIKE(2, 3);

/* Never NULL: an unknown fact ("nobody has looked") when there is none of this name. */
const struct fact *facts_get(const struct facts *facts, const char *name);

/* Shorthands: the value when it is known and of this kind, else the fallback. */
int64_t facts_integer(const struct facts *facts, const char *name, int64_t fallback);
const char *facts_text(const struct facts *facts, const char *name, const char *fallback);
bool facts_known(const struct facts *facts, const char *name);

/*
 * The next fact behind *at (from 0) whose name matches, in the order of names with numbers
 * as numbers; "*" stands for one part between dots, NULL as a pattern for all facts. NULL
 * at the end.
 */
const struct fact *facts_next(const struct facts *facts, const char *pattern, size_t *at);

#endif
