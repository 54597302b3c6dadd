/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whatever a report holds, reading it ends, and what comes out is in order: sniffed, and as
 * the format that the first byte names, whatever it looks like.
 */
#include <string.h>

#include "fuzz.h"
#include "import/import.h"

static size_t count_formats(void)
{
	size_t count = 0;

	while (import_formats[count])
		count++;
	return count;
}

static void check_bins(const struct foreign_stream *stream)
{
	for (uint32_t i = 0; i < stream->bin_count; i++) {
		const struct foreign_bin *bin = &stream->bins[i];

		require(bin->count > 0 && bin->from_ns <= bin->to_ns);
		require(!i || bin[-1].from_ns <= bin->from_ns);
	}
}

static void check_stream(const struct foreign_stream *stream)
{
	require(stream->context && stream->policy && stream->wake && stream->name);
	require(stream->count >= 0 || stream->count == RUN_UNKNOWN);
	require(stream->beyond >= 0 || stream->beyond == RUN_UNKNOWN);
	require(stream->period_ns > 0 || stream->period_ns == RUN_UNKNOWN);
	require(stream->resolution_ns > 0 || stream->resolution_ns == RUN_UNKNOWN);
	require(stream->rows_damaged + stream->rows_split <= stream->row_count ||
		!stream->rows);
	check_bins(stream);
}

static void check_foreign(const struct run_foreign *foreign)
{
	require(foreign->tool[0] && foreign->files && foreign->ended && foreign->command);
	require(foreign->lateness && foreign->missed_rule && foreign->kernel);
	require(foreign->duration_ns >= 0 || foreign->duration_ns == RUN_UNKNOWN);
	for (uint32_t i = 0; i < foreign->stream_count; i++)
		check_stream(&foreign->streams[i]);
	for (uint32_t i = 0; i < foreign->note_count; i++)
		require(foreign->notes[i].text && foreign->notes[i].text[0]);
}

static void read_report(const struct import_format *format, const char *name,
			const char *text, size_t count)
{
	struct import_report report = {.name = name, .text = text, .length = count};
	struct foreign_builder builder;
	struct err err = {0};

	if (!format)
		format = import_sniff(&report, &err);
	if (!format) {
		require(err.kind == ERR_INPUT && err.text[0]);
		return;
	}
	foreign_builder_open(&builder);
	if (import_read_as(format, &report, &builder, &err) < 0)
		require(err.kind == ERR_INPUT && err.text[0]);
	else
		check_foreign(&builder.foreign);
	foreign_builder_free(&builder);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	CLEANUP(scope_free) char *text = NULL;
	const char *name;

	if (!count)
		return 0;
	/* Records without a head are known by their name alone. */
	name = bytes[0] & 0x80 ? "samples.raw" : "latency";
	text = fuzz_text(bytes + 1, count - 1);
	read_report(NULL, name, text, count - 1);
	read_report(import_formats[bytes[0] % count_formats()], name, text, count - 1);
	return 0;
}
