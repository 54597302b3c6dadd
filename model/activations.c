/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/activations.h"

#include <string.h>

/*
 * The guest's clock is told in whole us, and read some instructions before the marker: a
 * vector up to so much earlier than it seems may be the one.
 */
enum { CLOCK_SLACK_NS = 1500 };
/* Instructions from the end of a sleep to the vector; with more, it was busy in between. */
enum { WAKING_INSTRUCTIONS = 5000 };

void activations_init(struct activations *activations, struct core *core,
		      const struct symbols *symbols, struct trace *trace)
{
	*activations = (struct activations){
		.core = core,
		.symbols = symbols,
		.trace = trace,
		.policies = core->side_count,
	};
	activations->by_function =
		mem_alloc(symbols->count * sizeof(*activations->by_function));
	activations->instructions_by_function =
		mem_alloc(symbols->count * sizeof(uint64_t));
	for (uint32_t i = 0; i < activations->policies; i++)
		activations->lines[i] =
			mem_alloc(LINES_ROOM * sizeof(struct missed_line));
}

void activations_free(struct activations *activations)
{
	scope_free(&activations->by_function);
	scope_free(&activations->instructions_by_function);
	for (uint32_t i = 0; i < activations->policies; i++)
		scope_free(&activations->lines[i]);
}

static const struct group *group_at(const struct core *core, uint64_t group)
{
	return &core->groups[group % GROUPS_KEPT];
}

/* The first group behind so many instructions, as far as it is kept. */
static uint64_t group_behind(const struct core *core, uint64_t instructions)
{
	uint64_t group = core->group_count, done = core->instructions_done;
	uint64_t kept = group < GROUPS_KEPT ? 0 : group - GROUPS_KEPT;

	while (group > kept && done > instructions)
		done -= group_at(core, --group)->instructions;
	return group;
}

void activations_vector(struct activations *activations)
{
	const struct core *core = activations->core;
	const uint64_t now = core->instructions_done;
	uint64_t expired = activations->armed_at + activations->armed_ns;
	uint64_t start = core->group_count;

	if (activations->is_armed && activations->has_slept &&
	    now - activations->resume_instructions < WAKING_INSTRUCTIONS)
		start = activations->resume_group;
	else if (activations->is_armed && !activations->has_slept && expired <= now)
		start = group_behind(core, expired);
	activations->vectors[activations->vector_count++ % VECTORS_KEPT] =
		(struct vector){
			.group = core->group_count,
			.start_group = start,
			.instructions = now,
		};
	if (activations->has_slept || expired <= now)
		activations->is_armed = false;
}

void activations_timer(struct activations *activations, uint64_t in_ns)
{
	activations->is_armed = true;
	activations->has_slept = false;
	activations->armed_at = activations->core->instructions_done;
	activations->armed_ns = in_ns;
}

void activations_sleep(struct activations *activations)
{
	struct core *core = activations->core;
	uint64_t since_ns = core->instructions_done - activations->armed_at;

	if (activations->is_armed && !activations->has_slept &&
	    since_ns < activations->armed_ns)
		core_idle(core, (activations->armed_ns - since_ns) * 1000);
	activations->has_slept = true;
}

void activations_resume(struct activations *activations)
{
	activations->resume_group = activations->core->group_count;
	activations->resume_instructions = activations->core->instructions_done;
}

/* The interrupt that woke the task, or NULL: what happened is no longer kept. */
static const struct vector *find_vector(const struct activations *activations,
					int64_t late_ns)
{
	const struct core *core = activations->core;
	uint64_t count = activations->vector_count;
	uint64_t kept = count < VECTORS_KEPT ? count : VECTORS_KEPT;
	int64_t earliest = (int64_t)core->instructions_done - late_ns - CLOCK_SLACK_NS;

	for (uint64_t i = count - kept; i < count; i++) {
		const struct vector *vector = &activations->vectors[i % VECTORS_KEPT];

		if ((int64_t)vector->instructions < earliest)
			continue;
		return core->group_count - vector->start_group < GROUPS_KEPT ? vector
									     : NULL;
	}
	return NULL;
}

/* The first stall of that group or behind it; the oldest one kept may be behind it, too. */
static uint64_t first_stall(const struct core *core, uint64_t group)
{
	uint64_t at = core->stall_count;
	uint64_t kept = at < STALLS_KEPT ? 0 : at - STALLS_KEPT;

	while (at > kept && core->stalls[(at - 1) % STALLS_KEPT].group >= group)
		at--;
	return at;
}

/* One wake-up while it is added up. */
struct sum {
	uint64_t ps[POLICIES_MAX][PHASES][COSTS];
	uint64_t instructions, pending_instructions;
	enum phase phase;
	uint32_t function;
};

static struct missed_line *find_line(struct activations *activations, uint32_t policy,
				     uint64_t line)
{
	struct missed_line *lines = activations->lines[policy];
	uint32_t at =
		(uint32_t)(line / CACHE_LINE_BYTES * UINT64_C(0x9e3779b97f4a7c15) >> 40) %
		LINES_ROOM;

	/* Full ones are not looked for to the end. */
	for (uint32_t i = 0; i < 64; i++, at = (at + 1) % LINES_ROOM)
		if (!lines[at].line || lines[at].line == line + 1) {
			lines[at].line = line + 1;
			return &lines[at];
		}
	activations->lines_not_kept++;
	return NULL;
}

static void note_miss(struct activations *activations, uint32_t policy,
		      const struct stall *stall, uint32_t function)
{
	struct missed_line *line;

	activations->lost_ps[policy][stall->reason] += stall->ps;
	if (stall->cost != COST_MEMORY)
		return;
	activations->lost_count[policy][stall->reason]++;
	line = find_line(activations, policy, stall->line);
	if (!line)
		return;
	line->ps += stall->ps;
	line->function = function;
	if (stall->reason >= CACHE_LOST_TO && stall->reason < CACHE_LOST_TO + OWNERS)
		line->lost_to[stall->reason - CACHE_LOST_TO]++;
	else
		line->first_or_other++;
}

static void add_cost(struct activations *activations, struct sum *sum, uint32_t policy,
		     enum cost cost, uint64_t ps)
{
	sum->ps[policy][sum->phase][cost] += ps;
	activations->by_function[sum->function][policy][cost] += ps;
}

static void add_stall(struct activations *activations, struct sum *sum,
		      const struct stall *stall)
{
	for (uint32_t i = 0; i < activations->policies; i++)
		if (stall->policy == EVERY_POLICY || stall->policy == i)
			add_cost(activations, sum, i, stall->cost, stall->ps);
	if (stall->policy != EVERY_POLICY && stall->reason != CACHE_UNREMEMBERED)
		note_miss(activations, stall->policy, stall, sum->function);
}

/* Phases come in their order; what comes again later is part of the later one. */
static void enter(struct sum *sum, const struct activations *activations, uint64_t group,
		  const struct vector *vector)
{
	uint32_t vaddr = group_at(activations->core, group)->vaddr;
	uint32_t number = symbols_find(activations->symbols, vaddr);
	const struct function *function = &activations->symbols->functions[number];

	sum->function = number;
	if (group == vector->group)
		sum->phase = PHASE_INTERRUPT;
	/* The task's own end of the switch counts only behind the interrupt. */
	if (group >= vector->group && function->begins_phase &&
	    function->phase > sum->phase &&
	    (function->phase != PHASE_RETURN || sum->phase == PHASE_SCHEDULER))
		sum->phase = function->phase;
}

static void add_group(struct activations *activations, struct sum *sum,
		      const struct group *group)
{
	const struct core *core = activations->core;

	sum->instructions += group->instructions;
	if (sum->phase == PHASE_PENDING)
		sum->pending_instructions += group->instructions;
	activations->instructions_by_function[sum->function] += group->instructions;
	for (uint32_t i = 0; i < activations->policies; i++) {
		add_cost(activations, sum, i, COST_INSTRUCTIONS,
			 group->instructions * core->instruction_ps);
		add_cost(activations, sum, i, COST_LEVEL1,
			 group->load_hits * core->load_hit_ps);
	}
}

static void add_up(struct activations *activations, struct sum *sum,
		   const struct vector *vector)
{
	const struct core *core = activations->core;
	uint64_t stall = first_stall(core, vector->start_group);

	for (uint64_t at = vector->start_group; at < core->group_count; at++) {
		enter(sum, activations, at, vector);
		add_group(activations, sum, group_at(core, at));
		for (; stall < core->stall_count &&
		       core->stalls[stall % STALLS_KEPT].group == at;
		     stall++)
			add_stall(activations, sum, &core->stalls[stall % STALLS_KEPT]);
	}
}

static void write_side(struct activations *activations, const struct sum *sum,
		       uint32_t policy)
{
	const struct side *side = &activations->core->sides[policy];
	CLEANUP(str_free) struct str text = {0};

	str_addf(&text, "time %u %llu %llu %llu", policy,
		 (unsigned long long)core_now_ps(activations->core, policy),
		 (unsigned long long)side->level2.dram.lines_read,
		 (unsigned long long)side->level2.dram.lines_written);
	for (int phase = 0; phase < PHASES; phase++)
		for (int cost = 0; cost < COSTS; cost++) {
			activations->total_ps[policy] += sum->ps[policy][phase][cost];
			str_addf(&text, " %llu",
				 (unsigned long long)sum->ps[policy][phase][cost]);
		}
	trace_add(activations->trace, str_text(&text));
}

static void write_wake_up(struct activations *activations, const struct sum *sum,
			  int64_t late_ns)
{
	CLEANUP(str_free) struct str text = {0};

	str_addf(&text, "wake-up %llu %lld %llu %llu",
		 (unsigned long long)activations->count, (long long)late_ns,
		 (unsigned long long)sum->instructions,
		 (unsigned long long)sum->pending_instructions);
	trace_add(activations->trace, str_text(&text));
	for (uint32_t i = 0; i < activations->policies; i++)
		write_side(activations, sum, i);
}

void activations_mark(struct activations *activations, int64_t late_ns)
{
	const struct vector *vector = find_vector(activations, late_ns);
	struct sum sum = {0};

	if (vector) {
		add_up(activations, &sum, vector);
		write_wake_up(activations, &sum, late_ns);
	} else {
		CLEANUP(str_free) struct str text = {0};

		str_addf(&text, "unmatched %llu %lld",
			 (unsigned long long)activations->count, (long long)late_ns);
		trace_add(activations->trace, str_text(&text));
		activations->unmatched++;
	}
	activations->count++;
}
