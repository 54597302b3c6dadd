/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The trace that the kernel's tracers wakeup, wakeup_rt and wakeup_dl keep: of the longest
 * wake-up since they were started, that one alone. Says who ran while the woken task waited.
 * It is one snapshot: no distribution, and not the worst case of any other run.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/formats.h"

/* A task as the rows name it, "multipat-389"; the kernel's priority where a row tells. */
struct traced_task {
	int64_t pid, prio; /* RUN_UNKNOWN */
	const char *name;
};

struct wakeup {
	struct foreign_builder *builder;
	struct foreign_stream *stream;
	struct traced_task runner, woken;
	int64_t last_us; /* of the row before; RUN_UNKNOWN */
	struct str last_task;
	/* The longest time between two rows, and whose row it begins with. */
	int64_t from_us, to_us;
	struct str holder;
	uint64_t rows;
};

static int sniff_wakeup(const struct import_report *report)
{
	return import_has(report, "# tracer: wakeup") &&
			       import_has(report, " latency trace v")
		       ? 96
		       : 0;
}

/* "latency: 154 us, #5/5, CPU#2 | (M:preempt_rt ...)" */
static bool take_latency(struct wakeup *self, const char *at)
{
	const char *cpu = strstr(at, "CPU#");
	int64_t us;

	if (!take_word(&at, "latency:") || !take_integer(&at, &us) ||
	    !take_word(&at, "us,"))
		return false;
	self->stream->max_ns = foreign_ns(self->builder, us, NS_PER_US);
	if (cpu) {
		cpu += strlen("CPU#");
		take_integer(&cpu, &self->stream->cpu);
	}
	return true;
}

/* "task: cyclictest-2463 (uid:0 nice:0 policy:1 rt_prio:80)" */
static bool take_task(struct wakeup *self, const char *at)
{
	static const char *const policies[] = {"other", "fifo", "rr",      "",
					       "",      "",     "deadline"};
	const char *policy = strstr(at, "policy:"), *priority = strstr(at, "rt_prio:");
	CLEANUP(str_free) struct str name = {0};
	int64_t number;

	if (!take_word(&at, "| task:") || !take_text(&at, '(', &name))
		return false;
	self->stream->name = foreign_text(self->builder, "%s", str_text(&name));
	if (policy) {
		policy += strlen("policy:");
		if (take_integer(&policy, &number) && number >= 0 &&
		    number < (int64_t)(sizeof(policies) / sizeof(policies[0])))
			self->stream->policy = policies[number];
	}
	if (priority) {
		priority += strlen("rt_prio:");
		take_integer(&priority, &self->stream->priority);
	}
	return true;
}

/* "wakeup_rt latency trace v1.1.5 on 5.15.21-rt30" */
static void take_head(struct wakeup *self, const char *at)
{
	const char *on = strstr(at, " latency trace v") ? strstr(at, " on ") : NULL;
	CLEANUP(str_free) struct str word = {0};

	at += strspn(at, " ");
	if (take_latency(self, at) || take_task(self, at))
		return;
	if (on) {
		on += strlen(" on ");
		if (take_text(&on, '\0', &word))
			self->builder->foreign.kernel =
				foreign_text(self->builder, "%s", str_text(&word));
	}
}

/* Where "151us :" or "3us!:" stands; behind the colon afterwards. */
static const char *find_time(const char *line, int64_t *us)
{
	for (const char *at = line; (at = strstr(at, "us")); at += 2) {
		const char *from = at, *end = at + 2;

		while (from > line && from[-1] >= '0' && from[-1] <= '9')
			from--;
		end += strcspn(end, ":");
		if (from == at || !*end || end - at > 4 || !take_integer(&from, us))
			continue;
		return end + 1;
	}
	return NULL;
}

/* "389:  0:R   + [002]    2463: 19:R cyclictest": who runs, and who was woken. */
static void take_wake(struct wakeup *self, const char *at)
{
	struct traced_task runner = {0}, woken = {0};
	const char *other = strstr(at, "[");

	if (!take_integer(&at, &runner.pid) || !take_word(&at, ":") ||
	    !take_integer(&at, &runner.prio) || !take_word(&at, ":") || !other ||
	    !strstr(at, "+ ["))
		return;
	other = strstr(other, "]");
	if (!other)
		return;
	other++;
	if (!take_integer(&other, &woken.pid) || !take_word(&other, ":") ||
	    !take_integer(&other, &woken.prio))
		return;
	self->runner = runner;
	self->woken = woken;
}

static void take_row(struct wakeup *self, const char *line)
{
	const char *rest;
	int64_t us;

	rest = find_time(line, &us);
	if (!rest) {
		self->builder->foreign.lines_skipped++;
		return;
	}
	if (self->last_us != RUN_UNKNOWN && us > self->last_us &&
	    us - self->last_us > self->to_us - self->from_us) {
		self->from_us = self->last_us;
		self->to_us = us;
		str_clear(&self->holder);
		str_add(&self->holder, str_text(&self->last_task));
	}
	self->last_us = us;
	take_text(&line, '\0', &self->last_task);
	self->rows++;
	take_wake(self, rest);
}

/* The kernel's 0 to 98 are real-time 99 to 1. */
static const char *prio_text(struct wakeup *self, int64_t prio)
{
	if (prio < 0 || prio > 98)
		return foreign_text(self->builder, "kernel priority %lld, not real-time",
				    (long long)prio);
	return foreign_text(self->builder, "kernel priority %lld = real-time %lld",
			    (long long)prio, (long long)(99 - prio));
}

/* Is the holder the task that the row of the wake-up found running? */
static bool is_runner(const struct wakeup *self)
{
	const char *dash = strrchr(str_text(&self->holder), '-');
	int64_t pid;

	if (!dash || self->runner.prio == RUN_UNKNOWN)
		return false;
	dash++;
	return take_integer(&dash, &pid) && pid == self->runner.pid;
}

static void conclude(struct wakeup *self)
{
	if (self->stream->max_ns <= 0 || !self->rows) {
		foreign_add_note(self->builder, FOREIGN_INVALID,
				 "it holds no wake-up: the tracer saw none");
		return;
	}
	if (self->holder.length)
		foreign_add_note(
			self->builder, FOREIGN_NOTE,
			"%lld us of the %lld us (%lld to %lld us) pass while %s runs%s",
			(long long)(self->to_us - self->from_us),
			(long long)(self->stream->max_ns / NS_PER_US),
			(long long)self->from_us, (long long)self->to_us,
			str_text(&self->holder),
			is_runner(self)
				? foreign_text(self->builder, " (%s; the woken task: %s)",
					       prio_text(self, self->runner.prio),
					       prio_text(self, self->woken.prio))
				: "");
	foreign_add_note(self->builder, FOREIGN_NOTE,
			 "one wake-up alone, the longest since the tracer was started: a "
			 "greater maximum of a run is another one, whose cause may be "
			 "another; the tracer cuts names to 8 characters");
}

static void close_wakeup(struct wakeup *self)
{
	str_free(&self->last_task);
	str_free(&self->holder);
}

static int read_wakeup(const struct import_report *report,
		       struct foreign_builder *builder, struct err *err)
{
	CLEANUP(lines_close) struct lines lines = {0};
	CLEANUP(close_wakeup)
	struct wakeup self = {
		.builder = builder,
		.stream = foreign_stream_at(builder, 0),
		.runner = {.prio = RUN_UNKNOWN},
		.last_us = RUN_UNKNOWN,
	};

	builder->foreign.lateness =
		"from a task's wake-up to its running, as the kernel traced it";
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		if (*lines.line == '#')
			take_head(&self, lines.line + 1);
		else if (lines.length)
			take_row(&self, lines.line);
	builder->foreign.lines = lines.number;
	if (self.stream->max_ns == RUN_UNKNOWN)
		return err_set(
			err, ERR_INPUT,
			"'%s': a trace of wake-ups, but no line '# latency: ... us'",
			report->name);
	self.stream->resolution_ns = NS_PER_US;
	self.stream->wake = "trace"; /* one wake-up: nothing to compare a run with */
	conclude(&self);
	return 0;
}

const struct import_format import_ftrace_wakeup = {
	.name = "ftrace-wakeup",
	.what = "the kernel's trace of its longest wake-up (wakeup_rt)",
	.goes_beside = true,
	.once = {"# tracer: "},
	.sniff = sniff_wakeup,
	.read = read_wakeup,
};
