/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was asked for, on what machine, and how it ended. */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "report/sample-words.h"
#include "report/summary-parts.h"

static const char *exact_time(const struct summary_describer *describer, int64_t time_ns)
{
	struct str text = {0};
	const char *kept;

	num_add_exact_time(&text, time_ns);
	kept = arena_copy(&describer->doc->arena, str_text(&text));
	str_free(&text);
	return kept;
}

static const char *plan_text(const struct summary_describer *describer)
{
	const struct run_plan *plan = &describer->summary->head.plan;
	struct str text = {0};
	const bool only_spins = !strcmp(plan->wake, "spin");
	const char *kept;

	if (summary_is_metered(describer->summary))
		return doc_text(describer->doc, "measured by: %s", plan->meter);
	str_add(&text, plan->wake);
	if (!only_spins)
		str_addf(&text, " every %s", exact_time(describer, plan->period_ns));
	if (plan->spin_threshold_ns && strstr(plan->wake, "spin"))
		str_addf(&text, ", %sgaps from %s", only_spins ? "" : "spin ",
			 exact_time(describer, plan->spin_threshold_ns));
	str_addf(&text, ", policy %s", plan->policy);
	if (plan->priority)
		str_addf(&text, " %lld", (long long)plan->priority);
	str_addf(&text, ", %s %s", strpbrk(plan->cpus, ",-") ? "CPUs" : "CPU",
		 plan->cpus);
	if (!only_spins)
		str_addf(&text, ", %s", plan->align);
	if (plan->duration_ns)
		str_addf(&text, ", for %s", exact_time(describer, plan->duration_ns));
	else if (!plan->samples)
		str_add(&text, ", until stopped");
	if (plan->samples)
		str_addf(&text, ", %lld sample%s a stream", (long long)plan->samples,
			 plan->samples == 1 ? "" : "s");
	str_addf(&text, ", warm-up %s", exact_time(describer, plan->warm_up_ns));
	if (plan->stop_at_ns)
		str_addf(&text, ", stop at %s", exact_time(describer, plan->stop_at_ns));
	if (plan->spike_ns)
		str_addf(&text, ", spikes from %s",
			 exact_time(describer, plan->spike_ns));
	if (plan->spike_auto)
		str_add(&text, ", spikes kept by themselves (auto)");
	if (plan->raw)
		str_add(&text, ", every sample kept (raw)");
	kept = arena_copy(&describer->doc->arena, str_text(&text));
	str_free(&text);
	return kept;
}

static const char *ended_text(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	const char *at = summary_time(describer, summary->has_end ? summary->end.end_ns
								  : summary->last_ns);
	int64_t missing_ns = saturate_sub(summary->end.end_ns, summary->end.recorded_ns);

	if (!summary->has_end && summary->running)
		return doc_text(describer->doc, "not yet: still running, here up to %s",
				at);
	if (!summary->has_end)
		return doc_text(
			describer->doc,
			"truncated: the file has no end; what it has goes up to %s", at);
	if (missing_ns > 0)
		return doc_text(
			describer->doc,
			"%s, at %s; recording stopped at %s, so the last %s of the run "
			"is missing",
			summary->ended, at,
			summary_time(describer, summary->end.recorded_ns),
			summary_time(describer, missing_ns));
	return doc_text(describer->doc, "%s, at %s of run time", summary->ended, at);
}

static const char *limit_text(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	const char *limit = exact_time(describer, summary->head.plan.limit_ns);
	const struct sample_words *words = sample_words_of_all(summary);

	if (!summary->limit_exceeded)
		return doc_text(describer->doc, "%s: not exceeded", limit);
	if (summary->above_limit_at_least == summary->above_limit_at_most)
		return doc_text(describer->doc, "%s: EXCEEDED by %llu %s", limit,
				(unsigned long long)summary->above_limit_at_least,
				summary->above_limit_at_least == 1 ? words->one
								   : words->many);
	return doc_text(describer->doc,
			"%s: EXCEEDED by at least %llu and at most %llu %s", limit,
			(unsigned long long)summary->above_limit_at_least,
			(unsigned long long)summary->above_limit_at_most, words->many);
}

static const char *cut_text(const struct summary_describer *describer)
{
	const struct summary_filter *filter = &describer->summary->filter;
	struct str text = {0};
	const char *kept;

	if (filter->cpus) {
		str_add(&text, "cpu ");
		cpuset_add_text(&text, filter->cpus);
		str_add(&text, " only");
	}
	if (describer->summary->cut_in_time) {
		str_addf(&text, "%sslices that begin at %s of run time or later",
			 filter->cpus ? "; " : "",
			 summary_time(describer, filter->from_ns));
		if (filter->to_ns != INT64_MAX)
			str_addf(&text, " and before %s",
				 summary_time(describer, filter->to_ns));
	}
	kept = arena_copy(&describer->doc->arena, str_text(&text));
	str_free(&text);
	return kept;
}

static const char *dma_text(const struct summary_describer *describer)
{
	int64_t us = describer->summary->head.plan.hold_dma_latency_us;

	if (us < 0)
		return "not held (the machine as it is)";
	return doc_text(describer->doc, "held at %lld us (not the machine as it is)",
			(long long)us);
}

/* What is known of the clock; "" when nothing is. */
static const char *clock_text(const struct summary_describer *describer)
{
	const struct run_host *host = &describer->summary->head.host;
	const struct {
		const char *what;
		int64_t ns;
	} parts[] = {
		{"steps of", host->clock_granularity_ns},
		{"read in", host->clock_read_ns},
		{"a wake-up costs", host->wake_cost_ns},
	};
	const char *text = "";

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (parts[i].ns)
			text = doc_text(describer->doc, "%s%s%s %s", text,
					*text ? ", " : "", parts[i].what,
					summary_time(describer, parts[i].ns));
	return text;
}

static const char *join(struct doc *doc, const char *a, const char *between,
			const char *b)
{
	return doc_text(doc, "%s%s%s", a, *a && *b ? between : "", b);
}

static void add_machine(const struct summary_describer *describer, struct doc_node *to,
			const char *when)
{
	const struct run_host *host = &describer->summary->head.host;
	struct doc *doc = describer->doc;

	doc_field(doc, to, NULL, when, summary_started(host));
	doc_field(doc, to, NULL, "Machine",
		  cell_text(join(doc, host->name, ", ", host->machine)));
	doc_field(doc, to, NULL, "Kernel",
		  cell_text(join(doc, host->kernel, " ", host->kernel_version)));
}

static void add_recorder(const struct summary_describer *describer, struct doc_node *text)
{
	const struct run_end *end = &describer->summary->end;
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, &doc->root, "recorder", NULL);
	bool known = describer->summary->has_end;

	doc_field(doc, to, "cpu_ns", NULL,
		  known ? cell_of(CELL_TIME, end->recorder_cpu_ns) : cell_none());
	doc_field(doc, to, "longest_flush_ns", NULL,
		  known ? cell_of(CELL_TIME, end->longest_flush_ns) : cell_none());
	doc_field(doc, to, "recorded_ns", NULL,
		  known ? cell_of(CELL_TIME, end->recorded_ns) : cell_none());
	if (known && describer->level == SUMMARY_FULL)
		doc_field(doc, text, NULL, "Recorder",
			  cell_text(doc_text(
				  doc, "used %s of CPU time; longest flush %s",
				  summary_time(describer, end->recorder_cpu_ns),
				  summary_time(describer, end->longest_flush_ns))));
}

static void add_ended(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;

	doc_field(doc, &doc->root, "ended", NULL, cell_text(summary->ended));
	doc_field(doc, &doc->root, "run_ns", NULL,
		  cell_of(CELL_TIME,
			  summary->has_end ? summary->end.end_ns : summary->last_ns));
	doc_field(doc, &doc->root, "limit_exceeded", NULL,
		  summary->head.plan.limit_ns > 0
			  ? cell_of(CELL_BOOL, summary->limit_exceeded)
			  : cell_none());
}

void summary_add_run(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	bool full = describer->level == SUMMARY_FULL;
	struct doc_node *to;

	add_ended(describer);
	to = doc_section(doc, &doc->root, NULL, full ? "Run" : NULL);
	if (full && describer->file)
		doc_field(doc, to, NULL, "File", cell_text(describer->file));
	if (summary->filter.cpus || summary->cut_in_time)
		doc_field(doc, to, NULL, "Cut to", cell_text(cut_text(describer)));
	doc_field(doc, to, NULL, "Ended", cell_text(ended_text(describer)));
	if (full)
		doc_field(doc, to, NULL, "Plan", cell_text(plan_text(describer)));
	if (summary->head.plan.limit_ns > 0)
		doc_field(doc, to, NULL, "Limit", cell_text(limit_text(describer)));
	doc_field(doc, to, NULL, "Load made by whylate",
		  cell_text(summary->head.load.made));
	doc_field(doc, to, NULL, "DMA latency request", cell_text(dma_text(describer)));
	if (full) {
		add_machine(describer, to, "Started");
		doc_field(doc, to, NULL, "Clock", cell_text(clock_text(describer)));
	}
	if (full && *summary->head.plan.note)
		doc_field(doc, to, NULL, "Note", cell_text(summary->head.plan.note));
	add_recorder(describer, to);
	summary_add_plan_members(describer);
}

void summary_add_snapshot(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, &doc->root, NULL, "Snapshot");

	if (describer->file)
		doc_field(doc, to, NULL, "File", cell_text(describer->file));
	add_machine(describer, to, "Read");
	if (*summary->head.plan.note)
		doc_field(doc, to, NULL, "Note", cell_text(summary->head.plan.note));
	summary_add_plan_members(describer);
}
