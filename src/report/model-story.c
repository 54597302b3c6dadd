/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In plain words. Every figure is one of the explanation's. */
#include <string.h>

#include "report/model-doc.h"

static double each_us(const struct explanation *explanation, uint64_t ps)
{
	return explanation->wake_ups ? (double)ps / 1e6 / explanation->wake_ups : 0;
}

static int percent(uint64_t part, uint64_t whole)
{
	return whole ? (int)(100.0 * (double)part / (double)whole + 0.5) : 0;
}

static uint64_t rise(uint64_t from, uint64_t to)
{
	return to > from ? to - from : 0;
}

/* The cost that grew most, by its number. */
static uint32_t largest_rise(const struct explanation *explanation)
{
	const struct explained *slow = &explanation->policy[explanation->slowest];
	const struct explained *fast = &explanation->policy[explanation->fastest];
	uint32_t found = 0;

	for (uint32_t i = 1; i < explanation->trace->costs.count; i++)
		if (rise(fast->by_cost[i], slow->by_cost[i]) >
		    rise(fast->by_cost[found], slow->by_cost[found]))
			found = i;
	return found;
}

/* Whose lines took the place of most that were missed. */
static uint32_t main_evictor(const struct explained *policy, uint32_t owners)
{
	uint32_t found = 0;

	for (uint32_t i = 1; i < owners; i++)
		if (policy->lost_to[i] > policy->lost_to[found])
			found = i;
	return found;
}

/* Of those that only write, and never read again what they wrote. */
static void add_reason(struct str *out, const char *owner)
{
	bool is_load = !strcmp(owner, "load-stores");

	if (!is_load && strcmp(owner, "kernel-copies"))
		return;
	str_addf(
		out,
		" What %s is brought into level 2 line by line, whether or not anybody "
		"reads it there again, and pushes out the lines of the kernel that the next "
		"wake-up needs. Without write allocate what misses level 2 goes past it to "
		"memory, and the kernel's lines stay.",
		is_load ? "the load writes" : "the kernel copies and clears");
}

static void add_evictor(struct str *out, const struct explanation *explanation)
{
	const struct explained *slow = &explanation->policy[explanation->slowest];
	const struct trace_names *owners = &explanation->trace->owners;
	uint32_t owner = main_evictor(slow, owners->count);

	if (!owners->count || !slow->lost_to[owner])
		return;
	str_addf(
		out,
		" %d %% of the missed lines had been in level 2 and were displaced by lines "
		"of one kind: %s.",
		percent(slow->lost_to[owner], slow->misses),
		explain_words(owners->name[owner]));
	add_reason(out, owners->name[owner]);
}

static bool differs(const struct explanation *explanation)
{
	const struct explained *slow = &explanation->policy[explanation->slowest];
	const struct explained *fast = &explanation->policy[explanation->fastest];

	/* By less than a hundredth nothing is worth a reason. */
	return rise(fast->total_ps, slow->total_ps) > fast->total_ps / 100;
}

void model_add_story(struct str *out, const struct explanation *explanation)
{
	const struct model_trace *trace = explanation->trace;
	const struct explained *slow = &explanation->policy[explanation->slowest];
	const struct explained *fast = &explanation->policy[explanation->fastest];
	uint64_t more_ps = rise(fast->total_ps, slow->total_ps);
	uint32_t cost = largest_rise(explanation);

	str_addf(
		out,
		"In the model a wake-up takes %.3f us on average under %s and %.3f us under "
		"%s, with the same %llu instructions.",
		each_us(explanation, slow->total_ps),
		trace->policies[explanation->slowest].name,
		each_us(explanation, fast->total_ps),
		trace->policies[explanation->fastest].name,
		(unsigned long long)(explanation->instructions /
				     (explanation->wake_ups ? explanation->wake_ups
							    : 1)));
	if (!differs(explanation)) {
		str_add(out, " That is no difference to speak of: under this load the "
			     "policies do not matter to the wake-up.");
		return;
	}
	str_addf(out,
		 " That is %.3f us more; what grew most is %s, by %.3f us: %.1f lines a "
		 "wake-up are missed in level 2 instead of %.1f.",
		 each_us(explanation, more_ps), explain_words(trace->costs.name[cost]),
		 each_us(explanation, rise(fast->by_cost[cost], slow->by_cost[cost])),
		 (double)slow->misses / explanation->wake_ups,
		 (double)fast->misses / explanation->wake_ups);
	add_evictor(out, explanation);
}
