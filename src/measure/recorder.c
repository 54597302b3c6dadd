/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the workers' slots and rings to the sinks. Judges nothing. */
#include "measure/recorder.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* Samples of one stream whose slice has not been handed over yet, oldest first. */
struct pending {
	struct run_sample *samples;
	uint32_t count, room;
};

/* What came since the threshold of one stream was last looked at. */
struct steering {
	uint64_t wakes, kept;
};

struct recorder {
	struct recorder_setup setup;
	struct pending *pending;   /* one for each stream */
	struct steering *steering; /* one for each stream */
	int64_t *threshold_ns;     /* one for each stream; INT64_MAX: none kept */
	int64_t *told_ns;          /* run time up to which each stream was told */
	int64_t *counts_before;    /* absolute readings, all counters in a row */
	int64_t *counts_at_start;
	struct run_count *counts;  /* room for as many */
	struct run_sample *spikes; /* room for the largest batch so far */
	uint32_t spikes_room;
	uint32_t next_counts; /* slice number whose counters come next */
	bool has_due_times;   /* some stream has */
	bool has_counts;      /* counts_before holds readings */
	struct recorder_now now;
};

/* Calls one member of every sink that has it. */
#define TELL(recorder, member, ...)                                                 \
	do {                                                                        \
		for (const struct run_sink *const *sink_ = (recorder)->setup.sinks; \
		     *sink_; sink_++)                                               \
			if ((*sink_)->member)                                       \
				(*sink_)->member((*sink_)->self, ##__VA_ARGS__);    \
	} while (0)

static uint32_t counter_total(const struct recorder_setup *setup)
{
	uint32_t total = setup->load.count;

	for (int id = 0; setup->counters && id < COUNTERS; id++)
		total += counters_instances(setup->counters, (enum counter_id)id);
	return total;
}

struct recorder *recorder_open(const struct recorder_setup *setup)
{
	struct recorder *recorder = mem_alloc(sizeof(*recorder));
	uint32_t streams = setup->stream_count;
	uint32_t counters = counter_total(setup);

	recorder->setup = *setup;
	recorder->pending = mem_alloc(streams * sizeof(*recorder->pending));
	recorder->steering = mem_alloc(streams * sizeof(*recorder->steering));
	recorder->threshold_ns = mem_alloc(streams * sizeof(int64_t));
	recorder->told_ns = mem_alloc(streams * sizeof(int64_t));
	recorder->counts_before = mem_alloc(counters * sizeof(int64_t));
	recorder->counts_at_start = mem_alloc(counters * sizeof(int64_t));
	recorder->counts = mem_alloc(counters * sizeof(*recorder->counts));
	recorder->now.max_ns = recorder->now.recent_max_ns = INT64_MIN;
	for (uint32_t i = 0; i < streams; i++)
		recorder->has_due_times |= setup->streams[i].period_ns != 0;
	return recorder;
}

void recorder_close(struct recorder *recorder)
{
	if (!recorder)
		return;
	for (uint32_t i = 0; i < recorder->setup.stream_count; i++)
		free(recorder->pending[i].samples);
	free(recorder->pending);
	free(recorder->steering);
	free(recorder->threshold_ns);
	free(recorder->told_ns);
	free(recorder->counts_before);
	free(recorder->counts_at_start);
	free(recorder->counts);
	free(recorder->spikes);
	free(recorder);
}

/* Asks the worker to keep samples from this lateness on, in its next slices. */
static void set_threshold(struct recorder *recorder, uint32_t stream,
			  int64_t threshold_ns)
{
	struct lane *lane = recorder->setup.lanes[stream];
	uint32_t request_ns = threshold_ns < LANE_KEEP_NONE ? (uint32_t)threshold_ns
							    : LANE_KEEP_NONE - 1;

	recorder->threshold_ns[stream] = threshold_ns;
	if (recorder->setup.spike_auto)
		atomic_store_explicit(&lane->keep_request_ns, request_ns,
				      memory_order_relaxed);
}

static void read_counters(struct recorder *recorder, int64_t *values, bool whole_run)
{
	struct counters *counters = recorder->setup.counters;

	counters_read(counters, whole_run);
	for (int id = 0; id < COUNTERS; id++)
		for (uint32_t i = 0;
		     i < counters_instances(counters, (enum counter_id)id); i++)
			*values++ = counters_get(counters, (enum counter_id)id, i);
	for (uint32_t i = 0; i < recorder->setup.load.count; i++)
		*values++ = recorder->setup.load.done(recorder->setup.load.self, i);
}

void recorder_begin(struct recorder *recorder)
{
	const struct recorder_setup *setup = &recorder->setup;

	for (uint32_t i = 0; i < setup->stream_count; i++)
		set_threshold(recorder, i,
			      setup->spike_auto ? setup->spike_first_ns
			      : setup->spike_ns ? setup->spike_ns
						: INT64_MAX);
	if (setup->counters)
		read_counters(recorder, recorder->counts_at_start, true);
}

static void pending_add(struct pending *pending, const struct run_sample *sample)
{
	if (pending->count == pending->room) {
		pending->room = pending->room ? pending->room * 2 : 256;
		pending->samples = mem_grow(pending->samples,
					    pending->room * sizeof(*pending->samples));
	}
	pending->samples[pending->count++] = *sample;
}

/* Empties the ring. Samples of the warm-up are dropped by the worker already. */
static void drain(struct recorder *recorder, uint32_t stream)
{
	struct lane *lane = recorder->setup.lanes[stream];
	struct run_sample sample;

	while (ring_take(&lane->ring, &sample)) {
		sample.due_ns -= recorder->setup.start_ns;
		pending_add(&recorder->pending[stream], &sample);
	}
}

/* How many pending samples are due before end_ns. */
static uint32_t pending_before(const struct pending *pending, int64_t end_ns)
{
	uint32_t count = 0;

	while (count < pending->count && pending->samples[count].due_ns < end_ns)
		count++;
	return count;
}

/* Returns how many there were. */
static uint32_t tell_spikes(struct recorder *recorder, uint32_t stream, uint32_t count,
			    int64_t threshold_ns)
{
	const struct run_sample *samples = recorder->pending[stream].samples;
	uint32_t spikes = 0;

	if (count > recorder->spikes_room) {
		recorder->spikes_room = count;
		recorder->spikes =
			mem_grow(recorder->spikes, count * sizeof(*recorder->spikes));
	}
	for (uint32_t i = 0; i < count; i++)
		if (samples[i].late_ns >= threshold_ns ||
		    (recorder->setup.stop_at_ns &&
		     samples[i].late_ns >= recorder->setup.stop_at_ns))
			recorder->spikes[spikes++] = samples[i];
	if (spikes)
		TELL(recorder, spikes, stream, recorder->spikes, spikes);
	return spikes;
}

/* All pending ones that are due before end_ns. Returns how many were spikes. */
static uint32_t tell_samples(struct recorder *recorder, uint32_t stream, int64_t end_ns,
			     int64_t threshold_ns)
{
	struct pending *pending = &recorder->pending[stream];
	uint32_t count = pending_before(pending, end_ns), spikes;

	if (!count)
		return 0;
	spikes = tell_spikes(recorder, stream, count, threshold_ns);
	if (recorder->setup.raw)
		TELL(recorder, raw, stream, pending->samples, count);
	pending->count -= count;
	memmove(pending->samples, pending->samples + count,
		pending->count * sizeof(*pending->samples));
	return spikes;
}

static void find_range(struct run_slice *slice)
{
	const uint32_t *bucket = slice->histogram->bucket;

	slice->end_bucket = HISTOGRAM_BUCKETS;
	while (slice->end_bucket && !bucket[slice->end_bucket - 1])
		slice->end_bucket--;
	while (slice->first_bucket < slice->end_bucket && !bucket[slice->first_bucket])
		slice->first_bucket++;
}

static void check_whole(struct recorder *recorder, const struct run_slice *slice)
{
	const struct run_event event = {
		.time_ns = slice->end_ns,
		.kind = "recorder",
		.text = "a 32-bit bucket wrapped in a slice that the recorder could not "
			"take for very long; the counts in its buckets are not exact",
		.invalidates = true,
	};

	if (!histogram_slice_is_whole(slice->histogram))
		TELL(recorder, event, &event);
}

/*
 * Steers towards one spike in a thousand wake-ups, by what was kept of the last thousand or
 * more: up fast, since a flood costs disk, and down in small steps. An outage does not move
 * it, as it is one wake-up.
 */
static void steer(struct recorder *recorder, uint32_t stream, uint64_t wakes,
		  uint64_t kept)
{
	struct steering *steering = &recorder->steering[stream];
	int64_t threshold_ns = recorder->threshold_ns[stream];

	steering->wakes += wakes;
	steering->kept += kept;
	if (steering->wakes < 1000)
		return;
	if (steering->kept > steering->wakes / 1000 * 16)
		threshold_ns *= 2;
	else if (steering->kept > steering->wakes / 1000 * 2)
		threshold_ns += threshold_ns / 4;
	else if (steering->kept < steering->wakes / 2000 + 1)
		threshold_ns -= threshold_ns / 8;
	*steering = (struct steering){0};
	set_threshold(recorder, stream, threshold_ns < 1 ? 1 : threshold_ns);
}

/*
 * Gaps are not wake-ups: spin streams count only where there is nothing else. Of an activation
 * in stages the last one counts, which is never earlier than the others.
 */
static void count_progress(struct recorder *recorder, uint32_t stream,
			   const struct histogram_stats *stats)
{
	const struct run_stream *what = &recorder->setup.streams[stream];
	struct recorder_now *now = &recorder->now;

	if ((!what->period_ns && recorder->has_due_times) || run_stream_is_stage(what))
		return;
	now->count += stats->count;
	now->overruns += stats->overruns;
	now->recent_count += stats->count;
	now->recent_sum_ns += stats->sum_ns;
	if (stats->max_ns > now->max_ns)
		now->max_ns = stats->max_ns;
	if (stats->max_ns > now->recent_max_ns)
		now->recent_max_ns = stats->max_ns;
}

static void tell_slot(struct recorder *recorder, uint32_t stream,
		      const struct lane_slot *slot)
{
	const struct recorder_setup *setup = &recorder->setup;
	int64_t keep_ns = setup->raw ? recorder->threshold_ns[stream] : slot->keep_ns;
	struct run_slice slice = {
		.stream = stream,
		.number =
			(uint32_t)((slot->begin_ns - setup->start_ns) / setup->slice_ns),
		.begin_ns = slot->begin_ns - setup->start_ns,
		.end_ns = slot->end_ns - setup->start_ns,
		.threshold_ns = keep_ns == INT64_MAX ? 0 : keep_ns,
		.samples_lost = slot->samples_lost,
		.histogram = &slot->histogram,
	};
	uint32_t spikes;

	find_range(&slice);
	check_whole(recorder, &slice);
	TELL(recorder, slice, &slice);
	spikes = tell_samples(recorder, stream, slice.end_ns, keep_ns);
	count_progress(recorder, stream, &slot->histogram.stats);
	if (setup->spike_auto)
		steer(recorder, stream, slot->histogram.stats.count,
		      spikes + slot->samples_lost);
	recorder->told_ns[stream] = slice.end_ns;
}

/* Rings first: what a slice's samples pushed was pushed before its slot was handed over. */
static void take_stream(struct recorder *recorder, uint32_t stream)
{
	struct lane *lane = recorder->setup.lanes[stream];
	struct lane_slot *slot;

	while ((slot = lane_take(lane))) {
		drain(recorder, stream);
		tell_slot(recorder, stream, slot);
		lane_give_back(lane, slot);
	}
	drain(recorder, stream);
}

/* Growth since *before, which is brought up to date. */
static void collect_one(struct recorder *recorder, uint32_t *made, int64_t *before,
			int64_t now, uint32_t counter, uint32_t instance)
{
	int64_t growth = now - *before;

	if (now == COUNTER_UNKNOWN || *before == COUNTER_UNKNOWN)
		growth = 0;
	if (now != COUNTER_UNKNOWN)
		*before = now;
	if (growth)
		recorder->counts[(*made)++] =
			(struct run_count){counter, instance, growth};
}

/* Of all counters of the kind, in the order of read_counters(). Returns how many grew. */
static uint32_t collect_counts(struct recorder *recorder, int64_t *before, bool whole_run)
{
	const struct recorder_load *load = &recorder->setup.load;
	struct counters *counters = recorder->setup.counters;
	uint32_t made = 0, at = 0;

	for (uint32_t id = 0; id < COUNTERS; id++) {
		uint32_t instances = counters_instances(counters, (enum counter_id)id);

		for (uint32_t i = 0; i < instances; i++, at++)
			if (counter_rows[id].per_slice != whole_run)
				collect_one(recorder, &made, &before[at],
					    counters_get(counters, (enum counter_id)id,
							 i),
					    id, i);
	}
	for (uint32_t i = 0; i < load->count && !whole_run; i++, at++)
		collect_one(recorder, &made, &before[at], load->done(load->self, i),
			    COUNTERS + i, 0);
	return made;
}

static void tell_counts(struct recorder *recorder, uint32_t slice_number, bool whole_run)
{
	int64_t *before = whole_run ? recorder->counts_at_start : recorder->counts_before;
	uint32_t count;

	counters_read(recorder->setup.counters, whole_run);
	count = collect_counts(recorder, before, whole_run);
	TELL(recorder, counts, slice_number, recorder->counts, count, whole_run);
}

/* Counters of what came before the measurement are not its own. */
static void begin_counts(struct recorder *recorder)
{
	read_counters(recorder, recorder->counts_before, false);
	recorder->has_counts = true;
}

static bool step_counts(struct recorder *recorder, int64_t now_ns)
{
	int64_t slice = (now_ns - recorder->setup.start_ns) / recorder->setup.slice_ns;

	if (!recorder->setup.counters || now_ns < recorder->setup.start_ns)
		return false;
	if (!recorder->has_counts) {
		begin_counts(recorder);
		recorder->next_counts = (uint32_t)slice;
		return false;
	}
	if (slice <= recorder->next_counts)
		return false;
	tell_counts(recorder, (uint32_t)(slice - 1), false);
	recorder->next_counts = (uint32_t)slice;
	return true;
}

void recorder_step(struct recorder *recorder, int64_t now_ns)
{
	bool told = false;

	for (uint32_t i = 0; i < recorder->setup.stream_count; i++) {
		int64_t before_ns = recorder->told_ns[i];

		take_stream(recorder, i);
		told |= recorder->told_ns[i] != before_ns;
	}
	told |= step_counts(recorder, now_ns);
	if (told)
		TELL(recorder, flush);
}

void recorder_finish(struct recorder *recorder)
{
	for (uint32_t i = 0; i < recorder->setup.stream_count; i++)
		take_stream(recorder, i);
	if (!recorder->setup.counters)
		return;
	if (recorder->has_counts)
		tell_counts(recorder, recorder->next_counts, false);
	tell_counts(recorder, recorder->next_counts, true);
}

int64_t recorder_told_ns(const struct recorder *recorder)
{
	int64_t latest_ns = 0;

	for (uint32_t i = 0; i < recorder->setup.stream_count; i++)
		if (recorder->told_ns[i] > latest_ns)
			latest_ns = recorder->told_ns[i];
	return latest_ns;
}

struct recorder_now recorder_look(struct recorder *recorder)
{
	struct recorder_now now = recorder->now;

	recorder->now.recent_count = 0;
	recorder->now.recent_sum_ns = 0;
	recorder->now.recent_max_ns = INT64_MIN;
	return now;
}
