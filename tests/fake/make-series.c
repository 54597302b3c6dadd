/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes run files whose seconds depend on each other as those of real machines do: a level
 * that drifts (first-order autoregression), an offset that each run has of its own, a
 * skewed bulk and rare spikes. Through the real writer; the same seed gives the same file.
 *
 *	make-series FILE SEED SECONDS STREAMS OFFSET_PERMILLE SHIFT_PERMILLE [SPIKES]
 *
 * Lateness is about 10 us. OFFSET is the standard deviation of the runs' own offsets, SHIFT
 * is added to all (what a changed set-up does), SPIKES makes a thousandth of the samples this
 * many times as late.
 */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "run/writer.h"
#include "stats/prng.h"

#define US INT64_C(1000)
#define MS (1000 * US)
#define S (1000 * MS)

enum { STREAMS_MAX = 64, SAMPLES = 1000 };

struct series {
	struct prng prng;
	double level, offset, shift, spikes;
};

/* Nearly normal, of variance 1. */
static double draw_normal(struct prng *prng)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += prng_unit(prng);
	return sum;
}

static int64_t draw_late_ns(struct series *series)
{
	double centre_ns =
		10e3 * (1 + series->offset + series->shift) * (1 + 0.04 * series->level);
	double late_ns = centre_ns * (0.8 - 0.2 * log(1 - prng_unit(&series->prng)));

	if (prng_below(&series->prng, 1000) == 0)
		late_ns *= series->spikes;
	return (int64_t)late_ns;
}

static void make_slice(struct series *series, const struct run_sink *sink,
		       uint32_t stream, uint32_t number)
{
	static struct histogram_slice histogram;
	struct run_slice slice = {.stream = stream,
				  .number = number,
				  .begin_ns = number * S,
				  .end_ns = (number + 1) * S,
				  .end_bucket = HISTOGRAM_BUCKETS,
				  .histogram = &histogram};

	histogram_slice_clear(&histogram);
	for (int i = 0; i < SAMPLES; i++)
		histogram_slice_add(&histogram, draw_late_ns(series));
	while (!histogram.bucket[slice.end_bucket - 1])
		slice.end_bucket--;
	while (!histogram.bucket[slice.first_bucket])
		slice.first_bucket++;
	sink->slice(sink->self, &slice);
}

static void describe(struct run_stream *streams, uint32_t count)
{
	static char cpus[STREAMS_MAX][8];

	for (uint32_t i = 0; i < count; i++) {
		snprintf(cpus[i], sizeof(cpus[i]), "%u", i);
		streams[i] = (struct run_stream){.cpu = i,
						 .period_ns = MS,
						 .tid = 100 + i,
						 .context = "user",
						 .wake = "nanosleep",
						 .lateness = "from the due time",
						 .policy = "fifo",
						 .priority = 95,
						 .got_policy = "fifo",
						 .got_priority = 95,
						 .got_cpus = cpus[i],
						 .got_memory_locked = YES};
	}
}

static void make(const char *path, int fd, struct series *series, uint32_t seconds,
		 uint32_t count)
{
	struct run_stream streams[STREAMS_MAX];
	const struct run_head head = {
		.host = {.name = "bench1",
			 .kernel = "6.1.0",
			 .kernel_version = "#1 SMP",
			 .machine = "x86_64",
			 .program_version = "0",
			 .clock_granularity_ns = 1,
			 .clock_read_ns = 20},
		.plan = {.duration_ns = seconds * S,
			 .period_ns = MS,
			 .hold_dma_latency_us = -1,
			 .priority = 95,
			 .cpus = "0",
			 .policy = "fifo",
			 .wake = "nanosleep",
			 .align = "staggered",
			 .missed_rule = RUN_MISSED_RULE,
			 .note = ""},
		.load = {.made = "none", .cpus = "", .cage = ""},
		.slice_ns = S,
		.streams = streams,
		.stream_count = count,
	};
	const struct run_end end = {.ended = "complete",
				    .end_ns = seconds * S,
				    .recorded_ns = seconds * S,
				    .checked = YES};
	struct writer *writer = writer_open(fd, path);
	const struct run_sink *sink = writer_sink(writer);

	describe(streams, count);
	sink->head(sink->self, &head);
	sink->obtained(sink->self, streams, count);
	for (uint32_t number = 0; number < seconds; number++) {
		series->level = 0.9 * series->level + 0.436 * draw_normal(&series->prng);
		for (uint32_t i = 0; i < count; i++)
			make_slice(series, sink, i, number);
		if (number % 60 == 59)
			sink->flush(sink->self);
	}
	sink->end(sink->self, &end);
	writer_close(writer);
}

int main(int argc, char **argv)
{
	struct series series = {.spikes = argc > 7 ? atof(argv[7]) : 3};
	uint32_t count;
	int fd;

	if (argc < 7) {
		fprintf(stderr, "usage: make-series FILE SEED SECONDS STREAMS "
				"OFFSET_PERMILLE SHIFT_PERMILLE [SPIKES]\n");
		return 2;
	}
	fd = open(argv[1], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (fd < 0) {
		perror(argv[1]);
		return 2;
	}
	/* Far apart: neighbouring states would give the same draws, one later. */
	series.prng.state = strtoull(argv[2], NULL, 10);
	series.prng.state = prng_next(&series.prng);
	series.level = draw_normal(&series.prng);
	series.offset = atof(argv[5]) / 1000 * draw_normal(&series.prng);
	series.shift = atof(argv[6]) / 1000;
	count = (uint32_t)atoi(argv[4]);
	make(argv[1], fd, &series, (uint32_t)atoi(argv[3]),
	     count < STREAMS_MAX ? count : STREAMS_MAX);
	return 0;
}
