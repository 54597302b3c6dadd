/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hwlatdetect: stretches in which the CPU was taken from the kernel, seen by a loop with
 * interrupts off. No wake-ups, and only part of the time is watched. Its rows came in five
 * shapes: "s.ns inner outer", "ts: s.ns, inner:N, outer:N", then ", cpu:N", ", count:N",
 * ", delta:N", and dates in place of seconds.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/formats.h"

struct hwlatdetect {
	struct foreign_builder *builder;
	int64_t threshold_ns, window_ns, width_ns, max_ns, recorded, above, smis;
	int64_t rows, first_gap_ns, least_gap_ns, most_gap_ns, before_ns;
	const char *cpu_list; /* as it stands; NULL */
	const char *parts;    /* "inner/outer, ..." of the first rows, us */
	const char *phases;   /* where in their second these were */
	bool below_threshold, has_cpus;
};

/* Lines of the head and the foot: words, and where their number goes. */
static const struct {
	const char *words;
	size_t offset;
	int64_t ns_per_unit; /* of the number; 0: a count */
} figures[] = {
	{"Latency threshold:", offsetof(struct hwlatdetect, threshold_ns), NS_PER_US},
	{"Sample window:", offsetof(struct hwlatdetect, window_ns), NS_PER_US},
	{"Sample width:", offsetof(struct hwlatdetect, width_ns), NS_PER_US},
	{"Max Latency:", offsetof(struct hwlatdetect, max_ns), NS_PER_US},
	{"Samples recorded:", offsetof(struct hwlatdetect, recorded), 0},
	{"Samples exceeding threshold:", offsetof(struct hwlatdetect, above), 0},
	{"SMIs during run:", offsetof(struct hwlatdetect, smis), 0},
};

static int sniff_hwlatdetect(const struct import_report *report)
{
	CLEANUP(lines_close) struct lines lines = {0};

	if (import_has(report, "hwlatdetect:"))
		return 95;
	if (import_has(report, "Samples exceeding threshold:"))
		return 90;
	if (!import_has(report, "inner:"))
		return 0;
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		if (str_starts(lines.line, "ts: ") && strstr(lines.line, "inner:"))
			return 85;
	return 0;
}

static bool take_figure(struct hwlatdetect *self, const char *line)
{
	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
		const char *at = line;
		int64_t *place = (int64_t *)(void *)((char *)self + figures[i].offset);

		if (!take_word(&at, figures[i].words))
			continue;
		if (figures[i].ns_per_unit)
			take_decimal_ns(&at, figures[i].ns_per_unit, place);
		else
			take_integer(&at, place);
		self->below_threshold |= take_word(&at, "Below threshold");
		return true;
	}
	return false;
}

/* "1796049924.017895940": the digits behind the point are ns, nine or ten of them. */
static bool take_stamp(const char **at, int64_t *time_ns)
{
	int64_t seconds, ns;
	const char *from = *at;

	*time_ns = RUN_UNKNOWN;
	if (!take_integer(&from, &seconds) || *from != '.')
		return false;
	from++;
	if (*from < '0' || *from > '9' || !take_integer(&from, &ns) || seconds < 0)
		return false;
	*time_ns = saturate_add(saturate_mul(seconds, NS_PER_S), ns);
	*at = from;
	return true;
}

/* "word:N" anywhere behind at. */
static int64_t number_behind(const char *at, const char *word)
{
	int64_t number;

	at = strstr(at, word);
	if (!at)
		return RUN_UNKNOWN;
	at += strlen(word);
	return take_integer(&at, &number) ? number : RUN_UNKNOWN;
}

static void follow_gaps(struct hwlatdetect *self, int64_t time_ns)
{
	int64_t gap_ns;

	if (time_ns == RUN_UNKNOWN)
		return;
	if (self->before_ns != RUN_UNKNOWN) {
		gap_ns = saturate_sub(time_ns, self->before_ns);
		if (gap_ns < self->least_gap_ns)
			self->least_gap_ns = gap_ns;
		if (gap_ns > self->most_gap_ns)
			self->most_gap_ns = gap_ns;
	}
	self->before_ns = time_ns;
}

/* So many rows are told one by one. */
enum { ROWS_TOLD = 12 };

static void tell_row(struct hwlatdetect *self, int64_t inner, int64_t outer,
		     int64_t time_ns)
{
	const char *between = self->rows ? ", " : "";

	if (self->rows >= ROWS_TOLD)
		return;
	self->parts = foreign_text(self->builder, "%s%s%lld/%lld", self->parts, between,
				   (long long)inner, (long long)outer);
	if (time_ns != RUN_UNKNOWN && time_ns >= 0)
		self->phases = foreign_text(self->builder, "%s%s%.3f", self->phases,
					    between, (double)(time_ns % NS_PER_S) / 1e9);
}

static bool take_row(struct hwlatdetect *self, const char *line)
{
	int64_t time_ns = RUN_UNKNOWN, inner, outer, cpu = RUN_UNKNOWN;
	struct foreign_sample sample = {.cycle = RUN_UNKNOWN};
	const char *at = line;

	if (take_word(&at, "ts:")) {
		take_stamp(&at, &time_ns); /* a date stays unknown */
		inner = number_behind(at, "inner:");
		outer = number_behind(at, "outer:");
		cpu = number_behind(at, "cpu:");
	} else if (!take_stamp(&at, &time_ns) || !take_integer(&at, &inner) ||
		   !take_integer(&at, &outer) || !take_end(&at)) {
		return false;
	}
	if (inner < 0 || outer < 0) {
		self->builder->foreign.lines_skipped++;
		return true;
	}
	sample.time_ns = time_ns;
	sample.late_ns =
		foreign_ns(self->builder, inner > outer ? inner : outer, NS_PER_US);
	cpu = cpu < 0 ? RUN_UNKNOWN : cpu;
	self->has_cpus |= cpu != RUN_UNKNOWN;
	foreign_add_sample(self->builder, cpu == RUN_UNKNOWN ? 0 : cpu, &sample);
	foreign_count_in_bin(self->builder, cpu == RUN_UNKNOWN ? 0 : cpu, sample.late_ns,
			     saturate_add(sample.late_ns, NS_PER_US), 1);
	foreign_stream_at(self->builder, cpu == RUN_UNKNOWN ? 0 : cpu)->cpu = cpu;
	follow_gaps(self, time_ns);
	tell_row(self, inner, outer, time_ns);
	self->rows++;
	return true;
}

static void take_line(struct hwlatdetect *self, const char *line)
{
	int64_t seconds;

	const char *at = line;

	if (take_figure(self, line) || take_row(self, line))
		return;
	if (take_word(&at, "CPU list:"))
		self->cpu_list =
			foreign_text(self->builder, " (CPU list: %.200s)",
				     strstr(at, "None") ? "None, that is all of them"
							: at + strspn(at, " "));
	if (take_word(&line, "hwlatdetect:") && take_word(&line, "test duration") &&
	    take_integer(&line, &seconds))
		self->builder->foreign.asked_duration_ns =
			foreign_ns(self->builder, seconds, NS_PER_S);
}

static void say_share(const struct hwlatdetect *self)
{
	if (self->window_ns > 0 && self->width_ns > 0)
		foreign_add_note(self->builder, FOREIGN_NOTE,
				 "%.0f us of every %.0f us are watched, %.0f %%: what "
				 "happens in between is not seen",
				 (double)self->width_ns / 1e3,
				 (double)self->window_ns / 1e3,
				 100.0 * (double)self->width_ns /
					 (double)self->window_ns);
}

/* What the head and the foot say, beside what the rows can. */
static void say_rows(const struct hwlatdetect *self)
{
	struct foreign_builder *builder = self->builder;

	if (self->threshold_ns != RUN_UNKNOWN && self->recorded != RUN_UNKNOWN)
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"threshold %.0f us: %lld samples recorded, %s above it, %lld "
			"rows; each row stands for the larger of its inner and outer gap",
			(double)self->threshold_ns / 1e3, (long long)self->recorded,
			self->above == RUN_UNKNOWN
				? "unknown how many"
				: foreign_text(builder, "%lld", (long long)self->above),
			(long long)self->rows);
	if (self->rows)
		foreign_add_note(builder, FOREIGN_NOTE, "%s inner/outer gaps, us: %s",
				 self->rows > ROWS_TOLD ? "the first" : "the",
				 self->parts);
	if (self->rows && !self->has_cpus)
		foreign_add_note(builder, FOREIGN_NOTE,
				 "the rows do not name the CPU%s: on which one a gap was "
				 "is unknown",
				 self->cpu_list ? self->cpu_list : "");
	if (self->smis == RUN_UNKNOWN)
		foreign_add_note(builder, FOREIGN_NOTE,
				 "there is no line 'SMIs during run': their number is "
				 "unknown, not 0");
}

static void say_nothing_seen(const struct hwlatdetect *self)
{
	if (!self->below_threshold && self->recorded != 0)
		return;
	foreign_add_note(self->builder, FOREIGN_NOTE,
			 "nothing above the threshold of %.0f us was recorded: that says "
			 "nothing of what is below it, and is not a pass",
			 (double)self->threshold_ns / 1e3);
}

/* Hits a window apart follow the window: a period of theirs cannot be told from it. */
static void say_phase(const struct hwlatdetect *self)
{
	if (self->rows < 3 || self->window_ns <= 0 ||
	    self->least_gap_ns < self->window_ns ||
	    self->most_gap_ns / 11 > self->window_ns / 10)
		return;
	foreign_add_note(self->builder, FOREIGN_NOTE,
			 "the rows are %.6f to %.6f s apart, as the windows are, and "
			 "nearly every window has one: no period of a cause may be "
			 "derived from that, nor from their phases in the second (%s)",
			 (double)self->least_gap_ns / 1e9,
			 (double)self->most_gap_ns / 1e9, self->phases);
}

/* The rows come last, behind how many there are. */
static bool is_cut_off(const struct hwlatdetect *self)
{
	return self->recorded > self->rows;
}

static void check_rows(const struct hwlatdetect *self)
{
	if (is_cut_off(self))
		foreign_cut_off(self->builder, "rows");
	if (self->recorded != RUN_UNKNOWN && self->recorded != self->rows)
		foreign_add_note(self->builder, FOREIGN_INCONSISTENT,
				 "%lld samples recorded by its count, %lld rows",
				 (long long)self->recorded, (long long)self->rows);
}

static void finish_streams(struct hwlatdetect *self)
{
	struct foreign_builder *builder = self->builder;

	if (!builder->stream_count)
		foreign_stream_at(builder, 0);
	for (uint32_t i = 0; i < builder->stream_count; i++) {
		int64_t index = foreign_stream_number(builder, i)->index;
		struct foreign_stream *stream = foreign_stream_at(builder, index);
		struct foreign_bin first, last;
		int64_t count;

		if (!is_cut_off(self) &&
		    foreign_bins_span(builder, index, &count, &first, &last)) {
			stream->count = count;
			stream->max_ns = last.from_ns;
		}
		if (builder->stream_count == 1 && self->max_ns != RUN_UNKNOWN)
			stream->max_ns = self->max_ns;
		stream->resolution_ns = NS_PER_US;
		stream->wake = "spin";
		stream->name = stream->cpu == RUN_UNKNOWN
				       ? "gaps"
				       : foreign_text(builder, "CPU %lld",
						      (long long)stream->cpu);
		stream->smis = builder->stream_count == 1 ? self->smis : RUN_UNKNOWN;
	}
}

static int read_hwlatdetect(const struct import_report *report,
			    struct foreign_builder *builder, struct err *err)
{
	CLEANUP(lines_close) struct lines lines = {0};
	struct hwlatdetect self = {
		.builder = builder,
		.threshold_ns = RUN_UNKNOWN,
		.window_ns = RUN_UNKNOWN,
		.width_ns = RUN_UNKNOWN,
		.max_ns = RUN_UNKNOWN,
		.recorded = RUN_UNKNOWN,
		.above = RUN_UNKNOWN,
		.smis = RUN_UNKNOWN,
		.least_gap_ns = INT64_MAX,
		.before_ns = RUN_UNKNOWN,
		.parts = "",
		.phases = "",
	};

	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		take_line(&self, lines.line);
	builder->foreign.lines = lines.number;
	if (!self.rows && self.recorded == RUN_UNKNOWN && !self.below_threshold)
		return err_set(
			err, ERR_INPUT,
			"'%s': neither a row of hwlatdetect nor its result is in it",
			report->name);
	builder->foreign.lateness =
		"how long the hardware kept a CPU from the kernel with interrupts off, as "
		"a busy loop sees it; no wake-up, so not to be compared with one";
	finish_streams(&self);
	say_share(&self);
	say_rows(&self);
	say_nothing_seen(&self);
	say_phase(&self);
	check_rows(&self);
	return 0;
}

const struct import_format import_hwlatdetect = {
	.name = "hwlatdetect",
	.what = "its report, with rows of five generations",
	.once = {"hwlatdetect:  test duration", "Samples recorded:"},
	.sniff = sniff_hwlatdetect,
	.read = read_hwlatdetect,
};
