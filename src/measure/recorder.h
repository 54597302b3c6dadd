/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes from the workers what they measured and tells the sinks, once a slice, together
 * with what disturbed them. Runs at normal priority; when it is late, slices get longer
 * and nothing is lost.
 */
#ifndef MEASURE_RECORDER_H
#define MEASURE_RECORDER_H

#include "measure/lane.h"
#include "run/record.h"
#include "sys/counters.h"

/* What the load has done: counters of scope "load", numbered behind those of sys/. */
struct recorder_load {
	const struct run_counter *rows; /* per_slice, one instance each */
	uint32_t count;
	/* So far; COUNTER_UNKNOWN: not known. */
	int64_t (*done)(void *self, uint32_t i);
	void *self;
};

struct recorder_setup {
	struct lane *const *lanes; /* one for each stream */
	const struct run_stream *streams;
	uint32_t stream_count;
	int64_t start_ns, slice_ns;
	int64_t spike_ns;       /* fixed threshold, 0: none */
	int64_t spike_first_ns; /* auto: the threshold to begin with */
	int64_t stop_at_ns; /* a wake-up this late is a spike, whatever the threshold */
	bool spike_auto, raw;
	struct recorder_load load;
	struct counters *counters;           /* NULL: none */
	const struct run_sink *const *sinks; /* NULL ends the array */
};

struct recorder;

struct recorder *recorder_open(const struct recorder_setup *setup);
void recorder_close(struct recorder *recorder);

/* Before the start: settles the threshold, and reads the counters of the whole run. */
void recorder_begin(struct recorder *recorder);

/* Takes all that is there. now_ns decides whether a slice of counters is due. */
void recorder_step(struct recorder *recorder, int64_t now_ns);

/*
 * The workers have ended, and their threads are still there: takes the rest, and the
 * counters of the last slice and of the whole run.
 */
void recorder_finish(struct recorder *recorder);

/* Run time behind the last due time that was told to the sinks. */
int64_t recorder_told_ns(const struct recorder *recorder);

/* Largest lateness so far, and since the last call. Telling for a progress line. */
struct recorder_now {
	uint64_t count;
	uint64_t overruns;
	int64_t max_ns;        /* INT64_MIN: nothing yet */
	int64_t recent_max_ns; /* since the last call */
	int64_t recent_sum_ns;
	uint64_t recent_count;
};

struct recorder_now recorder_look(struct recorder *recorder);

#endif
