/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the run file of 15 h at 10 kHz on one CPU to standard output, a pipe, through
 * the program's own writer: lateness drawn from a log-normal body with two modes and a
 * heavy tail, whose place wanders from second to second.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "run/writer.h"

enum { SECONDS = 15 * 3600, SAMPLES = 10000, SHAPES = 1 << 16, COUNTERS = 12 };

#define NS_PER_S INT64_C(1000000000)

static uint64_t state = 1;

static uint64_t random_bits(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static double uniform(void)
{
	return ((double)(random_bits() >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}

static float *make_shapes(void)
{
	float *shapes = malloc(SHAPES * sizeof(*shapes));

	for (int i = 0; i < SHAPES; i++) {
		double kind = uniform();

		shapes[i] = (float)(kind < 0.002 ? 60000 / pow(uniform(), 0.4)
				    : kind < 0.2 ? 24000 * exp(0.25 * normal())
						 : 14000 * exp(0.12 * normal()));
	}
	return shapes;
}

static void fill(struct histogram_slice *slice, const float *shapes, double place)
{
	histogram_slice_clear(slice);
	for (int i = 0; i < SAMPLES; i++)
		histogram_slice_add(slice, (int64_t)((double)shapes[random_bits() >> 48] *
						     place));
}

static void find_range(struct run_slice *slice)
{
	slice->first_bucket = 0;
	slice->end_bucket = HISTOGRAM_BUCKETS;
	while (!slice->histogram->bucket[slice->end_bucket - 1])
		slice->end_bucket--;
	while (!slice->histogram->bucket[slice->first_bucket])
		slice->first_bucket++;
}

static void tell_second(const struct run_sink *sink, uint32_t second,
			const struct histogram_slice *histogram)
{
	struct run_slice slice = {
		.number = second,
		.begin_ns = second * NS_PER_S,
		.end_ns = (second + 1) * NS_PER_S,
		.threshold_ns = 200000,
		.histogram = histogram,
	};
	struct run_count counts[COUNTERS];

	find_range(&slice);
	sink->slice(sink->self, &slice);
	for (uint32_t i = 0; i < COUNTERS; i++)
		counts[i] = (struct run_count){i, 0, (int64_t)(random_bits() >> 50)};
	sink->counts(sink->self, second, counts, COUNTERS, false);
	sink->flush(sink->self);
}

static void tell_head(const struct run_sink *sink, const struct run_stream *stream)
{
	static const int64_t cpu = 0;
	struct run_counter counters[COUNTERS];
	struct run_head head = {
		.host = {"bench", "0", "", "", "", 0, 0, 1, 20, 10000},
		.plan = {.duration_ns = SECONDS * NS_PER_S,
			 .period_ns = stream->period_ns,
			 .hold_dma_latency_us = -1,
			 .cpus = "0",
			 .policy = "fifo",
			 .wake = "nanosleep",
			 .align = "staggered",
			 .note = "",
			 .missed_rule = RUN_MISSED_RULE},
		.load = {"none"},
		.slice_ns = NS_PER_S,
		.streams = stream,
		.counters = counters,
		.cpus = &cpu,
		.stream_count = 1,
		.counter_count = COUNTERS,
		.cpu_count = 1,
	};

	for (int i = 0; i < COUNTERS; i++)
		counters[i] = (struct run_counter){"steal", "ns", "cpu", "", true};
	sink->head(sink->self, &head);
	sink->obtained(sink->self, stream, 1);
}

int main(void)
{
	const struct run_stream stream = {
		.period_ns = 100000,
		.priority = 95,
		.got_priority = 95,
		.context = "user",
		.wake = "nanosleep",
		.lateness = "",
		.policy = "fifo",
		.got_policy = "fifo",
		.got_cpus = "0",
		.got_memory_locked = YES,
	};
	struct writer *writer = writer_open(STDOUT_FILENO, "standard output");
	const struct run_sink *sink = writer_sink(writer);
	struct histogram_slice *histogram = malloc(sizeof(*histogram));
	const float *shapes = make_shapes();
	double place = 1;

	tell_head(sink, &stream);
	for (uint32_t second = 0; second < SECONDS; second++) {
		place = 1 + 0.95 * (place - 1) + 0.01 * normal();
		fill(histogram, shapes, place);
		tell_second(sink, second, histogram);
	}
	sink->end(sink->self, &(struct run_end){.ended = "complete",
						.end_ns = SECONDS * NS_PER_S,
						.recorded_ns = SECONDS * NS_PER_S,
						.checked = YES});
	writer_close(writer);
	return 0;
}
