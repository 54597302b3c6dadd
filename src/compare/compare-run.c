/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "compare/compare-run.h"

#include <stdlib.h>
#include <string.h>

#include "base/saturate.h"
#include "base/str.h"

const char *measure_name(enum measure measure)
{
	if (measure == MEASURE_MIN)
		return "minimum";
	if (measure == MEASURE_AVG)
		return "average";
	if (measure == MEASURE_MAX)
		return "worst";
	return percentiles[measure - MEASURE_PERCENTILE].name;
}

const char *measure_key(enum measure measure)
{
	if (measure == MEASURE_MIN)
		return "min_ns";
	if (measure == MEASURE_AVG)
		return "avg_ns";
	if (measure == MEASURE_MAX)
		return "max_ns";
	return percentiles[measure - MEASURE_PERCENTILE].json_key;
}

/* "cpu 3 thread", "stream": a number that is not known is left out. */
static const char *label_from(struct arena *arena, const char *what, int64_t number,
			      const char *more)
{
	CLEANUP(str_free) struct str text = {0};

	str_add(&text, what);
	if (number >= 0)
		str_addf(&text, " %lld", (long long)number);
	if (*more)
		str_addf(&text, " %s", more);
	return arena_copy(arena, str_text(&text));
}

static void clear(struct compare_figures *figures)
{
	*figures =
		(struct compare_figures){.count = RUN_UNKNOWN, .overruns = RUN_UNKNOWN};
	for (int i = 0; i < MEASURES; i++)
		figures->value_ns[i] = RUN_UNKNOWN;
}

/* Ours are exact but for the histogram's width; quantiles are what `show` says. */
static void take_figures(struct compare_figures *to, const struct figures *from)
{
	clear(to);
	to->count = (int64_t)from->stats.count;
	to->overruns = (int64_t)from->stats.overruns;
	if (!from->stats.count)
		return;
	to->value_ns[MEASURE_MIN] = from->stats.min_ns;
	to->value_ns[MEASURE_AVG] = from->avg_ns;
	for (int i = 0; i < PERCENTILES; i++)
		to->value_ns[MEASURE_PERCENTILE + i] = from->percentile_ns[i];
	to->value_ns[MEASURE_MAX] = from->stats.max_ns;
}

static bool are_several(const struct summary *summary,
			const char *(*of)(const struct run_stream *))
{
	for (uint32_t i = 1; i < summary->head.stream_count; i++)
		if (strcmp(of(&summary->streams[i].what), of(&summary->streams[0].what)))
			return true;
	return false;
}

static const char *wake_of(const struct run_stream *what)
{
	return what->wake;
}

static const char *context_of(const struct run_stream *what)
{
	return what->context;
}

/* What tells streams on one CPU apart: "", "kmod", "irq", "kmod irq". */
static const char *distinction(const struct summary *summary,
			       const struct run_stream *what, struct str *scratch)
{
	str_clear(scratch);
	if (are_several(summary, wake_of))
		str_add(scratch, what->wake);
	if (are_several(summary, context_of))
		str_addf(scratch, "%s%s", scratch->length ? " " : "", what->context);
	return str_text(scratch);
}

static void take_own(struct compare_run *run, struct arena *arena)
{
	const struct summary *summary = run->summary;
	CLEANUP(str_free) struct str scratch = {0};

	take_figures(&run->total, &summary->total_measured);
	run->total.distribution = distribution_of_histogram(summary->total, arena);
	run->streams =
		arena_array(arena, summary->head.stream_count + 1, sizeof(*run->streams));
	for (uint32_t i = 0; i < summary->head.stream_count; i++) {
		const struct summary_stream *stream = &summary->streams[i];
		struct compare_figures *to;

		if (!stream->histogram)
			continue;
		to = &run->streams[run->stream_count++];
		take_figures(to, &stream->measured);
		to->label = label_from(arena, stream->what.cpu >= 0 ? "cpu" : "stream",
				       stream->what.cpu,
				       distinction(summary, &stream->what, &scratch));
	}
}

/* Theirs: a quantile is the bin it lies in, told as the tool would print it. */
static void take_quantiles(struct compare_figures *to)
{
	for (int i = 0; i < PERCENTILES; i++) {
		struct quantile quantile =
			distribution_quantile(&to->distribution, percentiles[i].numerator,
					      percentiles[i].denominator);

		if (quantile.kind == QUANTILE_WITHIN)
			to->value_ns[MEASURE_PERCENTILE + i] = quantile.figure_ns;
	}
}

static void take_distribution(struct compare_figures *to)
{
	to->count = to->distribution.count;
	to->value_ns[MEASURE_MIN] = to->distribution.min_ns;
	to->value_ns[MEASURE_AVG] = to->distribution.avg_ns;
	to->value_ns[MEASURE_MAX] = to->distribution.max_ns;
	take_quantiles(to);
}

static bool contexts_differ(const struct run_foreign *foreign)
{
	for (uint32_t i = 1; i < foreign->stream_count; i++)
		if (strcmp(foreign->streams[i].context, foreign->streams[0].context))
			return true;
	return false;
}

static const char *label_of(const struct run_foreign *foreign, uint32_t i,
			    struct arena *arena)
{
	const struct foreign_stream *stream = &foreign->streams[i];
	const char *context = contexts_differ(foreign) ? stream->context : "";

	if (stream->cpu != RUN_UNKNOWN && stream->cpu >= 0)
		return label_from(arena, "cpu", stream->cpu, context);
	if (*stream->name)
		return label_from(arena, stream->name, -1, "");
	return label_from(arena, "thread", stream->index, context);
}

/* Which context a total is of, when a tool measured several: what the user's task sees. */
static const char *deepest_context(const struct run_foreign *foreign)
{
	static const char *const order[] = {"user", "thread", "kernel", "servo",
					    "base", "irq",    "timer"};

	for (size_t k = 0; k < sizeof(order) / sizeof(order[0]); k++)
		for (uint32_t i = 0; i < foreign->stream_count; i++)
			if (!strcmp(foreign->streams[i].context, order[k]))
				return order[k];
	return foreign->stream_count ? foreign->streams[0].context : "";
}

/* Counts that no sum holds are unknown together, and so is what is made of it. */
static int64_t add_known(int64_t sum, int64_t more)
{
	int64_t all;

	if (sum == RUN_UNKNOWN || more == RUN_UNKNOWN ||
	    __builtin_add_overflow(sum, more, &all))
		return RUN_UNKNOWN;
	return all;
}

static int compare_bins(const void *a, const void *b)
{
	const struct foreign_bin *x = a, *y = b;

	if (x->from_ns != y->from_ns)
		return x->from_ns < y->from_ns ? -1 : 1;
	return (x->to_ns > y->to_ns) - (x->to_ns < y->to_ns);
}

/* The streams' bins together: all must be complete, and beyond begins at one place. */
static void merge_bins(struct distribution *to,
		       const struct compare_figures *const *parts, uint32_t count,
		       struct arena *arena)
{
	struct foreign_bin *bins;
	bool max_is_known = true;
	size_t room = 0, at = 0;

	to->has_upper_edges = count > 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct distribution *part = &parts[i]->distribution;

		if (!part->complete ||
		    (part->beyond && to->beyond_from_ns != RUN_UNKNOWN &&
		     to->beyond_from_ns != part->beyond_from_ns))
			return;
		if (part->beyond)
			to->beyond_from_ns = part->beyond_from_ns;
		to->beyond = saturate_add(to->beyond, part->beyond);
		room += part->bin_count;
		to->has_upper_edges &= part->has_upper_edges;
		if (part->resolution_ns > to->resolution_ns)
			to->resolution_ns = part->resolution_ns;
		if (part->max_ns == RUN_UNKNOWN)
			max_is_known = false;
		else if (part->max_ns > to->max_ns)
			to->max_ns = part->max_ns;
	}
	if (!max_is_known)
		to->max_ns = RUN_UNKNOWN;
	bins = arena_array(arena, room + 1, sizeof(*bins));
	for (uint32_t i = 0; i < count; i++) {
		const struct distribution *part = &parts[i]->distribution;

		memcpy(bins + at, part->bins, part->bin_count * sizeof(*bins));
		at += part->bin_count;
	}
	qsort(bins, at, sizeof(*bins), compare_bins);
	for (size_t i = 0; i < at; i++)
		to->binned = saturate_add(to->binned, bins[i].count);
	to->bins = bins;
	to->bin_count = (uint32_t)at;
	to->count = saturate_add(to->binned, to->beyond);
	to->complete = to->count < INT64_MAX;
}

/* Of streams with samples; unknown as soon as it is in one of them. */
static int64_t extreme_of(const struct compare_figures *const *parts, uint32_t count,
			  enum measure measure)
{
	int64_t extreme_ns = RUN_UNKNOWN;

	for (uint32_t i = 0; i < count; i++) {
		int64_t value_ns = parts[i]->value_ns[measure];

		if (!parts[i]->count)
			continue;
		if (value_ns == RUN_UNKNOWN)
			return RUN_UNKNOWN;
		if (extreme_ns == RUN_UNKNOWN ||
		    (measure == MEASURE_MAX ? value_ns > extreme_ns
					    : value_ns < extreme_ns))
			extreme_ns = value_ns;
	}
	return extreme_ns;
}

/* Averages weigh by samples; unknown when one of several streams does not count them. */
static void sum_up(struct compare_figures *total,
		   const struct compare_figures *const *parts, uint32_t count,
		   struct arena *arena)
{
	double sum_ns = 0;

	if (count == 1) {
		*total = *parts[0];
		return;
	}
	clear(total);
	total->count = total->overruns = 0;
	total->distribution = (struct distribution){.beyond_from_ns = RUN_UNKNOWN,
						    .min_ns = RUN_UNKNOWN,
						    .avg_ns = RUN_UNKNOWN,
						    .max_ns = RUN_UNKNOWN,
						    .resolution_ns = RUN_UNKNOWN};
	merge_bins(&total->distribution, parts, count, arena);
	for (uint32_t i = 0; i < count; i++) {
		const int64_t *value_ns = parts[i]->value_ns;

		if (parts[i]->distribution.resolution_ns >
		    total->distribution.resolution_ns)
			total->distribution.resolution_ns =
				parts[i]->distribution.resolution_ns;
		total->count = add_known(total->count, parts[i]->count);
		total->overruns = add_known(total->overruns, parts[i]->overruns);
		if (value_ns[MEASURE_AVG] == RUN_UNKNOWN)
			total->count = RUN_UNKNOWN;
		sum_ns += (double)value_ns[MEASURE_AVG] * (double)parts[i]->count;
	}
	if (total->count != RUN_UNKNOWN && total->count > 0)
		total->value_ns[MEASURE_AVG] = (int64_t)(sum_ns / (double)total->count);
	total->value_ns[MEASURE_MIN] = extreme_of(parts, count, MEASURE_MIN);
	total->value_ns[MEASURE_MAX] = extreme_of(parts, count, MEASURE_MAX);
	total->distribution.min_ns = total->value_ns[MEASURE_MIN];
	total->distribution.max_ns = total->value_ns[MEASURE_MAX];
	take_quantiles(total);
}

static void take_foreign(struct compare_run *run, struct arena *arena)
{
	const struct run_foreign *foreign = run->foreign;
	const char *context = deepest_context(foreign);
	const struct compare_figures **parts =
		arena_array(arena, foreign->stream_count + 1, sizeof(*parts));
	uint32_t count = 0;

	run->streams =
		arena_array(arena, foreign->stream_count + 1, sizeof(*run->streams));
	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		const struct foreign_stream *stream = &foreign->streams[i];
		struct compare_figures *to = &run->streams[run->stream_count++];

		clear(to);
		to->label = label_of(foreign, i, arena);
		to->overruns = stream->overruns;
		to->distribution = distribution_of_foreign(stream);
		take_distribution(to);
		if (!strcmp(stream->context, context))
			parts[count++] = to;
	}
	clear(&run->total);
	if (count)
		sum_up(&run->total, parts, count, arena);
	run->total_of = contexts_differ(foreign) ? context : "";
}

void compare_run_conclude(struct compare_run *run, struct arena *arena)
{
	run->total_of = "";
	/* A report that was made a run file comes as a summary of another tool's run. */
	if (run->summary && run->summary->foreign) {
		run->foreign = run->summary->foreign;
		run->summary = NULL;
	}
	if (run->summary && summary_is_setup_alone(run->summary))
		run->summary = NULL;
	if (run->summary)
		take_own(run, arena);
	else if (run->foreign)
		take_foreign(run, arena);
	else
		clear(&run->total);
	run->total.label = "total";
	run->has_figures = run->summary || run->foreign;
}

bool compare_run_stopped_itself(const struct compare_run *run)
{
	if (run->summary)
		return !strcmp(run->summary->ended, "stopped");
	return run->foreign && !strcmp(run->foreign->ended, "stopped");
}

bool compare_run_count_is_cut_off(const struct compare_run *run, int64_t limit_ns,
				  int64_t at_least)
{
	if (!compare_run_stopped_itself(run))
		return false;
	if (run->summary) /* it stops at this or more */
		return limit_ns >= run->summary->head.plan.stop_at_ns - 1;
	return at_least <= 1;
}

int64_t compare_run_bin_ns(const struct compare_run *run)
{
	const struct distribution *bins = &run->total.distribution;

	return run->foreign && bins->bin_count
		       ? saturate_sub(bins->bins[0].to_ns, bins->bins[0].from_ns)
		       : 0;
}

const struct compare_figures *compare_run_stream(const struct compare_run *run,
						 const char *label)
{
	for (uint32_t i = 0; i < run->stream_count; i++)
		if (!strcmp(run->streams[i].label, label))
			return &run->streams[i];
	return NULL;
}

const char *compare_run_modelled(const struct compare_run *run)
{
	const char *modelled = run->summary ? run->summary->head.host.modelled : NULL;

	return modelled && *modelled ? modelled : NULL;
}

bool compare_runs_share_stream(const struct compare_run *a, const struct compare_run *b)
{
	const char *stream;

	if (!compare_run_modelled(a) || !compare_run_modelled(b))
		return false;
	stream = a->summary->head.host.modelled_stream;
	return *stream && !strcmp(stream, b->summary->head.host.modelled_stream) &&
	       a->total.count == b->total.count;
}
