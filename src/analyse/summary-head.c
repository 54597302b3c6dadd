/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of a sink live during the call only; here they are copied to live longer. */
#include "analyse/summary-head.h"

#include <string.h>

static void keep(struct arena *arena, const char **text)
{
	*text = arena_copy(arena, *text ? *text : "");
}

static void keep_plan(struct arena *arena, struct run_plan *plan)
{
	keep(arena, &plan->cpus);
	keep(arena, &plan->policy);
	keep(arena, &plan->wake);
	keep(arena, &plan->align);
	keep(arena, &plan->missed_rule);
	keep(arena, &plan->note);
	keep(arena, &plan->meter);
}

static void keep_host(struct arena *arena, struct run_host *host)
{
	keep(arena, &host->name);
	keep(arena, &host->kernel);
	keep(arena, &host->kernel_version);
	keep(arena, &host->machine);
	keep(arena, &host->program_version);
	keep(arena, &host->modelled);
	keep(arena, &host->modelled_stream);
}

static void keep_stream(struct arena *arena, struct run_stream *stream)
{
	keep(arena, &stream->context);
	keep(arena, &stream->wake);
	keep(arena, &stream->lateness);
	keep(arena, &stream->policy);
	keep(arena, &stream->got_policy);
	keep(arena, &stream->got_cpus);
}

static bool takes_cpu(const struct summary *summary, int64_t cpu)
{
	const struct cpuset *cpus = summary->filter.cpus;

	if (!cpus)
		return true;
	return cpu >= 0 && cpu < CPUSET_CPUS && cpuset_has(cpus, (int)cpu);
}

static void take_streams(struct summary *summary, const struct run_head *head)
{
	bool only_spin = true;

	summary->streams = arena_array(&summary->arena, head->stream_count,
				       sizeof(*summary->streams));
	for (uint32_t i = 0; i < head->stream_count; i++) {
		struct summary_stream *stream = &summary->streams[i];

		stream->what = head->streams[i];
		keep_stream(&summary->arena, &stream->what);
		stream->selected = takes_cpu(summary, stream->what.cpu);
		stream->next_ns = stream->what.offset_ns;
		summary->selected_streams += stream->selected;
		if (stream->selected && !summary_is_spin(&stream->what))
			only_spin = false;
	}
	for (uint32_t i = 0; i < head->stream_count; i++) {
		struct summary_stream *stream = &summary->streams[i];

		stream->in_total = stream->selected &&
				   (only_spin || !summary_is_spin(&stream->what)) &&
				   !run_stream_is_stage(&stream->what);
	}
}

static uint32_t instances_of(const struct run_head *head,
			     const struct run_counter *counter)
{
	if (!strcmp(counter->scope, "cpu"))
		return head->cpu_count;
	if (!strcmp(counter->scope, "stream"))
		return head->stream_count;
	return 1;
}

static void take_counters(struct summary *summary, const struct run_head *head)
{
	struct arena *arena = &summary->arena;

	summary->counters =
		arena_array(arena, head->counter_count, sizeof(*summary->counters));
	for (uint32_t i = 0; i < head->counter_count; i++) {
		struct summary_counter *counter = &summary->counters[i];

		counter->what = head->counters[i];
		keep(arena, &counter->what.name);
		keep(arena, &counter->what.unit);
		keep(arena, &counter->what.scope);
		keep(arena, &counter->what.unavailable);
		counter->instances = instances_of(head, &counter->what);
		counter->value =
			arena_array(arena, counter->instances, sizeof(*counter->value));
	}
	summary->cpus = arena_array(arena, head->cpu_count, sizeof(*summary->cpus));
	if (head->cpu_count)
		memcpy(summary->cpus, head->cpus,
		       head->cpu_count * sizeof(*summary->cpus));
}

void summary_take_head(struct summary *summary, const struct run_head *head)
{
	summary->has_head = true;
	summary->head = *head;
	summary->head.streams = NULL;
	summary->head.counters = NULL;
	summary->head.cpus = NULL;
	keep_plan(&summary->arena, &summary->head.plan);
	keep_host(&summary->arena, &summary->head.host);
	keep(&summary->arena, &summary->head.load.made);
	keep(&summary->arena, &summary->head.load.cpus);
	keep(&summary->arena, &summary->head.load.cage);
	take_streams(summary, head);
	take_counters(summary, head);
}

void summary_take_obtained(struct summary *summary, const struct run_stream *streams,
			   uint32_t count)
{
	if (count > summary->head.stream_count)
		count = summary->head.stream_count;
	for (uint32_t i = 0; i < count; i++) {
		struct run_stream *what = &summary->streams[i].what;

		what->tid = streams[i].tid;
		what->got_priority = streams[i].got_priority;
		what->got_memory_locked = streams[i].got_memory_locked;
		what->got_policy = streams[i].got_policy;
		what->got_cpus = streams[i].got_cpus;
		keep(&summary->arena, &what->got_policy);
		keep(&summary->arena, &what->got_cpus);
	}
	summary->has_obtained = true;
}
