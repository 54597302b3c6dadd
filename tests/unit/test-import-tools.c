/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import/: jitterdebugger, oslat, hwlatdetect, stress-ng, HdrHistogram, rteval. */
#include "imported.h"

static void hwlatdetect_has_five_shapes_of_rows(void)
{
	static const char text[] =
		"hwlatdetect:  test duration 120 seconds\n"
		"\tLatency threshold: 10us\n\tSample window: 1000000us\n"
		"\tSample width: 500000us\n"
		"Max Latency: 90us\nSamples recorded: 6\n"
		"Samples exceeding threshold: 6\nSMIs during run: 4\n"
		"1400000000.0017895940 20 30\n"
		"ts: 1400000001.017895940, inner:40, outer:10\n"
		"ts: 1400000002.017895940, inner:50, outer:0, cpu:2\n"
		"ts: 1400000003.017895940, inner:60, outer:0, cpu:2, count:3\n"
		"ts: 1400000004.017895940, inner:70, outer:0, delta:1, cpu:5\n"
		"ts: 2025-11-30 10:00:00.000, inner:90, outer:80, cpu:5\n"
		"ts: 1400000005.5, inner:x, outer:80\n";
	struct imported imported = import_text("h", text, &import_hwlatdetect);
	const struct foreign_stream *stream = imported_stream(&imported, 0);

	CHECK_INT(imported.status, 0);
	CHECK_INT(imported.builder.foreign.stream_count, 3);
	CHECK_INT(stream->cpu, RUN_UNKNOWN);
	CHECK_INT(stream->sample_count, 2);
	CHECK_INT(stream->samples[0].time_ns, INT64_C(1400000000017895940));
	CHECK_INT(stream->samples[0].late_ns, 30000);
	stream = imported_stream(&imported, 2);
	CHECK_INT(stream->cpu, 5);
	CHECK_INT(stream->samples[1].time_ns, RUN_UNKNOWN);
	CHECK_INT(stream->max_ns, 90000);
	CHECK_INT(imported.builder.foreign.lines_skipped, 1);
	imported_free(&imported);
}

/* rt-tests 2.5 and 2.6 count every gap one row too high. */
static void oslat_puts_shifted_rows_right(void)
{
	static const char text[] =
		"oslat V %s\nTotal runtime: 1 seconds\n"
		"Core: 4\nCounter Freq: 2597 (MHz)\n"
		"001 (us): 0\n002 (us): 900\n003 (us): 7\n"
		"004 (us): 3 (including overflows)\n"
		"Minimum: 1 (us)\nAverage: 1.003 (us)\nMaximum: 30 (us)\n"
		"Max-Min: 29 (us)\nDuration: 1.000 (sec)\n";
	static const struct {
		const char *version;
		int64_t first_ns, beyond_ns;
	} rows[] = {{"2.40", 1000, 3000}, {"2.60", 0, 2000}, {"2.70", 1000, 3000}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CLEANUP(str_free) struct str own = {0};
		const char *mark = strstr(text, "%s");
		struct imported imported;

		str_add_bytes(&own, text, (size_t)(mark - text));
		str_add(&own, rows[i].version);
		str_add(&own, mark + 2);
		imported = import_text("o", str_text(&own), &import_oslat);
		CHECK_INT(imported_stream(&imported, 0)->cpu, 4);
		CHECK_INT(imported_stream(&imported, 0)->count, 910);
		CHECK_INT(imported_stream(&imported, 0)->bins[0].from_ns,
			  rows[i].first_ns);
		CHECK_INT(imported_stream(&imported, 0)->beyond_from_ns,
			  rows[i].beyond_ns);
		CHECK_INT(imported_stream(&imported, 0)->beyond, 3);
		imported_free(&imported);
	}
}

static void jitterdebugger_reads_old_records(void)
{
	/* u32 index, s32 seconds, s32 nanoseconds, u64 value; then half of another. */
	static const unsigned char raw[] = {
		1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 44, 1, 0, 0, 0, 0, 0, 0, 0, 0,
		0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0,
	};
	const struct import_report report = {.name = "samples.raw",
					     .text = (const char *)raw,
					     .length = sizeof(raw)};
	struct foreign_builder builder;
	struct err err = {0};

	foreign_builder_open(&builder);
	CHECK(import_sniff(&report, &err) == &import_jitterdebugger);
	CHECK_INT(import_read(&report, &builder, &err), 0);
	CHECK_INT(builder.foreign.stream_count, 2);
	CHECK_INT(builder.foreign.streams[1].samples[0].time_ns, INT64_C(2000000003));
	CHECK_INT(builder.foreign.streams[1].samples[0].late_ns, 300000);
	CHECK_INT(builder.foreign.streams[0].max_ns, 7000);
	foreign_builder_free(&builder);
}

static void jitterdebugger_reads_csv(void)
{
	struct imported imported =
		import_text("samples.csv", "0;15.289193478;119\n1;15.3;7\nx;y\n",
			    &import_jitterdebugger);

	CHECK_INT(imported.builder.foreign.stream_count, 2);
	CHECK_INT(imported_stream(&imported, 0)->samples[0].time_ns,
		  INT64_C(15289193478));
	CHECK_INT(imported_stream(&imported, 1)->max_ns, 7000);
	CHECK_INT(imported.builder.foreign.lines_skipped, 1);
	imported_free(&imported);
}

#define TRACE_HEAD(us)                                                    \
	"# tracer: wakeup_rt\n"                                           \
	"# wakeup_rt latency trace v1.1.5 on 6.1.0\n"                     \
	"# latency: " us " us, #4/4, CPU#1 | (M:preempt_rt VP:0, KP:0)\n" \
	"#    | task: busy-77 (uid:0 nice:0 policy:2 rt_prio:50)\n"       \
	"#  cmd     pid     |||||||| time  |   caller\n"

/* The longest stretch may be one of a task that is not real-time, or of another one. */
static void a_trace_tells_who_ran(void)
{
	static const char text[] = TRACE_HEAD(
		"90") "usual-5       1d..h4..    1us :        5:120:R   + [001]      77: 49:R busy\n"
		      "usual-5       1d..h4..   71us!: 0\n"
		      "other-6       1d...3..   80us : __schedule\n"
		      "other-6       1d...3..   90us :        6: 98:S ==> [001]      77: 49:R busy\n";
	struct imported imported = import_text("t", text, &import_ftrace_wakeup);
	const struct foreign_stream *stream = imported_stream(&imported, 0);

	CHECK_TEXT(stream->name, "busy-77");
	CHECK_TEXT(stream->policy, "rr");
	CHECK_INT(stream->priority, 50);
	CHECK_INT(stream->cpu, 1);
	CHECK_INT(stream->max_ns, 90000);
	CHECK_INT(stream->count, RUN_UNKNOWN);
	CHECK_TEXT(imported.builder.foreign.kernel, "6.1.0");
	CHECK_INT(imported.builder.foreign.lines_skipped, 0);
	CHECK(imported_says(&imported, FOREIGN_NOTE,
			    "70 us of the 90 us (1 to 71 us) pass while usual-5 runs "
			    "(kernel priority 120, not real-time; the woken task: kernel "
			    "priority 49 = real-time 50)"));
	imported_free(&imported);
}

static void a_trace_of_nothing_is_no_measurement(void)
{
	struct imported imported =
		import_text("t", TRACE_HEAD("0"), &import_ftrace_wakeup);

	CHECK(imported_says(&imported, FOREIGN_INVALID, "no wake-up"));
	imported_free(&imported);
}

static void stress_ng_prints_cyclic(void)
{
	static const char text[] =
		"stress-ng: info:  [77] dispatching hogs: 1 cyclic\n"
		"stress-ng: info:  [78] cyclic: sched SCHED_FIFO: 100000 ns delay, 10 "
		"samples\n"
		"stress-ng: info:  [78] cyclic:   mean: 3435.63 ns, mode: 3200 ns\n"
		"stress-ng: info:  [78] cyclic:   min: 2500 ns, max: 9584 ns, std.dev. "
		"12.5\n"
		"stress-ng: info:  [78] cyclic: latency percentiles:\n"
		"stress-ng: info:  [78] cyclic:   99.00%:       9000 ns\n"
		"stress-ng: info:  [78] cyclic: latency distribution (1000 ns intervals):\n"
		"stress-ng: info:  [78] cyclic: latency (ns) frequency\n"
		"stress-ng: info:  [78] cyclic:         2000          6\n"
		"stress-ng: info:  [78] cyclic:         9000          4\n";
	struct imported imported = import_text("s", text, &import_stress_ng_cyclic);
	const struct foreign_stream *stream = imported_stream(&imported, 0);

	CHECK_TEXT(stream->policy, "fifo");
	CHECK_INT(stream->count, 10);
	CHECK_INT(stream->min_ns, 2500);
	CHECK_INT(stream->avg_ns, 3436);
	CHECK_INT(stream->max_ns, 9584);
	CHECK_INT(stream->period_ns, 100000);
	CHECK_INT(stream->bin_count, 2);
	CHECK_INT(stream->bins[1].from_ns, 9000);
	CHECK(stream->bins_are_complete);
	CHECK_INT(imported.builder.foreign.lines_skipped, 0);
	CHECK(imported_says(&imported, FOREIGN_NOTE, "99.00% 9000 ns"));
	imported_free(&imported);
}

/*
 * Packed by a Python program of its own after the format's description, 3 digits: 3 times 0,
 * 5 times 1000, 2 times 5000, once 1000000; then 2047, 2048, 2049 and 7 times 123456789.
 */
#define HISTOGRAM_A "HISTFAAAACt4nJNpmSzMwMDAxQABzFCaEch0M9ixgMH+A0SA7Sw/10dllt9VTACNUAfQ"
#define HISTOGRAM_B "HISTFAAAACl4nJNpmSzMwMDAwQABzFCaEch0M9ixgMH+A0TgrzwTy+a/jHwAgI0HNA=="

static void hdr_histogram_unpacks(void)
{
	static const struct foreign_bin first[] = {{0, 1, 3},
						   {1000, 1001, 5},
						   {5000, 5004, 2},
						   {999936, 1000448, 1}};
	static const struct foreign_bin second[] = {{2047, 2048, 1},
						    {2048, 2050, 2},
						    {123404288, 123469824, 7}};
	static const char text[] =
		"#[Histogram log format version 1.3]\n"
		"\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\","
		"\"Interval_Compressed_Histogram\"\n"
		"0.127,1.000,1.000," HISTOGRAM_A "\n"
		"Tag=B,1.127,0.500,123.470," HISTOGRAM_B "\n"
		"Tag=B,1.627,0.500,123.470," HISTOGRAM_B "\n";
	struct imported imported = import_text("l", text, &import_hdr_histogram);
	const struct foreign_stream *stream = imported_stream(&imported, 0);

	CHECK_INT(imported.status, 0);
	CHECK_INT(imported.builder.foreign.stream_count, 2);
	CHECK_INT(stream->count, 11);
	CHECK_INT(stream->bin_count, 4);
	for (uint32_t i = 0; i < 4 && i < stream->bin_count; i++) {
		CHECK_INT(stream->bins[i].from_ns, first[i].from_ns);
		CHECK_INT(stream->bins[i].to_ns, first[i].to_ns);
		CHECK_INT(stream->bins[i].count, first[i].count);
	}
	stream = imported_stream(&imported, 1);
	CHECK_TEXT(stream->name, "B");
	CHECK_INT(stream->row_count, 2);
	CHECK_INT(stream->bin_count, 3);
	for (uint32_t i = 0; i < 3 && i < stream->bin_count; i++) {
		CHECK_INT(stream->bins[i].from_ns, second[i].from_ns);
		CHECK_INT(stream->bins[i].to_ns, second[i].to_ns);
		CHECK_INT(stream->bins[i].count, 2 * second[i].count);
	}
	CHECK_INT(imported.builder.foreign.duration_ns, 2000000000);
	imported_free(&imported);
}

/* A damaged interval is counted, and percentiles are unknown then. */
static void hdr_histogram_counts_damage(void)
{
	static const char text[] = "0.1,1.0,1.0," HISTOGRAM_A "\n"
				   "1.1,1.0,1.0,HISTFAAAACt4nJNpmSzMwMDAxQA\n"
				   "2.1,1.0,1.0,HIST!\n"
				   "3.1\n";
	struct imported imported = import_text("l", text, &import_hdr_histogram);

	CHECK_INT(imported.status, 0);
	CHECK_INT(imported_stream(&imported, 0)->rows_damaged, 2);
	CHECK(!imported_stream(&imported, 0)->bins_are_complete);
	CHECK_INT(imported.builder.foreign.lines_skipped, 1);
	CHECK(imported_says(&imported, FOREIGN_INCONSISTENT, "2 intervals are damaged"));
	imported_free(&imported);
}

static void rteval_has_cores(void)
{
	static const char text[] =
		"<?xml version=\"1.0\"?>\n<rteval version=\"3.5\">\n"
		"<uname><kernel is_RT=\"1\">5.14.0-rt</kernel><arch>x86_64</arch></uname>\n"
		"<Measurements><Profile><cyclictest command_line=\"cyclictest -i100\">\n"
		"<core id=\"1\" priority=\"95\"><statistics><samples>100</samples>\n"
		"<minimum unit=\"us\">3</minimum><maximum unit=\"us\">27</maximum>\n"
		"<mean unit=\"us\">6.25</mean></statistics>\n"
		"<histogram nbuckets=\"2\"><bucket index=\"3\" value=\"60\"/>\n"
		"<bucket index=\"7\" value=\"39\"/></histogram></core>\n"
		"<system><statistics><samples>100</samples></statistics></system>\n"
		"</cyclictest></Profile></Measurements></rteval>\n";
	struct imported imported = import_text("summary.xml", text, &import_rteval);
	const struct foreign_stream *stream = imported_stream(&imported, 0);

	CHECK_INT(imported.builder.foreign.stream_count, 1);
	CHECK_TEXT(imported.builder.foreign.version, "3.5");
	CHECK_TEXT(imported.builder.foreign.kernel, "5.14.0-rt");
	CHECK_TEXT(imported.builder.foreign.command, "cyclictest -i100");
	CHECK_INT(stream->cpu, 1);
	CHECK_INT(stream->priority, 95);
	CHECK_INT(stream->count, 100);
	CHECK_INT(stream->min_ns, 3000);
	CHECK_INT(stream->avg_ns, 6250);
	CHECK_INT(stream->max_ns, 27000);
	CHECK_INT(stream->beyond, 1);
	CHECK_INT(stream->bins[1].from_ns, 7000);
	imported_free(&imported);
}

/* The last answer counts, whatever strace prints in front of a call. */
static void strace_tells_what_was_refused(void)
{
	CLEANUP(imported_free)
	struct imported log = import_text(
		"strace.log",
		"[pid  41] 12:00:01.5 sched_setscheduler(41, SCHED_FIFO, [80]) = -1 EPERM "
		"(Operation not permitted)\n"
		"[pid  42] sched_setscheduler(42, SCHED_RR, [50]) = -1 EPERM (Operation)\n"
		"[pid  42] sched_setscheduler(42, SCHED_RR, [50]) = 0\n"
		"sched_setaffinity(42, 8, [2 3]) = 8\n"
		"sched_setaffinity(41, 8, [9]) = -1 EINVAL (Invalid argument)\n"
		"sched_setscheduler(43, SCHED_FIFO, <unfinished ...>\n",
		&import_strace);

	CHECK_INT(log.builder.foreign.stream_count, 2);
	CHECK_INT(log.builder.foreign.lines_skipped, 1);
	CHECK_TEXT(imported_stream(&log, 0)->policy, "fifo");
	CHECK_INT(imported_stream(&log, 0)->priority, 80);
	CHECK_INT(imported_stream(&log, 0)->cpu, RUN_UNKNOWN);
	CHECK_INT(imported_stream(&log, 1)->cpu, RUN_UNKNOWN); /* two CPUs */
	CHECK(imported_says(&log, FOREIGN_INVALID,
			    "thread 41: SCHED_FIFO 80 was refused with EPERM"));
	CHECK(imported_says(&log, FOREIGN_NOTE, "thread 42: got SCHED_RR 50"));
	CHECK(imported_says(&log, FOREIGN_NOTE, "CPU 2 3: it succeeded"));
	CHECK(imported_says(&log, FOREIGN_NOTE, "CPU 9: refused with EINVAL"));
	/* Of thread 41, and that there are no samples. */
	CHECK_INT(imported_notes(&log, FOREIGN_INVALID), 2);
}

static void says_what_it_looks_like(void)
{
	static const struct {
		const char *text;
		size_t length;
		const char *looks;
	} rows[] = {
		{"", 0, "it is empty"},
		{"\x1f\x8b\x08", 3, "gzip"},
		{"\x89WL\x1a....", 8, "whylate's own"},
		{"\x7f"
		 "ELF\1\1",
		 6, "a program"},
		{"{\"a\": 1}", 8, "JSON of another kind"},
		{"<html>", 6, "HTML"},
		{"\0\1\2\3\0\1\2\3", 8, "binary"},
		{"\n\n \n", 4, "blanks only"},
		{"hello there\n", 12, "begins with 'hello there'"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct import_report report = {.name = "f",
						     .text = rows[i].text,
						     .length = rows[i].length};
		struct err err = {0};

		CHECK(!import_sniff(&report, &err));
		CHECK_INT(err.kind, ERR_INPUT);
		if (!strstr(err.text, rows[i].looks))
			CHECK_TEXT(err.text, rows[i].looks);
		CHECK(strstr(err.text, "cyclictest") != NULL);
	}
}

static const struct test tests[] = {
	{"hwlatdetect_has_five_shapes_of_rows", hwlatdetect_has_five_shapes_of_rows},
	{"oslat_puts_shifted_rows_right", oslat_puts_shifted_rows_right},
	{"jitterdebugger_reads_old_records", jitterdebugger_reads_old_records},
	{"jitterdebugger_reads_csv", jitterdebugger_reads_csv},
	{"stress_ng_prints_cyclic", stress_ng_prints_cyclic},
	{"a_trace_tells_who_ran", a_trace_tells_who_ran},
	{"a_trace_of_nothing_is_no_measurement", a_trace_of_nothing_is_no_measurement},
	{"hdr_histogram_unpacks", hdr_histogram_unpacks},
	{"hdr_histogram_counts_damage", hdr_histogram_counts_damage},
	{"rteval_has_cores", rteval_has_cores},
	{"strace_tells_what_was_refused", strace_tells_what_was_refused},
	{"says_what_it_looks_like", says_what_it_looks_like},
};

TEST_MAIN(tests)
