/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a live view shows of a run that goes on. A sink beside a summary's, fed after it,
 * keeps what the summary does not: the last second. A look copies from both what a picture
 * needs, so that drawing holds no lock.
 */
#ifndef ANALYSE_LIVE_H
#define ANALYSE_LIVE_H

#include "analyse/output-tail.h"
#include "analyse/summary.h"

/* Coarse buckets for pictures: eight to a doubling, four of them below 128 ns. */
enum { LIVE_BIN_BITS = 4, LIVE_BINS = HISTOGRAM_BUCKETS >> LIVE_BIN_BITS };
enum { LIVE_EVENTS = 6, LIVE_LABEL = 40 };

struct live_stream {
	char label[LIVE_LABEL]; /* "cpu 3", "cpu 3 timerfd" */
	uint64_t count, overruns;
	bool has_now;
	int64_t now_ns; /* the greatest since the last look, at least of the last slice */
	/* Of the whole run so far; meaningless while count is 0. */
	int64_t min_ns, avg_ns, p99_ns, max_ns;
	uint32_t first_bin, end_bin; /* equal: none has a count */
	uint64_t bins[LIVE_BINS];    /* valid in [first_bin, end_bin) */
};

/* A counter that a healthy machine leaves alone, or what a load does. */
struct live_counter {
	const char *name, *unit;
	int64_t total;
	int64_t recent;         /* its growth in the last slice that was told */
	char where[LIVE_LABEL]; /* where most of it was; "" where there is one place */
};

struct live_load {
	const char *name, *unit;
	int64_t per_second; /* in the last slice; -1: not known */
};

struct live_state {
	int64_t time_ns;        /* run time of the look; below 0: warming up */
	struct run_plan plan;   /* as asked for */
	uint64_t count;         /* of the streams in the total */
	int64_t worst;          /* stream with the greatest of them; -1: none yet */
	uint32_t least_samples; /* stream that has the fewest */
	struct live_stream *streams;
	uint32_t stream_count;
	struct live_counter *counters; /* those that grew in this run */
	uint32_t counter_count;
	struct live_load *loads;
	uint32_t load_count;
	struct output_tail meter;             /* what another tool prints that measures */
	struct run_event events[LIVE_EVENTS]; /* newest first */
	uint32_t event_count;
	bool is_invalid;
	struct str trouble;     /* why; clean it before it is shown */
	uint64_t more_troubles; /* reasons beside that one */
};

struct live;

/* The summary must live longer, and must be fed first. */
struct live *live_open(struct summary *summary);
void live_close(struct live *live);
struct run_sink live_sink(struct live *live);

/*
 * Brings the state up to date; nothing may be told meanwhile. Between two looks the state
 * stays as it is, whatever is told.
 */
const struct live_state *live_look(struct live *live, int64_t time_ns);

/* The same, of the state's trouble alone: a picture that stands still must show it, too. */
void live_look_for_trouble(struct live *live);

#endif
