/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import/xenomai*: every quirk of the rows, histograms and plots. */
#include "xenomai-figures.h"

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
