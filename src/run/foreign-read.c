/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file may hold anything: what makes no sense is left out. */
#include "run/foreign-read.h"

#include <string.h>

#include "run/fields-read.h"

enum { BIN_NUMBERS = 3, ROW_NUMBERS = 7, SAMPLE_NUMBERS = 3 };

static int64_t number_at(const struct json *array, size_t index)
{
	return json_get_integer(json_element(array, index), RUN_UNKNOWN);
}

static void read_bins(struct arena *arena, const struct json *array,
		      struct foreign_stream *stream)
{
	size_t count = json_count(array) / BIN_NUMBERS;
	struct foreign_bin *bins = arena_array(arena, count, sizeof(*bins));
	uint32_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		struct foreign_bin bin = {
			.from_ns = number_at(array, BIN_NUMBERS * i),
			.to_ns = number_at(array, BIN_NUMBERS * i + 1),
			.count = number_at(array, BIN_NUMBERS * i + 2),
		};

		if (bin.count > 0 && bin.from_ns != RUN_UNKNOWN &&
		    bin.to_ns > bin.from_ns &&
		    (!kept || bin.from_ns >= bins[kept - 1].from_ns))
			bins[kept++] = bin;
	}
	stream->bins = bins;
	stream->bin_count = kept;
}

static void read_rows(struct arena *arena, const struct json *array,
		      struct foreign_stream *stream)
{
	size_t count = json_count(array) / ROW_NUMBERS;
	struct foreign_row *rows = arena_array(arena, count, sizeof(*rows));

	for (size_t i = 0; i < count; i++) {
		size_t at = ROW_NUMBERS * i;

		rows[i] = (struct foreign_row){
			.time_ns = number_at(array, at),
			.length_ns = number_at(array, at + 1),
			.min_ns = number_at(array, at + 2),
			.avg_ns = number_at(array, at + 3),
			.max_ns = number_at(array, at + 4),
			.overruns = number_at(array, at + 5),
			.mode_switches = number_at(array, at + 6),
		};
	}
	stream->rows = rows;
	stream->row_count = (uint32_t)count;
}

static void read_samples(struct arena *arena, const struct json *array,
			 struct foreign_stream *stream)
{
	size_t count = json_count(array) / SAMPLE_NUMBERS;
	struct foreign_sample *samples = arena_array(arena, count, sizeof(*samples));

	for (size_t i = 0; i < count; i++)
		samples[i] = (struct foreign_sample){
			.cycle = number_at(array, SAMPLE_NUMBERS * i),
			.time_ns = number_at(array, SAMPLE_NUMBERS * i + 1),
			.late_ns = number_at(array, SAMPLE_NUMBERS * i + 2),
		};
	stream->samples = samples;
	stream->sample_count = (uint32_t)count;
}

static void read_streams(struct arena *arena, const struct json *json,
			 struct run_foreign *foreign)
{
	const struct json *array = json_member(json, "streams");
	void *streams;

	foreign->stream_count =
		fields_read_array(arena, json, "streams", fields_foreign_stream,
				  sizeof(struct foreign_stream), &streams);
	foreign->streams = streams;
	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		const struct json *object = json_element(array, i);
		struct foreign_stream *stream = (struct foreign_stream *)streams + i;

		read_bins(arena, json_member(object, "bins"), stream);
		read_rows(arena, json_member(object, "rows"), stream);
		read_samples(arena, json_member(object, "samples"), stream);
	}
}

static enum foreign_note_kind kind_of(const char *word)
{
	for (enum foreign_note_kind kind = FOREIGN_NOTE; kind <= FOREIGN_INVALID; kind++)
		if (!strcmp(foreign_note_word(kind), word))
			return kind;
	return FOREIGN_NOTE;
}

static void read_notes(struct arena *arena, const struct json *array,
		       struct run_foreign *foreign)
{
	size_t count = json_count(array);
	struct foreign_note *notes = arena_array(arena, count, sizeof(*notes));

	for (size_t i = 0; i < count; i++) {
		const struct json *note = json_element(array, i);

		notes[i] = (struct foreign_note){
			.kind = kind_of(json_get_text(json_member(note, "kind"), "")),
			.text = arena_copy(arena,
					   json_get_text(json_member(note, "text"), "")),
		};
	}
	foreign->notes = notes;
	foreign->note_count = (uint32_t)count;
}

bool foreign_read(struct arena *arena, const struct json *json,
		  struct run_foreign *foreign)
{
	*foreign = (struct run_foreign){0};
	fields_read(arena, json, fields_foreign, foreign);
	if (!*foreign->tool)
		return false;
	read_streams(arena, json, foreign);
	read_notes(arena, json_member(json, "notes"), foreign);
	return true;
}
