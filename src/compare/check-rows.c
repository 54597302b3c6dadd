/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "compare/check-rows.h"

#include <string.h>

#include "base/num.h"

void check_add_part(struct str *to, const char *part)
{
	const char *at = str_text(to);
	size_t length = strlen(part);

	while ((at = strstr(at, part))) {
		if ((at == to->text || at[-1] == ' ') &&
		    (!at[length] || at[length] == ','))
			return;
		at += length;
	}
	str_addf(to, "%s%s", to->length ? ", " : "", part);
}

const char *check_keep(struct str *text, struct arena *arena)
{
	const char *kept = text->length ? arena_copy(arena, str_text(text)) : NULL;

	str_free(text);
	return kept;
}

/* What a stream is, whoever measured it. */
struct view {
	const char *wake, *context, *policy;
	int64_t cpu, priority, period_ns, resolution_ns; /* RUN_UNKNOWN */
};

static struct view view_of(const struct compare_run *run, uint32_t stream)
{
	if (run->summary) {
		const struct run_stream *own = &run->summary->streams[stream].what;

		return (struct view){
			.wake = own->wake,
			.context = own->context,
			.policy = own->policy,
			.cpu = own->cpu >= 0 ? own->cpu : RUN_UNKNOWN,
			.priority = own->priority,
			.period_ns = own->period_ns,
			.resolution_ns = 1,
		};
	}
	return (struct view){
		.wake = run->foreign->streams[stream].wake,
		.context = run->foreign->streams[stream].context,
		.policy = run->foreign->streams[stream].policy,
		.cpu = run->foreign->streams[stream].cpu,
		.priority = run->foreign->streams[stream].priority,
		.period_ns = run->foreign->streams[stream].period_ns,
		.resolution_ns = run->foreign->streams[stream].resolution_ns,
	};
}

/* What each stream says, put together; unknown as soon as one does not say. */
static const char *of_streams(const struct compare_run *run, struct arena *arena,
			      bool (*add)(struct str *, const struct view *))
{
	uint32_t count = run->summary ? run->summary->head.stream_count
				      : run->foreign->stream_count;
	struct str all = {0};

	for (uint32_t i = 0; i < count; i++) {
		CLEANUP(str_free) struct str one = {0};
		const struct view view = view_of(run, i);

		if (!add(&one, &view)) {
			str_free(&all);
			return NULL;
		}
		check_add_part(&all, str_text(&one));
	}
	return check_keep(&all, arena);
}

static bool add_wake(struct str *to, const struct view *stream)
{
	str_add(to, stream->wake);
	return *stream->wake;
}

static bool add_context(struct str *to, const struct view *stream)
{
	str_add(to, stream->context);
	return *stream->context;
}

static bool add_policy(struct str *to, const struct view *stream)
{
	str_add(to, stream->policy);
	return *stream->policy;
}

/* Only "fifo" and "rr" have one; where the policy is not told, 0 is none. */
static bool add_priority(struct str *to, const struct view *stream)
{
	bool has_none = *stream->policy && strcmp(stream->policy, "fifo") &&
			strcmp(stream->policy, "rr");

	if (has_none || stream->priority == 0)
		str_add(to, "none");
	else if (stream->priority != RUN_UNKNOWN)
		str_addf(to, "%lld", (long long)stream->priority);
	return to->length > 0;
}

static bool add_cpu(struct str *to, const struct view *stream)
{
	if (stream->cpu == RUN_UNKNOWN)
		return false;
	str_addf(to, "%lld", (long long)stream->cpu);
	return true;
}

static bool add_period(struct str *to, const struct view *stream)
{
	if (stream->period_ns == RUN_UNKNOWN)
		return false;
	if (stream->period_ns > 0)
		num_add_exact_time(to, stream->period_ns);
	else
		str_add(to, "none");
	return true;
}

static bool add_resolution(struct str *to, const struct view *stream)
{
	if (stream->resolution_ns <= 0)
		return false;
	num_add_exact_time(to, stream->resolution_ns);
	return true;
}

static const char *wake(const struct compare_run *run, struct arena *arena)
{
	return of_streams(run, arena, add_wake);
}

static const char *context(const struct compare_run *run, struct arena *arena)
{
	return of_streams(run, arena, add_context);
}

static const char *policy(const struct compare_run *run, struct arena *arena)
{
	return of_streams(run, arena, add_policy);
}

static const char *priority(const struct compare_run *run, struct arena *arena)
{
	return of_streams(run, arena, add_priority);
}

static const char *cpus(const struct compare_run *run, struct arena *arena)
{
	return of_streams(run, arena, add_cpu);
}

static const char *period(const struct compare_run *run, struct arena *arena)
{
	return of_streams(run, arena, add_period);
}

static const char *resolution(const struct compare_run *run, struct arena *arena)
{
	return of_streams(run, arena, add_resolution);
}

static const char *text_or_null(const char *text)
{
	return text && *text ? text : NULL;
}

static const char *missed_rule(const struct compare_run *run, struct arena *arena)
{
	(void)arena;
	return text_or_null(run->summary ? run->summary->head.plan.missed_rule
					 : run->foreign->missed_rule);
}

static const char *origin(const struct compare_run *run, struct arena *arena)
{
	(void)arena;
	return compare_run_modelled(run) ? "modelled" : "measured";
}

static const char *tool(const struct compare_run *run, struct arena *arena)
{
	(void)arena;
	return run->summary ? "whylate" : text_or_null(run->foreign->tool);
}

static const char *clock_used(const struct compare_run *run, struct arena *arena)
{
	struct str text = {0};

	if (run->summary)
		return "CLOCK_MONOTONIC";
	str_addf(&text, "that of %s", run->foreign->tool);
	return check_keep(&text, arena);
}

static const char *machine(const struct compare_run *run, struct arena *arena)
{
	(void)arena;
	return run->summary ? text_or_null(run->summary->head.host.name) : NULL;
}

static const char *architecture(const struct compare_run *run, struct arena *arena)
{
	(void)arena;
	return text_or_null(run->summary ? run->summary->head.host.machine
					 : run->foreign->machine);
}

static const char *load(const struct compare_run *run, struct arena *arena)
{
	struct str text = {0};

	if (!run->summary || !text_or_null(run->summary->head.load.made))
		return NULL;
	str_add(&text, run->summary->head.load.made);
	if (text_or_null(run->summary->head.load.cpus))
		str_addf(&text, " on cpu %s", run->summary->head.load.cpus);
	return check_keep(&text, arena);
}

static const char *dma_latency(const struct compare_run *run, struct arena *arena)
{
	struct str text = {0};

	if (!run->summary)
		return NULL;
	if (run->summary->head.plan.hold_dma_latency_us < 0)
		return "not held";
	str_addf(&text, "held at %lld us",
		 (long long)run->summary->head.plan.hold_dma_latency_us);
	return check_keep(&text, arena);
}

static const char *threads(const struct compare_run *run, struct arena *arena)
{
	struct str text = {0};

	str_addf(&text, "%u", run->stream_count);
	return check_keep(&text, arena);
}

static bool foreign_is_invalid(const struct run_foreign *foreign)
{
	for (uint32_t i = 0; i < foreign->note_count; i++)
		if (foreign->notes[i].kind == FOREIGN_INVALID)
			return true;
	return false;
}

/* Whether another tool's run got what it asked for is not in its report. */
static const char *validity(const struct compare_run *run, struct arena *arena)
{
	(void)arena;
	if (!run->summary)
		return foreign_is_invalid(run->foreign) ? "INVALID" : NULL;
	if (run->summary->validity == VALIDITY_UNKNOWN)
		return NULL;
	return run->summary->validity == VALIDITY_VALID ? "valid" : "INVALID";
}

static int64_t duration_ns(const struct compare_run *run)
{
	return run->summary ? run->summary->last_ns : run->foreign->duration_ns;
}

static int64_t samples(const struct compare_run *run)
{
	return run->total.count;
}

const struct check check_rows[] = {
	{.id = "validity",
	 .title = "validity",
	 .property = validity,
	 .mismatch = CHECK_REFUSES,
	 .bad = "INVALID",
	 .why = "a run that did not get what it asked for measures something else"},
	{.id = "consistency",
	 .title = "figures",
	 .property = check_consistency,
	 .mismatch = CHECK_REFUSES,
	 .bad = CHECK_CONTRADICTORY,
	 .why = "which of the figures that contradict each other is wrong is unknown, so "
		"nothing can rest on them"},
	{.id = "origin",
	 .title = "origin",
	 .property = origin,
	 .mismatch = CHECK_REFUSES,
	 .why = "what a model says is no measurement of that machine"},
	{.id = "wake",
	 .title = "wake source",
	 .property = wake,
	 .mismatch = CHECK_REFUSES,
	 .why = "each wake source has its own meaning of lateness"},
	{.id = "context",
	 .title = "context",
	 .property = context,
	 .mismatch = CHECK_REFUSES,
	 .why = "an interrupt, a kernel thread and a user task are late by different "
		"things"},
	{.id = "missed_rule",
	 .title = "missed periods",
	 .property = missed_rule,
	 .mismatch = CHECK_REFUSES,
	 .why = "after a missed period the rules count different samples, which shows in "
		"every figure"},
	{.id = "period",
	 .title = "period",
	 .property = period,
	 .mismatch = CHECK_REFUSES,
	 .why = "how deep a CPU sleeps between two wake-ups and how many samples an "
		"event hits depend on it"},
	{.id = "policy",
	 .title = "policy",
	 .property = policy,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "the difference may be that of the policies"},
	{.id = "priority",
	 .title = "priority",
	 .property = priority,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "the difference may be that of the priorities"},
	{.id = "clock",
	 .title = "clock",
	 .property = clock_used,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "the clocks may differ"},
	{.id = "tool",
	 .title = "tool",
	 .property = tool,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "the tools' own costs differ"},
	{.id = "resolution",
	 .title = "resolution",
	 .property = resolution,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "a difference below the coarser one means nothing"},
	{.id = "machine",
	 .title = "machine",
	 .property = machine,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "two machines differ in more than their set-up"},
	{.id = "architecture",
	 .title = "architecture",
	 .property = architecture,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "two architectures differ in more than their set-up"},
	{.id = "load",
	 .title = "load",
	 .property = load,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "the difference may be that of the loads"},
	{.id = "dma_latency",
	 .title = "DMA latency",
	 .property = dma_latency,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "holding it keeps CPUs from sleeping deeply"},
	{.id = "streams",
	 .title = "threads",
	 .property = threads,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "totals are of different threads"},
	{.id = "cpus",
	 .title = "CPUs",
	 .property = cpus,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "no two CPUs of a machine need be alike"},
	{.id = "duration",
	 .title = "duration",
	 .amount = duration_ns,
	 .is_time = true,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "rare events show in the longer run alone"},
	{.id = "samples",
	 .title = "samples",
	 .amount = samples,
	 .mismatch = CHECK_QUALIFIES,
	 .why = "a maximum can only grow with samples"},
};

const uint32_t check_row_count = sizeof(check_rows) / sizeof(check_rows[0]);
