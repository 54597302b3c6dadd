/* SPDX-License-Identifier: GPL-2.0-or-later */
/* run/foreign-write, -read: what another tool reported comes back from a run file. */
#include <stdlib.h>

#include "analyse/summary.h"
#include "import/foreign-builder.h"
#include "run/foreign-read.h"
#include "run/foreign-write.h"
#include "test.h"

static void fill(struct foreign_builder *builder)
{
	const struct foreign_row row = {1000, 1000, 1, 2, RUN_UNKNOWN, 4, RUN_UNKNOWN};
	const struct foreign_sample sample = {7, RUN_UNKNOWN, -3};
	struct foreign_stream *stream;

	foreign_builder_open(builder);
	builder->foreign.tool = "cyclictest";
	builder->foreign.command = "cyclictest \"x\"";
	builder->foreign.lines = 12;
	stream = foreign_stream_at(builder, 3);
	stream->name = "T: 3";
	stream->count = 10;
	stream->max_ns = 9000;
	stream->rows_missing = 2;
	stream->avg_is_truncated = true;
	foreign_add_bin(builder, 3, 1000, 2000, 9);
	foreign_add_bin(builder, 3, -5, 0, 1);
	foreign_add_row(builder, 3, &row);
	foreign_add_sample(builder, 3, &sample);
	foreign_stream_at(builder, 4);
	foreign_add_note(builder, FOREIGN_INCONSISTENT, "that is odd");
	foreign_finish(builder);
}

/* Written within so many bytes and read again; *arena owns what is read. */
static bool again(const struct run_foreign *from, size_t max_bytes, struct arena *arena,
		  struct run_foreign *to)
{
	CLEANUP(str_free) struct str text = {0};
	struct err err = {0};
	struct json *json;
	bool good;

	if (!foreign_write_within(&text, from, max_bytes))
		return false;
	CHECK(text.length <= max_bytes);
	json = json_parse(str_text(&text), text.length, &err);
	CHECK_TEXT(err.text, "");
	good = json && foreign_read(arena, json, to);
	json_free(json);
	return good;
}

static void comes_back(void)
{
	struct foreign_builder builder;
	struct run_foreign foreign;
	const struct foreign_stream *stream;
	struct arena arena = {0};

	fill(&builder);
	CHECK(again(&builder.foreign, 1 << 20, &arena, &foreign));
	CHECK_TEXT(foreign.tool, "cyclictest");
	CHECK_TEXT(foreign.command, "cyclictest \"x\"");
	CHECK_INT(foreign.lines, 12);
	CHECK_INT(foreign.duration_ns, RUN_UNKNOWN);
	CHECK_INT(foreign.stream_count, 2);
	stream = &foreign.streams[0];
	CHECK_INT(stream->index, 3);
	CHECK_INT(stream->count, 10);
	CHECK_INT(stream->min_ns, RUN_UNKNOWN);
	CHECK_INT(stream->max_ns, 9000);
	CHECK_INT(stream->rows_missing, 2);
	CHECK(stream->avg_is_truncated);
	CHECK_INT(stream->bin_count, 2);
	CHECK_INT(stream->bins[0].from_ns, -5);
	CHECK_INT(stream->bins[1].count, 9);
	CHECK_INT(stream->row_count, 1);
	CHECK_INT(stream->rows[0].max_ns, RUN_UNKNOWN);
	CHECK_INT(stream->rows[0].overruns, 4);
	CHECK_INT(stream->sample_count, 1);
	CHECK_INT(stream->samples[0].cycle, 7);
	CHECK_INT(stream->samples[0].time_ns, RUN_UNKNOWN);
	CHECK_INT(stream->samples[0].late_ns, -3);
	CHECK_INT(foreign.streams[1].count, RUN_UNKNOWN);
	CHECK_INT(foreign.note_count, 1);
	CHECK_INT(foreign.notes[0].kind, FOREIGN_INCONSISTENT);
	CHECK_TEXT(foreign.notes[0].text, "that is odd");
	arena_free(&arena);
	foreign_builder_free(&builder);
}

/* What is too much is left out, samples first, and that is told. */
static void leaves_out_what_does_not_fit(void)
{
	const struct foreign_sample sample = {RUN_UNKNOWN, RUN_UNKNOWN, 123456789};
	struct foreign_builder builder;
	struct run_foreign foreign;
	struct arena arena = {0};

	foreign_builder_open(&builder);
	builder.foreign.tool = "x";
	for (int i = 0; i < 1000; i++)
		foreign_add_sample(&builder, 0, &sample);
	foreign_finish(&builder);
	CHECK(again(&builder.foreign, 4096, &arena, &foreign));
	CHECK_INT(foreign.streams[0].sample_count, 0);
	CHECK_INT(foreign.note_count, 1);
	CHECK(!again(&builder.foreign, 100, &arena, &foreign));
	arena_free(&arena);
	foreign_builder_free(&builder);
}

static void distrusts_the_file(void)
{
	static const char *const texts[] = {
		"{}",
		"[]",
		"{\"tool\":\"\"}",
		"{\"tool\":7}",
	};
	static const char odd[] =
		"{\"tool\":\"x\",\"notes\":[7,{\"kind\":\"?\"}],\"streams\":[5,{\"bins\":"
		"[1,2,3,0,9,1,5,5,1,7,9,-1,8,9],\"rows\":[1,2],\"samples\":{}}]}";
	struct run_foreign foreign;
	struct arena arena = {0};
	struct err err = {0};
	struct json *json;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		json = json_parse(texts[i], strlen(texts[i]), &err);
		CHECK(!foreign_read(&arena, json, &foreign));
		json_free(json);
	}
	json = json_parse(odd, strlen(odd), &err);
	CHECK(foreign_read(&arena, json, &foreign));
	json_free(json);
	CHECK_INT(foreign.note_count, 2);
	CHECK_INT(foreign.notes[1].kind, FOREIGN_NOTE);
	CHECK_INT(foreign.stream_count, 2);
	/* Only the first makes sense: out of order, without width, without a count. */
	CHECK_INT(foreign.streams[1].bin_count, 1);
	CHECK_INT(foreign.streams[1].row_count, 0);
	arena_free(&arena);
}

/* The summary keeps what it is told, judges it, and draws the rows. */
static void summary_takes_it(void)
{
	const struct run_head head = {.slice_ns = 1000000000};
	struct summary *summary = summary_open(&(struct summary_filter){0});
	struct run_sink sink = summary_sink(summary);
	struct foreign_builder builder;

	fill(&builder);
	foreign_add_note(&builder, FOREIGN_INVALID, "it holds no samples");
	foreign_finish(&builder);
	sink.foreign(sink.self, &builder.foreign);
	CHECK(!summary->foreign); /* there is no head yet */
	sink.head(sink.self, &head);
	sink.foreign(sink.self, &builder.foreign);
	foreign_builder_free(&builder);
	summary_conclude(summary);
	CHECK(summary->foreign != NULL);
	CHECK_INT(summary->foreign->stream_count, 2);
	CHECK_TEXT(summary->foreign->streams[0].name, "T: 3");
	CHECK_INT(summary->foreign->streams[0].bins[1].count, 9);
	CHECK_INT(summary->validity, VALIDITY_INVALID);
	CHECK_INT(summary->reasons.count, 1);
	CHECK_TEXT(summary->reasons.text[0], "it holds no samples");
	CHECK_INT(summary->unchecked.count, 1);
	CHECK_INT(summary->timeline.count, 1);
	summary_close(summary);
}

static const struct test tests[] = {
	{"comes_back", comes_back},
	{"leaves_out_what_does_not_fit", leaves_out_what_does_not_fit},
	{"distrusts_the_file", distrusts_the_file},
	{"summary_takes_it", summary_takes_it},
};

TEST_MAIN(tests)
