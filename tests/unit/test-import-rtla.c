/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import/rtla*: the cases' figures, worked out from the files by hand; then every quirk. */
#include "base/num.h"
#include "imported.h"

#define NOTHING RUN_UNKNOWN

struct column {
	const char *name, *context;
	int64_t cpu, count, over, min_ns, avg_ns, max_ns;
};

static int64_t sum_of_bins(const struct foreign_stream *stream)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < stream->bin_count; i++)
		sum += stream->bins[i].count;
	return sum;
}

static void check_columns(const struct imported *hist, const struct column *columns,
			  uint32_t count, int64_t width_ns)
{
	CHECK_INT(hist->status, 0);
	CHECK_INT(hist->builder.foreign.stream_count, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct foreign_stream *stream = imported_stream(hist, i);

		CHECK_TEXT(stream->name, columns[i].name);
		CHECK_TEXT(stream->context, columns[i].context);
		CHECK_INT(stream->cpu, columns[i].cpu);
		CHECK_INT(stream->count, columns[i].count);
		CHECK_INT(stream->beyond, columns[i].over);
		CHECK_INT(stream->min_ns, columns[i].min_ns);
		CHECK_INT(stream->avg_ns, columns[i].avg_ns);
		CHECK_INT(stream->max_ns, columns[i].max_ns);
		CHECK_INT(sum_of_bins(stream), columns[i].count - columns[i].over);
		CHECK_INT(stream->bins[0].to_ns - stream->bins[0].from_ns, width_ns);
		CHECK(stream->avg_is_truncated && stream->bins_are_complete);
		CHECK_INT(stream->priority, NOTHING);
		CHECK_INT(stream->period_ns, NOTHING);
	}
	CHECK_INT(imported_notes(hist, FOREIGN_INCONSISTENT), 0);
	CHECK_INT(imported_notes(hist, FOREIGN_INVALID), 0);
}

#define US NS_PER_US

static void timerlat_hist(void)
{
	static const struct column columns[] = {
		{"IRQ-000", "irq", 0, 4930, 33, 1 * US, 61 * US, 7045 * US},
		{"Thr-000", "thread", 0, 4930, 43, 9 * US, 72 * US, 7058 * US},
		{"IRQ-001", "irq", 1, 4935, 31, 13 * US, 58 * US, 6419 * US},
		{"Thr-001", "thread", 1, 4935, 41, 37 * US, 68 * US, 6437 * US},
	};
	CLEANUP(imported_free)
	struct imported hist =
		import_case("rtla-hist/timerlat-hist.txt", &import_timerlat_hist);

	check_columns(&hist, columns, 4, 5 * US);
	CHECK_INT(imported_stream(&hist, 3)->beyond_from_ns, 295 * US);
	CHECK_INT(imported_stream(&hist, 0)->resolution_ns, US);
	CHECK_INT(hist.builder.foreign.duration_ns, 5 * NS_PER_S);
	CHECK_TEXT(hist.builder.foreign.ended, "complete");
	CHECK(imported_says(&hist, FOREIGN_ASSUMED, "multiples of 5 us"));
	CHECK(imported_says(&hist, FOREIGN_NOTE, "4930 to 4935 samples a column in 5 s"));
	CHECK(imported_says(&hist, FOREIGN_NOTE, "about 5000 activations"));
}

static void timerlat_hist_ns(void)
{
	static const struct column columns[] = {
		{"IRQ-000", "irq", 0, 2613, 233, 1880, 236678, 5663750},
		{"Thr-000", "thread", 0, 2613, 240, 12010, 259344, 7957050},
		{"IRQ-001", "irq", 1, 2477, 217, 1240, 281069, 5852000},
		{"Thr-001", "thread", 1, 2477, 222, 15090, 330004, 6911100},
	};
	CLEANUP(imported_free)
	struct imported hist =
		import_case("rtla-hist/timerlat-hist-ns.txt", &import_timerlat_hist);

	check_columns(&hist, columns, 4, 20000);
	CHECK_INT(imported_stream(&hist, 0)->resolution_ns, 1);
	CHECK_INT(imported_stream(&hist, 0)->beyond_from_ns, 300000);
}

static void timerlat_hist_stopped(void)
{
	static const struct column columns[] = {
		{"IRQ-000", "irq", 0, 238, 1, 32 * US, 54 * US, 2273 * US},
		{"Thr-000", "thread", 0, 238, 1, 40 * US, 63 * US, 2288 * US},
		{"IRQ-001", "irq", 1, 238, 1, 38 * US, 61 * US, 2689 * US},
		{"Thr-001", "thread", 1, 238, 1, 47 * US, 70 * US, 2709 * US},
	};
	CLEANUP(imported_free)
	struct imported hist =
		import_case("rtla-hist/timerlat-hist-stop.txt", &import_timerlat_hist);

	check_columns(&hist, columns, 4, 1 * US);
	CHECK_TEXT(hist.builder.foreign.ended, "stopped");
	CHECK(imported_says(&hist, FOREIGN_NOTE, "the run stopped itself at a limit"));
	CHECK(!imported_says(&hist, FOREIGN_NOTE, "activations"));
}

static void osnoise_hist(void)
{
	static const struct column columns[] = {
		{"CPU-000", "", 0, 2707, 13, 0, 22 * US, 3620 * US},
		{"CPU-001", "", 1, 3574, 5, 0, 27 * US, 7030 * US},
	};
	CLEANUP(imported_free)
	struct imported hist =
		import_case("rtla-hist/osnoise-hist.txt", &import_osnoise_hist);

	check_columns(&hist, columns, 2, 10 * US);
	CHECK_TEXT(imported_stream(&hist, 0)->wake, "spin");
	CHECK_TEXT(hist.builder.foreign.missed_rule, "");
}

static void empty_histogram(void)
{
	CLEANUP(imported_free)
	struct imported hist =
		import_case("rtla-hist/timerlat-hist-empty.txt", &import_timerlat_hist);

	CHECK_INT(hist.status, 0);
	CHECK_INT(hist.builder.foreign.stream_count, 0);
	CHECK(imported_says(&hist, FOREIGN_INVALID, "no samples"));
	CHECK_TEXT(hist.builder.foreign.ended, "stopped");
	CHECK_INT(imported_notes(&hist, FOREIGN_INVALID), 1);
}

#define HEAD                                                            \
	"# RTLA timerlat histogram\n# Time unit is microseconds (us)\n" \
	"# Duration:   0 00:00:02\n"

/* A CPU without samples: "-", or all bits set; user columns; the block of all CPUs. */
static void no_values(void)
{
	CLEANUP(imported_free)
	struct imported hist =
		import_text("log",
			    HEAD "Index   IRQ-001   Thr-001   Usr-001\n"
				 "0\t1999\t0\t0\n"
				 "10\t1\t1999\t0\n"
				 "over:         0         1         0\n"
				 "count:     2000      2000         0\n"
				 "min:          1        11 18446744073709551615\n"
				 "avg:          2        12         -\n"
				 "max:         12        29         0\n"
				 "ALL:        IRQ       Thr       Usr\n"
				 "count:     1999      2000         0\n"
				 "min:          1        11         -\n",
			    &import_timerlat_hist);
	const struct foreign_stream *user = imported_stream(&hist, 2);

	CHECK_TEXT(user->context, "user");
	CHECK_INT(user->count, 0);
	CHECK_INT(user->min_ns, NOTHING);
	CHECK_INT(user->avg_ns, NOTHING);
	CHECK_INT(user->max_ns, NOTHING);
	CHECK_INT(user->bin_count, 0);
	CHECK_INT(imported_stream(&hist, 0)->max_ns, 12 * US);
	CHECK(imported_says(&hist, FOREIGN_INCONSISTENT,
			    "the line for all of them 1999"));
	CHECK_INT(hist.builder.foreign.lines_skipped, 0);
}

/* Zeros below "Index" alone are what newer versions print of nothing. */
static void empty_with_zeros(void)
{
	CLEANUP(imported_free)
	struct imported hist =
		import_text("log",
			    HEAD "Index\nover: 0\ncount: 0\nmin: 0\navg: 0\nmax: 0\n",
			    &import_timerlat_hist);

	CHECK(imported_says(&hist, FOREIGN_INVALID, "no samples"));
	CHECK_INT(hist.builder.foreign.stream_count, 0);
}

static void damaged_histogram(void)
{
	CLEANUP(imported_free)
	struct imported hist =
		import_text("log",
			    "op@bench1:~# rtla timerlat hist -b 10 -E 30 -d 2s\n" HEAD
			    "Index   IRQ-000   Thr-000\n"
			    "0         10\n"
			    "10        20        30\n"
			    "5         20        30\n"
			    "x\n"
			    "30         1         2 3\n"
			    "40         1      9999999999999999999999\n"
			    "over:      0\n"
			    "count:    50        60\n"
			    "avg:      12        14\n",
			    &import_timerlat_hist);
	const struct foreign_stream *stream = imported_stream(&hist, 0);

	CHECK_INT(hist.builder.foreign.lines_skipped, 5);
	CHECK_INT(stream->bin_count, 1);
	CHECK_INT(stream->bins[0].from_ns, 10 * US);
	CHECK_INT(stream->bins[0].to_ns, 20 * US);
	CHECK_INT(stream->beyond, NOTHING);
	CHECK_INT(stream->beyond_from_ns, 300 * US);
	CHECK_INT(stream->min_ns, NOTHING);
	CHECK(!stream->bins_are_complete);
	CHECK_TEXT(hist.builder.foreign.command, "rtla timerlat hist -b 10 -E 30 -d 2s");
}

static void lone_row(void)
{
	CLEANUP(imported_free)
	struct imported hist = import_text(
		"log",
		HEAD
		"Index   IRQ-000\n40        10\nover: 1\ncount: 11\nmin: 41\navg: 42\nmax: 99\n",
		&import_timerlat_hist);

	CHECK_INT(imported_stream(&hist, 0)->bin_count, 0);
	CHECK(!imported_stream(&hist, 0)->bins_are_complete);
	CHECK_INT(imported_stream(&hist, 0)->count, 11);
	CHECK(imported_says(&hist, FOREIGN_ASSUMED, "cannot be told"));
}

static void analysis_of_a_stop(void)
{
	CLEANUP(imported_free)
	struct imported hist = import_text(
		"log",
		HEAD
		"Index   IRQ-000\n0   1\n1   1\nover: 1\ncount: 3\nmin: 0\navg: 1\nmax: 99\n"
		"rtla timerlat hit stop tracing\n"
		"## CPU 3 hit stop tracing, analyzing it ##\n"
		"  Previous IRQ interference   up to      0.52 us\n"
		"  IRQ handler delay:                     0.83 us (0.51 %)\n"
		"  IRQ latency:                           1.23 us\n"
		"  Blocking thread:                       140.00 us (88 %)\n"
		"                 kworker/2:1:1234        140.00 us\n"
		"------------------------------------------------\n"
		"  Thread latency:                        160.20 us (100%)Max timerlat IRQ "
		"latency from idle: 1.20 us in cpu 3\n",
		&import_timerlat_hist);

	CHECK(imported_says(
		&hist, FOREIGN_NOTE,
		"rtla's analysis: CPU 3 hit the limit: Previous IRQ interference up "
		"to 0.52 us; IRQ handler delay: 0.83 us (0.51 %)"));
	CHECK(imported_says(&hist, FOREIGN_NOTE, "Thread latency: 160.20 us (100%)"));
	CHECK_TEXT(hist.builder.foreign.ended, "stopped");
	CHECK_INT(hist.builder.foreign.lines_skipped, 0);
}

struct cpu_row {
	int64_t count, irq[4], thread[4]; /* cur min avg max, us */
};

static void check_top(const struct imported *top, const struct cpu_row *rows)
{
	CHECK_INT(top->builder.foreign.stream_count, 16);
	CHECK_INT(top->builder.foreign.duration_ns, 6 * NS_PER_S);
	for (uint32_t i = 0; i < 16; i++) {
		const struct foreign_stream *stream = imported_stream(top, i);
		const struct cpu_row *row = &rows[i / 2];
		const int64_t *figures = i % 2 ? row->thread : row->irq;

		CHECK_INT(stream->cpu, i / 2);
		CHECK_TEXT(stream->context, i % 2 ? "thread" : "irq");
		CHECK_INT(stream->count, row->count);
		CHECK_INT(stream->last_ns, figures[0] * US);
		CHECK_INT(stream->min_ns, figures[1] * US);
		CHECK_INT(stream->avg_ns, figures[2] * US);
		CHECK_INT(stream->max_ns, figures[3] * US);
		CHECK_INT(stream->bin_count, 0);
		CHECK_INT(stream->period_ns, NOTHING);
	}
	CHECK_INT(imported_notes(top, FOREIGN_INCONSISTENT), 0);
	CHECK_INT(imported_notes(top, FOREIGN_INVALID), 0);
}

static void timerlat_top(void)
{
	static const struct cpu_row before[] = {
		{5823, {24, 0, 1, 24}, {1035, 3, 7, 1035}},
		{5823, {0, 0, 0, 3}, {4, 2, 4, 11}},
		{5822, {1, 0, 0, 2}, {5, 2, 4, 13}},
		{5823, {0, 0, 0, 2}, {3, 2, 3, 9}},
		{5823, {1, 0, 1, 4}, {5, 3, 4, 12}},
		{5822, {0, 0, 0, 2}, {3, 2, 3, 10}},
		{5823, {0, 0, 0, 3}, {4, 2, 4, 13}},
		{5823, {1, 0, 0, 2}, {4, 2, 3, 8}},
	};
	CLEANUP(imported_free)
	struct imported plain = import_case("rtla-i915/before.txt", &import_timerlat_top);
	CLEANUP(imported_free)
	struct imported screen =
		import_case("rtla-i915/before-screen.txt", &import_timerlat_top);
	CLEANUP(imported_free)
	struct imported after = import_case("rtla-i915/after.txt", &import_timerlat_top);
	static const int64_t after_irq[] = {5, 3, 2, 2, 3, 2, 3, 2};
	static const int64_t after_thread[] = {14, 10, 12, 9, 12, 11, 12, 9};

	check_top(&plain, before);
	check_top(&screen, before);
	CHECK(imported_says(&screen, FOREIGN_NOTE, "2 screens"));
	for (uint32_t i = 0; i < 8; i++) {
		CHECK_INT(imported_stream(&after, 2 * i)->max_ns, after_irq[i] * US);
		CHECK_INT(imported_stream(&after, 2 * i + 1)->max_ns,
			  after_thread[i] * US);
		CHECK_INT(imported_stream(&after, 2 * i)->count, i == 4 ? 5910 : 5911);
	}
}

#define TOP_HEAD(seconds)                                                               \
	"Timer Latency\n  0 00:00:0" seconds                                            \
	"   |          IRQ Timer Latency (ns)      "                                    \
	"  |         Thread Timer Latency (ns)      |    Ret user Timer Latency (ns)\n" \
	"CPU COUNT      |      cur       min       avg       max |\n"

/* ns, user columns, no values, a screen that is cut, totals that overflowed. */
static void top_quirks(void)
{
	CLEANUP(imported_free)
	struct imported top = import_text(
		"log",
		TOP_HEAD(
			"1") "  0 #1000     |       11        10        12        20 |       21        20     "
			     "   22        30 |       31        30        32        40\n"
			     "  1 #0        |        -         -         - - |  - - - - | - - - -\n"
			     "---------------|----------\n"
			     "ALL #999    e0 |                 10        12        20 |\n" TOP_HEAD(
				     "2") "  0 #2000     |       11        10        12        20 |       21        20\n",
		&import_timerlat_top);

	CHECK_INT(top.builder.foreign.stream_count, 6);
	CHECK_INT(imported_stream(&top, 0)->count, 1000);
	CHECK_INT(imported_stream(&top, 0)->max_ns, 20);
	CHECK_INT(imported_stream(&top, 0)->resolution_ns, 1);
	CHECK_TEXT(imported_stream(&top, 2)->context, "user");
	CHECK_INT(imported_stream(&top, 2)->last_ns, 31);
	CHECK_INT(imported_stream(&top, 3)->max_ns, NOTHING);
	CHECK(imported_says(&top, FOREIGN_NOTE,
			    "the last screen is cut: it has 0 of 2 CPUs"));
	CHECK(imported_says(&top, FOREIGN_INCONSISTENT, "the line for all of them 999"));
	CHECK_INT(top.builder.foreign.lines_skipped, 1);
	CHECK_INT(top.builder.foreign.duration_ns, NS_PER_S);
}

static void osnoise_top(void)
{
	CLEANUP(imported_free)
	struct imported top = import_text(
		"log",
		"                       Operating System Noise\n"
		"duration:   0 00:00:05 | time is in us\n"
		"CPU Period       Runtime        Noise  % CPU Aval   Max Noise   Max Single"
		"          HW          NMI          IRQ      Softirq       Thread\n"
		"  0 #5           5000000          449    99.99102          440          130"
		"            0            0         5003           20            3\n",
		&import_osnoise_top);
	const struct foreign_stream *stream = imported_stream(&top, 0);

	CHECK_INT(stream->max_ns, 130 * US);
	CHECK_INT(stream->count, NOTHING);
	CHECK_TEXT(stream->wake, "spin");
	CHECK_INT(top.builder.foreign.duration_ns, 5 * NS_PER_S);
	CHECK(imported_says(&top, FOREIGN_NOTE,
			    "449 us of 5000000 us were taken from the loop (99.99102 %"));
}

static const struct test tests[] = {
	{"timerlat-hist", timerlat_hist},
	{"timerlat-hist-ns", timerlat_hist_ns},
	{"timerlat-hist-stopped", timerlat_hist_stopped},
	{"osnoise-hist", osnoise_hist},
	{"empty-histogram", empty_histogram},
	{"no-values", no_values},
	{"empty-with-zeros", empty_with_zeros},
	{"damaged-histogram", damaged_histogram},
	{"lone-row", lone_row},
	{"analysis-of-a-stop", analysis_of_a_stop},
	{"timerlat-top", timerlat_top},
	{"top-quirks", top_quirks},
	{"osnoise-top", osnoise_top},
};

TEST_MAIN(tests)
