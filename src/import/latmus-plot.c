/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What EVL's `latmus -g FILE` writes for gnuplot: "# key: value" lines, then a cell of 1 us
 * a line with its hits. A "+" behind the last cell says that it holds what is beyond, too.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/clock-text.h"
#include "import/formats.h"
#include "import/xenomai.h"

struct plot {
	struct foreign_builder *builder;
	struct foreign_stream *stream;
	int64_t sum;
	uint64_t cells;
};

static void take_period(struct plot *plot, const char *text)
{
	if (!take_decimal_ns(&text, NS_PER_US, &plot->stream->period_ns) ||
	    plot->stream->period_ns <= 0)
		plot->stream->period_ns = RUN_UNKNOWN;
}

static void take_context(struct plot *plot, const char *text)
{
	static const struct {
		const char *theirs, *ours;
	} names[] = {{"irq", "irq"},
		     {"sirq", "irq"},
		     {"kernel", "kernel"},
		     {"user", "user"}};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (take_word(&text, names[i].theirs))
			plot->stream->context = names[i].ours;
}

static void take_priority(struct plot *plot, const char *text)
{
	if (!take_integer(&text, &plot->stream->priority))
		plot->stream->priority = RUN_UNKNOWN;
}

static void take_affinity(struct plot *plot, const char *text)
{
	if (!take_word(&text, "CPU") || !take_integer(&text, &plot->stream->cpu))
		plot->stream->cpu = RUN_UNKNOWN;
	if (take_word(&text, "-noisol"))
		foreign_add_note(plot->builder, FOREIGN_NOTE,
				 "CPU %lld was not isolated, says the report",
				 (long long)plot->stream->cpu);
}

static void take_duration(struct plot *plot, const char *text)
{
	int64_t seconds;

	if (take_clock(&text, &seconds))
		plot->builder->foreign.duration_ns = seconds * NS_PER_S;
}

static void take_peak(struct plot *plot, const char *text)
{
	int64_t seconds;

	if (take_clock(&text, &seconds))
		foreign_add_note(plot->builder, FOREIGN_NOTE,
				 "the maximum was seen %lld s after the start",
				 (long long)seconds);
}

static void take_count(const char *text, int64_t *count)
{
	if (!take_integer(&text, count) || *count < 0)
		*count = RUN_UNKNOWN;
}

static void take_overruns(struct plot *plot, const char *text)
{
	take_count(text, &plot->stream->overruns);
}

static void take_switches(struct plot *plot, const char *text)
{
	take_count(text, &plot->stream->mode_switches);
}

static void take_samples(struct plot *plot, const char *text)
{
	take_count(text, &plot->stream->count);
	/* These two have lines only when they are not 0. */
	if (plot->stream->overruns == RUN_UNKNOWN)
		plot->stream->overruns = 0;
	if (plot->stream->mode_switches == RUN_UNKNOWN)
		plot->stream->mode_switches = 0;
}

static void take_time(const char *text, int64_t *time_ns)
{
	if (!take_decimal_ns(&text, NS_PER_US, time_ns))
		*time_ns = RUN_UNKNOWN;
}

static void take_min(struct plot *plot, const char *text)
{
	take_time(text, &plot->stream->min_ns);
}

static void take_avg(struct plot *plot, const char *text)
{
	take_time(text, &plot->stream->avg_ns);
}

static void take_max(struct plot *plot, const char *text)
{
	take_time(text, &plot->stream->max_ns);
}

static void take_version(struct plot *plot, const char *text)
{
	plot->builder->foreign.version =
		foreign_text(plot->builder, "%.100s", text + strspn(text, " "));
}

static void take_kernel(struct plot *plot, const char *text)
{
	size_t length;

	text += strspn(text, " ");
	length = strcspn(text, " ");
	plot->builder->foreign.kernel =
		foreign_text(plot->builder, "%.*s", length < 100 ? (int)length : 100,
			     text);
}

static const struct {
	const char *key;
	void (*take)(struct plot *plot, const char *text);
} keys[] = {
	{"sampling period:", take_period},
	{"context:", take_context},
	{"thread priority:", take_priority},
	{"thread affinity:", take_affinity},
	{"duration (hhmmss):", take_duration},
	{"peak (hhmmss):", take_peak},
	{"OVERRUNS:", take_overruns},
	{"IN-BAND SWITCHES:", take_switches},
	{"min latency:", take_min},
	{"avg latency:", take_avg},
	{"max latency:", take_max},
	{"sample count:", take_samples},
	{"libevl version:", take_version},
	{"Linux version", take_kernel},
};

static void take_comment(struct plot *plot, const char *text)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const char *at = text;

		if (take_word(&at, keys[i].key)) {
			keys[i].take(plot, at);
			return;
		}
	}
}

static bool take_cell(struct plot *plot, const char *line)
{
	int64_t cell, hits, from;
	bool outliers;

	if (!take_integer(&line, &cell) || cell < 0)
		return false;
	outliers = take_word(&line, "+");
	if (!take_integer(&line, &hits) || !take_end(&line) || hits < 0)
		return false;
	from = foreign_ns(plot->builder, cell, NS_PER_US);
	plot->cells++;
	if (outliers) {
		plot->stream->beyond = hits;
		plot->stream->beyond_from_ns = from;
	} else if (!foreign_add_bin(plot->builder, 0, from, saturate_add(from, NS_PER_US),
				    hits)) {
		return true;
	}
	plot->sum = saturate_add(plot->sum, hits);
	return true;
}

static int conclude(struct plot *plot, const char *name, struct err *err)
{
	struct foreign_stream *stream = plot->stream;

	if (!plot->cells && stream->max_ns == RUN_UNKNOWN)
		return err_set(
			err, ERR_INPUT,
			"'%s' looks like a plot file of latmus, but has no figures",
			name);
	stream->wake = "timer";
	stream->resolution_ns = 1;
	plot->builder->foreign.ended = "complete";
	/* Cells come last; without samples there are none. */
	if (plot->cells ? plot->sum < stream->count : stream->count != 0) {
		foreign_cut_off(plot->builder, "cells");
		return 0;
	}
	if (stream->beyond == RUN_UNKNOWN)
		stream->beyond = 0;
	if (stream->count == RUN_UNKNOWN)
		stream->count = plot->sum;
	stream->bins_are_complete = plot->sum == stream->count;
	return 0;
}

static int read_plot(const struct import_report *report, struct foreign_builder *builder,
		     struct err *err)
{
	CLEANUP(lines_close) struct lines lines;
	struct plot plot = {.builder = builder, .stream = foreign_stream_at(builder, 0)};

	xenomai_describe(builder, "latmus");
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines)) {
		if (*lines.line == '#')
			take_comment(&plot, lines.line + 1);
		else if (*lines.line && !take_cell(&plot, lines.line))
			builder->foreign.lines_skipped++;
	}
	builder->foreign.lines = lines.number;
	return conclude(&plot, report->name, err);
}

static int sniff_plot(const struct import_report *report)
{
	if (import_has(report, "# libevl version:"))
		return 96;
	return import_has(report, "# sampling period:") &&
			       import_has(report, "# context:")
		       ? 94
		       : 0;
}

const struct import_format import_latmus_plot = {
	.name = "latmus-plot",
	.what = "EVL latmus: -g files",
	.once = {"# sampling period:", "# sample count:"},
	.sniff = sniff_plot,
	.read = read_plot,
};
