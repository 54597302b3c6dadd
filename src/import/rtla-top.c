/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `rtla timerlat top` and `rtla osnoise top`: a line for each CPU, printed again and again
 * with totals since the start. Only the last screen counts; when that is cut, the one before.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/formats.h"
#include "import/rtla.h"

enum { CONTEXTS = 3, TOP_CPUS_MAX = 4096 / CONTEXTS };
enum top_figure { TOP_CUR, TOP_MIN, TOP_AVG, TOP_MAX, TOP_FIGURES };

/* timerlat: four figures of up to three contexts; osnoise: see take_noise(). */
struct top_row {
	int64_t cpu, count;
	int64_t value[CONTEXTS * TOP_FIGURES];
	int fields;
	int64_t available_ppb; /* osnoise: left to the loop; RUN_UNKNOWN */
};

struct screen {
	struct top_row *rows;
	size_t count, room;
	int64_t duration_ns;
	int64_t all_count, all_exponent; /* of the line "ALL #5823 e2"; RUN_UNKNOWN */
};

struct top {
	struct foreign_builder *builder;
	enum rtla_tool tool;
	int64_t unit_ns;
	struct screen last, before;
	uint64_t screens;
	uint64_t line, cleared; /* where we are, and how often the screen was cleared */
	uint64_t last_cleared;  /* the latter where the last screen began */
	struct rtla_story story;
};

static void begin_screen(struct top *top)
{
	struct screen old = top->before;

	top->before = top->last;
	top->last = old;
	top->last.count = 0;
	top->last.duration_ns = RUN_UNKNOWN;
	top->last.all_count = RUN_UNKNOWN;
	top->screens++;
}

static void add_row(struct screen *screen, const struct top_row *row)
{
	if (screen->count == screen->room) {
		screen->room = screen->room ? 2 * screen->room : 16;
		screen->rows =
			mem_grow(screen->rows, screen->room * sizeof(*screen->rows));
	}
	screen->rows[screen->count++] = *row;
}

/* "| 24 0 1 24 | 1035 3 7 1035": contexts as many as there are. */
static bool take_contexts(const struct top *top, const char *at, struct top_row *row)
{
	while (row->fields < CONTEXTS * TOP_FIGURES && take_word(&at, "|"))
		for (int i = 0; i < TOP_FIGURES; i++)
			if (!rtla_take_value(top->builder, &at, top->unit_ns,
					     &row->value[row->fields++]))
				return false;
	return row->fields && take_end(&at);
}

/* Columns of osnoise top behind the CPU and the periods. */
enum { NOISE_RUNTIME, NOISE_TOTAL, NOISE_MAX, NOISE_SINGLE, NOISE_FIRST_COUNT };

/* "5000000 449 99.99102 440 130 0 0 5003 20 3": runtime, noise, % left, maxima, counts. */
static bool take_noise(const struct top *top, const char *at, struct top_row *row)
{
	int64_t *value = row->value;

	if (!rtla_take_value(top->builder, &at, NS_PER_US, &value[NOISE_RUNTIME]) ||
	    !rtla_take_value(top->builder, &at, NS_PER_US, &value[NOISE_TOTAL]) ||
	    !take_decimal_ns(&at, 10000000, &row->available_ppb) ||
	    !rtla_take_value(top->builder, &at, NS_PER_US, &value[NOISE_MAX]) ||
	    !rtla_take_value(top->builder, &at, NS_PER_US, &value[NOISE_SINGLE]))
		return false;
	row->fields = NOISE_FIRST_COUNT;
	while (row->fields < CONTEXTS * TOP_FIGURES &&
	       rtla_take_value(top->builder, &at, 1, &value[row->fields]))
		row->fields++;
	return take_end(&at);
}

/* "0 #5823     | ..." */
static bool take_row(struct top *top, const char *at)
{
	struct top_row row = {.available_ppb = RUN_UNKNOWN};

	if (!take_integer(&at, &row.cpu) || row.cpu < 0 || !take_word(&at, "#") ||
	    !rtla_take_value(top->builder, &at, 1, &row.count))
		return false;
	if (top->tool == RTLA_OSNOISE ? !take_noise(top, at, &row)
				      : !take_contexts(top, at, &row))
		return false;
	if (!top->screens)
		begin_screen(top);
	add_row(&top->last, &row);
	return true;
}

/*
 * Totals since the start: time does not go back. The last screen may be printed twice, but
 * then it is cleared in between; a tool that prints only at its end (-q) clears nothing.
 */
static bool begins_again(const struct top *top, int64_t duration_ns)
{
	if (!top->screens || top->last.duration_ns == RUN_UNKNOWN)
		return false;
	return duration_ns < top->last.duration_ns ||
	       (duration_ns == top->last.duration_ns &&
		top->cleared == top->last_cleared);
}

/* "0 00:00:06   |          IRQ Timer Latency (us) ..." begins a screen. */
static bool take_head(struct top *top, const char *line)
{
	const char *at = line;
	int64_t duration_ns;

	if (top->tool == RTLA_OSNOISE && !take_word(&at, "duration:"))
		return false;
	if (!rtla_take_duration(&at, &duration_ns) || !take_word(&at, "|"))
		return false;
	if (begins_again(top, duration_ns) && !top->builder->second_line)
		top->builder->second_line = top->line;
	top->last_cleared = top->cleared;
	begin_screen(top);
	top->last.duration_ns = duration_ns;
	top->unit_ns = strstr(at, "(ns)") ? 1 : NS_PER_US;
	return true;
}

/* "ALL #46582  e0 | ..." */
static bool take_all(struct top *top, const char *at)
{
	int64_t count, exponent;

	if (!take_word(&at, "ALL") || !take_word(&at, "#"))
		return false;
	if (take_integer(&at, &count) && take_word(&at, "e") &&
	    take_integer(&at, &exponent)) {
		top->last.all_count = count;
		top->last.all_exponent = exponent;
	}
	return true;
}

static void take_line(struct top *top, const char *line)
{
	if (rtla_take_story(&top->story, top->builder, line) || take_head(top, line) ||
	    take_all(top, line) || *line < '0' || *line > '9')
		return;
	if (!take_row(top, line))
		top->builder->foreign.lines_skipped++;
}

/* The screen that counts. */
static const struct screen *choose_screen(struct top *top)
{
	if (top->last.count >= top->before.count)
		return &top->last;
	foreign_add_note(
		top->builder, FOREIGN_NOTE,
		"the last screen is cut: it has %zu of %zu CPUs; the figures are "
		"those of the screen before it",
		top->last.count, top->before.count);
	return &top->before;
}

static void add_contexts(struct top *top, const struct top_row *row)
{
	static const struct {
		const char *name, *context;
	} contexts[CONTEXTS] = {{"IRQ", "irq"}, {"thread", "thread"}, {"user", "user"}};

	for (int i = 0; i * TOP_FIGURES < row->fields; i++) {
		const int64_t *value = &row->value[i * TOP_FIGURES];
		struct foreign_stream *stream =
			foreign_stream_at(top->builder, row->cpu * CONTEXTS + i);

		stream->cpu = row->cpu;
		stream->context = contexts[i].context;
		stream->wake = "timer";
		stream->name = foreign_text(top->builder, "CPU %lld %s",
					    (long long)row->cpu, contexts[i].name);
		/* "Unless trace is lost the count of interrupts": of all three contexts. */
		stream->count = row->count;
		stream->last_ns = value[TOP_CUR];
		stream->min_ns = value[TOP_MIN];
		stream->avg_ns = value[TOP_AVG];
		stream->max_ns = value[TOP_MAX];
		stream->avg_is_truncated = true;
		stream->resolution_ns = top->unit_ns;
	}
}

static void add_noise(struct top *top, const struct top_row *row)
{
	struct foreign_stream *stream = foreign_stream_at(top->builder, row->cpu);

	stream->cpu = row->cpu;
	stream->wake = "spin";
	stream->name = foreign_text(top->builder, "CPU %lld", (long long)row->cpu);
	stream->max_ns = row->value[NOISE_SINGLE];
	stream->resolution_ns = NS_PER_US;
	foreign_add_note(
		top->builder, FOREIGN_NOTE,
		"CPU %lld: %lld us of %lld us were taken from the loop (%lld.%05lld "
		"%% were left to it), at most %lld us in one period; the longest "
		"single gap is its maximum here",
		(long long)row->cpu, (long long)(row->value[NOISE_TOTAL] / NS_PER_US),
		(long long)(row->value[NOISE_RUNTIME] / NS_PER_US),
		(long long)(row->available_ppb / 10000000),
		(long long)(row->available_ppb % 10000000 / 100),
		(long long)(row->value[NOISE_MAX] / NS_PER_US));
}

/* The mantissa of the line for all CPUs was a 32-bit number once, and overflowed. */
static void check_all(struct top *top, const struct screen *screen)
{
	int64_t sum = 0;

	if (screen->all_count == RUN_UNKNOWN)
		return;
	for (size_t i = 0; i < screen->count; i++)
		if (screen->rows[i].count != RUN_UNKNOWN)
			sum = saturate_add(sum, screen->rows[i].count);
	for (int64_t i = 0; i < screen->all_exponent && sum; i++)
		sum /= 10;
	if (sum != screen->all_count)
		foreign_add_note(
			top->builder, FOREIGN_INCONSISTENT,
			"the CPUs count %lld samples (in tens to the power of %lld), "
			"the line for all of them %lld: its average is wrong, too",
			(long long)sum, (long long)screen->all_exponent,
			(long long)screen->all_count);
}

static void tell_activations(const struct top *top, const struct screen *screen)
{
	int64_t least = INT64_MAX, most = 0;

	for (size_t i = 0; i < screen->count; i++) {
		int64_t count = screen->rows[i].count;

		if (count == RUN_UNKNOWN)
			continue;
		least = count < least ? count : least;
		most = count > most ? count : most;
	}
	if (top->tool == RTLA_TIMERLAT && !top->story.stopped)
		rtla_tell_activations(top->builder, "CPU", least, most);
}

static void conclude(struct top *top)
{
	const struct screen *screen = choose_screen(top);

	top->builder->foreign.duration_ns = screen->duration_ns;
	for (size_t i = 0; i < screen->count; i++) {
		if (top->tool == RTLA_OSNOISE)
			add_noise(top, &screen->rows[i]);
		else
			add_contexts(top, &screen->rows[i]);
	}
	if (top->screens > 1)
		foreign_add_note(
			top->builder, FOREIGN_NOTE,
			"the report holds %llu screens with totals since the start: "
			"one alone counts",
			(unsigned long long)top->screens);
	tell_activations(top, screen);
	check_all(top, screen);
}

static void free_top(struct top *top)
{
	free(top->last.rows);
	free(top->before.rows);
}

static int read_top(const struct import_report *report, struct foreign_builder *builder,
		    struct err *err, enum rtla_tool tool, const char *name)
{
	CLEANUP(lines_close) struct lines lines;
	CLEANUP(free_top)
	struct top top = {
		.builder = builder,
		.tool = tool,
		.unit_ns = NS_PER_US,
		.last = {.duration_ns = RUN_UNKNOWN, .all_count = RUN_UNKNOWN},
	};

	rtla_describe(builder, tool, name);
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines)) {
		top.line = lines.number;
		top.cleared = lines.screen;
		take_line(&top, lines.line);
	}
	builder->foreign.lines = lines.number;
	rtla_end_story(&top.story, builder);
	if (!top.last.count && !top.before.count)
		return err_set(err, ERR_INPUT,
			       "'%s' looks like output of %s, but has no line of a CPU",
			       report->name, name);
	conclude(&top);
	return 0;
}

static int read_timerlat(const struct import_report *report,
			 struct foreign_builder *builder, struct err *err)
{
	return read_top(report, builder, err, RTLA_TIMERLAT, "rtla-timerlat-top");
}

static int read_osnoise(const struct import_report *report,
			struct foreign_builder *builder, struct err *err)
{
	return read_top(report, builder, err, RTLA_OSNOISE, "rtla-osnoise-top");
}

static int sniff_timerlat(const struct import_report *report)
{
	if (import_has(report, "IRQ Timer Latency ("))
		return 96;
	return import_has(report, "CPU COUNT      |") ? 80 : 0;
}

static int sniff_osnoise(const struct import_report *report)
{
	return import_has(report, "Operating System Noise") ||
			       import_has(report, "Hardware-related Noise")
		       ? 96
		       : 0;
}

const struct import_format import_timerlat_top = {
	.name = "rtla-timerlat-top",
	.what = "rtla timerlat top",
	.sniff = sniff_timerlat,
	.read = read_timerlat,
};

const struct import_format import_osnoise_top = {
	.name = "rtla-osnoise-top",
	.what = "rtla osnoise top, rtla hwnoise",
	.sniff = sniff_osnoise,
	.read = read_osnoise,
};
