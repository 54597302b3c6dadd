/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about CPUs that share a core, and cores that differ. */
#include <string.h>

#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/table.h"

/* CPUs that share a core with one of these, and how many of them tell. */
static struct cpuset siblings_of(const struct rule_input *input,
				 struct rule_finding *finding, struct cpuset *cpus,
				 int *known)
{
	struct cpuset all = {0};

	for (int cpu = cpuset_next(cpus, 0); cpu >= 0; cpu = cpuset_next(cpus, cpu + 1)) {
		const struct fact *list = ask_cpu(input, finding, cpu, "smt_siblings");
		struct cpuset set = {0};
		struct err err = {0};

		/* A CPU is a sibling of its own: a list without it is none. */
		if (list->kind != FACT_TEXT || cpuset_parse(list->text, &set, &err) < 0 ||
		    !cpuset_has(&set, cpu))
			continue;
		++*known;
		cpuset_remove(&set, cpu);
		for (int other = cpuset_next(&set, 0); other >= 0;
		     other = cpuset_next(&set, other + 1))
			cpuset_add(&all, other);
	}
	return all;
}

static enum rule_verdict judge_smt(const struct rule_input *input,
				   struct rule_finding *finding)
{
	struct rule_cpus cpus = rule_cpus_of(input);
	const struct fact *active = facts_get(input->facts, "smt.active");
	int known = 0;
	struct cpuset siblings = siblings_of(input, finding, &cpus.set, &known);

	if (active->kind == FACT_BOOL && !active->integer)
		return rule_say(finding, RULE_OK,
				"no two CPUs share a core (smt/active 0)");
	if (known && known == cpuset_count(&cpus.set) && !cpuset_count(&siblings))
		return rule_say(finding, RULE_OK, "%s CPUs have no siblings", cpus.what);
	if (cpuset_count(&siblings))
		return rule_say(finding, RULE_BAD, "CPU %s shares cores with %s CPU %s",
				rule_cpu_text(finding, &siblings), cpus.what,
				rule_cpu_text(finding, &cpus.set));
	if (active->kind == FACT_BOOL)
		return rule_say(finding, RULE_BAD, "SMT is on (smt/active 1)");
	return rule_say(finding, RULE_UNKNOWN, "whether CPUs share cores is unknown (%s)",
			ask_why(input, finding, "smt.active"));
}

const struct rule rule_smt = {
	.id = "smt",
	.title = "Busy siblings in the same core",
	.weight = RULE_LIKELY,
	.looks_at = "/sys/devices/system/cpu/smt/active, "
		    "cpu*/topology/thread_siblings_list",
	.effect = "average 20 to 100 % up, and spikes, while the sibling works",
	.fix = "echo off > /sys/devices/system/cpu/smt/control, or leave the siblings of "
	       "real-time CPUs idle",
	.undo = "echo on > /sys/devices/system/cpu/smt/control",
	.prove = "load on the sibling alone, then with SMT off",
	.find_out = "read cpu*/topology/thread_siblings_list, or lscpu -e",
	.basis = RULE_SEEN,
	.judge = judge_smt,
};

/* Least and greatest of a number that each CPU has; how many have it. *all: none lacks it. */
static int range_of(const struct rule_input *input, const char *pattern, int64_t *low,
		    int64_t *high, bool *all)
{
	struct cpuset online;
	const struct fact *fact;
	size_t at = 0;
	int count = 0;

	while ((fact = facts_next(input->facts, pattern, &at))) {
		*all &= fact->kind == FACT_INTEGER;
		if (fact->kind != FACT_INTEGER)
			continue;
		*low = !count || fact->integer < *low ? fact->integer : *low;
		*high = !count || fact->integer > *high ? fact->integer : *high;
		count++;
	}
	if (rule_cpu_list(input, "cpu.online", &online))
		*all &= count >= cpuset_count(&online);
	return count;
}

static enum rule_verdict judge_mixed(const struct rule_input *input,
				     struct rule_finding *finding)
{
	const char *small = facts_text(input->facts, "cpu.efficiency_cores", "");
	int64_t low = 0, high = 0;
	bool all = true;
	int count = range_of(input, "cpu.*.capacity", &low, &high, &all);

	if (*small)
		return rule_say(finding, RULE_BAD,
				"CPU %s are small cores; the large ones are %s", small,
				facts_text(input->facts, "cpu.performance_cores", "?"));
	if (count && low < high)
		return rule_say(finding, RULE_BAD,
				"capacities of CPUs range from %lld to %lld",
				(long long)low, (long long)high);
	if (!count) {
		all = true;
		count = range_of(input, "cpu.*.cpufreq.highest_khz", &low, &high, &all);
	}
	if (count && low == high && all)
		return rule_say(finding, RULE_OK, "all %d CPUs are alike", count);
	return rule_say(finding, RULE_UNKNOWN, "whether all CPUs are alike is unknown");
}

const struct rule rule_mixed_cores = {
	.id = "mixed-cores",
	.title = "Cores of different size",
	.weight = RULE_NOTE,
	.looks_at =
		"/sys/devices/cpu_atom/cpus, /sys/devices/system/cpu/cpu*/cpu_capacity",
	.effect = "2 to 3 times between CPUs",
	.fix = "pin real-time tasks to the large cores",
	.undo = "take the pinning back",
	.prove = "one run over all CPUs: compare the rows",
	.find_out = "lscpu -e shows the greatest frequency of each CPU",
	.basis = RULE_SEEN,
	.judge = judge_mixed,
};
