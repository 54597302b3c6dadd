/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import/foreign-builder, import/check: lists, limits, contradictions. */
#include "import/foreign-builder.h"

#include "import/import.h"
#include "test.h"

static void starts_unknown(void)
{
	struct foreign_builder builder;
	const struct foreign_stream *stream;

	foreign_builder_open(&builder);
	CHECK(!foreign_has_stream(&builder, 3));
	stream = foreign_stream_at(&builder, 3);
	CHECK(foreign_has_stream(&builder, 3));
	CHECK_INT(stream->index, 3);
	CHECK_INT(stream->count, RUN_UNKNOWN);
	CHECK_INT(stream->cpu, RUN_UNKNOWN);
	CHECK_TEXT(stream->policy, "");
	CHECK_INT(builder.foreign.duration_ns, RUN_UNKNOWN);
	CHECK_TEXT(builder.foreign.command, "");
	foreign_builder_free(&builder);
}

static void sorts_streams_and_bins(void)
{
	static const int64_t indices[] = {7, -1, 3, 100, 3, 0};
	static const int64_t sorted[] = {-1, 0, 3, 7, 100};
	struct foreign_builder builder;
	const struct foreign_stream *stream;

	foreign_builder_open(&builder);
	for (size_t i = 0; i < 6; i++)
		foreign_stream_at(&builder, indices[i])->count = 1;
	for (int64_t i = 999; i >= 0; i--)
		foreign_count_in_bin(&builder, 3, i % 500 * 1000, i % 500 * 1000 + 1000,
				     i < 500 ? 1 : 2);
	foreign_add_bin(&builder, 3, 123, 124, 0);
	foreign_finish(&builder);
	CHECK_INT(builder.foreign.stream_count, 5);
	for (uint32_t i = 0; i < 5; i++)
		CHECK_INT(builder.foreign.streams[i].index, sorted[i]);
	stream = &builder.foreign.streams[2];
	CHECK_INT(stream->bin_count, 500);
	for (uint32_t i = 0; i < stream->bin_count; i++) {
		CHECK_INT(stream->bins[i].from_ns, (int64_t)i * 1000);
		CHECK_INT(stream->bins[i].count, 3);
	}
	foreign_builder_free(&builder);
}

/* Equal or not, the first one counts; only when they differ the bins are in doubt. */
static void keeps_the_first_of_equal_bins(void)
{
	struct foreign_builder builder;

	foreign_builder_open(&builder);
	for (int64_t i = 0; i < 2; i++) {
		foreign_stream_at(&builder, i)->bins_are_complete = true;
		CHECK(foreign_add_bin(&builder, i, 12000, 13000, 5));
		CHECK(foreign_add_bin(&builder, i, 13000, 14000, 5));
		CHECK(!foreign_add_bin(&builder, i, 12000, 13000, i ? 7 : 5));
	}
	CHECK(!foreign_add_bin(&builder, 1, 13000, 14000, 5));
	foreign_finish(&builder);
	CHECK_INT(builder.foreign.streams[0].bins[0].count, 5);
	CHECK_INT(builder.foreign.streams[1].bins[0].count, 5);
	CHECK(builder.foreign.streams[0].bins_are_complete);
	CHECK(!builder.foreign.streams[1].bins_are_complete);
	CHECK_INT(builder.foreign.note_count, 2);
	CHECK_TEXT(
		builder.foreign.notes[0].text,
		"stream 0: the bin at 12.000 us comes twice, with 5 and with 5 samples: "
		"the first is kept");
	CHECK_TEXT(
		builder.foreign.notes[1].text,
		"stream 1: the bin at 12.000 us comes twice, with 5 and with 7 samples, "
		"as does 1 other: the first is kept");
	CHECK_INT(builder.foreign.notes[0].kind, FOREIGN_INCONSISTENT);
	foreign_builder_free(&builder);
}

static void add_late(struct foreign_builder *builder, int64_t late_ns)
{
	const struct foreign_sample sample = {.cycle = RUN_UNKNOWN,
					      .time_ns = RUN_UNKNOWN,
					      .late_ns = late_ns};

	foreign_add_sample(builder, 0, &sample);
}

static void sums_up_samples(void)
{
	struct foreign_builder builder;
	const struct foreign_stream *stream;

	foreign_builder_open(&builder);
	foreign_stream_at(&builder, 0)->resolution_ns = 1000;
	for (int64_t i = 0; i < 5; i++)
		add_late(&builder, (i % 3) * 1000);
	foreign_sum_up_samples(&builder, 0);
	foreign_finish(&builder);
	stream = &builder.foreign.streams[0];
	CHECK_INT(stream->count, 5);
	CHECK_INT(stream->min_ns, 0);
	CHECK_INT(stream->max_ns, 2000);
	CHECK_INT(stream->avg_ns, 800);
	CHECK_INT(stream->beyond, 0);
	CHECK(stream->bins_are_complete);
	CHECK_INT(stream->bin_count, 3);
	CHECK_INT(stream->bins[1].from_ns, 1000);
	CHECK_INT(stream->bins[1].to_ns, 2000);
	CHECK_INT(stream->bins[1].count, 2);
	CHECK_INT(stream->sample_count, 5);
	CHECK_INT(stream->samples[4].late_ns, 1000);
	foreign_builder_free(&builder);
}

static void too_many_samples_become_bins(void)
{
	struct foreign_builder builder;
	const struct foreign_stream *stream;
	int64_t sum = 0;

	foreign_builder_open(&builder);
	for (int64_t i = 0; i <= FOREIGN_SAMPLES_MAX; i++)
		add_late(&builder, i % 7);
	foreign_finish(&builder);
	stream = &builder.foreign.streams[0];
	CHECK_INT(stream->sample_count, 0);
	CHECK_INT(stream->bin_count, 7);
	for (uint32_t i = 0; i < stream->bin_count; i++)
		sum += stream->bins[i].count;
	CHECK_INT(sum, FOREIGN_SAMPLES_MAX + 1);
	CHECK_INT(builder.foreign.note_count, 1);
	foreign_builder_free(&builder);
}

static void limits_streams_and_notes(void)
{
	struct foreign_builder builder;

	foreign_builder_open(&builder);
	for (int64_t i = 0; i < FOREIGN_STREAMS_MAX + 10; i++) {
		foreign_stream_at(&builder, i)->count = i;
		foreign_add_bin(&builder, i, 0, 1, 1);
	}
	for (int i = 0; i < FOREIGN_NOTES_MAX + 5; i++)
		foreign_add_note(&builder, FOREIGN_NOTE, "note %d", i);
	foreign_add_note(&builder, FOREIGN_INVALID, "why");
	foreign_finish(&builder);
	CHECK_INT(builder.foreign.stream_count, FOREIGN_STREAMS_MAX);
	CHECK(builder.foreign.note_count >= FOREIGN_NOTES_MAX);
	CHECK(builder.foreign.note_count <= FOREIGN_NOTES_MAX + 4);
	CHECK_TEXT(builder.foreign.notes[FOREIGN_NOTES_MAX].text, "why");
	foreign_builder_free(&builder);
}

/* Checks one stream of these figures; returns the notes, each in "<kind text>". */
static const char *notes_of(const struct foreign_stream *figures, int64_t binned)
{
	static struct str all;
	struct foreign_builder builder;
	struct foreign_stream *stream;

	str_clear(&all);
	foreign_builder_open(&builder);
	stream = foreign_stream_at(&builder, 0);
	stream->name = "T: 0";
	stream->count = figures->count;
	stream->min_ns = figures->min_ns;
	stream->avg_ns = figures->avg_ns;
	stream->max_ns = figures->max_ns;
	stream->period_ns = figures->period_ns;
	stream->beyond = figures->beyond;
	foreign_add_bin(&builder, 0, 5000, 6000, binned);
	import_check(&builder);
	foreign_finish(&builder);
	for (uint32_t i = 0; i < builder.foreign.note_count; i++)
		str_addf(&all, "<%d %s>", builder.foreign.notes[i].kind,
			 builder.foreign.notes[i].text);
	foreign_builder_free(&builder);
	return str_text(&all);
}

static void tells_contradictions(void)
{
	enum { NONE = 0 };
	const int64_t unknown = RUN_UNKNOWN;
	const struct {
		struct foreign_stream figures;
		int64_t binned;
		const char *notes;
	} rows[] = {
		{{.count = 3,
		  .min_ns = 5000,
		  .avg_ns = 5500,
		  .max_ns = 5900,
		  .period_ns = 1000000,
		  .beyond = 0},
		 3,
		 ""},
		{{.count = -3,
		  .min_ns = unknown,
		  .avg_ns = unknown,
		  .max_ns = 5900,
		  .period_ns = 0,
		  .beyond = unknown},
		 NONE,
		 "<1 T: 0: its period is 0, which cannot be: taken for unknown>"
		 "<1 T: 0: its count is -3, which cannot be: taken for unknown>"},
		{{.count = 3,
		  .min_ns = 5000,
		  .avg_ns = 4000,
		  .max_ns = 9000,
		  .period_ns = unknown,
		  .beyond = unknown},
		 NONE,
		 "<1 T: 0: its minimum (5.00 us) is above its average (4.00 us)>"},
		{{.count = 3,
		  .min_ns = 5000,
		  .avg_ns = 6000,
		  .max_ns = 5500,
		  .period_ns = unknown,
		  .beyond = unknown},
		 NONE,
		 "<1 T: 0: its average (6.00 us) is above its maximum (5.50 us)>"},
		{{.count = 10,
		  .min_ns = 5000,
		  .avg_ns = 5000,
		  .max_ns = 5000,
		  .period_ns = unknown,
		  .beyond = 2},
		 9,
		 "<1 T: 0: 10 samples by its count, 11 in its bins and beyond them: a "
		 "difference of -1>"},
		{{.count = 3,
		  .min_ns = unknown,
		  .avg_ns = unknown,
		  .max_ns = 4000,
		  .period_ns = unknown,
		  .beyond = unknown},
		 3,
		 "<1 T: 0: its maximum (4.00 us) is below its highest bin (5.00 us)>"},
		{{.count = 0,
		  .min_ns = unknown,
		  .avg_ns = unknown,
		  .max_ns = unknown,
		  .period_ns = unknown,
		  .beyond = unknown},
		 NONE,
		 "<3 it holds no samples>"},
		{{.count = 9,
		  .min_ns = 0,
		  .avg_ns = 0,
		  .max_ns = 0,
		  .period_ns = unknown,
		  .beyond = unknown},
		 NONE,
		 "<3 all figures are 0: that is a failed run, not a perfect machine>"},
		{{.count = unknown,
		  .min_ns = 6000,
		  .avg_ns = 116772000,
		  .max_ns = 821199000,
		  .period_ns = 200000,
		  .beyond = unknown},
		 NONE,
		 "<3 T: 0: overload: late by 116.8 ms on average, 583.9 times its period of "
		 "200.0 us: it could not keep up, so this is no distribution of lateness>"},
		{{.count = unknown,
		  .min_ns = unknown,
		  .avg_ns = unknown,
		  .max_ns = unknown,
		  .period_ns = unknown,
		  .beyond = unknown},
		 NONE,
		 ""},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		CHECK_TEXT(notes_of(&rows[i].figures, rows[i].binned), rows[i].notes);
}

static const struct test tests[] = {
	{"starts_unknown", starts_unknown},
	{"sorts_streams_and_bins", sorts_streams_and_bins},
	{"keeps_the_first_of_equal_bins", keeps_the_first_of_equal_bins},
	{"sums_up_samples", sums_up_samples},
	{"too_many_samples_become_bins", too_many_samples_become_bins},
	{"limits_streams_and_notes", limits_streams_and_notes},
	{"tells_contradictions", tells_contradictions},
};

TEST_MAIN(tests)
