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

/* The next fact "cpu.N.REST" behind *at; -1: none is left. */
static int next_cpu(const struct rule_input *input, const char *rest, size_t *at,
		    const struct fact **fact)
{
	char pattern[128] = "cpu.*.";

	strncat(pattern, rest, sizeof(pattern) - strlen(pattern) - 1);
	while ((*fact = facts_next(input->facts, pattern, at))) {
		int cpu = rule_cpu_number(*fact);

		if (cpu >= 0)
			return cpu;
	}
	return -1;
}

struct cpuset rule_cpus_with(const struct rule_input *input, const struct cpuset *set,
			     const char *rest, const char *wanted, bool is_wanted)
{
	struct cpuset found = {0};
	const struct fact *fact;
	size_t at = 0;
	int cpu;

	while ((cpu = next_cpu(input, rest, &at, &fact)) >= 0)
		if (fact->kind == FACT_TEXT && cpuset_has(set, cpu) &&
		    !strcmp(fact->text, wanted) == is_wanted)
			cpuset_add(&found, cpu);
	return found;
}

struct cpuset rule_cpus_known(const struct rule_input *input, const struct cpuset *set,
			      const char *rest)
{
	struct cpuset found = {0};
	const struct fact *fact;
	size_t at = 0;
	int cpu;

	while ((cpu = next_cpu(input, rest, &at, &fact)) >= 0)
		if (fact->kind != FACT_UNKNOWN && cpuset_has(set, cpu))
			cpuset_add(&found, cpu);
	return found;
}

struct cpuset rule_cpus_alike(const struct rule_input *input, struct cpuset *set,
			      const char *rest, const char **text)
{
	int first = cpuset_next(set, 0), cpu;
	struct cpuset alike = {0};
	const struct fact *fact;
	size_t at = 0;

	*text = "";
	while ((cpu = next_cpu(input, rest, &at, &fact)) >= 0)
		if (cpu == first)
			*text = fact->text;
	if (first >= 0) {
		alike = rule_cpus_with(input, set, rest, *text, true);
		cpuset_add(&alike, first);
		*set = cpuset_minus(set, &alike);
	}
	return alike;
}

const char *rule_text_by_cpu(const struct rule_input *input, struct rule_finding *finding,
			     const struct cpuset *set, const char *rest)
{
	CLEANUP(str_free) struct str out = {0};
	struct cpuset left = *set;

	while (cpuset_count(&left)) {
		const char *text;
		struct cpuset alike = rule_cpus_alike(input, &left, rest, &text);

		str_addf(&out, "%s'%s' on CPU %s", out.length ? ", " : "", text,
			 rule_cpu_text(finding, &alike));
	}
	return arena_copy(finding->arena, str_text(&out));
}
