/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every sample, as -v prints it: "thread: cycle: latency", and with --smi a fourth column.
 * "Thread n Interval" above it is a trap: the value printed is the next thread's.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/cyclictest-parts.h"

static struct cyclictest_cycles *cycles_of(struct cyclictest *self, int64_t thread)
{
	struct cyclictest_cycles *list =
		(struct cyclictest_cycles *)(void *)self->last_cycles.text;
	size_t count = self->last_cycles.length / sizeof(*list);
	struct cyclictest_cycles fresh = {.thread = -1, .smis = RUN_UNKNOWN};

	for (; count <= (size_t)thread; count++)
		str_add_bytes(&self->last_cycles, &fresh, sizeof(fresh));
	list = (struct cyclictest_cycles *)(void *)self->last_cycles.text;
	return &list[thread];
}

static void follow_cycles(struct cyclictest *self, struct cyclictest_cycles *cycles,
			  int64_t thread, int64_t cycle)
{
	if (cycles->thread >= 0 && cycle <= cycles->last) {
		if (!cycles->astray++)
			cycles->astray_line =
				self->head_line ? self->head_line : self->line;
		else
			cyclictest_begins_again(self, cycles->astray_line);
		return;
	}
	cycles->astray = 0;
	if (cycles->thread < 0)
		*cycles = (struct cyclictest_cycles){thread,      cycle, cycle, 0,
						     RUN_UNKNOWN, 0,     0};
	else
		cycles->missing = saturate_add(cycles->missing,
					       saturate_sub(cycle, cycles->last) - 1);
	cycles->last = cycle;
}

static bool parse_sample(const char *at, int64_t *thread, int64_t *cycle, int64_t *late,
			 int64_t *smis)
{
	*smis = RUN_UNKNOWN;
	if (!take_integer(&at, thread) || !take_word(&at, ":") ||
	    !take_integer(&at, cycle) || !take_word(&at, ":") || !take_integer(&at, late))
		return false;
	return take_end(&at) || (take_integer(&at, smis) && take_end(&at));
}

static bool take_interval(struct cyclictest *self, const char *at)
{
	int64_t thread, interval;

	if (!take_word(&at, "Thread") || !take_integer(&at, &thread) ||
	    !take_word(&at, "Interval:") || !take_integer(&at, &interval))
		return false;
	if (thread == (int64_t)cyclictest_count(&self->intervals))
		cyclictest_push(&self->intervals, interval);
	return true;
}

bool cyclictest_take_sample(struct cyclictest *self, const char *line)
{
	int64_t thread, cycle, late, smis;
	struct cyclictest_cycles *cycles;
	struct foreign_sample sample;

	if (*line < '0' || *line > '9') {
		self->has_header |= str_starts(line, "[  CPU  |");
		return str_starts(line, "[  CPU  |") || take_interval(self, line);
	}
	if (!parse_sample(line, &thread, &cycle, &late, &smis) ||
	    thread >= FOREIGN_STREAMS_MAX || cycle < 0)
		return false;
	cycles = cycles_of(self, thread);
	follow_cycles(self, cycles, thread, cycle);
	if (smis > 0 || (smis == 0 && cycles->smis == RUN_UNKNOWN))
		cycles->smis =
			saturate_add(cycles->smis == RUN_UNKNOWN ? 0 : cycles->smis,
				     smis);
	sample = (struct foreign_sample){
		.cycle = cycle,
		.time_ns = RUN_UNKNOWN,
		.late_ns = foreign_ns(self->builder, late, self->unit_ns),
	};
	foreign_add_sample(self->builder, thread, &sample);
	self->has_samples = true;
	return true;
}

/* The printed value of thread n is that of n + 1: the first one's is a step below. */
static int64_t interval_of(const struct cyclictest *self, int64_t thread)
{
	const int64_t *printed = cyclictest_numbers(&self->intervals);
	int64_t count = (int64_t)cyclictest_count(&self->intervals);

	if (count < 2 || thread > count)
		return RUN_UNKNOWN;
	return thread ? printed[thread - 1]
		      : saturate_sub(printed[0], saturate_sub(printed[1], printed[0]));
}

static void say_intervals(struct cyclictest *self)
{
	int64_t first = interval_of(self, 0), second = interval_of(self, 1);
	uint64_t cycles = foreign_sample_count(self->builder, 0);
	uint64_t others = foreign_sample_count(self->builder, 1);

	if (first == RUN_UNKNOWN || !cycles || !others || first <= 0 || self->has_command)
		return;
	foreign_add_note(
		self->builder, FOREIGN_ASSUMED,
		"intervals of %lld us, %lld us and so on: 'Thread n Interval' prints the "
		"next thread's, so thread 0 has a step less than printed; %llu and %llu "
		"cycles of threads 0 and 1 have the ratio %.3f, the intervals %.3f",
		(long long)first, (long long)second, (unsigned long long)cycles,
		(unsigned long long)others, (double)cycles / (double)others,
		(double)second / (double)first);
}

static void finish_thread(struct cyclictest *self, int64_t thread)
{
	const struct cyclictest_cycles *cycles = cycles_of(self, thread);
	struct foreign_stream *stream = foreign_stream_at(self->builder, thread);
	int64_t interval = interval_of(self, thread);

	stream->resolution_ns = self->unit_ns;
	if (interval > 0 && !self->has_command)
		stream->period_ns = foreign_ns(self->builder, interval, NS_PER_US);
	stream->smis = cycles->smis;
	stream->rows_missing = (uint64_t)cycles->missing;
	if (self->has_header) {
		stream->cpu = thread; /* "CPU" is what --smi calls its first column */
		stream->name = foreign_text(self->builder, "CPU %lld", (long long)thread);
	}
	if (cycles->first > 0)
		foreign_add_note(self->builder, FOREIGN_NOTE,
				 "thread %lld: its rows begin at cycle %lld: an excerpt, "
				 "figures are those of the rows alone",
				 (long long)thread, (long long)cycles->first);
	if (cycles->missing)
		foreign_add_note(self->builder, FOREIGN_NOTE,
				 "thread %lld: %lld cycles are missing between its rows",
				 (long long)thread, (long long)cycles->missing);
	foreign_sum_up_samples(self->builder, thread);
	if (cycles->first > 0 || cycles->missing)
		stream->bins_are_complete = false;
}

/* Thread n's interval without -i and -d: 1000 us, and 500 us more for each thread. */
static int64_t usual_ns(int64_t thread)
{
	return saturate_mul(1000 + 500 * thread, NS_PER_US);
}

/* When the thread's latest sample was due, were the intervals the usual ones. */
static int64_t usual_due_ns(const struct cyclictest *self, int64_t thread)
{
	uint32_t count;
	const struct foreign_sample *samples =
		foreign_samples_so_far(self->builder, thread, &count);
	const struct foreign_sample *latest = samples;

	if (!samples || !count)
		return RUN_UNKNOWN;
	for (uint32_t i = 1; i < count; i++)
		if (samples[i].late_ns > latest->late_ns)
			latest = &samples[i];
	return saturate_mul(latest->cycle, usual_ns(thread));
}

/* Rows of --smi have no times; whether all CPUs were late at once follows from cycles. */
static void say_instant(struct cyclictest *self, int64_t threads)
{
	int64_t least_ns = INT64_MAX, most_ns = 0;
	CLEANUP(str_free) struct str times = {0};

	for (int64_t i = 0; i < threads; i++) {
		int64_t due_ns = usual_due_ns(self, i);

		if (due_ns == RUN_UNKNOWN || interval_of(self, i) != RUN_UNKNOWN)
			return;
		least_ns = due_ns < least_ns ? due_ns : least_ns;
		most_ns = due_ns > most_ns ? due_ns : most_ns;
		str_addf(&times, "%s%.4f", i ? ", " : "", (double)due_ns / 1e9);
	}
	if (threads > 1 && threads <= 64 && !self->has_command &&
	    most_ns - least_ns <= usual_ns(threads - 1))
		foreign_add_note(
			self->builder, FOREIGN_NOTE,
			"cycle by interval, the latest sample of each thread was due at "
			"%s s, one instant on all of them, if the intervals were "
			"cyclictest's usual ones (1000 us, and 500 us more for each)",
			str_text(&times));
}

void cyclictest_finish_samples(struct cyclictest *self)
{
	size_t count = self->last_cycles.length / sizeof(struct cyclictest_cycles);

	for (size_t i = 0; i < count; i++)
		if (foreign_sample_count(self->builder, (int64_t)i))
			finish_thread(self, (int64_t)i);
	if (self->has_samples)
		say_intervals(self);
	if (self->has_samples && self->has_header)
		say_instant(self, (int64_t)count);
}
