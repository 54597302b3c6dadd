/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes a run in. Computes nothing that can wait for summary_conclude(), because a run of
 * 15 h has 54,000 slices a stream. Numbers from the file are not trusted: indices are
 * checked, sums of times saturate.
 */
#include "analyse/summary.h"

#include <stdlib.h>

#include "analyse/summary-foreign.h"
#include "analyse/summary-head.h"
#include "analyse/summary-setup.h"
#include "base/saturate.h"

int64_t summary_slice_begin_ns(const struct summary *summary, uint32_t number)
{
	return saturate_mul(summary->head.slice_ns, number);
}

static bool takes_time(const struct summary *summary, int64_t time_ns)
{
	return !summary->cut_in_time ||
	       (time_ns >= summary->filter.from_ns && time_ns < summary->filter.to_ns);
}

static bool takes_slice(const struct summary *summary, uint32_t number)
{
	return takes_time(summary, summary_slice_begin_ns(summary, number));
}

/* The stream if it exists and is selected. */
static struct summary_stream *find_stream(struct summary *summary, uint32_t stream)
{
	if (!summary->has_head || stream >= summary->head.stream_count ||
	    !summary->streams[stream].selected)
		return NULL;
	return &summary->streams[stream];
}

static void on_head(void *self, const struct run_head *head)
{
	struct summary *summary = self;

	if (!summary->has_head)
		summary_take_head(summary, head);
}

static void on_obtained(void *self, const struct run_stream *streams, uint32_t count)
{
	struct summary *summary = self;

	if (summary->has_head)
		summary_take_obtained(summary, streams, count);
}

/* Spans touch; where they do not, slices were lost. Only what the cut takes is missed. */
static void count_gap(const struct summary *summary, struct summary_stream *stream,
		      int64_t begin_ns)
{
	int64_t from_ns = stream->next_ns, to_ns = begin_ns;

	if (summary->cut_in_time && from_ns < summary->filter.from_ns)
		from_ns = summary->filter.from_ns;
	if (summary->cut_in_time && to_ns > summary->filter.to_ns)
		to_ns = summary->filter.to_ns;
	/* At the edges of a cut a stream's grid leaves less than a period over. */
	if (to_ns <= from_ns || (from_ns != stream->next_ns &&
				 saturate_sub(to_ns, from_ns) <= stream->what.period_ns))
		return;
	/* The first slice may begin a little late, as a busy loop's does. */
	if (stream->next_ns == stream->what.offset_ns &&
	    saturate_sub(to_ns, from_ns) < summary->head.slice_ns / 2)
		return;
	stream->gaps++;
	stream->missing_ns =
		saturate_add(stream->missing_ns, saturate_sub(to_ns, from_ns));
}

static void add_histogram(struct summary_stream *stream, const struct run_slice *slice)
{
	if (!stream->histogram) {
		stream->histogram = mem_alloc(sizeof(*stream->histogram));
		histogram_clear(stream->histogram);
	}
	histogram_add_slice_range(stream->histogram, slice->histogram,
				  slice->first_bucket, slice->end_bucket);
}

static void on_slice(void *self, const struct run_slice *slice)
{
	struct summary *summary = self;
	struct summary_stream *stream = find_stream(summary, slice->stream);
	const struct histogram_stats *stats = &slice->histogram->stats;
	struct worst worst = {
		.late_ns = stats->max_ns,
		.due_ns = slice->begin_ns,
		.end_ns = slice->end_ns,
		.stream = slice->stream,
	};

	if (!stream)
		return;
	count_gap(summary, stream, slice->begin_ns);
	stream->next_ns = slice->end_ns;
	if (!takes_slice(summary, slice->number))
		return;
	stream->slices++;
	stream->lost += slice->samples_lost;
	add_histogram(stream, slice);
	if (stream->in_total)
		timeline_add(&summary->timeline, slice->number,
			     stats->count ? stats->max_ns : TIMELINE_EMPTY);
	if (stats->count)
		worst_offer(&summary->slice_maxima, &worst);
}

static uint64_t take_samples(struct summary *summary, uint32_t stream,
			     const struct run_sample *samples, uint32_t count)
{
	uint64_t taken = 0;

	for (uint32_t i = 0; i < count; i++) {
		struct worst worst = {
			.late_ns = samples[i].late_ns,
			.due_ns = samples[i].due_ns,
			.end_ns = samples[i].due_ns,
			.stream = stream,
			.exact = true,
		};

		if (!takes_time(summary, samples[i].due_ns))
			continue;
		taken++;
		worst_offer(&summary->spikes, &worst);
	}
	return taken;
}

static void on_spikes(void *self, uint32_t stream, const struct run_sample *spikes,
		      uint32_t count)
{
	struct summary_stream *owner = find_stream(self, stream);

	if (owner)
		owner->spikes += take_samples(self, stream, spikes, count);
}

static void on_raw(void *self, uint32_t stream, const struct run_sample *samples,
		   uint32_t count)
{
	struct summary_stream *owner = find_stream(self, stream);

	if (owner)
		owner->raw += take_samples(self, stream, samples, count);
}

/* Counters read before and after cannot be cut in time: they stand for the whole run. */
static void on_counts(void *self, uint32_t slice_number, const struct run_count *counts,
		      uint32_t count, bool whole_run)
{
	struct summary *summary = self;

	if (!summary->has_head || (!whole_run && !takes_slice(summary, slice_number)))
		return;
	summary->has_slice_counts |= !whole_run;
	summary->has_whole_counts |= whole_run;
	for (uint32_t i = 0; i < count; i++) {
		struct summary_counter *counter;

		if (counts[i].counter >= summary->head.counter_count)
			continue;
		counter = &summary->counters[counts[i].counter];
		if (counts[i].instance >= counter->instances)
			continue;
		counter->value[counts[i].instance] =
			saturate_add(counter->value[counts[i].instance], counts[i].value);
	}
}

/* Events outside of the cut still tell of the run's validity, so all are kept. */
static void on_event(void *self, const struct run_event *event)
{
	struct summary *summary = self;
	struct run_event *kept;

	summary->invalidating_events += event->invalidates;
	if (summary->event_count == SUMMARY_EVENTS) {
		summary->events_not_kept++;
		return;
	}
	if (!summary->events)
		summary->events = arena_array(&summary->arena, SUMMARY_EVENTS,
					      sizeof(*summary->events));
	kept = &summary->events[summary->event_count++];
	*kept = *event;
	kept->kind = arena_copy(&summary->arena, event->kind ? event->kind : "");
	kept->text = arena_copy(&summary->arena, event->text ? event->text : "");
}

static void on_output(void *self, const struct run_output *output)
{
	struct summary *summary = self;

	if (summary->output.length + output->length > SUMMARY_OUTPUT_BYTES)
		summary->output_dropped_bytes += output->length;
	else
		str_add_bytes(&summary->output, output->text, output->length);
}

static void on_foreign(void *self, const struct run_foreign *foreign)
{
	struct summary *summary = self;

	if (summary->has_head)
		summary_take_foreign(summary, foreign);
}

static void on_setup(void *self, const struct run_setup *setup)
{
	summary_take_setup(self, setup);
}

static void on_end(void *self, const struct run_end *end)
{
	struct summary *summary = self;

	summary->has_end = true;
	summary->end = *end;
	summary->end.ended = arena_copy(&summary->arena, end->ended ? end->ended : "");
}

struct run_sink summary_sink(struct summary *summary)
{
	return (struct run_sink){
		.self = summary,
		.head = on_head,
		.obtained = on_obtained,
		.slice = on_slice,
		.spikes = on_spikes,
		.counts = on_counts,
		.raw = on_raw,
		.event = on_event,
		.output = on_output,
		.foreign = on_foreign,
		.setup = on_setup,
		.end = on_end,
	};
}

struct summary *summary_open(const struct summary_filter *filter)
{
	struct summary *summary = mem_alloc(sizeof(*summary));

	summary->filter = *filter;
	if (!filter->to_ns)
		summary->filter.to_ns = INT64_MAX;
	summary->cut_in_time = filter->from_ns || filter->to_ns;
	summary->total = mem_alloc(sizeof(*summary->total));
	histogram_clear(summary->total);
	return summary;
}

void summary_close(struct summary *summary)
{
	for (uint32_t i = 0; i < summary->head.stream_count; i++)
		free(summary->streams[i].histogram);
	timeline_free(&summary->timeline);
	str_free(&summary->output);
	setup_free(&summary->setup_before);
	setup_free(&summary->setup_after);
	arena_free(&summary->arena);
	arena_free(&summary->concluded);
	free(summary->total);
	free(summary);
}

void summary_set_file_report(struct summary *summary, const struct reader_report *report,
			     bool running)
{
	summary->has_file_report = true;
	summary->file = *report;
	summary->running = running;
}

void summary_set_running(struct summary *summary, bool running)
{
	summary->running = running;
}

const char *summary_why_not_counted(const struct summary *summary,
				    const struct summary_counter *counter)
{
	if (*counter->what.unavailable)
		return counter->what.unavailable;
	if (counter->what.per_slice)
		return summary->has_slice_counts ? "" : "it was not read in this time";
	return summary->has_whole_counts ? "" : "it is read at the end of the run";
}

bool summary_takes_instance(const struct summary *summary,
			    const struct summary_counter *counter, uint32_t instance)
{
	const struct cpuset *cpus = summary->filter.cpus;
	int64_t cpu;

	if (counter->what.scope[0] == 's' && instance < summary->head.stream_count)
		return summary->streams[instance].selected;
	if (counter->what.scope[0] != 'c' || instance >= summary->head.cpu_count || !cpus)
		return true;
	cpu = summary->cpus[instance];
	return cpu >= 0 && cpu < CPUSET_CPUS && cpuset_has(cpus, (int)cpu);
}
