/* SPDX-License-Identifier: GPL-2.0-or-later */
/* import/cyclictest, import/command: layouts that the cases do not have. */
#include "import/command.h"
#include "imported.h"

static const struct command_option options[] = {
	{'m', "mlockall", COMMAND_FLAG},
	{'p', "priority", COMMAND_VALUE},
	{'t', "threads", COMMAND_MAY_HAVE_VALUE},
	{'S', "smp", COMMAND_FLAG},
	{0},
};

static void takes_commands_apart(void)
{
	static const struct {
		const char *line, *p, *t, *stray;
		bool m;
	} rows[] = {
		{"cyclictest -m -p 80", "80", NULL, "", true},
		{"# /usr/bin/cyclictest -Smp90 -t", "90", "", "", true},
		{"sudo cyclictest --priority=7 --threads 4 -m", "7", "4", "", true},
		{"cyclictest --priority 7 -t 4 x", "7", "4", "'x'", false},
		{"cyclictest -t -p5 > out -m", "5", "", "", false},
		{"cyclictest -p 90 - m", "90", NULL, "'-' 'm'", false},
		{"cyclictest -p 1 -p 2", "2", NULL, "", false},
		{"cyclictest -p", "", NULL, "", false},
		{"cyclictest -smp", "", NULL, "", true},
		{"cyclictest 'a b' \"c\"", NULL, NULL, "'a b' 'c'", false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct command command;

		CHECK(command_parse(&command, rows[i].line, "cyclictest", options));
		CHECK(command_has(&command, 'm') == rows[i].m);
		CHECK_TEXT(command_value(&command, 'p') ? command_value(&command, 'p')
							: "(none)",
			   rows[i].p ? rows[i].p : "(none)");
		CHECK_TEXT(command_value(&command, 't') ? command_value(&command, 't')
							: "(none)",
			   rows[i].t ? rows[i].t : "(none)");
		CHECK_TEXT(str_text(&command.stray), rows[i].stray);
		command_free(&command);
	}
}

static void reads_durations(void)
{
	CHECK_INT(command_duration_ns("4"), INT64_C(4000000000));
	CHECK_INT(command_duration_ns("10m"), INT64_C(600000000000));
	CHECK_INT(command_duration_ns("2h"), INT64_C(7200000000000));
	CHECK_INT(command_duration_ns("1d"), INT64_C(86400000000000));
	CHECK_INT(command_duration_ns("5x"), RUN_UNKNOWN);
	CHECK_INT(command_duration_ns("-5"), RUN_UNKNOWN);
	CHECK_INT(command_duration_ns(NULL), RUN_UNKNOWN);
}

/* As it stands in mail and in a journal, live, torn, and twice. */
static void reads_rows_in_the_wild(void)
{
	static const char text[] =
		"\x1b[2A> Jan 01 00:00:03 board cyclictest[9]: T: 0 ( 9) P:80 I:1000 "
		"C:     10 Min:      3 Act:    4 Avg:    5 Max:       9\r\n"
		"[   12.345678] T: 1 (   10) P:80 I:1500 C:7 Min:  6 Act:7 Avg:7\r\n"
		">    Max:  12\r\n"
		"T: 0 ( 9) P:80 I:1000 C:     20 Min:      2 Act:    4 Avg:    5 "
		"Max:      11\n"
		"T: 2 (   11) I:1000 C: 5 Min: 1 Act: 1 Avg: 1 Max: 1\n"
		"T: 3 (   12) P:80 I:1000 C: garbage\n"
		"and so on\n";
	struct imported imported = import_text("mail", text, &import_cyclictest);

	CHECK_INT(imported.status, 0);
	CHECK_INT(imported.builder.foreign.stream_count, 3);
	CHECK_INT(imported_stream(&imported, 0)->count, 20);
	CHECK_INT(imported_stream(&imported, 0)->max_ns, 11000);
	CHECK_INT(imported_stream(&imported, 1)->count, 7);
	CHECK_INT(imported_stream(&imported, 1)->max_ns, 12000);
	CHECK_INT(imported_stream(&imported, 2)->priority, RUN_UNKNOWN);
	CHECK_INT(imported.builder.foreign.lines_skipped, 1);
	imported_free(&imported);
}

/* -H with two threads has a column more, the sum: in some of the footers, too. */
static void leaves_out_the_sum_of_all(void)
{
	static const char text[] = "# cyclictest -t 2 -H 3 -q\n"
				   "# Histogram\n"
				   "000000 000000\t000000\t000000\n"
				   "000001 000002\t000003\t000005\n"
				   "000002 000001\t000000\t000001\n"
				   "# Total: 000000003 000000003 000000006\n"
				   "# Min Latencies: 00001 00001\n"
				   "# Avg Latencies: 00001 00001\n"
				   "# Max Latencies: 00002 00007 00007\n"
				   "# Histogram Overflows: 00000 00001 00001\n"
				   "# Histogram Overflow at cycle number:\n"
				   "# Thread 0:\n"
				   "# Thread 1: 00003\n";
	struct imported imported = import_text("h", text, &import_cyclictest);

	CHECK_INT(imported.status, 0);
	CHECK_INT(imported.builder.foreign.stream_count, 2);
	CHECK_INT(imported_stream(&imported, 0)->count, 3);
	CHECK_INT(imported_stream(&imported, 1)->count, 4);
	CHECK_INT(imported_stream(&imported, 1)->beyond, 1);
	CHECK_INT(imported_stream(&imported, 1)->beyond_from_ns, 3000);
	CHECK_INT(imported_notes(&imported, FOREIGN_INCONSISTENT), 0);
	CHECK(imported_says(&imported, FOREIGN_NOTE, "sum of the others"));
	imported_free(&imported);
}

static void tells_what_does_not_add_up(void)
{
	static const char text[] = "# Histogram\n"
				   "000001 000002\n"
				   "# Total: 000000003\n"
				   "# Min Latencies: 00009\n"
				   "# Avg Latencies: 00001\n"
				   "# Max Latencies: 00000\n"
				   "# Histogram Overflows: 00005\n"
				   "# Histogram Overflow at cycle number:\n"
				   "# Thread 0: 00001 00002 # 1 others\n";
	struct imported imported = import_text("h", text, &import_cyclictest);

	CHECK_INT(imported.status, 0);
	CHECK(imported_says(&imported, FOREIGN_INCONSISTENT, "add up to 2"));
	CHECK(imported_says(&imported, FOREIGN_INCONSISTENT, "its list stands for 3"));
	CHECK(imported_says(&imported, FOREIGN_INCONSISTENT,
			    "minimum (9.00 us) is above"));
	imported_free(&imported);
}

/* With -N the command line says so. */
static void takes_the_unit_from_the_command(void)
{
	static const char text[] =
		"# cyclictest -N -p 80 -i 1000 -D 2\n"
		"T: 0 (  143) P:80 I:1000 C:   1809 Min:  37560 Act:   "
		"59170 Avg:  239349 Max: 7757590\n";
	struct imported imported = import_text("n", text, &import_cyclictest);

	CHECK_INT(imported_stream(&imported, 0)->min_ns, 37560);
	CHECK_INT(imported_stream(&imported, 0)->resolution_ns, 1);
	CHECK(imported_says(&imported, FOREIGN_NOTE, "up to 191 periods"));
	imported_free(&imported);
}

#define ROW(tid, cycles, max) \
	"T: 0 ( " tid ") P:80 I:1000 C: " cycles " Min: 1 Act: 1 Avg: 1 Max: " max "\n"

static void breaks(void)
{
	struct imported imported =
		import_text("b",
			    ROW("1", "50", "9") "# Break thread: 1\n# Break value: 9\n",
			    &import_cyclictest);

	CHECK_TEXT(imported.builder.foreign.ended, "stopped");
	imported_free(&imported);
}

/* The line where the second report begins; 0: it was read. */
static long long second_line(const char *text)
{
	struct imported imported = import_text("two.txt", text, &import_cyclictest);
	const char *at = strstr(imported.err.text, "another begins at line ");
	long long line = 0;

	if (imported.status)
		CHECK(at && sscanf(at, "another begins at line %lld", &line) == 1);
	imported_free(&imported);
	return line;
}

static void refuses_two_reports(void)
{
	CHECK_INT(second_line(ROW("1", "50", "9") ROW("1", "40", "8")), 2);
	CHECK_INT(second_line(ROW("1", "50", "9") ROW("7", "60", "8")), 2);
	CHECK_INT(second_line(ROW("1", "50", "9") "\n" ROW("7", "60", "8")
				      ROW("7", "70", "8")),
		  3);
	CHECK_INT(second_line("# /dev/cpu_dma_latency set to 0us\n" ROW(
			  "1", "50",
			  "9") "# /dev/cpu_dma_latency set to 0us\n" ROW("1", "60", "9")),
		  3);
	CHECK_INT(second_line("# Histogram\n1 2\n# Min Latencies: 1\n"
			      "# Histogram\n1 2\n# Min Latencies: 1\n"),
		  4);
	CHECK_INT(second_line("0: 0: 5\n0: 1: 5\n0: 2: 5\n0: 0: 5\n0: 1: 5\n"), 4);
}

/* Lines of one run: printed over and over, damaged once, and the summary behind rows. */
static void keeps_what_is_one_report(void)
{
	static const char damaged[] =
		ROW("1", "50", "9") ROW("1", "5", "9") ROW("1", "60", "9");
	struct imported imported = import_text("d", damaged, &import_cyclictest);

	CHECK_INT(imported.status, 0);
	CHECK(imported_says(&imported, FOREIGN_INCONSISTENT, "a line at 2: its thread"));
	CHECK_INT(imported_stream(&imported, 0)->count, 60);
	imported_free(&imported);
	CHECK_INT(second_line(ROW("0", "0", "0") ROW("1", "50", "9") ROW("1", "50", "9")),
		  0);
	CHECK_INT(second_line(
			  "# Histogram\n1 2\n# Total: 2\n# Min Latencies: 1\n"
			  "# Max Latencies: 1\n# Histogram Overflows: 0\n" ROW("1", "2",
									       "1")),
		  0);
	CHECK_INT(second_line("0: 0: 5\n0: 1: 5\n0: 2: 5\n" ROW("1", "3", "5")), 0);
}

static const struct test tests[] = {
	{"takes_commands_apart", takes_commands_apart},
	{"reads_durations", reads_durations},
	{"reads_rows_in_the_wild", reads_rows_in_the_wild},
	{"leaves_out_the_sum_of_all", leaves_out_the_sum_of_all},
	{"tells_what_does_not_add_up", tells_what_does_not_add_up},
	{"takes_the_unit_from_the_command", takes_the_unit_from_the_command},
	{"breaks", breaks},
	{"refuses_two_reports", refuses_two_reports},
	{"keeps_what_is_one_report", keeps_what_is_one_report},
};

TEST_MAIN(tests)
