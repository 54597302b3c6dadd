/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What `latency -g FILE` writes for gnuplot: comments with the set-up and the figures, then
 * a line for each bucket, its middle in us and its hits plus one (so that a logarithm can be
 * taken), between two lines that only bound it. The last bucket holds what is beyond, too.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/clock-text.h"
#include "import/formats.h"
#include "import/xenomai.h"

struct point {
	int64_t at_ns, hits;
};

struct plot {
	struct foreign_builder *builder;
	struct xenomai_run run; /* for its set-up and summary alone */
	struct point *points;
	size_t count, room;
	bool has_title;
};

/* "00:01:00 (periodic user-mode task, 1000 us period, priority 99)" */
static bool take_title(const char *text, struct xenomai_run *run)
{
	int64_t seconds;

	if (!take_clock(&text, &seconds))
		return false;
	text += strspn(text, " ");
	if (*text != '(' || !strstr(text, " us period"))
		return false;
	run->elapsed_s = seconds;
	xenomai_take_setup(text, run);
	return true;
}

static void take_comment(struct plot *plot, const char *text, uint64_t line)
{
	struct xenomai_row row;

	text += strspn(text, " ");
	if (take_title(text, &plot->run)) {
		if (plot->has_title && !plot->builder->second_line)
			plot->builder->second_line = line;
		plot->has_title = true;
		return;
	}
	if (take_word(&text, "Xenomai version:")) {
		text += strspn(text, " ");
		plot->builder->foreign.version =
			foreign_text(plot->builder, "%.100s", text);
	} else if (!plot->run.has_summary &&
		   xenomai_parse_row(&plot->run, text, 5, &row, &text) == XENOMAI_WHOLE) {
		plot->run.summary = row;
		plot->run.has_summary = true;
	}
}

static void take_point(struct plot *plot, const char *line)
{
	struct point point;

	const struct point *before = plot->count ? &plot->points[plot->count - 1] : NULL;

	if (!take_decimal_ns(&line, NS_PER_US, &point.at_ns) ||
	    !take_integer(&line, &point.hits) || !take_end(&line) || point.hits < 1 ||
	    (before && point.at_ns < before->at_ns)) {
		plot->builder->foreign.lines_skipped++;
		return;
	}
	if (before && point.at_ns == before->at_ns) {
		foreign_repeat_bin(plot->builder, 0, point.at_ns, before->hits - 1,
				   point.hits - 1);
		return;
	}
	if (plot->count == plot->room) {
		plot->room = plot->room ? 2 * plot->room : 256;
		plot->points = mem_grow(plot->points, plot->room * sizeof(*plot->points));
	}
	plot->points[plot->count++] = point;
}

/* Buckets are as wide as two neighbours are apart, which the bounds show for a lone one. */
static int64_t bucket_width(const struct plot *plot)
{
	const struct point *point = plot->points;

	if (plot->count > 3)
		return point[2].at_ns - point[1].at_ns;
	return saturate_mul(2, point[1].at_ns - point[0].at_ns);
}

static void add_points(const struct plot *plot, struct foreign_stream *stream)
{
	int64_t width = bucket_width(plot), sum = 0;

	stream->beyond = 0;
	for (size_t i = 1; i + 1 < plot->count; i++) {
		int64_t from = saturate_sub(plot->points[i].at_ns, width / 2);
		int64_t to = saturate_add(from, width), hits = plot->points[i].hits - 1;

		sum = saturate_add(sum, hits);
		if (i + 2 == plot->count &&
		    (stream->max_ns == RUN_UNKNOWN || stream->max_ns >= to)) {
			stream->beyond = hits;
			stream->beyond_from_ns = from;
		} else if (hits) {
			foreign_add_bin(plot->builder, 0, from, to, hits);
		}
	}
	stream->count = sum;
	stream->bins_are_complete = !plot->builder->foreign.lines_skipped;
}

/* The last point is a bound: no hit, and one that is added to all. */
static bool is_cut_off(const struct plot *plot)
{
	return plot->points[plot->count - 1].hits != 1;
}

static void conclude(const struct plot *plot)
{
	struct foreign_stream *stream = foreign_stream_at(plot->builder, 0);
	const struct xenomai_run *run = &plot->run;

	stream->period_ns = run->period_ns;
	stream->priority = run->priority;
	stream->context = run->context;
	stream->wake = "timer";
	if (run->has_summary) {
		stream->min_ns = run->summary.value[XENOMAI_MIN];
		stream->avg_ns = run->summary.value[XENOMAI_AVG];
		stream->max_ns = run->summary.value[XENOMAI_MAX];
		stream->overruns = run->summary.value[XENOMAI_OVERRUNS];
		stream->mode_switches = run->summary.value[XENOMAI_SWITCHES];
		stream->resolution_ns = 1;
	}
	if (run->elapsed_s != RUN_UNKNOWN)
		plot->builder->foreign.duration_ns = run->elapsed_s * NS_PER_S;
	plot->builder->foreign.ended = "complete";
	add_points(plot, stream);
	if (is_cut_off(plot)) {
		stream->count = stream->beyond = RUN_UNKNOWN;
		stream->bins_are_complete = false;
		foreign_cut_off(plot->builder, "buckets");
	}
	foreign_add_note(
		plot->builder, FOREIGN_NOTE,
		"a plot file: each bucket is printed with its hits plus one, which "
		"is taken off, between two lines that are bounds and no buckets");
}

static int read_plot(const struct import_report *report, struct foreign_builder *builder,
		     struct err *err)
{
	CLEANUP(lines_close) struct lines lines;
	struct plot plot = {.builder = builder};
	bool good;

	xenomai_describe(builder, "xenomai-latency");
	xenomai_open_run(&plot.run, 0);
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines)) {
		if (*lines.line == '#')
			take_comment(&plot, lines.line + 1, lines.number);
		else if (*lines.line)
			take_point(&plot, lines.line);
	}
	builder->foreign.lines = lines.number;
	good = plot.count >= 3;
	if (good)
		conclude(&plot);
	free(plot.points);
	xenomai_free_run(&plot.run);
	return good ? 0
		    : err_set(err, ERR_INPUT,
			      "'%s' looks like a plot file of Xenomai's latency, but has no "
			      "buckets",
			      report->name);
}

static int sniff_plot(const struct import_report *report)
{
	CLEANUP(lines_close) struct lines lines = {0};
	struct xenomai_run run;

	if (!import_has(report, " us period"))
		return 0;
	xenomai_open_run(&run, 0);
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		if (*lines.line == '#' && take_title(lines.line + 1, &run))
			return 95;
	return 0;
}

const struct import_format import_xenomai_plot = {
	.name = "xenomai-latency-plot",
	.what = "Xenomai latency: -g files",
	.once = {"# Xenomai version:"},
	.sniff = sniff_plot,
	.read = read_plot,
};
