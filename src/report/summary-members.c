/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of a summary is JSON alone: plan, host, and the figures of every stream. */
#include "report/summary-parts.h"

/* 0 stands for "none" in a plan. */
static struct cell time_or_none(int64_t time_ns)
{
	return time_ns ? cell_of(CELL_TIME, time_ns) : cell_none();
}

static void add_plan_members(const struct summary_describer *describer)
{
	const struct run_plan *plan = &describer->summary->head.plan;
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, &doc->root, "plan", NULL);

	doc_field(doc, to, "duration_ns", NULL, time_or_none(plan->duration_ns));
	doc_field(doc, to, "samples", NULL,
		  plan->samples ? cell_of(CELL_INTEGER, plan->samples) : cell_none());
	doc_field(doc, to, "period_ns", NULL, cell_of(CELL_TIME, plan->period_ns));
	doc_field(doc, to, "warm_up_ns", NULL, cell_of(CELL_TIME, plan->warm_up_ns));
	doc_field(doc, to, "limit_ns", NULL, time_or_none(plan->limit_ns));
	doc_field(doc, to, "stop_at_ns", NULL, time_or_none(plan->stop_at_ns));
	doc_field(doc, to, "spike_ns", NULL, time_or_none(plan->spike_ns));
	doc_field(doc, to, "spike_auto", NULL, cell_of(CELL_BOOL, plan->spike_auto));
	doc_field(doc, to, "spin_threshold_ns", NULL,
		  time_or_none(plan->spin_threshold_ns));
	doc_field(doc, to, "hold_dma_latency_us", NULL,
		  plan->hold_dma_latency_us < 0
			  ? cell_none()
			  : cell_of(CELL_INTEGER, plan->hold_dma_latency_us));
	doc_field(doc, to, "cpus", NULL, cell_text(plan->cpus));
	doc_field(doc, to, "policy", NULL, cell_text(plan->policy));
	doc_field(doc, to, "priority", NULL, cell_of(CELL_INTEGER, plan->priority));
	doc_field(doc, to, "wake", NULL, cell_text(plan->wake));
	doc_field(doc, to, "align", NULL, cell_text(plan->align));
	doc_field(doc, to, "missed_rule", NULL, cell_text(plan->missed_rule));
	doc_field(doc, to, "raw", NULL, cell_of(CELL_BOOL, plan->raw));
	doc_field(doc, to, "note", NULL, cell_text(plan->note));
	doc_field(doc, to, "meter", NULL, cell_text(plan->meter));
}

struct cell summary_started(const struct run_host *host)
{
	return host->started_wall_ns ? cell_of(CELL_WALL, host->started_wall_ns)
				     : cell_none();
}

static void add_host_members(const struct summary_describer *describer)
{
	const struct run_host *host = &describer->summary->head.host;
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, &doc->root, "host", NULL);

	doc_field(doc, to, "name", NULL, cell_text(host->name));
	doc_field(doc, to, "kernel", NULL, cell_text(host->kernel));
	doc_field(doc, to, "kernel_version", NULL, cell_text(host->kernel_version));
	doc_field(doc, to, "machine", NULL, cell_text(host->machine));
	doc_field(doc, to, "program_version", NULL, cell_text(host->program_version));
	doc_field(doc, to, "modelled", NULL, cell_text(host->modelled));
	doc_field(doc, to, "modelled_stream", NULL, cell_text(host->modelled_stream));
	doc_field(doc, to, "started_wall_ns", NULL, summary_started(host));
	doc_field(doc, to, "clock_granularity_ns", NULL,
		  time_or_none(host->clock_granularity_ns));
	doc_field(doc, to, "clock_read_ns", NULL, time_or_none(host->clock_read_ns));
	doc_field(doc, to, "wake_cost_ns", NULL, time_or_none(host->wake_cost_ns));
}

void summary_add_plan_members(const struct summary_describer *describer)
{
	add_plan_members(describer);
	add_host_members(describer);
}

/* Nothing was measured: there is no such figure. */
struct cell summary_latency(const struct figures *figures, int64_t ns)
{
	return figures->stats.count ? cell_of(CELL_LATENCY, ns) : cell_none();
}

static void add_percentile_members(struct doc *doc, struct doc_node *to,
				   const struct figures *figures)
{
	for (int i = 0; i < PERCENTILES; i++)
		doc_field(doc, to, percentiles[i].json_key, NULL,
			  summary_latency(figures, figures->percentile_ns[i]));
	doc_field(doc, to, "max_ns", NULL,
		  summary_latency(figures, figures->stats.max_ns));
}

static void add_figure_members(struct doc *doc, struct doc_node *to,
			       const struct figures *measured,
			       const struct figures *corrected)
{
	const struct histogram_stats *stats = &measured->stats;
	struct doc_node *missed;

	doc_field(doc, to, "count", NULL, cell_count(stats->count));
	doc_field(doc, to, "overruns", NULL, cell_count(stats->overruns));
	doc_field(doc, to, "early", NULL, cell_count(stats->early));
	doc_field(doc, to, "beyond", NULL, cell_count(stats->beyond));
	doc_field(doc, to, "min_ns", NULL, summary_latency(measured, stats->min_ns));
	doc_field(doc, to, "avg_ns", NULL, summary_latency(measured, measured->avg_ns));
	add_percentile_members(doc, to, measured);
	missed = doc_section(doc, to, "with_missed", NULL);
	doc_field(doc, missed, "count", NULL, cell_count(corrected->stats.count));
	add_percentile_members(doc, missed, corrected);
}

static struct cell tristate_cell(enum tristate value)
{
	return value == UNKNOWN ? cell_none() : cell_of(CELL_BOOL, value == YES);
}

static void add_stream_members(const struct summary_describer *describer,
			       struct doc_node *items,
			       const struct summary_stream *stream)
{
	struct doc *doc = describer->doc;
	const struct run_stream *what = &stream->what;
	struct doc_node *to = doc_section(doc, items, NULL, NULL);
	bool known = *what->got_policy != '\0';

	doc_field(doc, to, "cpu", NULL,
		  what->cpu < 0 ? cell_none() : cell_of(CELL_INTEGER, what->cpu));
	doc_field(doc, to, "context", NULL, cell_text(what->context));
	doc_field(doc, to, "wake", NULL, cell_text(what->wake));
	doc_field(doc, to, "lateness", NULL, cell_text(what->lateness));
	doc_field(doc, to, "period_ns", NULL,
		  summary_is_spin(what) ? cell_none()
					: cell_of(CELL_TIME, what->period_ns));
	add_figure_members(doc, to, &stream->measured, &stream->with_missed);
	doc_field(doc, to, "policy", NULL, cell_text(what->policy));
	doc_field(doc, to, "priority", NULL, cell_of(CELL_INTEGER, what->priority));
	doc_field(doc, to, "got_policy", NULL, cell_text(what->got_policy));
	doc_field(doc, to, "got_priority", NULL,
		  known ? cell_of(CELL_INTEGER, what->got_priority) : cell_none());
	doc_field(doc, to, "got_cpus", NULL, cell_text(what->got_cpus));
	doc_field(doc, to, "got_memory_locked", NULL,
		  tristate_cell(what->got_memory_locked));
	doc_field(doc, to, "in_total", NULL, cell_of(CELL_BOOL, stream->in_total));
	doc_field(doc, to, "slices", NULL, cell_count(stream->slices));
	doc_field(doc, to, "missing_ns", NULL, cell_of(CELL_TIME, stream->missing_ns));
	doc_field(doc, to, "spikes_kept", NULL, cell_count(stream->spikes));
	doc_field(doc, to, "raw_kept", NULL, cell_count(stream->raw));
	doc_field(doc, to, "samples_lost", NULL, cell_count(stream->lost));
}

void summary_add_figure_members(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, &doc->root, "total", NULL);

	add_figure_members(doc, to, &summary->total_measured,
			   &summary->total_with_missed);
	to = doc_items(doc, &doc->root, "streams");
	for (uint32_t i = 0; i < summary->head.stream_count; i++)
		if (summary->streams[i].selected)
			add_stream_members(describer, to, &summary->streams[i]);
}
