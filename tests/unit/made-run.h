/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A made-up run that tells a sink everything that a run can tell: three streams (one of
 * them spin), slices of many shapes, counters, spikes, raw samples, events, an end. The
 * same every time.
 */
#ifndef MADE_RUN_H
#define MADE_RUN_H

#include <string.h>

#include "random.h"
#include "run/record.h"

#define MADE_SLICE_NS INT64_C(1000000000)
#define MADE_PERIOD_NS INT64_C(20000000)

enum { MADE_STREAMS = 3, MADE_COUNTERS = 4, MADE_SLICES = 11, MADE_SAMPLES = 50 };

static const struct run_stream made_streams[MADE_STREAMS] = {
	{.cpu = 0,
	 .offset_ns = 0,
	 .period_ns = MADE_PERIOD_NS,
	 .tid = 101,
	 .priority = 95,
	 .context = "user",
	 .wake = "nanosleep",
	 .lateness = "from the due time",
	 .policy = "fifo",
	 .got_policy = "",
	 .got_cpus = ""},
	{.cpu = 1,
	 .offset_ns = 333333,
	 .period_ns = MADE_PERIOD_NS,
	 .tid = 102,
	 .priority = 95,
	 .context = "user",
	 .wake = "timerfd",
	 .lateness = "from the \"due\" time\n",
	 .policy = "fifo",
	 .got_policy = "",
	 .got_cpus = ""},
	{.cpu = -1,
	 .offset_ns = 0,
	 .period_ns = 0,
	 .tid = 103,
	 .context = "user",
	 .wake = "spin",
	 .lateness = "a gap",
	 .policy = "other",
	 .got_policy = "",
	 .got_cpus = ""},
};

static const struct run_counter made_counters[MADE_COUNTERS] = {
	{"steal", "ns", "cpu", "", true},
	{"faults", "count", "stream", "", true},
	{"smi", "count", "machine", "no MSRs here", false},
	{"suspended", "ns", "machine", "", false},
};

static const int64_t made_cpus[] = {0, 1};

static const struct run_head made_head = {
	.host = {.name = "b\xc3\xbc"
			 "chse",
		 .kernel = "6.1.0",
		 .kernel_version = "#1 SMP",
		 .machine = "armv7l",
		 .program_version = "0.1.0",
		 .started_wall_ns = INT64_C(1796056377477942226),
		 .started_monotonic_ns = INT64_C(98765432101),
		 .clock_granularity_ns = 1,
		 .clock_read_ns = 31,
		 .wake_cost_ns = 14641},
	.plan = {.duration_ns = MADE_SLICES * MADE_SLICE_NS,
		 .samples = 5,
		 .period_ns = MADE_PERIOD_NS,
		 .warm_up_ns = 1,
		 .limit_ns = 2,
		 .stop_at_ns = 3,
		 .spike_ns = 4,
		 .spin_threshold_ns = 1000,
		 .hold_dma_latency_us = -1,
		 .priority = 95,
		 .spike_auto = true,
		 .raw = true,
		 .cpus = "0-1",
		 .policy = "fifo",
		 .wake = "nanosleep,timerfd,spin",
		 .align = "staggered",
		 .missed_rule = RUN_MISSED_RULE,
		 .note = "\xe2\x82\xac \\ \x01 </script>"},
	.load = {.made = "none"},
	.slice_ns = MADE_SLICE_NS,
	.streams = made_streams,
	.counters = made_counters,
	.cpus = made_cpus,
	.stream_count = MADE_STREAMS,
	.counter_count = MADE_COUNTERS,
	.cpu_count = 2,
};

static const struct run_end made_end = {
	.ended = "interrupted",
	.end_ns = MADE_SLICES * MADE_SLICE_NS + 5,
	.recorded_ns = MADE_SLICES * MADE_SLICE_NS + 4,
	.recorder_cpu_ns = 123456,
	.checked = YES,
};

static inline void made_obtained(const struct run_sink *sink)
{
	struct run_stream streams[MADE_STREAMS];

	memcpy(streams, made_streams, sizeof(streams));
	for (int i = 0; i < MADE_STREAMS; i++) {
		streams[i].got_policy = i ? "rr" : "fifo";
		streams[i].got_priority = 95 - i;
		streams[i].got_cpus = "1,3-5";
		streams[i].got_memory_locked = (enum tristate)i;
	}
	sink->obtained(sink->self, streams, MADE_STREAMS);
}

/* Of what a set-up may have in it: any bytes, nothing, what is cut, counts or not there. */
static const struct setup_file made_files[] = {
	{.path = "/dmesg.txt", .text = "[ 0.0] \xff\0 x", .length = 11, .cut = true},
	{.path = "/proc/cmdline", .text = "quiet isolcpus=1\n", .length = 17},
	{.path = "/proc/interrupts", .text = "LOC: 1 2\n", .length = 9, .varies = true},
	{.path = "/proc/timer_list", .text = "", .error = 13},
	{.path = "/sys/devices/system/cpu/isolated", .text = "", .length = 0},
	{.path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
	 .text = "ondemand\n",
	 .length = 9},
	{.path = "/sys/kernel/realtime", .text = "", .error = 2},
};

/* In order, as a set-up has them. */
static inline void made_setup(const struct run_sink *sink)
{
	const struct setup_file *files = made_files;
	const struct setup_file sorted[] = {files[0], files[1], files[2], files[3],
					    files[5], files[4], files[6]};
	const struct run_setup setup = {-5000000, false, sorted, 7};

	sink->setup(sink->self, &setup);
}

static inline void made_setup_change(const struct run_sink *sink, int64_t time_ns)
{
	const struct setup_file files[] = {
		{.path = "/proc/interrupts",
		 .text = "LOC: 5 9\n",
		 .length = 9,
		 .varies = true},
		{.path = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
		 .text = "performance\n",
		 .length = 12},
		{.path = "/sys/devices/system/cpu/isolated", .text = "", .error = 2},
	};
	const struct run_setup setup = {time_ns, true, files, 3};

	sink->setup(sink->self, &setup);
}

/* Lateness of a kind that depends on the stream; now and then early, or beyond all. */
static inline int64_t made_lateness(uint64_t *seed, uint32_t stream)
{
	int64_t late_ns = 20000 + random_below(seed, 3000u << stream);

	if (random_below(seed, 500) == 0)
		late_ns = (int64_t)random_magnitude(seed, 43);
	return random_below(seed, 500) ? late_ns : -late_ns;
}

static inline void made_slice(const struct run_sink *sink, uint64_t *seed,
			      uint32_t number, uint32_t stream,
			      struct run_sample *samples)
{
	static struct histogram_slice histogram;
	struct run_slice slice = {.stream = stream,
				  .number = number,
				  .histogram = &histogram};

	slice.begin_ns = number * MADE_SLICE_NS + made_streams[stream].offset_ns;
	slice.end_ns = slice.begin_ns + MADE_SLICE_NS;
	slice.threshold_ns = 22000;
	slice.samples_lost = number == 5 ? 7 : 0;
	memset(&histogram, 0, sizeof(histogram));
	histogram_slice_clear(&histogram);
	for (uint32_t i = 0; i < MADE_SAMPLES; i++) {
		samples[i].due_ns = slice.begin_ns + i * MADE_PERIOD_NS;
		samples[i].late_ns = made_lateness(seed, stream);
		histogram_slice_add(&histogram, samples[i].late_ns);
	}
	histogram.stats.overruns = number % 3;
	while (!histogram.bucket[slice.first_bucket])
		slice.first_bucket++;
	for (uint32_t i = slice.first_bucket; i < HISTOGRAM_BUCKETS; i++)
		if (histogram.bucket[i])
			slice.end_bucket = i + 1;
	sink->slice(sink->self, &slice);
}

/* All slices of a second first, then what belongs to them, as the recorder does. */
static inline void made_second(const struct run_sink *sink, uint64_t *seed,
			       uint32_t number)
{
	const struct run_count counts[] = {{0, 0, 1000 + number}, {0, 1, -5}, {1, 2, 1}};
	struct run_sample samples[MADE_STREAMS][MADE_SAMPLES];

	for (uint32_t i = 0; i < MADE_STREAMS; i++)
		made_slice(sink, seed, number, i, samples[i]);
	for (uint32_t i = 0; i < MADE_STREAMS; i++) {
		sink->spikes(sink->self, i, samples[i] + 10, 1 + number % 5);
		if (number % 8 == 0)
			sink->raw(sink->self, i, samples[i], MADE_SAMPLES);
	}
	sink->counts(sink->self, number, counts, 3, false);
	if (number % 7 == 3) {
		const struct run_event event = {number * MADE_SLICE_NS, "policy",
						"somebody changed it", number % 2 == 1};

		sink->event(sink->self, &event);
	}
	if (number == 4)
		made_setup_change(sink, number * MADE_SLICE_NS + 77);
	if (sink->flush)
		sink->flush(sink->self);
}

static inline void made_run(const struct run_sink *sink)
{
	const struct run_count whole[] = {{2, 0, 3}, {3, 0, INT64_C(1) << 40}};
	uint64_t seed = 42;

	sink->head(sink->self, &made_head);
	made_obtained(sink);
	made_setup(sink);
	for (uint32_t number = 0; number < MADE_SLICES; number++)
		made_second(sink, &seed, number);
	sink->counts(sink->self, MADE_SLICES - 1, whole, 2, true);
	sink->end(sink->self, &made_end);
}

#endif
