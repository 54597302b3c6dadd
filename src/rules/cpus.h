/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which CPUs matter: what several rules ask. */
#ifndef RULES_CPUS_H
#define RULES_CPUS_H

#include "base/cpuset.h"
#include "rules/rule.h"

/* The CPUs that are meant for real-time work, and how that is known. */
struct rule_cpus {
	struct cpuset set;
	const char *what; /* "measured", "isolated", "online"; "" when nothing tells */
};

/* Those of the run's streams; else those that isolcpus= or nohz_full= keep free; else all. */
struct rule_cpus rule_cpus_of(const struct rule_input *input);

/* A fact that holds a list of CPUs; false when it is unknown or no list. */
bool rule_cpu_list(const struct rule_input *input, const char *name, struct cpuset *set);

/* "0-3,7", living as long as the finding. */
const char *rule_cpu_text(struct rule_finding *finding, const struct cpuset *set);

/*
 * The CPUs among set for which the fact "cpu.N.REST" is a text other than wanted (or, with
 * is_wanted, that very text).
 */
struct cpuset rule_cpus_with(const struct rule_input *input, const struct cpuset *set,
			     const char *rest, const char *wanted, bool is_wanted);

/* Those among set that tell this at all, in whatever form. */
struct cpuset rule_cpus_known(const struct rule_input *input, const struct cpuset *set,
			      const char *rest);

/* A text of each CPU in set: "'ondemand' on CPU 0-1, 'powersave' on CPU 3". */
const char *rule_text_by_cpu(const struct rule_input *input, struct rule_finding *finding,
			     const struct cpuset *set, const char *rest);

/* The first CPU of set, and all others in it that have the same text; *set loses them. */
struct cpuset rule_cpus_alike(const struct rule_input *input, struct cpuset *set,
			      const char *rest, const char **text);

/* The number in "cpu.12.smt"; -1 when it is none. */
int rule_cpu_number(const struct fact *fact);

#endif
