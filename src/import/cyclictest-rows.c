/* SPDX-License-Identifier: GPL-2.0-or-later */
/* "T:" lines, and what the command line says of each thread. */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/cyclictest-parts.h"

/* cyclictest's start value of every minimum: no sample lowered it. */
enum { START_MINIMUM = 1000000 };

const struct command_option cyclictest_options[] = {
	{'a', "affinity", COMMAND_MAY_HAVE_VALUE},
	{'A', "aligned", COMMAND_MAY_HAVE_VALUE},
	{'b', "breaktrace", COMMAND_VALUE},
	{'c', "clock", COMMAND_VALUE},
	{'d', "distance", COMMAND_VALUE},
	{'D', "duration", COMMAND_VALUE},
	{'F', "fifo", COMMAND_VALUE},
	{'h', "histogram", COMMAND_VALUE},
	{'H', "histofall", COMMAND_VALUE},
	{'i', "interval", COMMAND_VALUE},
	{'l', "loops", COMMAND_VALUE},
	{'m', "mlockall", COMMAND_FLAG},
	{'M', "refresh_on_max", COMMAND_FLAG},
	{'n', "nanosleep", COMMAND_FLAG},
	{'N', "nsecs", COMMAND_FLAG},
	{'o', "oscope", COMMAND_VALUE},
	{'O', "traceopt", COMMAND_VALUE},
	{'p', "priority", COMMAND_VALUE},
	{'p', "prio", COMMAND_VALUE},
	{'q', "quiet", COMMAND_FLAG},
	{'r', "relative", COMMAND_FLAG},
	{'s', "system", COMMAND_FLAG},
	{'S', "smp", COMMAND_FLAG},
	{'t', "threads", COMMAND_MAY_HAVE_VALUE},
	{'T', "tracer", COMMAND_VALUE},
	{'v', "verbose", COMMAND_FLAG},
	{'y', "policy", COMMAND_VALUE},
	{'\1', "json", COMMAND_VALUE},
	{'\2', "histfile", COMMAND_VALUE},
	{'\3', "latency", COMMAND_VALUE},
	{'\4', "mainaffinity", COMMAND_VALUE},
	{'\5', "spike", COMMAND_VALUE},
	{'\6', "spike-nodes", COMMAND_VALUE},
	{'\7', "deepest-idle-state", COMMAND_VALUE},
	{0},
};

/* "Min:", and its number; RUN_UNKNOWN when the column is not there. */
static bool take_column(const char **at, const char *name, int64_t *value)
{
	const char *from = *at;

	*value = RUN_UNKNOWN;
	if (!take_word(&from, name))
		return true;
	if (!take_integer(&from, value))
		return false;
	*at = from;
	return true;
}

/* Behind "T:". */
static bool parse_row(const char *at, struct cyclictest_row *row)
{
	row->tid = RUN_UNKNOWN;
	if (!take_integer(&at, &row->thread))
		return false;
	if (take_word(&at, "(") &&
	    (!take_integer(&at, &row->tid) || !take_word(&at, ")")))
		return false;
	return take_column(&at, "P:", &row->priority) &&
	       take_column(&at, "I:", &row->interval) &&
	       take_column(&at, "C:", &row->cycles) &&
	       take_column(&at, "Min:", &row->min) &&
	       take_column(&at, "Act:", &row->act) &&
	       take_column(&at, "Avg:", &row->avg) &&
	       take_column(&at, "Max:", &row->max) &&
	       take_column(&at, "SMI:", &row->smis) && row->min != RUN_UNKNOWN &&
	       row->max != RUN_UNKNOWN && row->thread >= 0 &&
	       row->thread < FOREIGN_STREAMS_MAX && take_end(&at);
}

/* Rows are in the order of threads nearly always: looks from the end. */
static struct cyclictest_row *place_row(struct cyclictest *self, int64_t thread)
{
	struct cyclictest_row empty = {.thread = thread, .cycles = RUN_UNKNOWN};
	struct cyclictest_row *rows;
	size_t count, low = 0, high;

	count = self->rows.length / sizeof(*rows);
	rows = (struct cyclictest_row *)(void *)self->rows.text;
	for (high = count; low < high;) {
		size_t middle = low + (high - low) / 2;

		if (rows[middle].thread < thread)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < count && rows[low].thread == thread)
		return &rows[low];
	str_add_bytes(&self->rows, &empty, sizeof(empty));
	rows = (struct cyclictest_row *)(void *)self->rows.text;
	memmove(rows + low + 1, rows + low, (count - low) * sizeof(*rows));
	rows[low] = empty;
	return &rows[low];
}

/* Of one thread of one run the id stays, and the count of cycles does not fall. */
static bool goes_on_from(const struct cyclictest_row *before,
			 const struct cyclictest_row *row)
{
	bool has_ids = before->tid > 0 && row->tid > 0;

	return (!has_ids || before->tid == row->tid) &&
	       (before->cycles == RUN_UNKNOWN || row->cycles >= before->cycles);
}

/* One line alone that the others around it contradict is damaged. */
static void leave_out_astray(struct cyclictest *self)
{
	foreign_add_note(
		self->builder, FOREIGN_INCONSISTENT,
		"a line at %llu: its thread id or count of cycles is not that of the "
		"lines around it: left out",
		(unsigned long long)self->astray_line);
	self->builder->foreign.lines_skipped++;
	self->rows_astray = 0;
}

bool cyclictest_take_row(struct cyclictest *self, const char *line)
{
	struct cyclictest_row row, *place;
	int64_t number;
	const char *at = line;

	if (!take_word(&at, "T:"))
		return false;
	if (strstr(at, "Spike:")) {
		const char *spike = strstr(at, "Spike:") + strlen("Spike:");

		return take_integer(&spike, &number);
	}
	if (!parse_row(at, &row))
		return false;
	place = place_row(self, row.thread);
	if (!goes_on_from(place, &row)) {
		if (!self->rows_astray++)
			self->astray_line =
				self->head_line ? self->head_line : self->line;
		return true;
	}
	if (self->rows_astray == 1)
		leave_out_astray(self);
	*place = row;
	return true;
}

/* Without a command line figures far above the interval may be ns as well as us. */
static bool unit_is_doubtful(const struct cyclictest *self,
			     const struct cyclictest_row *rows, size_t count)
{
	if (self->has_command)
		return false;
	for (size_t i = 0; i < count; i++)
		if (rows[i].cycles != 0 && rows[i].interval > 0 &&
		    rows[i].avg != RUN_UNKNOWN && rows[i].avg > rows[i].interval)
			return true;
	return false;
}

static void say_doubt(struct cyclictest *self, const struct cyclictest_row *row)
{
	foreign_add_note(
		self->builder, FOREIGN_NOTE,
		"T: %lld: as printed, unit unknown: min %lld, avg %lld, max %lld",
		(long long)row->thread, (long long)row->min, (long long)row->avg,
		(long long)row->max);
}

static int64_t in_ns(const struct cyclictest *self, int64_t value)
{
	return foreign_ns(self->builder, value, self->unit_ns);
}

static void apply_row(struct cyclictest *self, const struct cyclictest_row *row,
		      bool doubtful)
{
	struct foreign_stream *stream = foreign_stream_at(self->builder, row->thread);

	stream->priority = row->priority;
	if (row->interval != RUN_UNKNOWN)
		stream->period_ns = foreign_ns(self->builder, row->interval, NS_PER_US);
	stream->count = row->cycles;
	stream->smis = row->smis;
	stream->resolution_ns = doubtful ? RUN_UNKNOWN : self->unit_ns;
	stream->avg_is_truncated = true;
	if (row->cycles == 0) {
		foreign_add_note(self->builder, FOREIGN_NOTE, "T: %lld: no samples%s",
				 (long long)row->thread,
				 row->min == START_MINIMUM
					 ? "; its minimum of 1000000 is the value that "
					   "cyclictest starts from"
					 : "");
		return;
	}
	if (doubtful) {
		say_doubt(self, row);
		return;
	}
	stream->min_ns = in_ns(self, row->min);
	stream->avg_ns = in_ns(self, row->avg);
	stream->max_ns = in_ns(self, row->max);
	stream->last_ns = in_ns(self, row->act);
}

static void say_unit(struct cyclictest *self, bool doubtful)
{
	if (doubtful) {
		self->builder->foreign.unit_is_unknown = true;
		foreign_add_note(
			self->builder, FOREIGN_ASSUMED,
			"the report does not say its unit: as us its averages are beyond "
			"the interval, with -N they would be ns; no figure is kept");
	} else if (!self->has_command) {
		foreign_add_note(self->builder, FOREIGN_ASSUMED,
				 "figures are taken for us: the report does not say "
				 "whether -N (ns) was given");
	}
}

void cyclictest_finish_rows(struct cyclictest *self)
{
	const struct cyclictest_row *rows =
		(const struct cyclictest_row *)(const void *)self->rows.text;
	size_t count = self->rows.length / sizeof(*rows);
	bool doubtful = !self->has_samples && !self->bin_rows &&
			unit_is_doubtful(self, rows, count);

	if (self->rows_astray)
		cyclictest_begins_again(self, self->astray_line);
	say_unit(self, doubtful);
	for (size_t i = 0; i < count; i++)
		apply_row(self, &rows[i], doubtful);
}

/* The interval of a thread by the command line; RUN_UNKNOWN when it does not say. */
static int64_t asked_period_ns(const struct cyclictest *self, int64_t thread)
{
	const struct command *command = &self->command;
	int64_t interval = command_integer(command, 'i', 1000);
	int64_t distance = command_integer(command, 'd', RUN_UNKNOWN);
	bool has_histogram = command_has(command, 'h') || command_has(command, 'H');

	if (has_histogram || thread == 0)
		distance = 0; /* cyclictest ignores it with a histogram */
	if (interval <= 0 || distance == RUN_UNKNOWN)
		return RUN_UNKNOWN;
	return saturate_mul(saturate_add(interval, saturate_mul(distance, thread)),
			    NS_PER_US);
}

static const char *asked_policy(const struct cyclictest *self)
{
	const char *policy = command_value(&self->command, 'y');

	if (policy && (!strcmp(policy, "fifo") || !strcmp(policy, "rr") ||
		       !strcmp(policy, "other")))
		return foreign_text(self->builder, "%s", policy);
	return command_integer(&self->command, 'p', 0) > 0 ? "fifo" : "";
}

/* cyclictest goes on after a missed period without a word. */
static void say_missed(struct cyclictest *self, const struct foreign_stream *stream)
{
	int64_t asked_ns = self->builder->foreign.asked_duration_ns, missed;

	if (asked_ns == RUN_UNKNOWN || stream->period_ns <= 0 || stream->count <= 0 ||
	    command_has(&self->command, 'l'))
		return;
	missed = asked_ns / stream->period_ns - stream->count;
	if (missed > 0 && missed >= stream->count / 1000)
		foreign_add_note(
			self->builder, FOREIGN_NOTE,
			"%s: up to %lld periods missed or not started, not counted "
			"by the tool: about %lld fit into the time asked for, it "
			"made %lld",
			stream->name, (long long)missed,
			(long long)(asked_ns / stream->period_ns),
			(long long)stream->count);
}

static void apply_to_stream(struct cyclictest *self, struct foreign_stream *stream)
{
	stream->context = "user";
	stream->wake = "timer";
	if (!*stream->name)
		stream->name =
			foreign_text(self->builder, "T: %lld", (long long)stream->index);
	if (*self->policy)
		stream->policy = self->policy;
	if (!self->has_command)
		return;
	if (!*stream->policy)
		stream->policy = asked_policy(self);
	if (stream->priority == RUN_UNKNOWN && command_has(&self->command, 'p'))
		stream->priority = command_integer(&self->command, 'p', RUN_UNKNOWN);
	if (stream->period_ns == RUN_UNKNOWN)
		stream->period_ns = asked_period_ns(self, stream->index);
}

void cyclictest_apply_command(struct cyclictest *self)
{
	struct foreign_builder *builder = self->builder;
	bool was_unknown = false;

	if (command_has(&self->command, 'D'))
		builder->foreign.asked_duration_ns =
			command_duration_ns(command_value(&self->command, 'D'));
	for (uint32_t i = 0; i < builder->stream_count; i++) {
		int64_t index = foreign_stream_number(builder, i)->index;
		struct foreign_stream *stream = foreign_stream_at(builder, index);

		was_unknown |= stream->period_ns == RUN_UNKNOWN ||
			       stream->priority == RUN_UNKNOWN;
		apply_to_stream(self, stream);
		say_missed(self, stream);
	}
	if (self->has_command && was_unknown)
		foreign_add_note(builder, FOREIGN_ASSUMED,
				 "interval, priority and policy are those of the command "
				 "line: what it got was not read back");
}
