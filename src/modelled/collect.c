/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "modelled/collect.h"

#include <string.h>

/* Slices are short, so that there are enough of them for an interval. */
enum { SLICES_WANTED = 100, RAW_AT_ONCE = 4096 };

struct collect {
	const struct model_trace *trace;
	const struct guest_samples *samples;
	uint32_t first; /* the trace's wake-up of sample 0 */
	int64_t slice_ns;
	/* Of the run that is being told. */
	uint32_t policy;
	struct run_sink to;
	uint32_t next; /* sample */
	int64_t told_ns;
	struct run_stream stream; /* the writer keeps it for the whole run */
	struct histogram_slice histogram;
	struct arena arena;
};

static void note_head(void *self, const struct run_head *head)
{
	struct guest_samples *samples = self;

	samples->slice_ns = head->slice_ns;
	samples->stream_count = head->stream_count;
	if (head->stream_count)
		samples->period_ns = head->streams[0].period_ns;
}

static void note_raw(void *self, uint32_t stream, const struct run_sample *samples,
		     uint32_t count)
{
	struct guest_samples *all = self;

	if (!stream)
		str_add_bytes(&all->bytes, samples, count * sizeof(*samples));
}

struct run_sink guest_samples_sink(struct guest_samples *samples)
{
	return (struct run_sink){.self = samples, .head = note_head, .raw = note_raw};
}

static struct run_sample sample_at(const struct guest_samples *samples, uint32_t i)
{
	struct run_sample sample;

	memcpy(&sample, samples->bytes.text + i * sizeof(sample), sizeof(sample));
	return sample;
}

static const struct trace_wake_up *wake_up_of(const struct collect *collect, uint32_t i)
{
	return &collect->trace->wake_ups[collect->first + i];
}

/* Each sample is as late as the guest said at its marker. */
static int check_pairs(const struct collect *collect, const char *name, struct err *err)
{
	for (uint32_t i = 0; i < guest_sample_count(collect->samples); i++)
		if (sample_at(collect->samples, i).late_ns !=
		    wake_up_of(collect, i)->guest_late_ns)
			return err_set(
				err, ERR_INPUT,
				"%s: its sample %u is not the model's wake-up: the "
				"two are not of one run",
				name, i);
	return 0;
}

static int check_guest(const struct model_trace *trace,
		       const struct guest_samples *samples, const char *name,
		       struct err *err)
{
	uint32_t count = guest_sample_count(samples);

	if (samples->stream_count != 1 || !samples->period_ns || samples->slice_ns <= 0)
		return err_set(err, ERR_INPUT,
			       "%s: a run of one stream is needed, with wake source "
			       "nanosleep",
			       name);
	if (!count)
		return err_set(err, ERR_INPUT,
			       "%s: it keeps no samples by themselves; run whylate with "
			       "--raw",
			       name);
	if (trace->wake_up_count < count)
		return err_set(
			err, ERR_INPUT,
			"%s: it has %u samples, and the model saw %u wake-ups: the "
			"two are not of one run",
			name, count, trace->wake_up_count);
	return 0;
}

/* A divisor of the guest's slices, whose numbers its counters go by. */
static int64_t choose_slice_ns(const struct guest_samples *samples)
{
	int64_t all_ns = guest_sample_count(samples) * samples->period_ns;
	int64_t parts = 1;

	while (samples->slice_ns % (2 * parts) == 0 &&
	       samples->slice_ns / (2 * parts) >= all_ns / SLICES_WANTED &&
	       samples->slice_ns / (2 * parts) >= 2 * samples->period_ns)
		parts *= 2;
	return samples->slice_ns / parts;
}

struct collect *collect_open(const struct model_trace *trace,
			     const struct guest_samples *samples, const char *name,
			     struct err *err)
{
	struct collect *collect;

	if (check_guest(trace, samples, name, err))
		return NULL;
	collect = mem_alloc(sizeof(*collect));
	collect->trace = trace;
	collect->samples = samples;
	collect->first = trace->wake_up_count - guest_sample_count(samples);
	collect->slice_ns = choose_slice_ns(samples);
	if (check_pairs(collect, name, err)) {
		collect_close(collect);
		return NULL;
	}
	return collect;
}

void collect_close(struct collect *collect)
{
	if (!collect)
		return;
	arena_free(&collect->arena);
	scope_free(&collect);
}

struct model_pace collect_pace(const struct collect *collect, uint32_t policy)
{
	enum { LINE_BYTES = 32 };
	const uint32_t count = guest_sample_count(collect->samples);
	const struct trace_side *first = NULL, *last = NULL;
	int64_t from_ns = 0, to_ns = 0;
	struct model_pace pace = {.memory_mbytes_per_s =
					  collect->trace->memory_mbytes_per_s};

	for (uint32_t i = 0; i < count; i++) {
		if (!wake_up_of(collect, i)->is_matched)
			continue;
		last = &wake_up_of(collect, i)->side[policy];
		to_ns = sample_at(collect->samples, i).due_ns;
		if (!first) {
			first = last;
			from_ns = to_ns;
		}
	}
	if (!first || to_ns <= from_ns)
		return pace;
	pace.moved_mbytes_per_s =
		(int64_t)((last->lines_read - first->lines_read + last->lines_written -
			   first->lines_written) *
			  LINE_BYTES * 1000 / (uint64_t)(to_ns - from_ns));
	pace.stretch_thousandths = (int64_t)((last->clock_ps - first->clock_ps) /
					     (uint64_t)(to_ns - from_ns));
	pace.is_saturated = pace.moved_mbytes_per_s > pace.memory_mbytes_per_s;
	return pace;
}

static const char *modelled_text(struct collect *collect)
{
	const struct trace_policy *policy = &collect->trace->policies[collect->policy];
	struct model_pace pace = collect_pace(collect, collect->policy);
	CLEANUP(str_free) struct str text = {0};

	str_addf(
		&text,
		"%s (AUX_CTRL %s), memory system of the i.MX6Q, whylate-model 1, open loop",
		policy->name, policy->aux_text);
	if (pace.is_saturated)
		str_addf(&text,
			 "; SATURATED: the load moves %lld MB/s, memory can do %lld",
			 (long long)pace.moved_mbytes_per_s,
			 (long long)pace.memory_mbytes_per_s);
	return arena_copy(&collect->arena, str_text(&text));
}

static const char lateness[] =
	"modelled: from the timer's expiry to behind the clock read that "
	"follows clock_nanosleep";

static void on_head(void *self, const struct run_head *head)
{
	struct collect *collect = self;
	struct run_head changed = *head;
	CLEANUP(str_free) struct str number = {0};

	str_addf(&number, "%08x", (unsigned int)collect->trace->crc);
	changed.host.modelled = modelled_text(collect);
	changed.host.modelled_stream = str_text(&number);
	changed.host.clock_granularity_ns = 1; /* the model's times, not the guest's */
	changed.plan.spike_auto = false;
	changed.plan.spike_ns = 0;
	changed.plan.raw = true;
	changed.slice_ns = collect->slice_ns;
	collect->stream = head->streams[0];
	collect->stream.lateness = lateness;
	changed.streams = &collect->stream;
	collect->to.head(collect->to.self, &changed);
}

static void on_obtained(void *self, const struct run_stream *streams, uint32_t count)
{
	struct collect *collect = self;
	struct run_stream stream = streams[0];

	stream.lateness = lateness;
	collect->to.obtained(collect->to.self, &stream, count);
}

/* The samples with due times before to_ns: histogram, and one by one. */
static void tell_samples(struct collect *collect, int64_t to_ns)
{
	struct run_sample raw[RAW_AT_ONCE];
	uint32_t count = 0;

	for (; collect->next < guest_sample_count(collect->samples); collect->next++) {
		struct run_sample sample = sample_at(collect->samples, collect->next);
		const struct trace_wake_up *wake_up = wake_up_of(collect, collect->next);

		if (sample.due_ns >= to_ns)
			break;
		if (!wake_up->is_matched)
			continue;
		sample.late_ns =
			(int64_t)((wake_up->side[collect->policy].total_ps + 500) / 1000);
		histogram_slice_add(&collect->histogram, sample.late_ns);
		raw[count++] = sample;
		if (count < RAW_AT_ONCE)
			continue;
		collect->to.raw(collect->to.self, 0, raw, count);
		count = 0;
	}
	if (count)
		collect->to.raw(collect->to.self, 0, raw, count);
}

static void find_buckets(struct run_slice *slice)
{
	const uint32_t *bucket = slice->histogram->bucket;

	while (slice->first_bucket < HISTOGRAM_BUCKETS && !bucket[slice->first_bucket])
		slice->first_bucket++;
	if (slice->first_bucket == HISTOGRAM_BUCKETS) {
		slice->first_bucket = 0;
		return;
	}
	slice->end_bucket = HISTOGRAM_BUCKETS;
	while (!bucket[slice->end_bucket - 1])
		slice->end_bucket--;
}

/* One slice of ours, from where the last one ended. */
static void tell_slice(struct collect *collect, int64_t to_ns)
{
	struct run_slice slice = {
		.number = (uint32_t)(collect->told_ns / collect->slice_ns),
		.begin_ns = collect->told_ns,
		.end_ns = to_ns,
		.histogram = &collect->histogram,
	};

	histogram_slice_clear(&collect->histogram);
	tell_samples(collect, to_ns);
	find_buckets(&slice);
	collect->to.slice(collect->to.self, &slice);
	collect->told_ns = to_ns;
}

static void on_slice(void *self, const struct run_slice *slice)
{
	struct collect *collect = self;

	if (slice->stream)
		return;
	if (collect->told_ns < slice->begin_ns)
		collect->told_ns = slice->begin_ns;
	while (collect->told_ns < slice->end_ns) {
		int64_t to_ns =
			(collect->told_ns / collect->slice_ns + 1) * collect->slice_ns;

		tell_slice(collect, to_ns < slice->end_ns ? to_ns : slice->end_ns);
	}
}

static void on_counts(void *self, uint32_t slice_number, const struct run_count *counts,
		      uint32_t count, bool whole_run)
{
	struct collect *collect = self;
	uint32_t parts = (uint32_t)(collect->samples->slice_ns / collect->slice_ns);

	collect->to.counts(collect->to.self, (slice_number + 1) * parts - 1, counts,
			   count, whole_run);
}

static void on_event(void *self, const struct run_event *event)
{
	struct collect *collect = self;

	collect->to.event(collect->to.self, event);
}

static void put_text(struct setup *setup, const char *path, const char *text)
{
	setup_put(setup, &(struct setup_file){.path = path,
					      .text = text,
					      .length = strlen(text)});
}

/* Besides the guest's own: what the model did, and its controller in Linux's words. */
static void on_setup(void *self, const struct run_setup *from)
{
	struct collect *collect = self;
	const struct trace_policy *policy = &collect->trace->policies[collect->policy];
	CLEANUP(setup_free) struct setup setup = {0};
	CLEANUP(str_free) struct str text = {0};
	struct run_setup changed = *from;

	for (size_t i = 0; i < from->count; i++)
		setup_put(&setup, &from->files[i]);
	if (!from->changes) {
		str_addf(&text, "%s\n", policy->name);
		put_text(&setup, SETUP_ASKED "model", str_text(&text));
		str_clear(&text);
		str_addf(&text, "L2C-310: CACHE_ID 0x410000c7, AUX_CTRL %s\n",
			 policy->aux_text);
		put_text(&setup, SETUP_ASKED "model-l2c310", str_text(&text));
	}
	changed.files = setup.files;
	changed.count = setup.count;
	collect->to.setup(collect->to.self, &changed);
}

/* What is to be known besides the figures. */
static void tell_notes(struct collect *collect, int64_t time_ns)
{
	struct model_pace pace = collect_pace(collect, collect->policy);
	CLEANUP(str_free) struct str text = {0};
	struct run_event event = {.time_ns = time_ns, .kind = "note"};
	uint32_t unmatched = 0;

	str_addf(
		&text,
		"modelled: %lld MB/s to and from memory, of %lld that it can do; the model "
		"took %lld.%03lld times as long as the guest believed",
		(long long)pace.moved_mbytes_per_s, (long long)pace.memory_mbytes_per_s,
		(long long)(pace.stretch_thousandths / 1000),
		(long long)(pace.stretch_thousandths % 1000));
	event.text = str_text(&text);
	collect->to.event(collect->to.self, &event);
	for (uint32_t i = 0; i < guest_sample_count(collect->samples); i++)
		unmatched += !wake_up_of(collect, i)->is_matched;
	if (!unmatched)
		return;
	str_clear(&text);
	str_addf(&text,
		 "modelled: %u wake-ups are left out, which began with no interrupt",
		 unmatched);
	event.text = str_text(&text);
	collect->to.event(collect->to.self, &event);
}

static void on_end(void *self, const struct run_end *end)
{
	struct collect *collect = self;
	struct run_end changed = *end;

	/* The guest's recorder and disk are nobody's concern here. */
	changed.longest_flush_ns = 0;
	tell_notes(collect, end->end_ns);
	if (collect->to.flush)
		collect->to.flush(collect->to.self);
	collect->to.end(collect->to.self, &changed);
}

struct run_sink collect_sink(struct collect *collect, uint32_t policy,
			     const struct run_sink *to)
{
	collect->policy = policy;
	collect->to = *to;
	collect->next = 0;
	collect->told_ns = 0;
	return (struct run_sink){
		.self = collect,
		.head = on_head,
		.obtained = on_obtained,
		.slice = on_slice,
		.counts = on_counts,
		.event = on_event,
		.setup = on_setup,
		.end = on_end,
	};
}
