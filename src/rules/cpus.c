/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/cpus.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

bool rule_cpu_list(const struct rule_input *input, const char *name, struct cpuset *set)
{
	const char *text = facts_text(input->facts, name, NULL);
	struct err err = {0};

	*set = (struct cpuset){0};
	return text && cpuset_parse(text, set, &err) == 0;
}

const char *rule_cpu_text(struct rule_finding *finding, const struct cpuset *set)
{
	CLEANUP(str_free) struct str text = {0};

	cpuset_add_text(&text, set);
	return arena_copy(finding->arena, str_text(&text));
}

int rule_cpu_number(const struct fact *fact)
{
	const char *digits = str_starts(fact->name, "cpu.") ? fact->name + 4 : "";
	long number = *digits ? strtol(digits, NULL, 10) : -1;

	return number >= 0 && number < CPUSET_CPUS ? (int)number : -1;
}

static struct cpuset measured(const struct rule_input *input)
{
	struct cpuset set = {0};

	for (uint32_t i = 0; input->run && i < input->run->head.stream_count; i++) {
		int64_t cpu = input->run->streams[i].what.cpu;

		if (cpu >= 0 && cpu < CPUSET_CPUS)
			cpuset_add(&set, (int)cpu);
	}
	for (uint32_t i = 0; input->foreign && i < input->foreign->stream_count; i++) {
		int64_t cpu = input->foreign->streams[i].cpu;

		if (cpu >= 0 && cpu < CPUSET_CPUS)
			cpuset_add(&set, (int)cpu);
	}
	return set;
}

struct rule_cpus rule_cpus_of(const struct rule_input *input)
{
	struct rule_cpus cpus = {.set = measured(input), .what = "measured"};

	if (cpuset_count(&cpus.set))
		return cpus;
	cpus.what = "isolated";
	if (rule_cpu_list(input, "isolation.isolated", &cpus.set) &&
	    cpuset_count(&cpus.set))
		return cpus;
	if (rule_cpu_list(input, "isolation.nohz_full", &cpus.set) &&
	    cpuset_count(&cpus.set))
		return cpus;
	cpus.what = "online";
	if (rule_cpu_list(input, "cpu.online", &cpus.set) && cpuset_count(&cpus.set))
		return cpus;
	cpus.what = "";
	return cpus;
}

struct cpuset rule_cpus_with(const struct rule_input *input, const struct cpuset *set,
			     const char *rest, const char *wanted, bool is_wanted)
{
	struct cpuset found = {0};
	const struct fact *fact;
	char pattern[128] = "cpu.*.";
	size_t at = 0;

	strncat(pattern, rest, sizeof(pattern) - strlen(pattern) - 1);
	while ((fact = facts_next(input->facts, pattern, &at))) {
		int cpu = rule_cpu_number(fact);

		if (fact->kind == FACT_TEXT && cpuset_has(set, cpu) &&
		    !strcmp(fact->text, wanted) == is_wanted)
			cpuset_add(&found, cpu);
	}
	return found;
}
