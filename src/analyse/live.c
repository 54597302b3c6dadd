/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The last second of a run, and the figures of a look. p99 and the bins are taken from the
 * summary's histograms, from the least to the greatest bucket in use: some 3 us a stream.
 */
#include "analyse/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/validity.h"
#include "base/saturate.h"

/* What grew in the last slice, by instance. */
struct growth {
	int64_t *value;
	uint32_t instances;
	int64_t greatest;
	uint32_t greatest_at; /* kept from the last slice in which it grew */
};

struct recent {
	int64_t max_ns;
	bool is_new;
};

struct live {
	struct summary *summary;
	struct arena arena;
	struct recent *recent; /* one for each stream */
	struct growth *growth; /* one for each counter */
	int64_t span_ns;       /* that growth covers; 0: there is none yet */
	uint32_t counted_to;   /* number of the slice behind the last one counted */
	bool counted;          /* since the last look */
	uint64_t judged;       /* state of the run that trouble was found in */
	struct output_tail meter;
	struct live_state state;
};

/* Counted all the time, whatever the machine is like. What is not named here disturbs. */
static bool is_usual(const char *name)
{
	static const char *const names[] = {
		"interrupts", "timer_interrupts", "ipis",  "voluntary_switches",
		"cpu_time",   "context_switches", "forks", "recorder_cpu",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(name, names[i]))
			return true;
	return false;
}

static bool is_load(const struct summary_counter *counter)
{
	return !strcmp(counter->what.scope, "load");
}

static void name_streams(struct live *live)
{
	const struct summary *summary = live->summary;
	const struct run_stream *first = &summary->streams[0].what;
	bool wakes = false, contexts = false;

	for (uint32_t i = 1; i < live->state.stream_count; i++) {
		const struct run_stream *what = &summary->streams[i].what;

		wakes |= strcmp(what->wake, first->wake) != 0;
		contexts |= strcmp(what->context, first->context) != 0;
	}
	for (uint32_t i = 0; i < live->state.stream_count; i++) {
		const struct run_stream *what = &summary->streams[i].what;
		char *label = live->state.streams[i].label;
		const char *wake = wakes ? what->wake : "";
		const char *context = contexts ? what->context : "";

		snprintf(label, LIVE_LABEL, "%s %lld%s%.12s%s%.8s",
			 what->cpu >= 0 ? "cpu" : "stream",
			 what->cpu >= 0 ? (long long)what->cpu : (long long)i,
			 *wake ? " " : "", wake, *context ? " " : "", context);
	}
}

static void on_head(void *self, const struct run_head *head)
{
	struct live *live = self;
	struct arena *arena = &live->arena;
	struct live_state *state = &live->state;

	if (live->recent)
		return;
	state->plan = live->summary->head.plan;
	state->stream_count = head->stream_count;
	state->streams = arena_array(arena, head->stream_count, sizeof(*state->streams));
	state->counters =
		arena_array(arena, head->counter_count, sizeof(*state->counters));
	state->loads = arena_array(arena, head->counter_count, sizeof(*state->loads));
	live->recent = arena_array(arena, head->stream_count, sizeof(*live->recent));
	live->growth = arena_array(arena, head->counter_count, sizeof(*live->growth));
	for (uint32_t i = 0; i < head->counter_count; i++) {
		struct growth *growth = &live->growth[i];

		growth->instances = live->summary->counters[i].instances;
		growth->value =
			arena_array(arena, growth->instances, sizeof(*growth->value));
	}
	if (head->stream_count)
		name_streams(live);
}

static void on_slice(void *self, const struct run_slice *slice)
{
	struct live *live = self;
	struct recent *recent;
	int64_t max_ns = slice->histogram->stats.max_ns;

	if (slice->stream >= live->state.stream_count || !slice->histogram->stats.count)
		return;
	recent = &live->recent[slice->stream];
	if (!recent->is_new || max_ns > recent->max_ns)
		recent->max_ns = max_ns;
	recent->is_new = true;
}

static void add_growth(struct live *live, const struct run_count *count)
{
	struct growth *growth;

	if (count->counter >= live->summary->head.counter_count)
		return;
	growth = &live->growth[count->counter];
	if (count->instance >= growth->instances)
		return;
	growth->value[count->instance] = count->value;
	if (count->value > growth->greatest) {
		growth->greatest = count->value;
		growth->greatest_at = count->instance;
	}
}

static void on_counts(void *self, uint32_t slice_number, const struct run_count *counts,
		      uint32_t count, bool whole_run)
{
	struct live *live = self;
	uint32_t slices = slice_number + 1 - live->counted_to;

	if (whole_run || !live->growth)
		return;
	for (uint32_t i = 0; i < live->summary->head.counter_count; i++) {
		struct growth *growth = &live->growth[i];

		memset(growth->value, 0, growth->instances * sizeof(*growth->value));
		growth->greatest = 0;
	}
	for (uint32_t i = 0; i < count; i++)
		add_growth(live, &counts[i]);
	live->span_ns =
		saturate_mul(live->summary->head.slice_ns,
			     slice_number >= live->counted_to && slices ? slices : 1);
	live->counted_to = slice_number + 1;
	live->counted = true;
}

static void on_output(void *self, const struct run_output *output)
{
	struct live *live = self;

	output_tail_add(&live->meter, output->text, output->length);
}

struct run_sink live_sink(struct live *live)
{
	return (struct run_sink){
		.self = live,
		.head = on_head,
		.slice = on_slice,
		.counts = on_counts,
		.output = on_output,
	};
}

struct live *live_open(struct summary *summary)
{
	struct live *live = mem_alloc(sizeof(*live));

	live->summary = summary;
	live->state.worst = -1;
	return live;
}

void live_close(struct live *live)
{
	if (!live)
		return;
	arena_free(&live->arena);
	str_free(&live->state.trouble);
	free(live);
}

static void look_at_bins(struct live_stream *stream, const struct histogram *histogram)
{
	const struct histogram_stats *stats = &histogram->stats;
	int64_t last_ns = stats->max_ns < HISTOGRAM_LIMIT_NS ? stats->max_ns
							     : HISTOGRAM_LIMIT_NS - 1;
	uint32_t at, last;

	stream->first_bin = stream->end_bin = 0;
	if (last_ns < 0)
		return;
	at = histogram_index(stats->min_ns > 0 ? (uint64_t)stats->min_ns : 0);
	at = at < HISTOGRAM_BUCKETS ? at >> LIVE_BIN_BITS : LIVE_BINS;
	last = histogram_index((uint64_t)last_ns) >> LIVE_BIN_BITS;
	for (stream->first_bin = at; at <= last; at++) {
		const uint64_t *bucket = &histogram->bucket[at << LIVE_BIN_BITS];
		uint64_t sum = 0;

		for (uint32_t i = 0; i < 1 << LIVE_BIN_BITS; i++)
			sum += bucket[i];
		stream->bins[at] = sum;
		if (sum)
			stream->end_bin = at + 1;
		else if (stream->first_bin == at)
			stream->first_bin++;
	}
	if (stream->end_bin < stream->first_bin)
		stream->first_bin = stream->end_bin = 0;
}

static void look_at_stream(struct live *live, uint32_t i)
{
	const struct histogram *histogram = live->summary->streams[i].histogram;
	struct live_stream *stream = &live->state.streams[i];
	struct recent *recent = &live->recent[i];

	/* A slow stream has no wake-up in most seconds: its last one stays. */
	if (recent->is_new)
		stream->now_ns = recent->max_ns;
	stream->has_now |= recent->is_new;
	recent->is_new = false;
	if (!histogram || !histogram->stats.count)
		return;
	stream->count = histogram->stats.count;
	stream->overruns = histogram->stats.overruns;
	stream->min_ns = histogram->stats.min_ns;
	stream->max_ns = histogram->stats.max_ns;
	stream->avg_ns = histogram_avg_ns(histogram);
	stream->p99_ns = histogram_quantile_ns(histogram, 99, 100);
	look_at_bins(stream, histogram);
}

static void look_at_streams(struct live *live)
{
	struct live_state *state = &live->state;

	state->count = 0;
	state->worst = -1;
	state->least_samples = 0;
	for (uint32_t i = 0; i < state->stream_count; i++) {
		const struct live_stream *stream = &state->streams[i];

		look_at_stream(live, i);
		if (stream->count < state->streams[state->least_samples].count)
			state->least_samples = i;
		if (!stream->count || !live->summary->streams[i].in_total)
			continue;
		state->count += stream->count;
		if (state->worst < 0 ||
		    stream->max_ns > state->streams[state->worst].max_ns)
			state->worst = i;
	}
}

static int64_t sum_of(const int64_t *values, uint32_t count)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < count; i++)
		sum = saturate_add(sum, values[i]);
	return sum;
}

static void name_place(const struct live *live, const struct summary_counter *counter,
		       uint32_t instance, char *where)
{
	*where = '\0';
	if (!strcmp(counter->what.scope, "cpu"))
		snprintf(where, LIVE_LABEL, "cpu %lld",
			 (long long)live->summary->cpus[instance]);
	else if (!strcmp(counter->what.scope, "stream"))
		snprintf(where, LIVE_LABEL, "%s", live->state.streams[instance].label);
}

static void look_at_load(struct live *live, uint32_t i)
{
	const struct summary_counter *counter = &live->summary->counters[i];
	int64_t grown = sum_of(live->growth[i].value, live->growth[i].instances);
	double seconds = (double)live->span_ns / 1e9;

	live->state.loads[live->state.load_count++] = (struct live_load){
		.name = counter->what.name,
		.unit = counter->what.unit,
		.per_second = *counter->what.unavailable || !live->span_ns
				      ? -1
				      : (int64_t)((double)grown / seconds + 0.5),
	};
}

static void look_at_counter(struct live *live, uint32_t i)
{
	const struct summary_counter *counter = &live->summary->counters[i];
	const struct growth *growth = &live->growth[i];
	struct live_counter *to = &live->state.counters[live->state.counter_count];

	to->name = counter->what.name;
	to->unit = counter->what.unit;
	to->total = sum_of(counter->value, counter->instances);
	to->recent = live->counted ? sum_of(growth->value, growth->instances) : 0;
	if (!to->total)
		return;
	if (growth->instances)
		name_place(live, counter, growth->greatest_at, to->where);
	live->state.counter_count++;
}

static void look_at_counters(struct live *live)
{
	live->state.counter_count = live->state.load_count = 0;
	for (uint32_t i = 0; i < live->summary->head.counter_count; i++) {
		const struct summary_counter *counter = &live->summary->counters[i];

		if (is_load(counter))
			look_at_load(live, i);
		else if (!*counter->what.unavailable && !is_usual(counter->what.name))
			look_at_counter(live, i);
	}
	live->counted = false;
}

/* Texts of events live as long as the summary. */
static void look_at_events(struct live *live)
{
	const struct summary *summary = live->summary;
	struct live_state *state = &live->state;

	state->event_count = 0;
	for (uint32_t i = summary->event_count; i && state->event_count < LIVE_EVENTS;
	     i--)
		state->events[state->event_count++] = summary->events[i - 1];
}

/* Judged anew only when something is new that can make a run invalid. */
void live_look_for_trouble(struct live *live)
{
	struct summary *summary = live->summary;
	struct live_state *state = &live->state;
	uint64_t now = 2 * summary->invalidating_events + summary->has_obtained;

	if (now == live->judged)
		return;
	live->judged = now;
	arena_free(&summary->concluded);
	validity_judge(summary);
	state->is_invalid = summary->validity == VALIDITY_INVALID;
	str_clear(&state->trouble);
	state->more_troubles =
		summary->invalidating_events ? summary->invalidating_events - 1 : 0;
	/* Those that make it invalid come first. */
	if (state->is_invalid)
		str_add(&state->trouble, summary->reasons.text[0]);
}

const struct live_state *live_look(struct live *live, int64_t time_ns)
{
	live->state.time_ns = time_ns;
	if (!live->recent)
		return &live->state;
	look_at_streams(live);
	look_at_counters(live);
	look_at_events(live);
	live->state.meter = live->meter;
	live_look_for_trouble(live);
	return &live->state;
}
