/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "modelled/explain.h"

#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name, *words;
} words[] = {
	{"instructions", "instructions"},
	{"level1", "loads that hit level 1"},
	{"tlb", "translation"},
	{"level2", "hits of level 2"},
	{"memory", "memory"},
	{"buffers", "waiting for buffers"},
	{"devices", "registers of devices"},
	{"bus", "waiting for the bus"},
	{"pending", "before the interrupt is taken"},
	{"interrupt", "interrupt entry"},
	{"timer", "timer"},
	{"scheduler", "scheduler"},
	{"return", "return to user"},
	{"clock", "reading the clock"},
	{"task", "the task itself"},
	{"task-kernel", "the kernel, for the task"},
	{"load-stores", "the load's stores"},
	{"load-reads", "the load's reads"},
	{"load-code", "the load's code"},
	{"kernel-copies", "the kernel's copying"},
	{"kernel", "the kernel otherwise"},
	{"masters", "other masters"},
};

const char *explain_words(const char *name)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(words[i].name, name))
			return words[i].words;
	return name;
}

static void add_wake_up(struct explanation *explanation,
			const struct trace_wake_up *wake_up)
{
	const struct model_trace *trace = explanation->trace;

	explanation->wake_ups++;
	explanation->instructions += wake_up->instructions;
	explanation->pending_instructions += wake_up->pending_instructions;
	for (uint32_t i = 0; i < trace->policy_count; i++) {
		struct explained *policy = &explanation->policy[i];
		const uint64_t *ps = wake_up->side[i].ps;

		policy->total_ps += wake_up->side[i].total_ps;
		for (uint32_t phase = 0; phase < trace->phases.count; phase++)
			for (uint32_t cost = 0; cost < trace->costs.count; cost++, ps++) {
				policy->by_phase[phase] += *ps;
				policy->by_cost[cost] += *ps;
				policy->by_both[phase][cost] += *ps;
			}
	}
}

uint64_t explain_function_ps(const struct explanation *explanation, uint32_t function,
			     uint32_t policy)
{
	uint32_t costs = explanation->trace->costs.count;
	const uint64_t *ps = explanation->trace->functions[function].ps + policy * costs;
	uint64_t sum = 0;

	for (uint32_t i = 0; i < costs; i++)
		sum += ps[i];
	return sum;
}

/* What functions do not account for, either way, and what an unknown one does. */
static void find_other(struct explanation *explanation, uint32_t policy)
{
	struct explained *explained = &explanation->policy[policy];
	uint64_t known = 0;

	for (uint32_t i = 0; i < explanation->trace->function_count; i++)
		if (strcmp(explanation->trace->functions[i].name, "[unknown]"))
			known += explain_function_ps(explanation, i, policy);
	explained->other_ps = explained->total_ps > known ? explained->total_ps - known
							  : known - explained->total_ps;
}

static void add_lost(struct explanation *explanation, const struct trace_lost *lost)
{
	const struct trace_names *owners = &explanation->trace->owners;
	struct explained *policy = &explanation->policy[lost->policy];

	policy->misses += lost->count;
	for (uint32_t i = 0; i < owners->count; i++)
		if (!strcmp(owners->name[i], lost->to)) {
			policy->lost_to[i] += lost->count;
			return;
		}
	policy->lost_otherwise += lost->count;
}

static void find_extremes(struct explanation *explanation)
{
	const struct explained *policy = explanation->policy;

	for (uint32_t i = 1; i < explanation->trace->policy_count; i++) {
		if (policy[i].total_ps > policy[explanation->slowest].total_ps)
			explanation->slowest = i;
		if (policy[i].total_ps < policy[explanation->fastest].total_ps)
			explanation->fastest = i;
	}
}

static int longer_function(const void *a, const void *b, void *self)
{
	const struct explanation *explanation = self;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	uint64_t x_ps = explain_function_ps(explanation, x, explanation->slowest);
	uint64_t y_ps = explain_function_ps(explanation, y, explanation->slowest);

	if (x_ps != y_ps)
		return x_ps < y_ps ? 1 : -1;
	return x < y ? -1 : 1;
}

static int longer_line(const void *a, const void *b, void *self)
{
	const struct trace_line *lines = self;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (lines[x].ps != lines[y].ps)
		return lines[x].ps < lines[y].ps ? 1 : -1;
	return x < y ? -1 : 1;
}

static void sort(struct explanation *explanation)
{
	const struct model_trace *trace = explanation->trace;

	explanation->functions =
		arena_array(&explanation->arena, trace->function_count, sizeof(uint32_t));
	for (uint32_t i = 0; i < trace->function_count; i++)
		explanation->functions[i] = i;
	if (trace->function_count)
		qsort_r(explanation->functions, trace->function_count, sizeof(uint32_t),
			longer_function, explanation);
	explanation->lines =
		arena_array(&explanation->arena, trace->line_count, sizeof(uint32_t));
	for (uint32_t i = 0; i < trace->line_count; i++)
		if (trace->lines[i].policy == explanation->slowest)
			explanation->lines[explanation->line_count++] = i;
	if (explanation->line_count)
		qsort_r(explanation->lines, explanation->line_count, sizeof(uint32_t),
			longer_line, trace->lines);
}

void explain(struct explanation *explanation, const struct model_trace *trace)
{
	*explanation = (struct explanation){.trace = trace};
	for (uint32_t i = 0; i < trace->wake_up_count; i++)
		if (trace->wake_ups[i].is_matched)
			add_wake_up(explanation, &trace->wake_ups[i]);
	for (uint32_t i = 0; i < trace->lost_count; i++)
		add_lost(explanation, &trace->lost[i]);
	for (uint32_t i = 0; i < trace->policy_count; i++)
		find_other(explanation, i);
	find_extremes(explanation);
	sort(explanation);
}

void explain_free(struct explanation *explanation)
{
	arena_free(&explanation->arena);
}
