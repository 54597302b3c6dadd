/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines that stress-ng's cyclic stressor prints: mean, mode, minimum, maximum, some
 * percentiles and, when asked, a distribution. All in ns. The first instance alone prints.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/formats.h"

struct cyclic {
	struct foreign_builder *builder;
	struct foreign_stream *stream;
	int64_t interval_ns; /* of the distribution; RUN_UNKNOWN before its head */
	struct str percentiles;
};

static int sniff_cyclic(const struct import_report *report)
{
	return import_has(report, "cyclic: sched SCHED_") ||
			       import_has(report, "cyclic: ")
		       ? import_has(report, "stress-ng") ? 93 : 0
		       : 0;
}

/* "sched SCHED_FIFO: 100000 ns delay, 10000 samples" */
static bool take_head(struct cyclic *self, const char *at)
{
	static const struct {
		const char *word, *policy;
	} policies[] = {{"SCHED_FIFO", "fifo"},
			{"SCHED_RR", "rr"},
			{"SCHED_DEADLINE", "deadline"},
			{"SCHED_OTHER", "other"}};
	int64_t delay, samples;

	if (!take_word(&at, "sched "))
		return false;
	for (size_t i = 0; i < sizeof(policies) / sizeof(policies[0]); i++)
		if (take_word(&at, policies[i].word))
			self->stream->policy = policies[i].policy;
	at = strchr(at, ':') ? strchr(at, ':') + 1 : at;
	if (take_integer(&at, &delay) && take_word(&at, "ns delay,") &&
	    take_integer(&at, &samples)) {
		self->stream->period_ns = delay;
		self->stream->count = samples;
	}
	return true;
}

/* "mean: 3435.63 ns, mode: 3200 ns" and "min: 2500 ns, max: 95841 ns, std.dev. ..." */
static bool take_figures(struct cyclic *self, const char *at)
{
	int64_t ns;

	if (take_word(&at, "mean:")) {
		if (take_decimal_ns(&at, 1, &ns))
			self->stream->avg_ns = ns;
		return true;
	}
	if (!take_word(&at, "min:"))
		return false;
	if (take_integer(&at, &ns))
		self->stream->min_ns = ns;
	if (take_word(&at, "ns, max:") && take_integer(&at, &ns))
		self->stream->max_ns = ns;
	return true;
}

/* "99.00%: 12345 ns" */
static bool take_percentile(struct cyclic *self, const char *at)
{
	const char *from = at;
	int64_t share, ns;

	if (!take_decimal_ns(&at, 100, &share) || !take_word(&at, "%:") ||
	    !take_integer(&at, &ns))
		return false;
	str_addf(&self->percentiles, "%s%.*s %lld ns",
		 self->percentiles.length ? ", " : "", (int)(strchr(from, ':') - from),
		 from, (long long)ns);
	return true;
}

static bool take_distribution(struct cyclic *self, const char *at)
{
	int64_t from_ns, count;

	if (take_word(&at, "latency distribution (")) {
		if (!take_integer(&at, &self->interval_ns) || self->interval_ns <= 0)
			self->interval_ns = RUN_UNKNOWN;
		return true;
	}
	if (self->interval_ns == RUN_UNKNOWN || !take_integer(&at, &from_ns) ||
	    !take_integer(&at, &count) || !take_end(&at) || count < 0)
		return false;
	foreign_add_bin(self->builder, 0, from_ns,
			saturate_add(from_ns, self->interval_ns), count);
	return true;
}

static void take_line(struct cyclic *self, const char *line)
{
	const char *at = strstr(line, "cyclic: ");

	if (!at)
		return;
	at += strlen("cyclic: ");
	at += strspn(at, " ");
	if (take_head(self, at) || take_figures(self, at) || take_percentile(self, at) ||
	    take_distribution(self, at))
		return;
	if (!str_starts(at, "latency") && !str_starts(at, "(for the first"))
		self->builder->foreign.lines_skipped++;
}

static void finish(struct cyclic *self)
{
	struct foreign_bin first, last;
	int64_t sum;

	self->stream->name = "cyclic";
	self->stream->context = "user";
	self->stream->wake = "timer";
	self->stream->resolution_ns = 1;
	if (foreign_bins_span(self->builder, 0, &sum, &first, &last) &&
	    self->stream->count >= sum) {
		self->stream->beyond = self->stream->count - sum;
		self->stream->bins_are_complete = true;
	}
	if (self->percentiles.length)
		foreign_add_note(self->builder, FOREIGN_NOTE,
				 "percentiles as it prints them: %s",
				 str_text(&self->percentiles));
}

static int read_cyclic(const struct import_report *report,
		       struct foreign_builder *builder, struct err *err)
{
	CLEANUP(lines_close) struct lines lines = {0};
	struct cyclic self = {.builder = builder, .interval_ns = RUN_UNKNOWN};

	self.stream = foreign_stream_at(builder, 0);
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		take_line(&self, lines.line);
	builder->foreign.lines = lines.number;
	builder->foreign.lateness =
		"how much longer than asked for a sleep took, in user space";
	finish(&self);
	str_free(&self.percentiles);
	if (self.stream->count == RUN_UNKNOWN && self.stream->max_ns == RUN_UNKNOWN)
		return err_set(err, ERR_INPUT,
			       "'%s': no figure of stress-ng's cyclic stressor in it",
			       report->name);
	return 0;
}

const struct import_format import_stress_ng_cyclic = {
	.name = "stress-ng-cyclic",
	.what = "what stress-ng's cyclic stressor prints",
	.once = {"cyclic: sched SCHED_"},
	.sniff = sniff_cyclic,
	.read = read_cyclic,
};
