/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes the run files in tests/golden/runs, from made-up measurements and through the real
 * writer. They are committed, and this program is built but not run by the tests: that
 * files of an old version stay readable is part of what the golden tests look at.
 *
 *	make-runs FOLDER     writes FOLDER/NAME.whylate for every run below
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/writer.h"

#define US INT64_C(1000)
#define MS (1000 * US)
#define S (1000 * MS)

/* One stream of a made-up run. */
struct shape {
	int64_t cpu;
	const char *wake;
	int64_t floor_ns,
		spread_ns; /* most wake-ups lie between floor and floor + spread */
	int64_t spike_ns;  /* once in every spike_every samples */
	uint32_t spike_every;
	const char *got_policy; /* NULL: as asked */
};

struct made_run {
	const char *name;
	struct run_plan plan;
	struct shape shapes[4]; /* up to the first without a wake source */
	uint32_t seconds;
	struct run_event events[3];
	const char *ended; /* NULL: the file has no end */
	bool without_obtained;
	bool has_setup;
};

#define PLAN                                                                          \
	.period_ns = MS, .warm_up_ns = S, .hold_dma_latency_us = -1, .priority = 95,  \
	.spike_auto = true, .spin_threshold_ns = US, .cpus = "0-1", .policy = "fifo", \
	.wake = "nanosleep", .align = "staggered", .missed_rule = RUN_MISSED_RULE

#define GAPS_PLAN                                                                        \
	.period_ns = MS, .warm_up_ns = S, .hold_dma_latency_us = -1, .spike_auto = true, \
	.spin_threshold_ns = US, .cpus = "0", .policy = "other", .wake = "spin",         \
	.align = "staggered", .missed_rule = RUN_MISSED_RULE

static const struct made_run runs[] = {
	{
		.name = "healthy",
		.plan = {PLAN, .duration_ns = 60 * S, .limit_ns = 200 * US, .note = ""},
		.shapes = {{0, "nanosleep", 4 * US, 6 * US, 90 * US, 5003, NULL},
			   {1, "nanosleep", 5 * US, 9 * US, 120 * US, 7001, NULL}},
		.seconds = 60,
		.ended = "complete",
	},
	{
		.name = "limit-exceeded",
		.plan = {PLAN, .duration_ns = 10 * S, .limit_ns = 100 * US,
			 .note = "bench 3"},
		.shapes = {{0, "nanosleep", 4 * US, 6 * US, 90 * US, 503, NULL},
			   {1, "nanosleep", 5 * US, 9 * US, 140 * US, 701, NULL}},
		.seconds = 10,
		.ended = "complete",
	},
	{
		.name = "overload",
		.plan = {PLAN, .note = ""},
		.shapes = {{0, "nanosleep", 700 * US, 900 * US, 5 * MS, 101, NULL}},
		.seconds = 20,
		.ended = "complete",
	},
	{
		.name = "invalid",
		.plan = {PLAN, .duration_ns = 60 * S, .note = ""},
		.shapes = {{0, "nanosleep", 20 * US, 40 * US, 2 * MS, 997, "other"},
			   {1, "nanosleep", 4 * US, 6 * US, 80 * US, 997, NULL}},
		.seconds = 12,
		.events = {{7 * S, "suspend", "the machine was suspended for 3.50 s",
			    true},
			   {9 * S, "clock-step",
			    "the wall clock stepped by 2.00 s; dates after this are off "
			    "by as "
			    "much",
			    false}},
		.ended = "interrupted",
	},
	{
		.name = "cut-off",
		.plan = {PLAN, .duration_ns = 60 * S,
			 .note = "killed \x1b[31mhalf-way\x1b[0m"},
		.shapes = {{3, "timerfd", 4 * US, 6 * US, 80 * US, 997, NULL}},
		.seconds = 7,
	},
	{
		.name = "mixed-wakes",
		.plan = {PLAN, .duration_ns = 5 * S, .note = ""},
		.shapes = {{0, "nanosleep", 4 * US, 6 * US, 80 * US, 997, NULL},
			   {0, "timerfd", 5 * US, 7 * US, 90 * US, 997, NULL},
			   {0, "spin", 1 * US, 5 * US, 60 * US, 97, NULL}},
		.seconds = 5,
		.ended = "complete",
	},
	{
		.name = "gaps",
		.plan = {GAPS_PLAN, .duration_ns = 2 * S, .note = ""},
		.shapes = {{0, "spin", 1 * US, 5 * US, 60 * US, 97, NULL}},
		.seconds = 2,
		.ended = "complete",
	},
	{
		.name = "one-sample",
		.plan = {PLAN, .samples = 1, .note = ""},
		.shapes = {{0, "nanosleep", 4 * US, 1, 4 * US, 1000, NULL}},
		.seconds = 0,
		.ended = "complete",
	},
	{
		.name = "not-read-back",
		.plan = {PLAN, .duration_ns = 2 * S, .note = ""},
		.shapes = {{0, "nanosleep", 4 * US, 6 * US, 80 * US, 997, NULL}},
		.seconds = 2,
		.ended = "complete",
		.without_obtained = true,
	},
	{
		.name = "setup-changed",
		.plan = {PLAN, .duration_ns = 12 * S, .note = ""},
		.shapes = {{0, "nanosleep", 4 * US, 6 * US, 80 * US, 997, NULL}},
		.seconds = 12,
		.ended = "complete",
		.has_setup = true,
	},
	{
		.name = "snapshot",
		.plan = {.hold_dma_latency_us = -1, .note = "as delivered"},
		.ended = "complete",
		.has_setup = true,
	},
};

#define TEXT(words) .text = (words), .length = sizeof(words) - 1

#define GOVERNOR "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
static const struct setup_file setup_before[] = {
	{.path = "/proc/cmdline", TEXT("quiet isolcpus=1\n")},
	{.path = "/proc/stat", TEXT("cpu 1 2 3\n"), .varies = true},
	{.path = "/proc/swaps", .text = "", .error = 5},
	{.path = "/proc/timer_list", .text = "", .error = 13},
	{.path = GOVERNOR, TEXT("ondemand\n")},
	{.path = "/sys/kernel/realtime", .text = "", .error = 2},
	{.path = "/whylate/rt-tasks",
	 TEXT("17 17 2 fifo 99 0 migration/0\n96 96 2 fifo 50 0-1 irq/41-eth0\n")},
};

static const struct setup_file setup_later[] = {
	{.path = "/proc/stat", TEXT("cpu 4 5 6\n"), .varies = true},
	{.path = GOVERNOR, TEXT("performance\n")},
	{.path = "/sys/kernel/mm/ksm/run", TEXT("1\n")},
	{.path = "/whylate/rt-tasks",
	 TEXT("17 17 2 fifo 99 0 migration/0\n96 96 2 fifo 50 0-1 irq/41-eth0\n"
	      "389 389 1 rr 99 0-1 multipathd \x1b[31m\n")},
};

static const struct setup_file setup_last[] = {
	{.path = "/proc/cmdline", .text = "", .error = 2},
	{.path = "/whylate/rt-tasks",
	 TEXT("17 17 2 fifo 99 0 migration/0\n"
	      "389 389 1 rr 99 0-1 multipathd \x1b[31m\n")},
};

static void tell_setup(const struct run_sink *sink, int64_t time_ns, bool changes,
		       const struct setup_file *files, size_t count)
{
	sink->setup(sink->self, &(struct run_setup){time_ns, changes, files, count});
}

static const struct run_counter counters[] = {
	{"steal", "ns", "cpu", "", true},
	{"interrupts", "count", "cpu", "", true},
	{"smi", "count", "cpu", "needs an Intel processor, root and the msr module",
	 false},
	{"major_faults", "count", "stream", "", true},
	{"involuntary_switches", "count", "stream", "", true},
	{"context_switches", "count", "machine", "", true},
};

static uint64_t random_next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Two draws added: a hump, not a block. */
static int64_t draw_late_ns(const struct shape *shape, uint64_t *state, uint64_t sample)
{
	uint64_t spread = (uint64_t)shape->spread_ns;

	if (sample % shape->spike_every == shape->spike_every / 2)
		return shape->spike_ns - (int64_t)(random_next(state) % 1000);
	return shape->floor_ns +
	       (int64_t)(random_next(state) % spread + random_next(state) % spread) / 2;
}

struct making {
	const struct made_run *run;
	const struct run_sink *sink;
	uint64_t random;
	uint64_t sample[4]; /* of each stream */
	int64_t due_ns[4];
};

static bool is_spin(const struct shape *shape)
{
	return !strcmp(shape->wake, "spin");
}

static void make_slice(struct making *making, uint32_t stream, uint32_t number,
		       int64_t end_ns)
{
	static struct histogram_slice histogram;
	const struct shape *shape = &making->run->shapes[stream];
	int64_t period_ns = making->run->plan.period_ns;
	struct run_slice slice = {.stream = stream,
				  .number = number,
				  .begin_ns = making->due_ns[stream],
				  .threshold_ns = shape->floor_ns + shape->spread_ns,
				  .histogram = &histogram};
	struct run_sample spikes[1024];
	uint32_t spike_count = 0;

	histogram_slice_clear(&histogram);
	while (making->due_ns[stream] < end_ns) {
		int64_t late_ns =
			draw_late_ns(shape, &making->random, making->sample[stream]++);
		int64_t missed = is_spin(shape) ? 0 : late_ns / period_ns;

		histogram_slice_add(&histogram, late_ns);
		histogram.stats.overruns += (uint64_t)missed;
		if (late_ns >= slice.threshold_ns && spike_count < 1024)
			spikes[spike_count++] =
				(struct run_sample){making->due_ns[stream], late_ns};
		making->due_ns[stream] += (missed + 1) * period_ns;
	}
	slice.end_ns = making->due_ns[stream];
	slice.end_bucket = HISTOGRAM_BUCKETS;
	while (slice.end_bucket && !histogram.bucket[slice.end_bucket - 1])
		slice.end_bucket--;
	while (slice.first_bucket < slice.end_bucket &&
	       !histogram.bucket[slice.first_bucket])
		slice.first_bucket++;
	making->sink->slice(making->sink->self, &slice);
	if (spike_count)
		making->sink->spikes(making->sink->self, stream, spikes, spike_count);
}

static uint32_t describe(const struct made_run *run, struct run_stream *streams)
{
	uint32_t count = 0;

	for (; count < 4 && run->shapes[count].wake; count++) {
		const struct shape *shape = &run->shapes[count];
		bool spins = is_spin(shape);

		streams[count] = (struct run_stream){
			.cpu = shape->cpu,
			.offset_ns = spins ? 0 : count * MS / 4,
			.period_ns = spins ? 0 : run->plan.period_ns,
			.tid = 1000 + count,
			.context = "user",
			.wake = shape->wake,
			.lateness = spins ? "length of a gap"
					  : "from the due time to the clock read",
			.policy = spins ? "other" : "fifo",
			.priority = spins ? 0 : 95,
			.got_policy = shape->got_policy ? shape->got_policy
				      : spins           ? "other"
							: "fifo",
			.got_priority = shape->got_policy || spins ? 0 : 95,
			.got_cpus = shape->cpu == 0   ? "0"
				    : shape->cpu == 1 ? "1"
						      : "3",
			.got_memory_locked = YES,
		};
	}
	return count;
}

static void tell_head(const struct making *making, const struct run_stream *streams,
		      uint32_t count)
{
	static const int64_t cpus[] = {0, 1};
	const struct run_head head = {
		.host = {.name = "bench1",
			 .kernel = "6.1.0-rt",
			 .kernel_version = "#1 SMP PREEMPT_RT",
			 .machine = "armv7l",
			 .program_version = "0.1.0",
			 .started_wall_ns = INT64_C(1397000000) * S + 123456789,
			 .started_monotonic_ns = 5000 * S,
			 .clock_granularity_ns = 3,
			 .clock_read_ns = 120,
			 .wake_cost_ns = 9100},
		.plan = making->run->plan,
		.load = {.made = "none"},
		.slice_ns = S,
		.streams = streams,
		.counters = counters,
		.cpus = cpus,
		.stream_count = count,
		.counter_count = sizeof(counters) / sizeof(counters[0]),
		.cpu_count = 2,
	};

	making->sink->head(making->sink->self, &head);
	if (!making->run->without_obtained && count)
		making->sink->obtained(making->sink->self, streams, count);
	if (making->run->has_setup)
		tell_setup(making->sink, count ? -1100 * MS : 0, false, setup_before,
			   sizeof(setup_before) / sizeof(setup_before[0]));
}

static void make_second(struct making *making, uint32_t count, uint32_t number,
			int64_t end_ns)
{
	const struct run_count counts[] = {
		{0, 1, number % 5 ? 0 : 10 * MS},
		{1, 0, 1100 + number},
		{1, 1, 1300 + number},
		{4, 0, number % 3},
		{5, 0, 4000},
	};

	for (uint32_t i = 0; i < count; i++)
		make_slice(making, i, number, end_ns);
	making->sink->counts(making->sink->self, number, counts, 5, false);
	for (const struct run_event *event = making->run->events; event->kind; event++)
		if (event->time_ns / S == number)
			making->sink->event(making->sink->self, event);
	making->sink->flush(making->sink->self);
}

static int make_run(const struct made_run *run, const char *folder)
{
	struct run_stream streams[4];
	struct making making = {.run = run, .random = 88172645463325252};
	uint32_t count = describe(run, streams);
	int64_t end_ns = run->seconds ? run->seconds * S : count ? MS : 0;
	struct writer *writer;
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/%s.whylate", folder, run->name);
	fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0) {
		perror(path);
		return 2;
	}
	writer = writer_open(fd, path);
	making.sink = writer_sink(writer);
	for (uint32_t i = 0; i < count; i++)
		making.due_ns[i] = streams[i].offset_ns;
	tell_head(&making, streams, count);
	for (uint32_t number = 0; count && (number < run->seconds || !number); number++) {
		make_second(&making, count, number,
			    run->seconds ? (number + 1) * S : end_ns);
		if (run->has_setup && number == 8)
			tell_setup(making.sink, 8900 * MS, true, setup_later,
				   sizeof(setup_later) / sizeof(setup_later[0]));
	}
	if (run->has_setup && count)
		tell_setup(making.sink, end_ns + 3 * MS, true, setup_last,
			   sizeof(setup_last) / sizeof(setup_last[0]));
	if (!count)
		making.sink->flush(making.sink->self);
	if (run->ended)
		making.sink->end(making.sink->self, &(struct run_end){
							    .ended = run->ended,
							    .end_ns = end_ns,
							    .recorded_ns = end_ns,
							    .longest_flush_ns = 5 * MS,
							    .recorder_cpu_ns = 40 * MS,
							    .checked = YES,
						    });
	writer_close(writer);
	return 0;
}

int main(int argc, char **argv)
{
	int status = 0;

	if (argc != 2) {
		fprintf(stderr, "usage: make-runs FOLDER\n");
		return 2;
	}
	for (size_t i = 0; i < sizeof(runs) / sizeof(runs[0]); i++)
		status |= make_run(&runs[i], argv[1]);
	return status;
}
