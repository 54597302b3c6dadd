/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two reports in one text, of every two tools in both orders: none of them is lost without a
 * word.
 */
#include "imported.h"

#define RTD \
	"RTD|      1.000|      2.000|      3.000|       0|     0|      1.000|      3.000\n"
#define NOISE "> some words of who posted it\n\n$ next-tool --now\n"

/* Each begins with the line that shows what it is. */
static const struct {
	const struct import_format *format;
	const char *text;
} reports[] = {
	{&import_cyclictest,
	 "T: 0 ( 1234) P:80 I:1000 C:    100 Min:      2 Act:    3 Avg:    4 Max:      20\n"},
	{&import_cyclictest, "       0:       1:       5\n       0:       2:       6\n"
			     "       0:       3:       7\n"},
	{&import_cyclictest, "# Histogram\n000001 000005\n# Min Latencies: 00001\n"
			     "# Max Latencies: 00001\n# Histogram Overflows: 00000\n"},
	{&import_cyclictest,
	 "{\n  \"cmdline:\": \"cyclictest -q -D 2 --json=a\",\n  \"rt_test_version:\": \"2.40\",\n"
	 "  \"thread\": {\"0\": {\"cycles\": 9, \"min\": 1, \"max\": 3, \"avg\": 2.0}}\n}\n"},
	{&import_xenomai,
	 "RTT|  00:00:01  (periodic user-mode task, 100 us period, priority 99)\n" RTD},
	{&import_xenomai_plot,
	 "# 00:01:00 (periodic user-mode task, 500 us period, priority 99)\n1 1\n1.5 11\n"
	 "2.5 101\n3 1\n"},
	{&import_latmus, "RTT|  00:00:01  (irq, 1000 us period, CPU1-noisol)\n" RTD},
	{&import_latmus_plot,
	 "# libevl version: evl.0.38\n# sampling period: 1000 microseconds\n"
	 "# context: user\n# sample count: 9990\n0 5000\n1 4990\n"},
	{&import_timerlat_hist,
	 "# RTLA timerlat histogram\n# Time unit is microseconds (us)\n"
	 "Index   IRQ-000\n1 5\nover: 0\ncount: 5\nmin: 1\navg: 1\nmax: 1\n"},
	{&import_timerlat_top,
	 "  0 00:00:06   |          IRQ Timer Latency (us)        |         Thread Timer "
	 "Latency (us)\n"
	 "CPU COUNT      |      cur       min       avg       max |      cur       min       "
	 "avg       max\n"
	 "  0 #5823      |       24         0         1        24 |        7         2        "
	 " 9        31\n"},
	{&import_osnoise_hist,
	 "# RTLA osnoise histogram\n# Time unit is microseconds (us)\n"
	 "Index   CPU-000\n1 5\nover: 0\ncount: 5\nmin: 1\navg: 1\n"
	 "max: 1\n"},
	{&import_osnoise_top,
	 "Operating System Noise\nduration:   0 00:00:05 | time is in us\n"
	 "  0 #5 5000000 449 99.99102 440 130 0 0 5003 20 3\n"},
	{&import_latency_test,
	 "                    Max Jitter (ns)\nServo thread (1.0ms):    8123   1000000\n"
	 "Servo thread (1ms):    999000 1001000 8123 100\n"},
	{&import_latency_histogram,
	 "   1 s servo  min:  -3.200 us max:  8.100 us sdev:  0.900 us\n"},
	{&import_hwlatdetect,
	 "hwlatdetect:  test duration 6 seconds\nMax Latency: 42us\nSamples recorded: 1\n"
	 "Samples exceeding threshold: 1\n"
	 "ts: 1796049924.017895940, inner:17, outer:42\n"},
	{&import_jitterdebugger,
	 "T: 0 (  153) A: 1 C:       500 Min:        11 Avg:   61.12 Max:       152\n"},
	{&import_jitterdebugger, "0;15.289193478;119\n0;15.390000000;7\n"},
	{&import_jitterdebugger,
	 "{\"cpus_online\": 1, \"cpu\": {\"0\": {\"count\": 5, \"max\": 2, \"min\": 1, "
	 "\"avg\": 1.0, \"histogram\": {\"1\": 5}}}}\n"},
	{&import_oslat, "oslat V 2.40\nCore:\t0\nCounter Freq:\t2597 (Mhz)\n001 (us): 9\n"
			"002 (us): 3 (including overflows)\nMinimum: 1 (us)\n"
			"Average: 1.000 (us)\nMaximum: 2 (us)\nMax-Min: 1 (us)\n"
			"Duration: 5.363 (sec)\n"},
	{&import_stress_ng_cyclic,
	 "stress-ng: info:  [78] cyclic: sched SCHED_FIFO: 100000 ns delay, 10 samples\n"
	 "stress-ng: info:  [78] cyclic:   min: 2500 ns, max: 9584 ns\n"},
	{&import_hdr_histogram,
	 "#[Histogram log format version 1.3]\nTag=B,1.127,0.500,123.470,"
	 "HISTFAAAACl4nJNpmSzMwMDAwQABzFCaEch0M9ixgMH+A0TgrzwTy+a/jHwAgI0HNA==\n"},
	{&import_rteval, "<rteval version=\"3.5\"><core id=\"1\"><statistics><samples>100"
			 "</samples><minimum unit=\"us\">3</minimum></statistics></core>"
			 "</rteval>\n"},
	{&import_strace, "sched_setscheduler(12, SCHED_FIFO, [5]) = 0\n"},
	{&import_ftrace_wakeup,
	 "# tracer: wakeup_rt\n# wakeup_rt latency trace v1.1.5 on 5.15\n"
	 "# latency: 154 us, #5/5, CPU#2 | (M:preempt_rt VP:0, KP:0, SP:0 HP:0 #P:4)\n"},
};

enum { REPORTS = sizeof(reports) / sizeof(reports[0]) };

/* The same lines twice, or live rows and samples: whose they are cannot be told. */
static bool can_be_told(size_t one, size_t other)
{
	const struct import_format *format = reports[one].format;

	return format != reports[other].format ||
	       (one != other && format == &import_cyclictest &&
		reports[other].text[0] == '{');
}

static int lines_of(const char *text)
{
	int lines = 0;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

/* Refused, and within the second report is the line that is named. */
static void check_pair(size_t one, size_t other, const char *between)
{
	CLEANUP(str_free) struct str text = {0};
	int before = lines_of(reports[one].text) + lines_of(between), named = 0;
	struct imported imported;
	const char *at;

	str_addf(&text, "%s%s%s", reports[one].text, between, reports[other].text);
	imported = import_text("f", str_text(&text), NULL);
	CHECK_INT(imported.status, -1);
	if (imported.status) {
		CHECK(strstr(imported.err.text, "more than one report") != NULL);
		at = strstr(imported.err.text, "begins at line ");
		at = at ? at : strstr(imported.err.text, ", line ");
		at = at ? strstr(at, "line ") : NULL;
		named = at ? atoi(at + strlen("line ")) : 0;
		CHECK(named > before && named <= before + lines_of(reports[other].text));
	}
	if (imported.status != -1 || (named && named <= before))
		fprintf(stderr, "of %s:\n%s", imported.err.text, str_text(&text));
	imported_free(&imported);
}

static void refuses_two_reports(void)
{
	for (size_t one = 0; one < REPORTS; one++)
		for (size_t other = 0; other < REPORTS; other++) {
			if (!can_be_told(one, other))
				continue;
			check_pair(one, other, "");
			check_pair(one, other, NOISE);
		}
}

/* Behind more lines of one kind than are sniffed at once, and with as many behind it. */
static void finds_one_in_the_middle(void)
{
	enum { ROWS = 20000, WHERE = 15000 };
	CLEANUP(str_free) struct str text = {0};
	struct imported imported;

	for (int i = 0; i < ROWS; i++) {
		if (i == WHERE)
			str_add(&text, "Samples exceeding threshold: 1\n");
		str_addf(&text, "%8d:%8d:%8d\n", 0, i, 5 + i % 40);
	}
	imported = import_text("f", str_text(&text), NULL);
	CHECK_INT(imported.status, -1);
	CHECK_TEXT(
		imported.err.text,
		"'f' holds more than one report: line 3 is of cyclictest, line 15001 of "
		"hwlatdetect; split it between them and import each part by itself");
	imported_free(&imported);
}

static void each_alone_is_one(void)
{
	for (size_t i = 0; i < REPORTS; i++) {
		struct imported imported =
			import_text("f", reports[i].text, reports[i].format);

		if (imported.status)
			fprintf(stderr, "%zu: %s\n", i, imported.err.text);
		CHECK_INT(imported.status, 0);
		imported_free(&imported);
	}
}

static const struct test tests[] = {
	{"each_alone_is_one", each_alone_is_one},
	{"refuses_two_reports", refuses_two_reports},
	{"finds_one_in_the_middle", finds_one_in_the_middle},
};

TEST_MAIN(tests)
