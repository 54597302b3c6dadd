/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What oslat's figures mean, and its JSON. */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/command.h"
#include "import/oslat-parts.h"
#include "import/tools-json.h"

/* Buckets without -b. */
enum { USUAL_BUCKETS = 32 };

static const struct command_option options[] = {
	{'b', "bucket-size", COMMAND_VALUE},     {'B', "bias", COMMAND_FLAG},
	{'c', "cpu-list", COMMAND_VALUE},        {'C', "cpu-main-thread", COMMAND_VALUE},
	{'D', "duration", COMMAND_VALUE},        {'f', "rtprio", COMMAND_VALUE},
	{'m', "workload-mem", COMMAND_VALUE},    {'s', "single-preheat", COMMAND_FLAG},
	{'T', "trace-threshold", COMMAND_VALUE}, {'w', "workload", COMMAND_VALUE},
	{'W', "bucket-width", COMMAND_VALUE},    {'z', "zero-omit", COMMAND_FLAG},
	{'\1', "json", COMMAND_VALUE},           {0},
};

/* "2.40" as 2400; RUN_UNKNOWN. */
static int64_t version_of(const struct oslat *self)
{
	const char *at = self->builder->foreign.version;
	int64_t thousandths;

	return take_decimal_ns(&at, 1000, &thousandths) ? thousandths : RUN_UNKNOWN;
}

bool oslat_is_shifted(const struct oslat *self, const struct oslat_cpu *cpus,
		      size_t count)
{
	int64_t version = version_of(self);

	if (version != RUN_UNKNOWN && (version < 2500 || version >= 2700))
		return false;
	for (size_t i = 0; i < count; i++)
		if (cpus[i].first_count || !cpus[i].second_count ||
		    cpus[i].min_ns > cpus[i].first_edge_ns)
			return false;
	return count > 0;
}

static void say_duration(struct oslat *self, const struct oslat_cpu *cpu)
{
	int64_t asked_ns = self->builder->foreign.asked_duration_ns;

	if (cpu->duration_ns <= 0 || cpu->sum <= 0)
		return;
	foreign_add_note(
		self->builder, FOREIGN_NOTE,
		"CPU %lld: a turn of the loop took %.3f us on average (%.3f s by its own "
		"clock%s, by samples); the average printed is one of upper edges",
		(long long)cpu->cpu, (double)cpu->duration_ns / 1e3 / (double)cpu->sum,
		(double)cpu->duration_ns / 1e9,
		cpu->mhz > 0
			? foreign_text(self->builder, " of %lld MHz", (long long)cpu->mhz)
			: "");
	if (asked_ns <= 0 || cpu->duration_ns < asked_ns / 10 * 11)
		return;
	foreign_add_note(
		self->builder, FOREIGN_INCONSISTENT,
		"CPU %lld: it ran for %.3f s by its own clock, %.0f %% more than "
		"the %.3f s asked for: its estimate of the frequency is "
		"unreliable, and rates per second with it",
		(long long)cpu->cpu, (double)cpu->duration_ns / 1e9,
		((double)cpu->duration_ns / (double)asked_ns - 1) * 100,
		(double)asked_ns / 1e9);
}

void oslat_finish_cpu(struct oslat *self, const struct oslat_cpu *cpu)
{
	struct foreign_stream *stream = foreign_stream_at(self->builder, cpu->cpu);
	int64_t from_ns = saturate_sub(cpu->last_edge_ns, self->width_ns);

	stream->cpu = cpu->cpu;
	stream->name = foreign_text(self->builder, "CPU %lld", (long long)cpu->cpu);
	stream->wake = "spin";
	stream->context = "user";
	stream->policy = self->policy;
	stream->priority = self->priority;
	stream->min_ns = cpu->min_ns;
	stream->avg_ns = cpu->avg_ns;
	stream->max_ns = cpu->max_ns;
	stream->resolution_ns = self->width_ns;
	say_duration(self, cpu);
	if (!self->has_all_rows)
		return;
	stream->count = cpu->sum;
	stream->beyond = cpu->last_count;
	stream->beyond_from_ns =
		self->is_shifted ? saturate_sub(from_ns, self->width_ns) : from_ns;
	stream->bins_are_complete = true;
}

void oslat_add_notes(struct oslat *self)
{
	foreign_add_note(self->builder, FOREIGN_ASSUMED,
			 "row k counts gaps of k - 1 or more and less than k; minimum, "
			 "maximum and percentiles are upper edges");
	if (self->has_all_rows)
		foreign_add_note(
			self->builder, FOREIGN_NOTE,
			"the last of %lld rows of %.3g us holds what it should and everything "
			"above: how many those are is unknown%s",
			(long long)self->rows, (double)self->width_ns / 1e3,
			self->last_is_marked ? "" : " (this report does not mark it)");
	if (!strcmp(self->workload, "no"))
		foreign_add_note(self->builder, FOREIGN_NOTE,
				 "the loop did nothing else: no workload");
	else if (*self->workload)
		foreign_add_note(self->builder, FOREIGN_NOTE,
				 "the loop ran a workload: %s", self->workload);
	if (self->is_shifted)
		foreign_add_note(
			self->builder, FOREIGN_ASSUMED,
			"its first row is empty although the minimum is there: this "
			"version counts every gap one row too high; put right here");
}

/* The buckets of one thread: all but the last as bins. */
static void read_histogram(struct oslat *self, const struct json *histogram,
			   int64_t last_key, struct oslat_cpu *cpu)
{
	const struct json *value;
	void *place = NULL;
	const char *key;

	cpu->last_edge_ns = saturate_mul(last_key, self->width_ns);
	cpu->first_edge_ns = self->width_ns;
	while ((value = json_next_member(histogram, &place, &key))) {
		int64_t count = tools_json_count(value), edge;

		if (!take_integer(&key, &edge) || *key || count == RUN_UNKNOWN) {
			self->builder->foreign.lines_skipped++;
			continue;
		}
		cpu->first_count += edge == 1 ? count : 0;
		cpu->second_count += edge == 2 ? count : 0;
		if (edge == last_key)
			cpu->last_count = count;
		else if (!foreign_add_bin(self->builder, cpu->cpu,
					  foreign_ns(self->builder, saturate_sub(edge, 1),
						     self->width_ns),
					  saturate_mul(edge, self->width_ns), count))
			continue;
		cpu->sum = saturate_add(cpu->sum, count);
	}
}

static void read_command(struct oslat *self, int64_t *last_key)
{
	struct run_foreign *foreign = &self->builder->foreign;
	struct command command;

	*last_key = USUAL_BUCKETS;
	if (!command_parse(&command, foreign->command, "oslat", options)) {
		command_free(&command);
		return;
	}
	*last_key = command_integer(&command, 'b', USUAL_BUCKETS);
	self->width_ns = command_integer(&command, 'W', NS_PER_US);
	if (self->width_ns <= 0)
		self->width_ns = NS_PER_US;
	self->workload =
		command_has(&command, 'w')
			? foreign_text(self->builder, "%s", command_value(&command, 'w'))
			: "no";
	self->priority = command_integer(&command, 'f', RUN_UNKNOWN);
	self->policy = self->priority > 0 ? "fifo" : "other";
	if (command_has(&command, 'D'))
		foreign->asked_duration_ns =
			command_duration_ns(command_value(&command, 'D'));
	command_free(&command);
}

static void read_thread(struct oslat *self, const struct json *thread, int64_t last_key)
{
	struct oslat_cpu cpu = {
		.cpu = json_get_integer(json_member(thread, "cpu"), 0),
		.min_ns = tools_json_ns(self->builder, json_member(thread, "min"),
					NS_PER_US),
		.avg_ns = tools_json_ns(self->builder, json_member(thread, "avg"),
					NS_PER_US),
		.max_ns = tools_json_ns(self->builder, json_member(thread, "max"),
					NS_PER_US),
		.duration_ns = tools_json_ns(self->builder,
					     json_member(thread, "duration"), NS_PER_S),
		.mhz = json_get_integer(json_member(thread, "freq"), RUN_UNKNOWN),
	};

	read_histogram(self, json_member(thread, "histogram"), last_key, &cpu);
	oslat_finish_cpu(self, &cpu);
}

int oslat_read_json(const struct import_report *report, struct oslat *self,
		    struct err *err)
{
	struct json *json = tools_json_parse(report, self->builder, err);
	const struct json *threads, *thread;
	void *place = NULL;
	const char *key;
	int64_t last_key;

	if (!json)
		return -1;
	tools_json_head(json, self->builder);
	read_command(self, &last_key);
	self->rows = last_key;
	self->has_all_rows = true;
	threads = json_member(json, "thread");
	while ((thread = json_next_member(threads, &place, &key)))
		read_thread(self, thread, last_key);
	json_free(json);
	if (!self->builder->stream_count)
		return err_set(err, ERR_INPUT, "'%s': no thread of oslat in it",
			       report->name);
	return 0;
}
