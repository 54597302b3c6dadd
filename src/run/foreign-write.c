/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists of numbers are flat arrays, a few numbers an item: bins from, to, count; rows time,
 * length, min, avg, max, overruns, mode switches; samples cycle, time, lateness. Unknown is
 * null.
 */
#include "run/foreign-write.h"

#include "run/fields.h"

const char *foreign_note_word(enum foreign_note_kind kind)
{
	switch (kind) {
	case FOREIGN_NOTE:
		return "note";
	case FOREIGN_INCONSISTENT:
		return "inconsistent";
	case FOREIGN_ASSUMED:
		return "assumed";
	case FOREIGN_INVALID:
		return "invalid";
	}
	return "note";
}

/* What is left out, one thing more with each step. */
static const struct extent {
	bool samples, rows;
	const char *note;
} extents[] = {
	{true, true, NULL},
	{false, true, "samples are too many for a run file: only their bins are kept"},
	{false, false, "samples and rows are too many for a run file: they are left out"},
};

static void add_number(struct json_writer *json, int64_t number)
{
	if (number == RUN_UNKNOWN)
		json_add_null(json, NULL);
	else
		json_add_integer(json, NULL, number);
}

static void write_bins(struct json_writer *json, const struct foreign_stream *stream)
{
	json_begin_array(json, "bins");
	for (uint32_t i = 0; i < stream->bin_count; i++) {
		add_number(json, stream->bins[i].from_ns);
		add_number(json, stream->bins[i].to_ns);
		add_number(json, stream->bins[i].count);
	}
	json_end_array(json);
}

static void write_rows(struct json_writer *json, const struct foreign_stream *stream)
{
	json_begin_array(json, "rows");
	for (uint32_t i = 0; i < stream->row_count; i++) {
		const struct foreign_row *row = &stream->rows[i];

		add_number(json, row->time_ns);
		add_number(json, row->length_ns);
		add_number(json, row->min_ns);
		add_number(json, row->avg_ns);
		add_number(json, row->max_ns);
		add_number(json, row->overruns);
		add_number(json, row->mode_switches);
	}
	json_end_array(json);
}

static void write_samples(struct json_writer *json, const struct foreign_stream *stream)
{
	json_begin_array(json, "samples");
	for (uint32_t i = 0; i < stream->sample_count; i++) {
		add_number(json, stream->samples[i].cycle);
		add_number(json, stream->samples[i].time_ns);
		add_number(json, stream->samples[i].late_ns);
	}
	json_end_array(json);
}

static void write_note(struct json_writer *json, enum foreign_note_kind kind,
		       const char *text)
{
	json_begin_object(json, NULL);
	json_add_text(json, "kind", foreign_note_word(kind));
	json_add_text(json, "text", text);
	json_end_object(json);
}

static void write_foreign(struct str *out, const struct run_foreign *foreign,
			  const struct extent *extent)
{
	struct json_writer json = {.out = out};

	json_begin_object(&json, NULL);
	fields_write(&json, fields_foreign, foreign);
	json_begin_array(&json, "notes");
	for (uint32_t i = 0; i < foreign->note_count; i++)
		write_note(&json, foreign->notes[i].kind, foreign->notes[i].text);
	if (extent->note)
		write_note(&json, FOREIGN_NOTE, extent->note);
	json_end_array(&json);
	json_begin_array(&json, "streams");
	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		const struct foreign_stream *stream = &foreign->streams[i];

		json_begin_object(&json, NULL);
		fields_write(&json, fields_foreign_stream, stream);
		write_bins(&json, stream);
		if (extent->rows)
			write_rows(&json, stream);
		if (extent->samples)
			write_samples(&json, stream);
		json_end_object(&json);
	}
	json_end_array(&json);
	json_end_object(&json);
}

bool foreign_write_within(struct str *out, const struct run_foreign *foreign,
			  size_t max_bytes)
{
	const size_t before = out->length;

	for (size_t i = 0; i < sizeof(extents) / sizeof(extents[0]); i++) {
		out->length = before;
		write_foreign(out, foreign, &extents[i]);
		if (out->length - before <= max_bytes)
			return true;
	}
	return false;
}
