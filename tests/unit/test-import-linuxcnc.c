/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import/linuxcnc: zeros are no measurement; jitter is not lateness. */
#include "base/num.h"
#include "imported.h"

#define NOTHING RUN_UNKNOWN

static void zeros(void)
{
	CLEANUP(imported_free)
	struct imported window =
		import_case("linuxcnc-zeros/latency-test.txt", &import_latency_test);
	CLEANUP(imported_free)
	struct imported file =
		import_case("linuxcnc-zeros/dot-latency.txt", &import_dot_latency);
	const struct foreign_stream *base = imported_stream(&window, 0);
	const struct foreign_stream *servo = imported_stream(&window, 1);

	CHECK_TEXT(servo->context, "servo");
	CHECK_INT(servo->period_ns, NS_PER_MS);
	CHECK_INT(base->period_ns, 25 * NS_PER_US);
	CHECK_INT(base->max_ns, NOTHING);
	CHECK_INT(servo->max_ns, NOTHING);
	CHECK_INT(servo->min_ns, NOTHING);
	CHECK_TEXT(window.builder.foreign.kernel, "6.6.0-rt15");
	CHECK(imported_says(&window, FOREIGN_INVALID, "servo thread: no samples"));
	CHECK(imported_says(&window, FOREIGN_INVALID, "base thread: no samples"));
	CHECK(imported_says(
		&window, FOREIGN_NOTE,
		"servo thread: max interval 0 ns, max jitter 0 ns, last interval 0 "
		"ns"));
	CHECK_INT(imported_stream(&file, 0)->max_ns, NOTHING);
	CHECK(imported_says(&file, FOREIGN_INVALID, "no result"));
	CHECK(imported_says(&file, FOREIGN_NOTE, "all runs ever"));
}

static void figures_of_a_window(void)
{
	CLEANUP(imported_free)
	struct imported window = import_text(
		"log",
		"|                       | Max Interval (ns) | Max Jitter (ns) |\n"
		"| Server Thread (1.0ms) |           1067369 |           76089 |\n"
		"| Base thread (25.0us)  |             61272 |           36490 |\n",
		&import_latency_test);

	CHECK_INT(window.builder.foreign.stream_count, 2);
	CHECK_INT(imported_stream(&window, 0)->max_ns, 36490);
	CHECK_INT(imported_stream(&window, 0)->period_ns, 25000);
	CHECK_INT(imported_stream(&window, 1)->max_ns, 76089);
	CHECK_INT(imported_notes(&window, FOREIGN_INVALID), 0);
	CHECK(strstr(window.builder.foreign.lateness, "not lateness") != NULL);
}

/* Running, and yet a longest interval below the period. */
static void impossible_window(void)
{
	CLEANUP(imported_free)
	struct imported window =
		import_text("log",
			    "Max Interval (ns)   Max Jitter (ns)   Last interval (ns)\n"
			    "Servo thread (1ms):  999000  12  1000012\n",
			    &import_latency_test);

	CHECK(imported_says(&window, FOREIGN_INVALID, "max interval below its period"));
	CHECK_INT(imported_stream(&window, 0)->max_ns, NOTHING);
}

static void dot_latency(void)
{
	CLEANUP(imported_free)
	struct imported file =
		import_text("/home/op/.latency", "83412\n", &import_dot_latency);
	CLEANUP(imported_free)
	struct imported other = import_text("latency", "83412\nx\n", NULL);
	CLEANUP(imported_free)
	struct imported huge =
		import_text("latency", "99999999999999999999999999\n", NULL);

	CHECK_INT(imported_stream(&file, 0)->max_ns, 83412);
	CHECK_INT(imported_notes(&file, FOREIGN_INVALID), 0);
	CHECK_INT(other.status, -1);
	CHECK_INT(huge.status, -1);
}

static void histogram_lines(void)
{
	CLEANUP(imported_free)
	struct imported log = import_text(
		"log",
		"FIFO too small for 2003 records\n"
		"   1 s servo  min:  -3.200 us max:  8.100 us sdev:  0.900 us\n"
		"   1 s base  min:  -1.200 us max:  4.100 us sdev:  0.300 us\n"
		"   2 s servo  min:  -3.500 us max:  7.900 us sdev:  0.900 us\n"
		"   3 s servo  min:  nonsense sdev:\n",
		&import_latency_histogram);
	CLEANUP(imported_free)
	struct imported zeros_only = import_text(
		"log", "   1 s servo  min:  0.000 us max:  0.000 us sdev:  0.000 us\n",
		&import_latency_histogram);

	CHECK_INT(imported_stream(&log, 0)->max_ns, 4100);
	CHECK_INT(imported_stream(&log, 1)->min_ns, -3500);
	CHECK_INT(imported_stream(&log, 1)->max_ns, 7900);
	CHECK_INT(log.builder.foreign.duration_ns, 2 * NS_PER_S);
	CHECK_INT(log.builder.foreign.lines_skipped, 1);
	CHECK(imported_says(&log, FOREIGN_INCONSISTENT, "closer together in 1 lines"));
	CHECK(imported_says(&log, FOREIGN_NOTE, "FIFO too small"));
	CHECK(imported_says(&zeros_only, FOREIGN_INVALID, "all figures are 0"));
}

static const struct test tests[] = {
	{"zeros", zeros},
	{"figures-of-a-window", figures_of_a_window},
	{"impossible-window", impossible_window},
	{"dot-latency", dot_latency},
	{"histogram-lines", histogram_lines},
};

TEST_MAIN(tests)
