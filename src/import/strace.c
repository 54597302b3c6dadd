/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * strace: what a program asked the scheduler for, and what the kernel answered. It is no
 * measurement and never valid as one; it tells why another report is none. Only calls of
 * sched_setscheduler() and sched_setaffinity() are looked at.
 */
#include <string.h>

#include "import/formats.h"

/* The last answer that one thread got. */
struct answer {
	int64_t thread;
	const char *refused; /* "SCHED_FIFO 98 was refused with EPERM"; NULL: granted */
};

struct strace {
	struct foreign_builder *builder;
	struct str answers; /* of struct answer */
};

static const struct {
	const char *word, *policy;
} policies[] = {
	{"SCHED_FIFO", "fifo"},
	{"SCHED_RR", "rr"},
	{"SCHED_OTHER", "other"},
	{"SCHED_DEADLINE", "deadline"},
};

static void close_strace(struct strace *self)
{
	str_free(&self->answers);
}

static struct foreign_stream *thread_of(struct strace *self, int64_t thread)
{
	struct foreign_stream *stream = foreign_stream_at(self->builder, thread);

	stream->name = foreign_text(self->builder, "thread %lld", (long long)thread);
	stream->count = 0;
	return stream;
}

static void remember(struct strace *self, int64_t thread, const char *refused)
{
	struct answer *list = (struct answer *)(void *)self->answers.text;
	size_t count = self->answers.length / sizeof(*list);
	struct answer fresh = {thread, refused};

	for (size_t i = 0; i < count; i++)
		if (list[i].thread == thread) {
			list[i].refused = refused;
			return;
		}
	if (count < FOREIGN_STREAMS_MAX)
		str_add_bytes(&self->answers, &fresh, sizeof(fresh));
}

/* Behind the closing bracket: "= 0", "= -1 EPERM (Operation not permitted)". */
static bool take_result(const char *at, struct str *error)
{
	int64_t result;

	at = strstr(at, ") ");
	if (!at)
		return false;
	at++;
	if (!take_word(&at, "=") || !take_integer(&at, &result))
		return false;
	str_clear(error);
	return result >= 0 || take_text(&at, '(', error);
}

/* "sched_setscheduler(3365, SCHED_FIFO, [98]) = -1 EPERM (...)" from behind the bracket. */
static bool take_scheduler(struct strace *self, const char *at)
{
	CLEANUP(str_free) struct str error = {0};
	int64_t thread, priority;
	size_t which = 0, count = sizeof(policies) / sizeof(policies[0]);
	struct foreign_stream *stream;
	const char *asked;

	if (!take_integer(&at, &thread) || !take_word(&at, ","))
		return false;
	while (which < count && !take_word(&at, policies[which].word))
		which++;
	if (which == count || !(at = strchr(at, '[')))
		return false;
	at++;
	if (!take_integer(&at, &priority) || !take_result(at, &error) || thread < 0)
		return false;
	stream = thread_of(self, thread);
	stream->policy = policies[which].policy;
	stream->priority = priority;
	asked = foreign_text(self->builder, "%s %lld", policies[which].word,
			     (long long)priority);
	if (error.length)
		remember(self, thread,
			 foreign_text(self->builder, "%s was refused with %.40s", asked,
				      str_text(&error)));
	else
		remember(self, thread, NULL);
	if (!error.length)
		foreign_add_note(self->builder, FOREIGN_NOTE, "thread %lld: got %s",
				 (long long)thread, asked);
	return true;
}

/* "sched_setaffinity(3365, 8, [7]) = 0" from behind the bracket. */
static bool take_affinity(struct strace *self, const char *at)
{
	CLEANUP(str_free) struct str error = {0}, cpus = {0};
	int64_t thread, bytes, cpu;
	const char *list;

	if (!take_integer(&at, &thread) || !take_word(&at, ",") ||
	    !take_integer(&at, &bytes) || !take_word(&at, ",") || !take_word(&at, "[") ||
	    thread < 0 || !take_result(at, &error))
		return false;
	list = at;
	str_add_bytes(&cpus, at, strcspn(at, "]"));
	if (!error.length && take_integer(&list, &cpu) && take_word(&list, "]"))
		thread_of(self, thread)->cpu = cpu;
	foreign_add_note(self->builder, FOREIGN_NOTE,
			 "thread %lld: pinned to CPU %.200s: %s%.40s", (long long)thread,
			 str_text(&cpus), error.length ? "refused with " : "it succeeded",
			 str_text(&error));
	thread_of(self, thread);
	return true;
}

static void take_line(struct strace *self, const char *line)
{
	static const struct {
		const char *words;
		bool (*take)(struct strace *self, const char *at);
	} calls[] = {
		{"sched_setscheduler(", take_scheduler},
		{"sched_setaffinity(", take_affinity},
	};

	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		const char *at = strstr(line, calls[i].words);

		if (at && !calls[i].take(self, at + strlen(calls[i].words)))
			self->builder->foreign.lines_skipped++;
	}
}

static void say_refusals(struct strace *self)
{
	const struct answer *list =
		(const struct answer *)(const void *)self->answers.text;
	size_t count = self->answers.length / sizeof(*list);

	for (size_t i = 0; i < count; i++)
		if (list[i].refused)
			foreign_add_note(self->builder, FOREIGN_INVALID,
					 "thread %lld: %s: it never obtained the "
					 "real-time class",
					 (long long)list[i].thread, list[i].refused);
}

static int read_strace(const struct import_report *report,
		       struct foreign_builder *builder, struct err *err)
{
	CLEANUP(lines_close) struct lines lines = {0};
	CLEANUP(close_strace) struct strace self = {.builder = builder};

	builder->foreign.lateness =
		"none: calls to the scheduler and their answers, not a measurement";
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		take_line(&self, lines.line);
	builder->foreign.lines = lines.number;
	if (!builder->stream_count)
		return err_set(err, ERR_INPUT,
			       "'%s': no call of sched_setscheduler() or "
			       "sched_setaffinity() with its answer is in it",
			       report->name);
	say_refusals(&self);
	return 0;
}

static int sniff_strace(const struct import_report *report)
{
	return (import_has(report, "sched_setscheduler(") ||
		import_has(report, "sched_setaffinity(")) &&
			       import_has(report, " = ")
		       ? 60
		       : 0;
}

const struct import_format import_strace = {
	.name = "strace",
	.what = "calls that ask for a class and for CPUs; never a measurement",
	.sniff = sniff_strace,
	.read = read_strace,
};
