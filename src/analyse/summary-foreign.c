/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Copies a report, so that it lives as long as the summary, and draws its rows' timeline. */
#include "analyse/summary-foreign.h"

#include <string.h>

#include "base/num.h"

static const char *keep(struct arena *arena, const char *text)
{
	return arena_copy(arena, text ? text : "");
}

static const void *keep_list(struct arena *arena, const void *list, uint32_t count,
			     size_t bytes_each)
{
	void *copy = arena_array(arena, count, bytes_each);

	if (count)
		memcpy(copy, list, count * bytes_each);
	return copy;
}

static void keep_stream(struct arena *arena, struct foreign_stream *stream)
{
	stream->context = keep(arena, stream->context);
	stream->policy = keep(arena, stream->policy);
	stream->wake = keep(arena, stream->wake);
	stream->name = keep(arena, stream->name);
	stream->bins =
		keep_list(arena, stream->bins, stream->bin_count, sizeof(*stream->bins));
	stream->rows =
		keep_list(arena, stream->rows, stream->row_count, sizeof(*stream->rows));
	stream->samples = keep_list(arena, stream->samples, stream->sample_count,
				    sizeof(*stream->samples));
}

static bool takes_stream(const struct summary *summary, const struct foreign_stream *from)
{
	const struct cpuset *cpus = summary->filter.cpus;

	return !cpus || (from->cpu >= 0 && from->cpu < CPUSET_CPUS &&
			 cpuset_has(cpus, (int)from->cpu));
}

static void take_streams(struct summary *summary, const struct run_foreign *from,
			 struct run_foreign *to)
{
	struct foreign_stream *streams =
		arena_array(&summary->arena, from->stream_count, sizeof(*streams));
	uint32_t count = 0;

	for (uint32_t i = 0; i < from->stream_count; i++) {
		if (!takes_stream(summary, &from->streams[i]))
			continue;
		streams[count] = from->streams[i];
		keep_stream(&summary->arena, &streams[count++]);
	}
	to->streams = streams;
	to->stream_count = count;
	summary->selected_streams = count;
}

static void take_notes(struct arena *arena, struct run_foreign *foreign)
{
	struct foreign_note *notes =
		arena_array(arena, foreign->note_count, sizeof(*notes));

	for (uint32_t i = 0; i < foreign->note_count; i++)
		notes[i] = (struct foreign_note){
			.kind = foreign->notes[i].kind,
			.text = keep(arena, foreign->notes[i].text),
		};
	foreign->notes = notes;
}

/* How long a row stands for: the first one that says so. */
static int64_t row_length_ns(const struct run_foreign *foreign)
{
	for (uint32_t i = 0; i < foreign->stream_count; i++)
		for (uint32_t k = 0; k < foreign->streams[i].row_count; k++)
			if (foreign->streams[i].rows[k].length_ns > 0)
				return foreign->streams[i].rows[k].length_ns;
	return NS_PER_S;
}

/* A row goes to the place that its time says, or behind the one before it. */
static void draw_rows(struct timeline *timeline, const struct foreign_stream *stream,
		      int64_t length_ns)
{
	int64_t place = -1;

	for (uint32_t i = 0; i < stream->row_count; i++) {
		const struct foreign_row *row = &stream->rows[i];

		place = row->time_ns > 0 ? (row->time_ns - 1) / length_ns : place + 1;
		if (place < UINT32_MAX)
			timeline_add(timeline, (uint32_t)place,
				     row->max_ns == RUN_UNKNOWN ? TIMELINE_EMPTY
								: row->max_ns);
	}
}

void summary_take_foreign(struct summary *summary, const struct run_foreign *foreign)
{
	struct arena *arena = &summary->arena;
	struct run_foreign *kept;

	if (summary->foreign)
		return;
	kept = arena_alloc(arena, sizeof(*kept));
	*kept = *foreign;
	kept->tool = keep(arena, foreign->tool);
	kept->version = keep(arena, foreign->version);
	kept->command = keep(arena, foreign->command);
	kept->files = keep(arena, foreign->files);
	kept->lateness = keep(arena, foreign->lateness);
	kept->missed_rule = keep(arena, foreign->missed_rule);
	kept->ended = keep(arena, foreign->ended);
	kept->kernel = keep(arena, foreign->kernel);
	kept->kernel_version = keep(arena, foreign->kernel_version);
	kept->machine = keep(arena, foreign->machine);
	take_streams(summary, foreign, kept);
	take_notes(arena, kept);
	summary->head.slice_ns = row_length_ns(kept);
	for (uint32_t i = 0; i < kept->stream_count; i++)
		draw_rows(&summary->timeline, &kept->streams[i], summary->head.slice_ns);
	summary->foreign = kept;
}
