/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/asks.h"

#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "base/str.h"

/* A distribution's configuration has thousands of lines; an extract proves no absence. */
enum { WHOLE_CONFIG = 500 };

/* whylate run's own default. */
enum { USUAL_PRIORITY = 95 };

enum tristate ask_config(const struct rule_input *input, const char *option)
{
	char name[128] = "config.";
	const char *value;

	strncat(name, option, sizeof(name) - strlen(name) - 1);
	value = facts_text(input->facts, name, NULL);
	if (value)
		return !strcmp(value, "y") || !strcmp(value, "m") ? YES : NO;
	return facts_integer(input->facts, "config.count", 0) >= WHOLE_CONFIG ? NO
									      : UNKNOWN;
}

enum tristate ask_arch(const struct rule_input *input, const char *arch)
{
	const char *text = facts_text(input->facts, "machine.arch", NULL);

	/* A device tree says that it is no PC. */
	if (!text && !strcmp(arch, "x86") && facts_known(input->facts, "machine.model"))
		return NO;
	return !text ? UNKNOWN : strcmp(text, arch) ? NO : YES;
}

int64_t ask_kernel(const struct rule_input *input)
{
	return facts_integer(input->facts, "kernel.version", -1);
}

const char *ask_process(const struct rule_input *input, struct rule_finding *finding)
{
	const char *found = NULL;
	const struct fact *fact;
	size_t at = 0;

	while ((fact = facts_next(input->facts, "proc.*.rt_priority_limit", &at))) {
		const char *name = fact->name + strlen("proc.");

		if (str_starts(name, "self."))
			return "self";
		if (found)
			return NULL;
		found = rule_text(finding, "%.*s", (int)strcspn(name, "."), name);
	}
	return found;
}

int64_t ask_priority(const struct rule_input *input)
{
	int64_t highest = 0;

	for (uint32_t i = 0; input->foreign && i < input->foreign->stream_count; i++)
		if (input->foreign->streams[i].priority > highest)
			highest = input->foreign->streams[i].priority;
	if (highest > 0)
		return highest;
	if (input->run && input->run->head.plan.priority > 0)
		return input->run->head.plan.priority;
	return USUAL_PRIORITY;
}

const char *ask_why(const struct rule_input *input, struct rule_finding *finding,
		    const char *name)
{
	const struct fact *fact = facts_get(input->facts, name);

	if (!*fact->source)
		return fact->text;
	return rule_text(finding, "%s: %s", fact->source, fact->text);
}

const struct fact *ask_cpu(const struct rule_input *input, struct rule_finding *finding,
			   int cpu, const char *rest)
{
	return facts_get(input->facts, rule_text(finding, "cpu.%d.%s", cpu, rest));
}

const char *ask_time(struct rule_finding *finding, int64_t time_ns)
{
	CLEANUP(str_free) struct str text = {0};

	num_add_time(&text, time_ns);
	return arena_copy(finding->arena, str_text(&text));
}

bool ask_counter(const struct rule_input *input, const char *name, int64_t *total)
{
	const struct summary *run = input->run;

	*total = 0;
	for (uint32_t i = 0; run && i < run->head.counter_count; i++) {
		const struct summary_counter *counter = &run->counters[i];

		if (strcmp(counter->what.name, name))
			continue;
		if (*summary_why_not_counted(run, counter))
			return false;
		for (uint32_t j = 0; j < counter->instances; j++)
			if (summary_takes_instance(run, counter, j))
				*total = saturate_add(*total, counter->value[j]);
		return true;
	}
	return false;
}

const char *ask_us(struct rule_finding *finding, int64_t time_ns)
{
	if (time_ns % NS_PER_US == 0)
		return rule_text(finding, "%lld us", (long long)(time_ns / NS_PER_US));
	return rule_text(finding, "%.*f us", time_ns < 10 * NS_PER_US ? 3 : 1,
			 (double)time_ns / (double)NS_PER_US);
}

/* The largest of the CPUs' counts, since each counts the same ones; -1: not counted. */
static int64_t counted_smis(const struct summary *run)
{
	int64_t most = -1;

	for (uint32_t i = 0; run && i < run->head.counter_count; i++) {
		const struct summary_counter *counter = &run->counters[i];

		if (strcmp(counter->what.name, "smi") ||
		    *summary_why_not_counted(run, counter))
			continue;
		for (uint32_t j = 0; j < counter->instances; j++)
			if (counter->value[j] > most)
				most = counter->value[j];
	}
	return most;
}

bool ask_smis(const struct rule_input *input, int64_t *total)
{
	const struct run_foreign *foreign = input->foreign;
	int64_t most = -1;

	for (uint32_t i = 0; foreign && i < foreign->stream_count; i++)
		if (foreign->streams[i].smis != RUN_UNKNOWN &&
		    foreign->streams[i].smis > most)
			most = foreign->streams[i].smis;
	*total = most >= 0 ? most : counted_smis(input->run);
	return *total >= 0;
}

void ask_throttling_fix(const struct rule_input *input, struct rule_finding *finding)
{
	const char *model = facts_text(input->facts, "kernel.preempt", "rt");

	if (!strcmp(model, "rt"))
		return;
	finding->fix = "let the task wait (this kernel has no PREEMPT_RT: "
		       "sched_rt_runtime_us=-1 may hang it)";
	finding->undo = "nothing to undo";
}

bool ask_is_co_kernel_tool(const struct run_foreign *foreign)
{
	return foreign &&
	       (strstr(foreign->tool, "xenomai") || strstr(foreign->tool, "latmus"));
}
