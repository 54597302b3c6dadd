/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analyse/detail.h"

#include <stdlib.h>
#include <string.h>

struct detail *detail_open(void)
{
	return mem_alloc(sizeof(struct detail));
}

void detail_close(struct detail *detail)
{
	if (!detail)
		return;
	for (uint32_t i = 0; detail->max_ns && i < detail->streams; i++)
		free(detail->max_ns[i]);
	for (uint32_t i = 0; detail->avg_ns && i < detail->streams; i++)
		free(detail->avg_ns[i]);
	for (uint32_t i = 0; i < detail->counter_count; i++)
		free(detail->counters[i].value);
	free(detail->spikes);
	arena_free(&detail->arena);
	free(detail);
}

static uint32_t instances_of(const struct run_head *head, const char *scope)
{
	if (!strcmp(scope, "cpu"))
		return head->cpu_count;
	if (!strcmp(scope, "stream"))
		return head->stream_count;
	return !strcmp(scope, "machine") || !strcmp(scope, "load");
}

static void take_counter(struct detail *detail, const struct run_head *head,
			 uint32_t index)
{
	const struct run_counter *what = &head->counters[index];
	uint32_t count = what->per_slice && !*what->unavailable
				 ? instances_of(head, what->scope)
				 : 0;

	for (uint32_t i = 0; i < count; i++) {
		struct detail_counter *counter =
			&detail->counters[detail->counter_count++];

		counter->what = (struct run_counter){
			.name = arena_copy(&detail->arena, what->name),
			.unit = arena_copy(&detail->arena, what->unit),
			.scope = arena_copy(&detail->arena, what->scope),
			.unavailable = "",
			.per_slice = true,
		};
		counter->instance = i;
	}
}

/* Lists of the head live during the call. */
static void tell_head(void *self, const struct run_head *head)
{
	struct detail *detail = self;
	uint32_t most = head->cpu_count + head->stream_count + 1;

	if (detail->max_ns || !head->stream_count)
		return;
	detail->streams = head->stream_count;
	detail->slice_ns = head->slice_ns;
	detail->max_ns =
		arena_array(&detail->arena, detail->streams, sizeof(*detail->max_ns));
	detail->avg_ns =
		arena_array(&detail->arena, detail->streams, sizeof(*detail->avg_ns));
	detail->counters = arena_array(&detail->arena, (size_t)head->counter_count * most,
				       sizeof(*detail->counters));
	detail->first = arena_array(&detail->arena, head->counter_count + 1,
				    sizeof(*detail->first));
	detail->counter_kinds = head->counter_count;
	for (uint32_t i = 0; i < head->counter_count; i++) {
		detail->first[i] = detail->counter_count;
		take_counter(detail, head, i);
	}
	detail->first[head->counter_count] = detail->counter_count;
}

static void grow_stream(int64_t **row, uint32_t before, uint32_t room)
{
	*row = mem_grow(*row, room * sizeof(int64_t));
	for (uint32_t at = before; at < room; at++)
		(*row)[at] = DETAIL_ABSENT;
}

static void grow(struct detail *detail, uint32_t room)
{
	for (uint32_t i = 0; i < detail->streams; i++) {
		grow_stream(&detail->max_ns[i], detail->room, room);
		if (detail->avg_ns)
			grow_stream(&detail->avg_ns[i], detail->room, room);
	}
	for (uint32_t i = 0; i < detail->counter_count; i++) {
		detail->counters[i].value =
			mem_grow(detail->counters[i].value, room * sizeof(int64_t));
		memset(detail->counters[i].value + detail->room, 0,
		       (room - detail->room) * sizeof(int64_t));
	}
	detail->room = room;
}

/* Is there a place for this slice? Numbers come from a file: anything. */
static bool reach(struct detail *detail, uint32_t number)
{
	uint32_t columns = 2 * detail->streams + detail->counter_count;
	uint32_t most = columns ? DETAIL_CELLS / columns : 0, room;

	if (number >= most) {
		detail->cut = true;
		return false;
	}
	if (number >= detail->room) {
		room = detail->room ? detail->room : 64;
		while (room <= number)
			room *= 2;
		grow(detail, room);
	}
	if (number >= detail->slices)
		detail->slices = number + 1;
	return true;
}

static void tell_slice(void *self, const struct run_slice *slice)
{
	struct detail *detail = self;
	const struct histogram_stats *stats = &slice->histogram->stats;
	int64_t *max_ns;

	if (slice->stream >= detail->streams || !stats->count ||
	    !reach(detail, slice->number))
		return;
	max_ns = &detail->max_ns[slice->stream][slice->number];
	if (stats->max_ns > *max_ns)
		*max_ns = stats->max_ns;
	detail->avg_ns[slice->stream][slice->number] =
		stats->sum_ns / (int64_t)stats->count;
}

static void tell_counts(void *self, uint32_t number, const struct run_count *counts,
			uint32_t count, bool whole_run)
{
	struct detail *detail = self;

	if (whole_run || !detail->max_ns || !reach(detail, number))
		return;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t kind = counts[i].counter, at;

		if (kind >= detail->counter_kinds)
			continue;
		at = detail->first[kind] + counts[i].instance;
		if (counts[i].instance < detail->first[kind + 1] - detail->first[kind])
			detail->counters[at].value[number] = counts[i].value;
	}
}

static void add_spike(struct detail *detail, struct detail_spike spike)
{
	if (detail->spike_count == DETAIL_SPIKES) {
		detail->cut = true;
		return;
	}
	if (detail->spike_count == detail->spike_room) {
		detail->spike_room = detail->spike_room ? 2 * detail->spike_room : 256;
		detail->spikes = mem_grow(detail->spikes,
					  detail->spike_room * sizeof(*detail->spikes));
	}
	detail->spikes[detail->spike_count++] = spike;
}

static void tell_spikes(void *self, uint32_t stream, const struct run_sample *spikes,
			uint32_t count)
{
	struct detail *detail = self;

	if (stream >= detail->streams)
		return;
	for (uint32_t i = 0; i < count; i++)
		add_spike(detail, (struct detail_spike){.due_ns = spikes[i].due_ns,
							.late_ns = spikes[i].late_ns,
							.stream = stream});
}

/* Rows one behind the other: each stands for one slice. */
static void take_rows(struct detail *detail, const struct foreign_stream *stream,
		      uint32_t index)
{
	for (uint32_t i = 0; i < stream->row_count; i++) {
		const struct foreign_row *row = &stream->rows[i];

		if (row->max_ns != RUN_UNKNOWN && reach(detail, i) &&
		    row->max_ns > detail->max_ns[index][i])
			detail->max_ns[index][i] = row->max_ns;
		if (row->length_ns > 0)
			detail->slice_ns = row->length_ns;
	}
}

static int by_size(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Three times the median of the samples: what a list of all samples calls a spike. */
static int64_t threshold_of(const struct foreign_stream *stream)
{
	enum { SPIKE_TIMES = 3 };
	int64_t *late, threshold = INT64_MIN;
	uint32_t count = 0;

	if (!stream->sample_count)
		return threshold;
	late = mem_alloc(stream->sample_count * sizeof(*late));
	for (uint32_t i = 0; i < stream->sample_count; i++)
		if (stream->samples[i].late_ns != RUN_UNKNOWN)
			late[count++] = stream->samples[i].late_ns;
	qsort(late, count, sizeof(*late), by_size);
	/* A list of nothing but what went beyond the histogram has no lateness. */
	if (count)
		threshold = late[count / 2] > INT64_MAX / SPIKE_TIMES
				    ? INT64_MAX
				    : SPIKE_TIMES * late[count / 2];
	free(late);
	return threshold;
}

static void take_samples(struct detail *detail, const struct foreign_stream *stream,
			 uint32_t index)
{
	int64_t threshold_ns = threshold_of(stream);

	for (uint32_t i = 0; i < stream->sample_count; i++) {
		const struct foreign_sample *sample = &stream->samples[i];
		int64_t time_ns = sample->time_ns;

		if (sample->late_ns != RUN_UNKNOWN && sample->late_ns < threshold_ns)
			continue;
		if (time_ns == RUN_UNKNOWN &&
		    (sample->cycle == RUN_UNKNOWN || stream->period_ns <= 0 ||
		     __builtin_mul_overflow(sample->cycle, stream->period_ns, &time_ns)))
			continue;
		add_spike(detail, (struct detail_spike){.due_ns = time_ns,
							.late_ns = sample->late_ns,
							.stream = index});
	}
}

static void tell_foreign(void *self, const struct run_foreign *foreign)
{
	struct detail *detail = self;

	if (detail->max_ns || !foreign->stream_count)
		return;
	detail->streams = foreign->stream_count;
	detail->max_ns =
		arena_array(&detail->arena, detail->streams, sizeof(*detail->max_ns));
	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		take_rows(detail, &foreign->streams[i], i);
		take_samples(detail, &foreign->streams[i], i);
	}
}

struct run_sink detail_sink(struct detail *detail)
{
	return (struct run_sink){
		.self = detail,
		.head = tell_head,
		.slice = tell_slice,
		.counts = tell_counts,
		.spikes = tell_spikes,
		.foreign = tell_foreign,
	};
}

int64_t detail_median(const struct detail *detail, uint32_t stream)
{
	int64_t *values, median = DETAIL_ABSENT;
	uint32_t count = 0;

	if (!detail->slices)
		return median;
	values = mem_alloc(detail->slices * sizeof(*values));
	for (uint32_t i = 0; i < detail->slices; i++)
		if (detail->max_ns[stream][i] != DETAIL_ABSENT)
			values[count++] = detail->max_ns[stream][i];
	qsort(values, count, sizeof(*values), by_size);
	if (count >= DETAIL_FEWEST)
		median = values[count / 2];
	free(values);
	return median;
}
