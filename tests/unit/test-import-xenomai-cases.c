/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import/xenomai*: the cases' figures, worked out from the files by hand. */
#include "xenomai-figures.h"

static void thread_imx6q(void)
{
	CLEANUP(imported_free)
	struct imported a = import_case("thread-imx6q/a.latency.txt", &import_xenomai);
	CLEANUP(imported_free)
	struct imported b = import_case("thread-imx6q/b.latency.txt", &import_xenomai);
	const struct foreign_stream *stream = imported_stream(&a, 0);

	check_figures(stream, 1622, 5690, 42186, 0, 0);
	check_rows(stream, 72, 53928, 0, 0);
	check_setup(stream, NS_PER_MS, 99, "user");
	CHECK_INT(a.builder.foreign.duration_ns, 54000 * NS_PER_S);
	CHECK_INT(a.builder.foreign.asked_duration_ns, 54000 * NS_PER_S);
	CHECK_TEXT(a.builder.foreign.ended, "complete");
	CHECK_INT(stream->count, NOTHING);
	CHECK_INT(stream->bin_count, 0);
	CHECK_INT(stream->rows[41].time_ns, 42 * NS_PER_S);
	CHECK_INT(stream->rows[42].time_ns, (14 * 3600 + 59 * 60 + 31) * NS_PER_S);
	CHECK_INT(stream->rows[71].time_ns, 54000 * NS_PER_S);
	CHECK(imported_says(&a, FOREIGN_NOTE, "mean of the 72 row averages"));
	CHECK(imported_says(&a, FOREIGN_NOTE, "5.6900 us (nominally 72000 samples)"));
	CHECK(imported_says(&a, FOREIGN_NOTE, "42.186 us, is in no row"));
	CHECK(imported_says(&a, FOREIGN_NOTE, "the largest of the rows is 35.909 us"));
	CHECK(imported_says(&a, FOREIGN_NOTE, "53928 are missing"));
	stream = imported_stream(&b, 0);
	check_figures(stream, 5831, 18042, 48214, 0, 0);
	check_rows(stream, 72, 53928, 0, 0);
	CHECK_INT(stream->rows[65].max_ns, 48214);
	CHECK(imported_says(&b, FOREIGN_NOTE, "18.0420 us"));
	CHECK(!imported_says(&b, FOREIGN_NOTE, "48.214 us, is in no row"));
	CHECK_INT(imported_notes(&a, FOREIGN_INCONSISTENT), 0);
	CHECK_INT(imported_notes(&b, FOREIGN_INVALID), 0);
}

/* Quoted in a mail, with a header that is wrapped over two lines, and no end. */
static void imx6q_mail(void)
{
	CLEANUP(imported_free)
	struct imported mail = import_case("imx6q-2018/mail.txt", &import_xenomai);
	const struct foreign_stream *stream = imported_stream(&mail, 0);

	check_figures(stream, 35333, 58761, 95667, 0, 0);
	check_rows(stream, 10, 0, 0, 0);
	check_setup(stream, NS_PER_MS, 99, "user");
	CHECK_INT(stream->resolution_ns, 333);
	CHECK_INT(mail.builder.foreign.duration_ns, 10 * NS_PER_S);
	CHECK_INT(mail.builder.foreign.asked_duration_ns, NOTHING);
	CHECK_TEXT(mail.builder.foreign.ended, "cut-off");
	CHECK_INT(mail.builder.foreign.lines_skipped, 0);
	CHECK(imported_says(&mail, FOREIGN_NOTE, "no RTS line"));
	CHECK(imported_says(&mail, FOREIGN_NOTE, "3 MHz (resolution 333 ns)"));
	CHECK(imported_says(&mail, FOREIGN_ASSUMED, "58.7611 us"));
	CHECK_INT(imported_notes(&mail, FOREIGN_INCONSISTENT), 0);
}

/* The middle of a run: nothing older than its rows is theirs. */
static void rtxi(void)
{
	CLEANUP(imported_free)
	struct imported log = import_case("rtxi-periodic/latency.txt", &import_xenomai);
	const struct foreign_stream *stream = imported_stream(&log, 0);
	int64_t sum = 0;

	check_figures(stream, 560, 2351, 1332951, 117, 0);
	check_rows(stream, 120, 0, 0, 0);
	check_setup(stream, 100 * NS_PER_US, 99, "user");
	CHECK_INT(stream->rows[0].min_ns, 710);
	CHECK_INT(stream->rows[0].avg_ns, 2346);
	CHECK_INT(stream->rows[0].max_ns, 121659);
	CHECK_INT(stream->rows[0].overruns, NOTHING);
	CHECK_INT(stream->rows[0].time_ns, (24 * 60 + 31) * NS_PER_S);
	CHECK_INT(stream->rows[88].max_ns, 1332951);
	for (uint32_t i = 1; i < stream->row_count; i++)
		sum += stream->rows[i].overruns;
	CHECK_INT(sum, 117);
	CHECK_INT(log.builder.foreign.duration_ns, 120 * NS_PER_S);
	CHECK(imported_says(&log, FOREIGN_NOTE, "begins in the middle of a run"));
	CHECK(imported_says(&log, FOREIGN_NOTE,
			    "overruns 3245, best 0.514 us, worst "
			    "1276.562 us"));
	CHECK(imported_says(&log, FOREIGN_NOTE, "0.514 us, is in no row"));
	CHECK(imported_says(&log, FOREIGN_ASSUMED,
			    "2.3506 us (nominally 1200000 samples)"));
	CHECK(imported_says(&log, FOREIGN_NOTE, "117 are in rows 2 to 120"));
	CHECK_INT(imported_notes(&log, FOREIGN_INCONSISTENT), 0);
}

/* Whole ns, six columns, a header that does not say who ran. */
static void xenomai_old(void)
{
	CLEANUP(imported_free)
	struct imported log = import_case("smi-columns/xenomai-old.txt", &import_xenomai);
	const struct foreign_stream *stream = imported_stream(&log, 0);

	check_figures(stream, 1953, 2392, 248014, 2, NOTHING);
	check_rows(stream, 8, 0, 0, 0);
	check_setup(stream, 100 * NS_PER_US, NOTHING, "");
	CHECK_INT(stream->rows[4].min_ns, 1953);
	CHECK_INT(stream->rows[4].avg_ns, 2402);
	CHECK_INT(stream->rows[4].max_ns, 248014);
	CHECK_INT(stream->rows[4].overruns, 2);
	CHECK_INT(stream->rows[5].overruns, 0);
	CHECK_INT(stream->rows[4].mode_switches, NOTHING);
	CHECK_INT(log.builder.foreign.duration_ns, 8 * NS_PER_S);
	CHECK(imported_says(&log, FOREIGN_ASSUMED, "taken as ns"));
	CHECK(imported_says(&log, FOREIGN_NOTE, "mode switches are unknown"));
}

static void three_steps(void)
{
	static const struct {
		const char *path;
		int64_t min_ns, avg_ns, max_ns, overruns, count;
		uint32_t rows;
		uint64_t missing, damaged, split;
		const char *samples;
	} steps[] = {
		{"xenomai-three-steps/step1.txt", 1175, 2955, 374075, 40, 599943, 52, 7,
		 1, 0, "40 overruns make 599983 of 600000 periods"},
		{"xenomai-three-steps/step2.txt", 1154, 3078, 87379, 0, 599984, 56, 3, 0,
		 1, "0 overruns make 599984 of 600000 periods"},
		{"xenomai-three-steps/step3.txt", 577, 2428, 5926355, 928, 598956, 59, 0,
		 0, 0, "928 overruns make 599884 of 600000 periods"},
	};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		CLEANUP(imported_free)
		struct imported step = import_case(steps[i].path, &import_xenomai);
		const struct foreign_stream *stream = imported_stream(&step, 0);

		check_figures(stream, steps[i].min_ns, steps[i].avg_ns, steps[i].max_ns,
			      steps[i].overruns, 0);
		check_rows(stream, steps[i].rows, steps[i].missing, steps[i].damaged,
			   steps[i].split);
		check_setup(stream, 100 * NS_PER_US, 99, "user");
		CHECK_INT(stream->count, steps[i].count);
		CHECK_INT(step.builder.foreign.duration_ns, 60 * NS_PER_S);
		CHECK_INT(step.builder.foreign.asked_duration_ns, 60 * NS_PER_S);
		CHECK_TEXT(step.builder.foreign.command, "latency -s -T 60");
		CHECK(imported_says(&step, FOREIGN_NOTE, steps[i].samples));
		CHECK_INT(imported_says(&step, FOREIGN_NOTE, "HSS max is clipped"),
			  i != 1);
		CHECK_INT(imported_notes(&step, FOREIGN_INCONSISTENT), 0);
	}
}

/* A damaged row keeps what is sure; its overruns are in the next difference. */
static void damaged_and_split_rows(void)
{
	CLEANUP(imported_free)
	struct imported one =
		import_case("xenomai-three-steps/step1.txt", &import_xenomai);
	CLEANUP(imported_free)
	struct imported two =
		import_case("xenomai-three-steps/step2.txt", &import_xenomai);
	const struct foreign_stream *stream = imported_stream(&one, 0);

	CHECK_INT(stream->rows[35].min_ns, 1592);
	CHECK_INT(stream->rows[35].avg_ns, 2847);
	CHECK_INT(stream->rows[35].max_ns, 82516);
	CHECK_INT(stream->rows[35].overruns, NOTHING);
	CHECK_INT(stream->rows[35].mode_switches, NOTHING);
	CHECK_INT(stream->rows[36].overruns, 0);
	CHECK_INT(stream->rows[0].overruns, 0);
	CHECK_INT(stream->rows[4].overruns, 2);
	/* Some rows of these screens are missing, nobody knows which. */
	CHECK_INT(stream->rows[20].time_ns, 21 * NS_PER_S);
	CHECK_INT(stream->rows[21].time_ns, NOTHING);
	CHECK_INT(stream->rows[51].time_ns, NOTHING);
	stream = imported_stream(&two, 0);
	CHECK_INT(stream->rows[24].avg_ns, 4221);
	CHECK_INT(stream->rows[24].max_ns, 56502);
	CHECK_INT(stream->rows[24].overruns, 0);
	CHECK(imported_says(&two, FOREIGN_NOTE, "maximum 56.502 us"));
}

/* 300 buckets of 1 us, rounded down and clipped: that is what step 3 prints. */
static void step3_statistics(void)
{
	CLEANUP(imported_free)
	struct imported step =
		import_case("xenomai-three-steps/step3.txt", &import_xenomai);
	const struct foreign_stream *stream = imported_stream(&step, 0);
	int64_t sum = 0, none = 0, above = 0, worst = 0;

	for (uint32_t i = 0; i < stream->row_count; i++) {
		sum += stream->rows[i].overruns;
		none += stream->rows[i].overruns == 0;
		above += stream->rows[i].max_ns > NS_PER_MS;
		if (stream->rows[i].overruns > worst)
			worst = stream->rows[i].overruns;
	}
	CHECK_INT(sum, 928);
	CHECK_INT(none, 8);
	CHECK_INT(above, 13);
	CHECK_INT(worst, 87);
	CHECK_INT(stream->rows[51].overruns, 87);
	CHECK(imported_says(&step, FOREIGN_NOTE, "20 of the 59 row maxima"));
	CHECK(imported_says(&step, FOREIGN_NOTE,
			    "HSS max average 219.780 and deviation "
			    "84.249 are exactly those"));
	CHECK(imported_says(&step, FOREIGN_NOTE, "row maxima average 1046.885 us"));
	CHECK(imported_says(&step, FOREIGN_NOTE,
			    "HSS min average 0.220 and deviation 0.418"));
	CHECK(imported_says(&step, FOREIGN_NOTE, "row minima average 0.881 us"));
}

static const struct test tests[] = {
	{"thread-imx6q", thread_imx6q},
	{"imx6q-mail", imx6q_mail},
	{"rtxi", rtxi},
	{"xenomai-old", xenomai_old},
	{"three-steps", three_steps},
	{"damaged-and-split-rows", damaged_and_split_rows},
	{"step3-statistics", step3_statistics},
};

TEST_MAIN(tests)
