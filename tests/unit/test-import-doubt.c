/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports that contradict themselves, in each format: a row of a histogram that comes twice,
 * and numbers that are too large for anything.
 */
#include "imported.h"

#define HUGE "9223372036854775807" /* INT64_MAX: as ns it fits, as us it does not */
#define MORE "99999999999999999999"
#define HSD(bucket, next, hits) "HSD|    avg|   " bucket " -  " next " |    " hits "\n"
#define OSLAT "oslat V 2.40\nCore:\t0\n"
#define LATMUS "# sampling period: 100 microseconds\n# context: user\n"
#define HWLAT "hwlatdetect:  test duration 6 seconds\n"
#define GAP(inner, outer) "ts: 1796049924.017895940, inner:" inner ", outer:" outer "\n"
#define JITTER "{\"cpus_online\": 1, \"cpu\": {\"0\": {\"count\": 5, \"max\": "

static void read_row(const char *text, const char *words, size_t row)
{
	struct imported imported = import_text("f", text, NULL);

	CHECK_INT(imported.status, 0);
	if (!imported_says(&imported, FOREIGN_INCONSISTENT, words)) {
		fprintf(stderr, "row %zu: no note with '%s'\n", row, words);
		for (uint32_t i = 0; i < imported.builder.foreign.note_count; i++)
			fprintf(stderr, "  %s\n", imported.builder.foreign.notes[i].text);
		CHECK(false);
	}
	imported_free(&imported);
}

static void tells_rows_that_come_twice(void)
{
	static const struct {
		const char *text, *words;
	} rows[] = {
		{"# Histogram\n000012 000005\n000012 000007\n# Min Latencies: 00012\n",
		 "T: 0: the bin at 12.000 us comes twice, with 5 and with 7"},
		{"# RTLA timerlat histogram\n# Time unit is microseconds (us)\n"
		 "# Duration:   0 00:00:05\nIndex   IRQ-000\n1 5\n2 3\n2 4\n3 1\n",
		 "the bin at 2.000 us comes twice, with 3 and with 4"},
		{OSLAT "001 (us): 9\n002 (us): 3\n002 (us): 3\n003 (us): 1\n",
		 "comes twice, with 3 and with 3"},
		{"RTD|      1.000|      2.000|      3.000|       0|     0|      1.000|      "
		 "3.000\n" HSD("1", "2", "4") HSD("1", "2", "6") HSD("2", "3", "1"),
		 "the bin at 1.000 us comes twice, with 4 and with 6"},
		{LATMUS "0 4\n1 3\n1 2\n",
		 "the bin at 1.000 us comes twice, with 3 and with 2"},
		{JITTER "2, \"histogram\": {\"1\": 5, \"01\": 4}}}}",
		 "the bin at 1.000 us comes twice"},
		{"stress-ng: cyclic: sched SCHED_FIFO: 1000 ns delay, 9 samples\n"
		 "stress-ng: cyclic: latency distribution (1000 ns intervals):\n"
		 "stress-ng: cyclic: 0 4\nstress-ng: cyclic: 0 5\n",
		 "cyclic: the bin at 0.000 us comes twice, with 4 and with 5"},
		{"<rteval version=\"3\"><core id=\"1\"><samples>9</samples><histogram>"
		 "<bucket index=\"3\" value=\"6\"/><bucket index=\"3\" value=\"3\"/>"
		 "</histogram></core></rteval>",
		 "the bin at 3.000 us comes twice, with 6 and with 3"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		read_row(rows[i].text, rows[i].words, i);
}

static void refuses_keys_that_come_twice(void)
{
	struct imported imported =
		import_text("f", JITTER "2, \"max\": 3}}}", &import_jitterdebugger);

	CHECK_INT(imported.status, -1);
	CHECK(strstr(imported.err.text, "contradicts itself: duplicate object key near "
					"'\"max\"'") != NULL);
	imported_free(&imported);
}

static void tells_what_is_too_large(void)
{
	static const struct {
		const char *text, *words;
	} rows[] = {
		{"T: 0 ( 1) P:80 I:1000 C: 9 Min: 1 Act: 1 Avg: 1 Max: " HUGE "\n",
		 "1 time of more than 292 years"},
		{"# Histogram\n1 5\n" HUGE " 1\n# Min Latencies: 1\n",
		 "of more than 292"},
		{"# Histogram\n1 5\n" MORE " 1\n# Min Latencies: 1\n",
		 "1 number in it is larger than anything that was measured (the first is " MORE
		 ", in line 3)"},
		{"0: 0: 5\n0: 1: 4\n0: 2: " HUGE "\n", "of more than 292"},
		{"0: 0: 5\n0: 1: 4\n0: 2: 4\n0: 3: " MORE "\n", "in line 4"},
		{"Index   IRQ-000\n1 5\ncount: 5\nmin: 1\navg: 1\nmax: " HUGE "\n",
		 "of more than 292"},
		{OSLAT "001 (us): 9\n002 (us): 3\nMaximum: " HUGE ".5 (us)\n",
		 "larger than"},
		{OSLAT "001 (us): 9\n002 (us): " MORE "\n003 (us): 1\n", "larger than"},
		{"hwlatdetect:  test duration 6 seconds\nSamples recorded: 1\n"
		 "ts: 1796049924.017895940, inner:" HUGE ", outer:1\n",
		 "of more than 292"},
		{LATMUS "0 4\n" HUGE " 3\n", "of more than 292"},
		{LATMUS "0 4\n# max latency: " MORE ".0\n", "larger than"},
		{"T: 0 ( 153) A: 1 C: 500 Min: 11 Avg: 61.12 Max: " HUGE "\n",
		 "of more than 292"},
		{JITTER HUGE ", \"histogram\": {\"1\": 5}}}}", "of more than 292"},
		{JITTER "1e300, \"histogram\": {\"1\": 5}}}}", "of more than 292"},
		{"stress-ng: cyclic: sched SCHED_FIFO: 1000 ns delay, 9 samples\n"
		 "stress-ng: cyclic: min: 1 ns, max: " MORE " ns, std.dev. 1\n",
		 "larger than"},
		{"<rteval version=\"3\"><core id=\"1\"><samples>9</samples><maximum>" MORE
		 "</maximum></core></rteval>",
		 "larger than"},
		{"RTD|      1.000|      2.000|      " MORE
		 ".000|       0|     0|      1.000|   "
		 "   3.000\n",
		 "larger than"},
		{"# tracer: wakeup_rt\n# wakeup_rt latency trace v1.1.5 on 5.15\n"
		 "# latency: 154 us, #5/5, CPU#2\nx-1 3dNs. 0us : " MORE ":\n",
		 "larger than"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		read_row(rows[i].text, rows[i].words, i);
}

/* All bits of a number that is none, decimals, hashes and words: no figures. */
static void leaves_alone_what_is_no_figure(void)
{
	struct imported imported = import_text(
		"f",
		"Index   IRQ-000\n1 5\nover: 0\ncount: 5\nmin: 18446744073709551615\n"
		"avg: 1\nmax: 2\n# 0.12345678901234567890 a99999999999999999999\n"
		"# 99999999999999999999x 99999999999999999999_1\n",
		NULL);

	CHECK_INT(imported.status, 0);
	CHECK(!imported_says(&imported, FOREIGN_INCONSISTENT, "larger than"));
	CHECK(!imported_says(&imported, FOREIGN_INCONSISTENT, "292 years"));
	imported_free(&imported);
}

/* Counts that no sum holds: nothing is made of where a sum stops. */
static void makes_no_mean_of_sums_that_do_not_fit(void)
{
	struct imported imported =
		import_text("f",
			    "# Histogram\n000001 9000000000000000000\n"
			    "000002 9000000000000000000\n# Min Latencies: 00001\n"
			    "# Histogram Overflows: 00000\n",
			    NULL);

	CHECK_INT(imported.status, 0);
	CHECK(imported_says(&imported, FOREIGN_INCONSISTENT,
			    "more samples than 63 bits"));
	CHECK_INT(imported_stream(&imported, 0)->count, RUN_UNKNOWN);
	CHECK(!imported_stream(&imported, 0)->bins_are_complete);
	imported_free(&imported);
}

static void counts_rows_with_a_negative_count(void)
{
	struct imported imported = import_text(
		"f",
		"# Histogram\n000001 -100\n000002 000003\n# Min Latencies: 00002\n"
		"# Histogram Overflows: 00000\n",
		NULL);

	CHECK_INT(imported.status, 0);
	CHECK_INT(imported.builder.foreign.lines_skipped, 1);
	CHECK(imported_says(&imported, FOREIGN_INCONSISTENT, "cannot be"));
	imported_free(&imported);
}

static void tells_that_a_file_of_a_folder_is_empty(void)
{
	static const char results[] = JITTER "2, \"histogram\": {\"1\": 5}}}}";
	static const char csv[] = "CPU;time;value\n0;15.289193478;119\n";
	static const struct {
		const char *name, *text, *empty, *words;
	} rows[] = {
		{"jd/results.json", results, "jd/samples.raw",
		 "jd/samples.raw is empty: it should hold every sample"},
		{"jd/samples.csv", csv, "jd/results.json",
		 "jd/results.json is empty: it should hold each thread's count"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct import_report empty = {.name = rows[i].empty, .text = ""};
		const struct import_report report = {.name = rows[i].name,
						     .text = rows[i].text,
						     .length = strlen(rows[i].text),
						     .others = &empty,
						     .other_count = 1};
		struct imported imported = {.status = -1};

		foreign_builder_open(&imported.builder);
		CHECK_INT(import_read_as(&import_jitterdebugger, &report,
					 &imported.builder, &imported.err),
			  0);
		CHECK(imported_says(&imported, FOREIGN_INCONSISTENT, rows[i].words));
		imported_free(&imported);
	}
}

/* Without its end a report tells no count and no percentile, and says so. */
static void tells_what_is_cut_off(void)
{
	static const char *const texts[] = {
		OSLAT "001 (us): 900000\n002 (us): 3\n003 (us): 1\n",
		"# Histogram\n000001 000900\n000002 000003\n",
		"# Histogram\n000001 000900\n# Total: 000000903\n# Min Latencies: 00001\n"
		"# Avg Latencies: 00001\n# Max Latencies: 00002\n",
		"# RTLA timerlat histogram\n# Time unit is microseconds (us)\n"
		"Index   IRQ-000\n1 5\n2 3\n",
		"<rteval version=\"3\"><core id=\"1\"><samples>9</samples><histogram>"
		"<bucket index=\"3\" value=\"6\"/>",
		LATMUS "# sample count: 9997\n0 5000\n1 4990\n",
		LATMUS "# min latency: 0.200\n# max latency: 312.500\n",
		LATMUS "# max latency: 312.500\n# sample count: 9997\n",
		HWLAT "Samples recorded: 3\n" GAP("17", "42") GAP("72", "62"),
		HWLAT "Max Latency: 72us\nSamples recorded: 3\n",
		"# 00:01:00 (periodic user-mode task, 500 us period, priority 99)\n1 1\n"
		"1.5 11\n2.5 101\n",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct imported imported = import_text("f", texts[i], NULL);

		CHECK_INT(imported.status, 0);
		CHECK_TEXT(imported.builder.foreign.ended, "cut-off");
		CHECK(imported_says(&imported, FOREIGN_INCONSISTENT,
				    "the report is cut off"));
		CHECK(!imported_stream(&imported, 0)->bins_are_complete);
		imported_free(&imported);
	}
}

/* What rows that may be missing would change: how many, and the longest unless it is said. */
static void makes_no_figure_of_some_gaps(void)
{
	struct imported imported =
		import_text("f", HWLAT "Samples recorded: 3\n" GAP("17", "42"), NULL);
	struct imported with_max =
		import_text("f",
			    HWLAT
			    "Max Latency: 72us\nSamples recorded: 3\n" GAP("17", "42"),
			    NULL);
	struct imported whole =
		import_text("f", HWLAT "Samples recorded: 1\n" GAP("17", "42"), NULL);

	CHECK_INT(imported_stream(&imported, 0)->count, RUN_UNKNOWN);
	CHECK_INT(imported_stream(&imported, 0)->max_ns, RUN_UNKNOWN);
	CHECK_INT(imported_stream(&with_max, 0)->max_ns, 72000);
	CHECK_INT(imported_stream(&whole, 0)->count, 1);
	CHECK_INT(imported_stream(&whole, 0)->max_ns, 42000);
	imported_free(&imported);
	imported_free(&with_max);
	imported_free(&whole);
}

/* A histogram without overflows holds the maximum, the minimum and the mean. */
static void tells_figures_that_the_bins_do_not_have(void)
{
#define HISTOGRAM(min, avg, max, over)                                              \
	"# Histogram\n000006 000900\n000009 000100\n# Total: 000001000\n"           \
	"# Min Latencies: " min "\n# Avg Latencies: " avg "\n# Max Latencies: " max \
	"\n# Histogram Overflows: " over "\n"
	static const struct {
		const char *text, *words;
	} rows[] = {
		{HISTOGRAM("00006", "00006", "00095", "00000"),
		 "T: 0: its maximum above the last row of its histogram, which holds"},
		{HISTOGRAM("00001", "00006", "00009", "00000"),
		 "its minimum below the first row"},
		{HISTOGRAM("00006", "00009", "00009", "00000"),
		 "another average than its histogram's mean"},
	};
	struct imported whole =
		import_text("f", HISTOGRAM("00006", "00006", "00009", "00000"), NULL);

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		read_row(rows[i].text, rows[i].words, i);
	CHECK(!imported_says(&whole, FOREIGN_INCONSISTENT, "which holds every"));
	imported_free(&whole);
#undef HISTOGRAM
}

/* "min: 2" may have been "min: 2500". */
static void tells_a_last_line_without_end(void)
{
	static const char *const unended[] = {
		"stress-ng: cyclic: sched SCHED_FIFO: 1000 ns delay, 9 samples\n"
		"stress-ng: cyclic: min: 2",
		"0: 0: 5\n0: 1: 4\n0: 2: 6\n0: 3: 7",
		HWLAT "Samples recorded: 1\nts: 1796049924.017895940, inner:17, outer:4",
	};
	static const char *const ended[] = {
		"0: 0: 5\n0: 1: 4\n0: 2: 6\n0: 3: 7\n",
		/* A prompt, codes of a terminal, and what closes by itself. */
		"0: 0: 5\n0: 1: 4\n0: 2: 6\n0: 3: 7\n$ ",
		"0: 0: 5\n0: 1: 4\n0: 2: 6\n0: 3: 7\n\033[2A",
		JITTER "2, \"histogram\": {\"1\": 5}}}} ",
		"<rteval version=\"3\"><core id=\"1\"><samples>9</samples></core></rteval>",
	};

	for (size_t i = 0; i < sizeof(unended) / sizeof(unended[0]); i++) {
		struct imported imported = import_text("f", unended[i], NULL);

		CHECK_INT(imported.status, 0);
		CHECK(imported_says(&imported, FOREIGN_ASSUMED,
				    "the last one, has no end"));
		imported_free(&imported);
	}
	for (size_t i = 0; i < sizeof(ended) / sizeof(ended[0]); i++) {
		struct imported imported = import_text("f", ended[i], NULL);

		CHECK_INT(imported.status, 0);
		CHECK(!imported_says(&imported, FOREIGN_ASSUMED, "has no end"));
		imported_free(&imported);
	}
}

/* All rows are there, but not what comes last. */
static void tells_where_the_end_alone_is_cut_off(void)
{
	struct imported imported =
		import_text("f", OSLAT "001 (us): 9\n002 (us): 3\nMinimum: 1 (us)\n",
			    NULL);

	CHECK_TEXT(imported.builder.foreign.ended, "cut-off");
	CHECK_INT(imported_stream(&imported, 0)->count, 12);
	CHECK_INT(imported_stream(&imported, 0)->beyond, 3);
	CHECK_INT(imported_stream(&imported, 0)->max_ns, RUN_UNKNOWN);
	imported_free(&imported);
}

static const struct test tests[] = {
	{"tells_rows_that_come_twice", tells_rows_that_come_twice},
	{"refuses_keys_that_come_twice", refuses_keys_that_come_twice},
	{"tells_what_is_too_large", tells_what_is_too_large},
	{"makes_no_mean_of_sums_that_do_not_fit", makes_no_mean_of_sums_that_do_not_fit},
	{"counts_rows_with_a_negative_count", counts_rows_with_a_negative_count},
	{"tells_that_a_file_of_a_folder_is_empty",
	 tells_that_a_file_of_a_folder_is_empty},
	{"tells_what_is_cut_off", tells_what_is_cut_off},
	{"makes_no_figure_of_some_gaps", makes_no_figure_of_some_gaps},
	{"tells_figures_that_the_bins_do_not_have",
	 tells_figures_that_the_bins_do_not_have},
	{"tells_a_last_line_without_end", tells_a_last_line_without_end},
	{"tells_where_the_end_alone_is_cut_off", tells_where_the_end_alone_is_cut_off},
	{"leaves_alone_what_is_no_figure", leaves_alone_what_is_no_figure},
};

TEST_MAIN(tests)
