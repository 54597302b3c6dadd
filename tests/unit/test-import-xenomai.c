/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import/xenomai*: the cases' figures, worked out from the files by hand; then every quirk. */
#include "base/num.h"
#include "imported.h"

#define NOTHING RUN_UNKNOWN

static void check_figures(const struct foreign_stream *stream, int64_t min_ns,
			  int64_t avg_ns, int64_t max_ns, int64_t overruns,
			  int64_t switches)
{
	CHECK_INT(stream->min_ns, min_ns);
	CHECK_INT(stream->avg_ns, avg_ns);
	CHECK_INT(stream->max_ns, max_ns);
	CHECK_INT(stream->overruns, overruns);
	CHECK_INT(stream->mode_switches, switches);
}

static void check_rows(const struct foreign_stream *stream, uint32_t rows,
		       uint64_t missing, uint64_t damaged, uint64_t split)
{
	CHECK_INT(stream->row_count, rows);
	CHECK_INT(stream->rows_missing, missing);
	CHECK_INT(stream->rows_damaged, damaged);
	CHECK_INT(stream->rows_split, split);
}

static void check_setup(const struct foreign_stream *stream, int64_t period_ns,
			int64_t priority, const char *context)
{
	CHECK_INT(stream->period_ns, period_ns);
	CHECK_INT(stream->priority, priority);
	CHECK_TEXT(stream->context, context);
	CHECK_TEXT(stream->wake, "timer");
	CHECK_TEXT(stream->policy, "");
	CHECK_INT(stream->cpu, NOTHING);
}

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

#define HEAD                                                                       \
	"== Sampling period: 1000 us\n"                                            \
	"== Test mode: in-kernel periodic task\n"                                  \
	"== All results in microseconds\n"                                         \
	"RTT|  00:00:01  (in-kernel periodic task, 1000 us period, priority 50)\n" \
	"RTH|----lat min|----lat avg|----lat max|-overrun|---msw|---lat best|--lat worst\n"
#define ROW(min, avg, max, overruns, best, worst)                       \
	"RTD|      " min "|      " avg "|     " max "|       " overruns \
	"|     0|      " best "|     " worst "\n"

static struct imported read_text(const char *text)
{
	return import_text("log", text, &import_xenomai);
}

static void stamps_and_consoles(void)
{
	CLEANUP(imported_free)
	struct imported log = read_text(
		"Jan 01 00:00:03 board latency[12]: == Sampling period: 1000 us\r\n"
		"> > RTT|  00:00:01  (in-kernel timer handler, 1000 us period, priority 99)\r\n"
		"[   12.345678] RTD|      1.000|      2.000|      3.000|       0|     0|      "
		"1.000|      3.000\r\n"
		"\x1b[1;31mconsole: RTD|     -1.500|      2.000|      4.000|       1|     2|     "
		"-1.500|      4.000\x1b[0m\r\n");
	const struct foreign_stream *stream = imported_stream(&log, 0);

	check_figures(stream, -1500, 2000, 4000, 1, 2);
	check_rows(stream, 2, 0, 0, 0);
	check_setup(stream, NS_PER_MS, 99, "irq");
	CHECK_INT(stream->rows[1].overruns, 1);
	CHECK_INT(stream->rows[1].mode_switches, 2);
}

/* A lost line end, a row that stops in a number, one with garbage in the middle. */
static void broken_rows(void)
{
	CLEANUP(imported_free)
	struct imported log = read_text(
		HEAD
		"RTD|      42\n"
		"RTD|      1.000|      2.000|      3.000|       0|     0|      1.000|      3.000"
		"RTD|      1.100|      2.100|      3.100|       0|     0|      1.000|      3.100\n"
		"RTD|      1.200|      2.200|      3.2\n"
		"some words\n"
		"RTD|      1.300|      2.x00|      3.300|       1|     0|      1.000|      3.300\n"
		"RTD|      1.400|      2.400|      3.400|       1|     0\n"
		"RTD|garbage\n"
		"RTD|\n"
		"RTD|99999999999999999999999|      2.5\n" ROW("1.000", "2.000", "3.000",
							      "4", "1.000", "3.400"));
	const struct foreign_stream *stream = imported_stream(&log, 0);

	/* A first cell that was cut does not settle the unit. */
	check_rows(stream, 6, 0, 3, 0);
	CHECK_INT(log.builder.foreign.lines_skipped, 4);
	CHECK_INT(stream->rows[2].avg_ns, 2200);
	CHECK_INT(stream->rows[2].max_ns, NOTHING);
	CHECK_INT(stream->rows[3].min_ns, 1300);
	CHECK_INT(stream->rows[3].avg_ns, NOTHING);
	CHECK_INT(stream->rows[3].max_ns, 3300);
	CHECK_INT(stream->rows[4].overruns, 0);
	CHECK_INT(stream->rows[4].mode_switches, NOTHING);
	CHECK_INT(stream->rows[5].overruns, 3);
}

static void contradictions(void)
{
	CLEANUP(imported_free)
	struct imported log =
		read_text(HEAD ROW("1.000", "2.000", "3.000", "5", "1.000", "9.000") ROW(
			"3.000", "2.000", "3.000", "4", "1.000",
			"8.000") "RTS|      2.000|      2.000|      3.000|       1|     0|    00:00:03/00:00:03\n");

	CHECK(imported_says(&log, FOREIGN_INCONSISTENT, "the overruns column"));
	CHECK(imported_says(&log, FOREIGN_INCONSISTENT, "the worst latency"));
	CHECK(imported_says(&log, FOREIGN_INCONSISTENT, "1 rows, first in line 7"));
	CHECK(imported_says(&log, FOREIGN_INCONSISTENT, "2 rows lie outside"));
	CHECK_INT(imported_stream(&log, 0)->rows[1].overruns, NOTHING);
}

/* Whole seconds drift against rows: 21 rows may seem to take 22 s. */
static void drift_is_no_gap(void)
{
	CLEANUP(imported_free)
	struct imported log = read_text(
		HEAD ROW("1.000", "2.000", "3.000", "0", "1.000", "3.000")
			ROW("1.000", "2.000", "3.000", "0", "1.000", "3.000") "RTT|  00:00:04  (in-kernel periodic task, 1000 us period, priority 50)\n" ROW(
				"1.000", "2.000", "3.000", "0", "1.000", "3.000")
				ROW("1.000", "2.000", "3.000", "0", "1.000", "3.000") "RTT|  00:00:06  (in-kernel periodic task, 1000 us period, priority 50)\n" ROW(
					"1.000", "2.000", "3.000", "0", "1.000",
					"3.000") "RTS|      1.000|      2.000|      3.000|       0|     0|    00:00:07/00:01:00\n");

	check_rows(imported_stream(&log, 0), 5, 0, 0, 0);
	CHECK(imported_says(&log, FOREIGN_NOTE, "ended after 7 of 60 s"));
	CHECK_INT(imported_stream(&log, 0)->rows[2].time_ns, 4 * NS_PER_S);
}

/* switchtest prints the same tags, between ours when both run. */
static void switchtest_is_passed_over(void)
{
	CLEANUP(imported_free)
	struct imported log = read_text(HEAD ROW(
		"1.000", "2.000", "3.000", "0", "1.000",
		"3.000") "RTT|  00:00:02\n"
			 "RTH|ctx switches|-------total\n"
			 "RTD|       40319|       40319\n"
			 "RTT|  00:00:02  (in-kernel periodic task, 1000 us period, priority 50)\n"
			 "RTH|----lat min|----lat avg|----lat max|-overrun|---msw|---lat best|--lat worst\n" ROW(
				 "1.000", "2.000", "4.000", "0", "1.000", "4.000"));
	CLEANUP(imported_free)
	struct imported alone =
		import_text("log",
			    "RTT|  00:00:02\nRTH|ctx switches|-------total\n"
			    "RTD|       40319|       40319\n",
			    NULL);

	check_rows(imported_stream(&log, 0), 2, 0, 0, 0);
	CHECK_INT(log.builder.foreign.lines_skipped, 0);
	CHECK_INT(alone.status, -1);
	CHECK(alone.err.text[0]);
}

static void several_runs(void)
{
	CLEANUP(imported_free)
	struct imported log = read_text(HEAD ROW(
		"1.000", "2.000", "3.000", "0", "1.000",
		"3.000") "RTS|      1.000|      2.000|      3.000|       0|     0|    00:00:02/00:00:02\n"
			 "== Sampling period: 100 us\n"
			 "RTT|  00:00:01  (periodic user-mode task, 100 us period, priority 99)\n" ROW(
				 "5.000", "6.000", "7.000", "0", "5.000",
				 "7.000") "RTS|      5.000|      6.000|      7.000|       0|     0|    00:00:02/00:00:02\n");

	CHECK_INT(log.status, -1);
	CHECK(strstr(log.err.text, "another begins at line 8; split") != NULL);
}

/* -h: buckets of whole us; the last one holds what is beyond it, too. */
static void histogram_text(void)
{
	CLEANUP(imported_free)
	struct imported log = read_text("op@bench1:~# ./latency -h -H 10 -T 3\n" HEAD ROW(
		"1.000", "2.000", "30.000", "0", "1.000",
		"30.000") "---|--param|----range-|--samples\n"
			  "HSD|    min|   1 -  2 |        2\n"
			  "HSD|    avg|   1 -  2 |      900\n"
			  "HSD|    avg|   3 -  4 |       90\n"
			  "HSD|    avg|   9 - 10 |       10\n"
			  "HSD|    max|   9 - 10 |        2\n"
			  "HSH|--param|--samples-|--average--|---stddev--\n"
			  "HSS|    avg|      1000|      2.000|      0.100\n"
			  "RTS|      1.000|      2.000|     30.000|       0|     0|    00:00:03/00:00:03\n");
	const struct foreign_stream *stream = imported_stream(&log, 0);

	CHECK_INT(stream->count, 1000);
	CHECK_INT(stream->bin_count, 2);
	CHECK_INT(stream->bins[1].from_ns, 3000);
	CHECK_INT(stream->bins[1].to_ns, 4000);
	CHECK_INT(stream->bins[1].count, 90);
	CHECK_INT(stream->beyond, 10);
	CHECK_INT(stream->beyond_from_ns, 9000);
	CHECK(stream->bins_are_complete);
	CHECK_TEXT(log.builder.foreign.command, "./latency -h -H 10 -T 3");
	CHECK(imported_says(&log, FOREIGN_ASSUMED, "taken as 1000 ns"));
	CHECK_INT(imported_notes(&log, FOREIGN_INCONSISTENT), 0);
}

static void limit_exceeded(void)
{
	CLEANUP(imported_free)
	struct imported log = read_text(HEAD ROW(
		"1.000", "2.000", "812.345", "0", "1.000",
		"812.345") "Maximum latency exceeded:     812.345 > 500\n"
			   "RTS|      1.000|      2.000|    812.345|       0|     0|    00:00:02/00:01:00\n");

	CHECK_TEXT(log.builder.foreign.ended, "stopped");
	CHECK(imported_says(&log, FOREIGN_NOTE, "limit of 500.000 us"));
}

/* -q prints no rows; version 2.0 no mode switches; a summary alone is enough. */
static void summary_alone(void)
{
	CLEANUP(imported_free)
	struct imported log = read_text(
		"RTS|      1.622|      5.690|     42.186|       7|     3|    15:00:00/15:00:00\n"
		"Warning! some latency peaks may have been due to involuntary mode switches.\n");
	CLEANUP(imported_free)
	struct imported old = read_text(
		"RTH|-----lat min|-----lat avg|-----lat max|-overrun|----lat best|---lat worst\n"
		"RTD|        1960|        2391|        9862|       0|        1960|        9862\n"
		"RTS|        1960|        2391|        9862|       1|    00:00:02/00:00:02\n");
	const struct foreign_stream *stream = imported_stream(&log, 0);

	check_figures(stream, 1622, 5690, 42186, 7, 3);
	check_rows(stream, 0, 0, 0, 0);
	CHECK_INT(stream->period_ns, NOTHING);
	CHECK_INT(log.builder.foreign.duration_ns, 54000 * NS_PER_S);
	CHECK(imported_says(&log, FOREIGN_NOTE, "the tool warns: some latency peaks"));
	check_figures(imported_stream(&old, 0), 1960, 2391, 9862, 1, NOTHING);
	CHECK_INT(old.builder.foreign.duration_ns, 2 * NS_PER_S);
}

/* -l 0 leaves the headers out: a first row that is best and worst starts a run. */
static void no_headers(void)
{
	CLEANUP(imported_free)
	struct imported whole =
		read_text(ROW("1.000", "2.000", "3.000", "4", "1.000", "3.000")
				  ROW("0.500", "2.000", "9.000", "6", "0.500", "9.000"));
	CLEANUP(imported_free)
	struct imported part =
		read_text(ROW("1.000", "2.000", "3.000", "4", "0.700", "3.000")
				  ROW("0.800", "2.000", "2.000", "6", "0.700", "3.000"));

	check_figures(imported_stream(&whole, 0), 500, 2000, 9000, 6, 0);
	CHECK_INT(imported_stream(&whole, 0)->rows[0].overruns, 4);
	CHECK(!imported_says(&whole, FOREIGN_NOTE, "middle of a run"));
	check_figures(imported_stream(&part, 0), 800, 2000, 3000, 2, 0);
	CHECK(imported_says(&part, FOREIGN_NOTE, "middle of a run"));
	CHECK_INT(imported_stream(&part, 0)->rows[0].time_ns, NOTHING);
}

/* A growing file has NULs in front; a forum puts fences around it. */
static void fences_and_nuls(void)
{
	static const char text[] =
		"\0\0\0\0```\n"
		"RTT|  00:00:01  (periodic user-mode task, 100 us period, priority 99)\n"
		">> RTD|      1.000|      2.000|      3.000|       0|     0|      1.000|     "
		" 3.000\n```\n";
	struct import_report report = {.name = "log",
				       .text = text,
				       .length = sizeof(text) - 1};
	struct foreign_builder builder;
	struct err err = {0};

	foreign_builder_open(&builder);
	CHECK_INT(import_read(&report, &builder, &err), 0);
	CHECK_INT(builder.foreign.stream_count, 1);
	CHECK_INT(builder.foreign.streams[0].row_count, 1);
	CHECK_INT(builder.foreign.lines_skipped, 0);
	foreign_builder_free(&builder);
}

/* What a failed start leaves is no report, and says why. */
static void no_rows(void)
{
	CLEANUP(imported_free)
	struct imported log =
		import_text("log",
			    "BUG in low_init(): Cobalt core not enabled in kernel\n",
			    NULL);
	CLEANUP(imported_free)
	struct imported empty = import_text("log", HEAD, NULL);

	CHECK_INT(log.status, -1);
	CHECK(strstr(log.err.text, "Cobalt core not enabled") != NULL);
	CHECK_INT(empty.status, -1);
	CHECK(empty.err.text[0]);
}

static void only_zeros(void)
{
	CLEANUP(imported_free)
	struct imported log =
		read_text(HEAD ROW("0.000", "0.000", "0.000", "0", "0.000", "0.000"));

	CHECK(imported_says(&log, FOREIGN_INVALID, "all figures are 0"));
}

static void latmus_rows(void)
{
	CLEANUP(imported_free)
	struct imported log = import_text(
		"log",
		"warming up on CPU1 (not isolated)...\n"
		"RTT|  00:00:01  (irq, 1000 us period, CPU1-noisol)\n"
		"RTH|----lat min|----lat avg|----lat max|-overrun|---msw|---lat best|--lat worst\n" ROW(
			"0.100", "0.200", "1.300", "0", "0.100",
			"1.300") "RTS|      0.100|      0.200|      1.300|       0|     0|    02:00:02/02:30:00\n"
				 "*** WARNING: unexpected switches to in-band mode detected,\n",
		&import_latmus);
	CLEANUP(imported_free)
	struct imported user = import_text(
		"log",
		"RTT|  00:00:01  (user, 100 us period, priority 98, CPU3)\n"
		"RTH|----lat min|----lat avg|----lat max|-overrun|---msw|---lat best|--lat worst\n" ROW(
			"0.100", "0.200", "1.300", "0", "0.100", "1.300"),
		&import_latmus);
	const struct foreign_stream *stream = imported_stream(&log, 0);

	CHECK_INT(stream->cpu, 1);
	CHECK_INT(stream->priority, NOTHING);
	CHECK_TEXT(stream->context, "irq");
	CHECK_TEXT(log.builder.foreign.tool, "latmus");
	CHECK_INT(log.builder.foreign.duration_ns, 7202 * NS_PER_S);
	/* latmus prints the hours of the time passed before the minutes it was asked for. */
	CHECK_INT(log.builder.foreign.asked_duration_ns, NOTHING);
	CHECK(imported_says(&log, FOREIGN_NOTE, "not isolated"));
	CHECK(imported_says(&log, FOREIGN_INVALID, "not reliable"));
	stream = imported_stream(&user, 0);
	CHECK_INT(stream->cpu, 3);
	CHECK_INT(stream->priority, 98);
	CHECK_TEXT(stream->context, "user");
}

static void xenomai_plot(void)
{
	CLEANUP(imported_free)
	struct imported plot = import_text(
		"plot",
		"# 00:01:00 (periodic user-mode task, 500 us period, priority 99)\n"
		"# ----lat min|----lat avg|----lat max|-overrun|---msw|\n"
		"#       1.175|      2.955|    374.075|      40|     0|\n"
		"# Xenomai version: Xenomai/cobalt v3.0.3\n"
		"1 1\n1.5 11\n2.5 101\n3.5 1\n4.5 6\n5 1\n",
		&import_xenomai_plot);
	CLEANUP(imported_free)
	struct imported narrow = import_text(
		"plot",
		"# 00:01:00 (in-kernel timer handler, 500 us period, priority 99)\n"
		"0.1 1\n0.15 11\n0.2 1\n",
		&import_xenomai_plot);
	const struct foreign_stream *stream = imported_stream(&plot, 0);

	check_figures(stream, 1175, 2955, 374075, 40, 0);
	check_setup(stream, 500 * NS_PER_US, 99, "user");
	CHECK_INT(stream->count, 115);
	CHECK_INT(stream->bin_count, 2);
	CHECK_INT(stream->bins[0].from_ns, 1000);
	CHECK_INT(stream->bins[0].to_ns, 2000);
	CHECK_INT(stream->bins[0].count, 10);
	CHECK_INT(stream->beyond, 5);
	CHECK_INT(stream->beyond_from_ns, 4000);
	CHECK_TEXT(plot.builder.foreign.version, "Xenomai/cobalt v3.0.3");
	CHECK_INT(plot.builder.foreign.duration_ns, 60 * NS_PER_S);
	stream = imported_stream(&narrow, 0);
	CHECK_INT(stream->max_ns, NOTHING);
	CHECK_INT(stream->beyond, 10);
	CHECK_INT(stream->beyond_from_ns, 100);
	CHECK_TEXT(stream->context, "irq");
}

static void latmus_plot(void)
{
	CLEANUP(imported_free)
	struct imported plot =
		import_text("plot",
			    "# test started on: Mon Jan  1 00:00:00 2024\n"
			    "# Linux version 6.1.54-evl (op@bench1) #1 SMP\n"
			    "# libevl version: evl.0.38\n"
			    "# sampling period: 1000 microseconds\n"
			    "# context: user\n"
			    "# thread priority: 98\n"
			    "# thread affinity: CPU1-noisol\n"
			    "# duration (hhmmss): 00:00:10\n"
			    "# OVERRUNS: 3\n"
			    "# min latency: 0.200\n"
			    "# avg latency: 1.100\n"
			    "# max latency: 312.500\n"
			    "# sample count: 9997\n"
			    "0 5000\n1 4990\n2 0\n3+ 7\n",
			    &import_latmus_plot);
	const struct foreign_stream *stream = imported_stream(&plot, 0);

	check_figures(stream, 200, 1100, 312500, 3, 0);
	CHECK_INT(stream->cpu, 1);
	CHECK_INT(stream->priority, 98);
	CHECK_INT(stream->count, 9997);
	CHECK_INT(stream->bin_count, 2);
	CHECK_INT(stream->beyond, 7);
	CHECK_INT(stream->beyond_from_ns, 3000);
	CHECK(stream->bins_are_complete);
	CHECK_TEXT(plot.builder.foreign.kernel, "6.1.54-evl");
	CHECK_TEXT(plot.builder.foreign.version, "evl.0.38");
}

/* 4 MB that end nowhere: linear, and told. */
static void long_lines(void)
{
	CLEANUP(str_free) struct str text = {0};

	str_add(&text, "RTD|");
	str_repeat(&text, "1|RTD|", 400000);
	str_add(&text, "\nRTD|");
	str_repeat(&text, "9", 2000000);
	str_add(&text, "\n");
	{
		CLEANUP(imported_free)
		struct imported log = read_text(str_text(&text));

		CHECK(log.status == -1 || log.builder.foreign.lines_skipped > 0);
	}
}

static const struct test tests[] = {
	{"thread-imx6q", thread_imx6q},
	{"imx6q-mail", imx6q_mail},
	{"rtxi", rtxi},
	{"xenomai-old", xenomai_old},
	{"three-steps", three_steps},
	{"damaged-and-split-rows", damaged_and_split_rows},
	{"step3-statistics", step3_statistics},
	{"stamps-and-consoles", stamps_and_consoles},
	{"broken-rows", broken_rows},
	{"contradictions", contradictions},
	{"drift-is-no-gap", drift_is_no_gap},
	{"switchtest-is-passed-over", switchtest_is_passed_over},
	{"several-runs", several_runs},
	{"histogram-text", histogram_text},
	{"limit-exceeded", limit_exceeded},
	{"summary-alone", summary_alone},
	{"no-headers", no_headers},
	{"fences-and-nuls", fences_and_nuls},
	{"no-rows", no_rows},
	{"only-zeros", only_zeros},
	{"latmus-rows", latmus_rows},
	{"xenomai-plot", xenomai_plot},
	{"latmus-plot", latmus_plot},
	{"long-lines", long_lines},
};

TEST_MAIN(tests)
