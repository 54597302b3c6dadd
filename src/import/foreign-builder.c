/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists that grow, and limits to them. Knows no format. */
#include "import/foreign-builder.h"

#include <stdlib.h>
#include <string.h>

#include "base/saturate.h"
#include "import/foreign-builder-parts.h"

void foreign_builder_open(struct foreign_builder *builder)
{
	*builder = (struct foreign_builder){.foreign = foreign_unknown};
}

static void free_stream(struct foreign_builder_stream *stream)
{
	if (!stream)
		return;
	bin_counts_free(&stream->bins);
	bin_counts_free(&stream->values);
	free(stream->rows);
	free(stream->samples);
	free(stream);
}

void foreign_builder_free(struct foreign_builder *builder)
{
	for (uint32_t i = 0; i < builder->stream_count; i++)
		free_stream(builder->streams[i]);
	free_stream(builder->surplus);
	free(builder->streams);
	free(builder->notes);
	arena_free(&builder->arena);
	*builder = (struct foreign_builder){0};
}

static struct foreign_builder_stream *make_stream(int64_t index)
{
	struct foreign_builder_stream *stream = mem_alloc(sizeof(*stream));

	stream->stream = foreign_unknown_stream;
	stream->stream.index = index;
	stream->min_ns = INT64_MAX;
	stream->max_ns = INT64_MIN;
	return stream;
}

/* Where the stream with this index is in the list, or belongs. */
static uint32_t stream_place(const struct foreign_builder *builder, int64_t index)
{
	uint32_t low = 0, high = builder->stream_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (builder->streams[middle]->stream.index < index)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool foreign_has_stream(const struct foreign_builder *builder, int64_t index)
{
	uint32_t place = stream_place(builder, index);

	return place < builder->stream_count &&
	       builder->streams[place]->stream.index == index;
}

static struct foreign_builder_stream *insert_stream(struct foreign_builder *builder,
						    uint32_t place, int64_t index)
{
	struct foreign_builder_stream **at;

	if (builder->stream_count == FOREIGN_STREAMS_MAX) {
		if (!builder->surplus)
			builder->surplus = make_stream(index);
		return builder->surplus;
	}
	builder->streams =
		foreign_make_room(builder->streams, builder->stream_count,
				  &builder->stream_room, sizeof(*builder->streams));
	at = &builder->streams[place];
	memmove(at + 1, at, (builder->stream_count++ - place) * sizeof(*at));
	*at = make_stream(index);
	return *at;
}

static struct foreign_builder_stream *stream_of(struct foreign_builder *builder,
						int64_t index)
{
	uint32_t place;

	if (builder->recent && builder->recent->stream.index == index)
		return builder->recent;
	place = stream_place(builder, index);
	if (place < builder->stream_count &&
	    builder->streams[place]->stream.index == index)
		builder->recent = builder->streams[place];
	else
		builder->recent = insert_stream(builder, place, index);
	return builder->recent;
}

struct foreign_stream *foreign_stream_at(struct foreign_builder *builder, int64_t index)
{
	return &stream_of(builder, index)->stream;
}

const struct foreign_stream *foreign_stream_number(const struct foreign_builder *builder,
						   uint32_t place)
{
	return &builder->streams[place]->stream;
}

static bool is_bin(struct foreign_builder *builder, int64_t from_ns, int64_t to_ns)
{
	/* Where it begins did not fit: foreign_ns() has counted that. */
	if (from_ns == RUN_UNKNOWN)
		return false;
	builder->foreign.lines_skipped += to_ns < from_ns;
	return to_ns >= from_ns;
}

void foreign_repeat_bin(struct foreign_builder *builder, int64_t index, int64_t from_ns,
			int64_t count, int64_t again)
{
	struct foreign_repeat *repeat = &stream_of(builder, index)->repeat;

	if (!repeat->times++)
		*repeat = (struct foreign_repeat){1, from_ns, count, again, false};
	repeat->differs |= count != again;
}

bool foreign_add_bin(struct foreign_builder *builder, int64_t index, int64_t from_ns,
		     int64_t to_ns, int64_t count)
{
	int64_t before;

	if (!is_bin(builder, from_ns, to_ns))
		return false;
	before = bin_counts_put(&stream_of(builder, index)->bins, from_ns, to_ns, count);
	if (before)
		foreign_repeat_bin(builder, index, from_ns, before, count);
	return !before;
}

void foreign_count_in_bin(struct foreign_builder *builder, int64_t index, int64_t from_ns,
			  int64_t to_ns, int64_t count)
{
	if (is_bin(builder, from_ns, to_ns))
		bin_counts_add(&stream_of(builder, index)->bins, from_ns, to_ns, count);
}

void foreign_add_row(struct foreign_builder *builder, int64_t index,
		     const struct foreign_row *row)
{
	struct foreign_builder_stream *stream = stream_of(builder, index);

	stream->rows = foreign_make_room(stream->rows, stream->row_count,
					 &stream->row_room, sizeof(*row));
	stream->rows[stream->row_count++] = *row;
}

static int64_t bin_width(const struct foreign_stream *stream)
{
	return stream->resolution_ns > 0 ? stream->resolution_ns : 1;
}

void foreign_add_sample(struct foreign_builder *builder, int64_t index,
			const struct foreign_sample *sample)
{
	struct foreign_builder_stream *stream = stream_of(builder, index);

	if (sample->late_ns == RUN_UNKNOWN)
		return;
	bin_counts_add(&stream->values, sample->late_ns, sample->late_ns, 1);
	stream->sum_is_too_large |=
		__builtin_add_overflow(stream->sum_ns, sample->late_ns, &stream->sum_ns);
	if (sample->late_ns < stream->min_ns)
		stream->min_ns = sample->late_ns;
	if (sample->late_ns > stream->max_ns)
		stream->max_ns = sample->late_ns;
	if (++builder->samples <= FOREIGN_SAMPLES_MAX) {
		stream->samples =
			foreign_make_room(stream->samples, (uint32_t)stream->sample_count,
					  &stream->sample_room, sizeof(*sample));
		stream->samples[stream->sample_count] = *sample;
	}
	stream->sample_count++;
}

uint64_t foreign_sample_count(const struct foreign_builder *builder, int64_t index)
{
	uint32_t place = stream_place(builder, index);

	return foreign_has_stream(builder, index) ? builder->streams[place]->sample_count
						  : 0;
}

const struct foreign_sample *foreign_samples_so_far(const struct foreign_builder *builder,
						    int64_t index, uint32_t *count)
{
	const struct foreign_builder_stream *stream;

	*count = 0;
	if (!foreign_has_stream(builder, index) || builder->samples > FOREIGN_SAMPLES_MAX)
		return NULL;
	stream = builder->streams[stream_place(builder, index)];
	*count = (uint32_t)stream->sample_count;
	return stream->samples;
}

/* Bins of the samples' values in place of none. */
static void make_bins_of_values(struct foreign_builder_stream *of)
{
	int64_t width = bin_width(&of->stream);

	for (size_t i = 0; i < bin_counts_places(&of->values); i++) {
		const struct foreign_bin *value = &of->values.slots[i];

		bin_counts_add(&of->bins, value->from_ns,
			       saturate_add(value->from_ns, width), value->count);
	}
	of->stream.beyond = 0;
	of->stream.bins_are_complete = true;
}

static void set_if_unknown(int64_t *place, int64_t value)
{
	if (*place == RUN_UNKNOWN)
		*place = value;
}

/* To nearest. */
static int64_t mean_ns(int64_t sum_ns, uint64_t count)
{
	int64_t divisor = (int64_t)count, half = divisor / 2;

	return (saturate_add(sum_ns, sum_ns < 0 ? -half : half)) / divisor;
}

void foreign_sum_up_samples(struct foreign_builder *builder, int64_t index)
{
	struct foreign_builder_stream *of = stream_of(builder, index);

	set_if_unknown(&of->stream.count, (int64_t)of->sample_count);
	if (!of->sample_count)
		return;
	set_if_unknown(&of->stream.min_ns, of->min_ns);
	set_if_unknown(&of->stream.max_ns, of->max_ns);
	if (!of->sum_is_too_large)
		set_if_unknown(&of->stream.avg_ns, mean_ns(of->sum_ns, of->sample_count));
	else
		foreign_add_note(
			builder, FOREIGN_INCONSISTENT,
			"the sum of its samples is more than 292 years: their mean "
			"is taken for unknown");
	if (!of->bins.used)
		make_bins_of_values(of);
}

static void finish_stream(struct foreign_builder *builder,
			  struct foreign_builder_stream *of)
{
	bool keep_samples = builder->samples <= FOREIGN_SAMPLES_MAX;

	foreign_tell_repeats(builder, of);
	of->stream.bins_are_complete &= !of->repeat.differs;
	if (of->sample_count && !of->bins.used && !keep_samples)
		make_bins_of_values(of);
	of->stream.bins = bin_counts_sorted(&of->bins, &builder->arena);
	of->stream.bin_count = (uint32_t)of->bins.used;
	of->stream.rows = of->rows;
	of->stream.row_count = of->row_count;
	of->stream.samples = keep_samples ? of->samples : NULL;
	of->stream.sample_count = keep_samples ? (uint32_t)of->sample_count : 0;
}

void foreign_finish(struct foreign_builder *builder)
{
	struct foreign_stream *streams =
		arena_array(&builder->arena, builder->stream_count, sizeof(*streams));

	for (uint32_t i = 0; i < builder->stream_count; i++) {
		finish_stream(builder, builder->streams[i]);
		streams[i] = builder->streams[i]->stream;
	}
	foreign_tell_limits(builder);
	builder->foreign.streams = streams;
	builder->foreign.stream_count = builder->stream_count;
	builder->foreign.notes = builder->notes;
	builder->foreign.note_count = builder->note_count;
}

bool foreign_bins_span(const struct foreign_builder *builder, int64_t index, int64_t *sum,
		       struct foreign_bin *first, struct foreign_bin *last)
{
	const struct bin_counts *bins;

	*sum = 0;
	if (!foreign_has_stream(builder, index))
		return false;
	bins = &builder->streams[stream_place(builder, index)]->bins;
	for (size_t i = 0; i < bin_counts_places(bins); i++) {
		const struct foreign_bin *bin = &bins->slots[i];

		if (!bin->count)
			continue;
		if (!*sum || bin->from_ns < first->from_ns)
			*first = *bin;
		if (!*sum || bin->to_ns > last->to_ns)
			*last = *bin;
		*sum = saturate_add(*sum, bin->count);
	}
	return *sum > 0;
}
