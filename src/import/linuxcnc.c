/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * LinuxCNC: the window of latency-test, typed off; lines of latency-histogram --nox; the
 * file ~/.latency. Their figure is jitter: by how much a period came out longer or shorter,
 * whichever is worst, since the start or a reset. Zeros mean that nothing ran.
 */
#include <string.h>

#include "base/num.h"
#include "import/formats.h"

enum { BASE, SERVO, THREADS };

static const char *const contexts[THREADS] = {[BASE] = "base", [SERVO] = "servo"};

/* Units in which a period is written, the longer names first. */
static const struct {
	const char *name;
	int64_t ns;
} units[] = {
	{"ms", NS_PER_MS},
	{"us", NS_PER_US},
	{"\xc2\xb5s", NS_PER_US},
	{"\xce\xbcs", NS_PER_US},
	{"\xb5s", NS_PER_US},
	{"uSec", NS_PER_US},
	{"ns", 1},
	{"s", NS_PER_S},
};

static void describe(struct foreign_builder *builder, const char *tool)
{
	builder->foreign.tool = tool;
	builder->foreign.lateness =
		"jitter: by how much a period was longer or shorter than it should be; not "
		"lateness";
}

static struct foreign_stream *thread_of(struct foreign_builder *builder, int which)
{
	struct foreign_stream *stream = foreign_stream_at(builder, which);

	stream->context = contexts[which];
	stream->name = contexts[which];
	stream->wake = "timer";
	return stream;
}

/* "(25µs)", "(1.0ms)" */
static int64_t take_period(const char **at)
{
	const char *from = *at, *number;
	int64_t period;

	if (!take_word(&from, "("))
		return RUN_UNKNOWN;
	number = from;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		from = number;
		if (take_decimal_ns(&from, units[i].ns, &period) &&
		    take_word(&from, units[i].name) && take_word(&from, ")")) {
			*at = from;
			return period > 0 ? period : RUN_UNKNOWN;
		}
	}
	return RUN_UNKNOWN;
}

/* A figure behind blanks, colons and bars. */
static bool take_figure(const char **at, int64_t *value)
{
	*at += strspn(*at, " \t:|");
	return take_integer(at, value);
}

struct test_row {
	int64_t period_ns, max_interval_ns, max_jitter_ns, last_interval_ns;
};

static bool cannot_be(const struct test_row *row)
{
	return row->last_interval_ns == 0 ||
	       (row->period_ns != RUN_UNKNOWN && row->max_interval_ns < row->period_ns);
}

static void add_thread(struct foreign_builder *builder, int which,
		       const struct test_row *row)
{
	struct foreign_stream *stream = thread_of(builder, which);
	const char *last = row->last_interval_ns == RUN_UNKNOWN
				   ? "unknown"
				   : foreign_text(builder, "%lld ns",
						  (long long)row->last_interval_ns);

	stream->period_ns = row->period_ns;
	stream->resolution_ns = 1;
	foreign_add_note(
		builder, FOREIGN_NOTE,
		"%s thread: max interval %lld ns, max jitter %lld ns, last interval "
		"%s",
		contexts[which], (long long)row->max_interval_ns,
		(long long)row->max_jitter_ns, last);
	if (!cannot_be(row)) {
		stream->max_ns = row->max_jitter_ns;
		return;
	}
	stream->count = 0;
	foreign_add_note(
		builder, FOREIGN_INVALID,
		"%s thread: no samples: a running thread cannot show a last interval "
		"of 0 ns, nor a max interval below its period; the cause is not in "
		"this report",
		contexts[which]);
}

/* "Servo thread (1ms):   0   0   0": false when it is no such line. */
static bool take_thread(struct foreign_builder *builder, const char *line)
{
	static const struct {
		const char *name;
		int which;
	} names[] = {{"servo thread", SERVO},
		     {"server thread", SERVO},
		     {"base thread", BASE}};
	struct test_row row = {.last_interval_ns = RUN_UNKNOWN};

	line += strspn(line, " \t|");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *at = line + strlen(names[i].name);

		if (strncasecmp(line, names[i].name, strlen(names[i].name)))
			continue;
		row.period_ns = take_period(&at);
		if (!take_figure(&at, &row.max_interval_ns) ||
		    !take_figure(&at, &row.max_jitter_ns)) {
			builder->foreign.lines_skipped++;
			return true;
		}
		take_figure(&at, &row.last_interval_ns);
		add_thread(builder, names[i].which, &row);
		return true;
	}
	return false;
}

static int read_test(const struct import_report *report, struct foreign_builder *builder,
		     struct err *err)
{
	CLEANUP(lines_close) struct lines lines;

	describe(builder, "linuxcnc-latency-test");
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines)) {
		const char *at = lines.line;

		if (take_word(&at, "Kernel-release="))
			builder->foreign.kernel = foreign_text(builder, "%.100s", at);
		else
			take_thread(builder, at);
	}
	builder->foreign.lines = lines.number;
	if (!builder->stream_count)
		return err_set(
			err, ERR_INPUT,
			"'%s' looks like LinuxCNC's latency-test, but no line of a "
			"thread can be read",
			report->name);
	return 0;
}

static int sniff_test(const struct import_report *report)
{
	if (!import_has(report, "thread (") && !import_has(report, "Thread ("))
		return 0;
	return import_has(report, "Max Jitter (ns)") ? 95 : 0;
}

const struct import_format import_latency_test = {
	.name = "linuxcnc-latency-test",
	.what = "LinuxCNC latency-test, as text",
	.once = {"Max Jitter (ns)", "Kernel-release="},
	.sniff = sniff_test,
	.read = read_test,
};

/* A line of latency-histogram --nox. */
struct histogram_line {
	int64_t elapsed_ns, min_ns, max_ns;
	int which;
};

/* "min:-3.2 us" */
static bool take_named(const char **at, const char *name, int64_t *value_ns)
{
	return take_word(at, name) && take_decimal_ns(at, NS_PER_US, value_ns) &&
	       take_word(at, "us");
}

/* "12 s servo min:-3.2 us max:8.1 us sdev:0.9 us" */
static bool take_histogram_line(const char *at, struct histogram_line *line)
{
	int64_t deviation_ns;

	if (!take_decimal_ns(&at, NS_PER_S, &line->elapsed_ns) || !take_word(&at, "s "))
		return false;
	for (line->which = 0; line->which < THREADS; line->which++)
		if (take_word(&at, contexts[line->which]))
			break;
	return line->which < THREADS && take_named(&at, "min:", &line->min_ns) &&
	       take_named(&at, "max:", &line->max_ns) &&
	       take_named(&at, "sdev:", &deviation_ns);
}

/* Extremes since the start: the last line of a thread tells, and they cannot shrink. */
static uint64_t keep_last(struct foreign_builder *builder,
			  const struct histogram_line *line, uint64_t number)
{
	struct foreign_stream *stream = thread_of(builder, line->which);
	bool shrinks = stream->max_ns != RUN_UNKNOWN &&
		       (line->max_ns < stream->max_ns || line->min_ns > stream->min_ns);

	if (line->elapsed_ns < builder->foreign.duration_ns && !builder->second_line)
		builder->second_line = number;
	stream->min_ns = line->min_ns;
	stream->max_ns = line->max_ns;
	builder->foreign.duration_ns = line->elapsed_ns;
	return shrinks;
}

static int read_histogram(const struct import_report *report,
			  struct foreign_builder *builder, struct err *err)
{
	CLEANUP(lines_close) struct lines lines;
	struct histogram_line line;
	uint64_t shrunk = 0;

	describe(builder, "linuxcnc-latency-histogram");
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines)) {
		if (take_histogram_line(lines.line, &line))
			shrunk += keep_last(builder, &line, lines.number);
		else if (strstr(lines.line, "sdev:"))
			builder->foreign.lines_skipped++;
		else if (strstr(lines.line, "FIFO too small") ||
			 strstr(lines.line, "out-of-sync"))
			foreign_add_note(builder, FOREIGN_NOTE, "the tool says: %.200s",
					 lines.line);
	}
	builder->foreign.lines = lines.number;
	if (shrunk)
		foreign_add_note(builder, FOREIGN_INCONSISTENT,
				 "extremes since the start came closer together in %llu "
				 "lines: it was reset, or it lost samples",
				 (unsigned long long)shrunk);
	if (!builder->stream_count)
		return err_set(
			err, ERR_INPUT,
			"'%s' looks like LinuxCNC's latency-histogram, but no line of "
			"it can be read",
			report->name);
	return 0;
}

static int sniff_histogram(const struct import_report *report)
{
	return import_has(report, " us max:") && import_has(report, " us sdev:") ? 90 : 0;
}

const struct import_format import_latency_histogram = {
	.name = "linuxcnc-latency-histogram",
	.what = "the lines of LinuxCNC's latency-histogram without a window",
	.sniff = sniff_histogram,
	.read = read_histogram,
};

/* The only number in the report; false when there is anything else. */
static bool only_number(const struct import_report *report, int64_t *number)
{
	CLEANUP(lines_close) struct lines lines;
	bool found = false;

	lines_open(&lines, report->text, report->length);
	for (int i = 0; lines_next(&lines) && i < 10; i++) {
		const char *at = lines.line;

		if (!*at)
			continue;
		if (found || !take_integer(&at, number) || !take_end(&at) || *number < 0)
			return false;
		found = true;
	}
	return found && lines.at == lines.end;
}

static int read_dot_latency(const struct import_report *report,
			    struct foreign_builder *builder, struct err *err)
{
	struct foreign_stream *stream;
	int64_t jitter_ns;

	describe(builder, "linuxcnc-dot-latency");
	builder->foreign.lines = 1;
	if (!only_number(report, &jitter_ns))
		return err_set(err, ERR_INPUT, "'%s' is not one whole number",
			       report->name);
	stream = foreign_stream_at(builder, 0);
	stream->wake = "timer";
	stream->resolution_ns = 1;
	foreign_add_note(
		builder, FOREIGN_NOTE,
		"the number in the file is the worst jitter in ns of all runs ever, "
		"of unknown date");
	if (jitter_ns) {
		stream->max_ns = jitter_ns;
		return 0;
	}
	stream->count = 0;
	foreign_add_note(builder, FOREIGN_INVALID,
			 "a 0 in the file is no result: no run has measured anything");
	return 0;
}

static int sniff_dot_latency(const struct import_report *report)
{
	int64_t number;

	return strstr(report->name, "latency") && report->length < 200 &&
			       only_number(report, &number)
		       ? 60
		       : 0;
}

const struct import_format import_dot_latency = {
	.name = "linuxcnc-dot-latency",
	.what = "LinuxCNC's file ~/.latency",
	.sniff = sniff_dot_latency,
	.read = read_dot_latency,
};
