/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which fact of B is about the same thing as a fact of A. Linux hands out some numbers anew at
 * each boot, those of interrupts for one: such things are matched by what they are called.
 */
#ifndef COMPARE_FACT_NAMES_H
#define COMPARE_FACT_NAMES_H

#include <stdint.h>

#include "base/arena.h"
#include "facts/facts.h"

struct fact_pair; /* of one thing: its number in A and in B */

struct fact_names {
	const struct facts *a, *b;
	struct fact_pair *pairs;
	uint32_t count;
	struct arena *arena;
};

/* Lives in the arena. */
struct fact_names fact_names_match(const struct facts *a, const struct facts *b,
				   struct arena *arena);

/*
 * The name in B of what A calls name, or the other way round: often the same. NULL: the other
 * side has no such thing. "": it is a number that nothing goes by.
 */
const char *fact_names_in_b(const struct fact_names *names, const char *name);
const char *fact_names_in_a(const struct fact_names *names, const char *name);

#endif
