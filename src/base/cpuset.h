/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A set of CPU numbers, 0 to CPUSET_CPUS - 1, as a plain value. {0} is empty. */
#ifndef BASE_CPUSET_H
#define BASE_CPUSET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

/* x86-64 Linux allows 8192 (CONFIG_NR_CPUS with MAXSMP). */
#define CPUSET_CPUS 8192

struct cpuset {
	uint64_t word[CPUSET_CPUS / 64];
};

static inline bool cpuset_has(const struct cpuset *set, int cpu)
{
	return cpu >= 0 && cpu < CPUSET_CPUS && (set->word[cpu / 64] >> (cpu % 64) & 1);
}

static inline void cpuset_add(struct cpuset *set, int cpu)
{
	set->word[cpu / 64] |= UINT64_C(1) << (cpu % 64);
}

static inline void cpuset_remove(struct cpuset *set, int cpu)
{
	set->word[cpu / 64] &= ~(UINT64_C(1) << (cpu % 64));
}

int cpuset_count(const struct cpuset *set);

/* The smallest member that is >= from, or -1. */
int cpuset_next(const struct cpuset *set, int from);

/* a without the members of b. */
struct cpuset cpuset_minus(const struct cpuset *a, const struct cpuset *b);
struct cpuset cpuset_and(const struct cpuset *a, const struct cpuset *b);
bool cpuset_equal(const struct cpuset *a, const struct cpuset *b);

/*
 * The kernel's list format: "0-3,7", "0-31:2/4" (groups: 2 of every 4). White space at
 * the end is allowed, as /sys has it; an empty text gives the empty set.
 */
int cpuset_parse(const char *text, struct cpuset *set, struct err *err);

/* The same format, shortest form; "none" when empty. */
void cpuset_add_text(struct str *out, const struct cpuset *set);

#endif
