/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A run in numbers: a sink that adds up what it is given, live or from a file, in memory
 * that does not grow with the run's length beyond 8 bytes a slice (at most 1 MiB).
 *
 *	struct summary *summary = summary_open(&(struct summary_filter){0});
 *	struct run_sink sink = summary_sink(summary);
 *	... feed the sink ...
 *	summary_conclude(summary);   (as often as wanted: for SIGUSR1, and at the end)
 *	... read the fields ...
 *	summary_close(summary);
 */
#ifndef ANALYSE_SUMMARY_H
#define ANALYSE_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>

#include "analyse/percentiles.h"
#include "analyse/sentences.h"
#include "analyse/timeline.h"
#include "analyse/worst.h"
#include "base/arena.h"
#include "base/cpuset.h"
#include "run/reader.h"
#include "run/record.h"

/* Events kept by themselves; those beyond are counted. */
enum { SUMMARY_EVENTS = 1000 };
/* Changes of the set-up kept by themselves; and what a set-up may hold, lest a file fill memory. */
enum {
	SUMMARY_SETUP_CHANGES = 1000,
	SUMMARY_SETUP_FILES = 65536,
	SUMMARY_SETUP_BYTES = 64 << 20,
};

/* Of what a meter printed; more is counted. */
enum { SUMMARY_OUTPUT_BYTES = 256 << 20 };

/* {0} takes all. Times cut to whole slices: those that begin in [from, to). */
struct summary_filter {
	const struct cpuset *cpus; /* NULL: all; must outlive the summary */
	int64_t from_ns;
	int64_t to_ns; /* 0: to the end */
};

/* NO_RUN: the file holds a set-up and no measurement. */
enum validity { VALIDITY_VALID, VALIDITY_INVALID, VALIDITY_UNKNOWN, VALIDITY_NO_RUN };

struct summary_stream {
	struct run_stream what;
	bool selected;
	bool in_total; /* not: stages before another stream, spin beside anything else */
	struct histogram *histogram; /* NULL before the first slice */
	uint64_t slices;
	int64_t next_ns; /* due time behind the last slice seen */
	uint64_t gaps;   /* places where slices are missing */
	int64_t missing_ns;
	uint64_t spikes, raw, lost; /* lost: spikes or raw samples that were not kept */
	/* By summary_conclude(). */
	struct figures measured;
	struct figures with_missed; /* missed activations counted in; avg means nothing */
};

/* One kind of disturbance. value[i] belongs to instance i of its scope. */
struct summary_counter {
	struct run_counter what;
	int64_t *value;
	uint32_t instances;
};

/*
 * One file of the set-up that became another one, seen at time_ns. Files that vary by
 * themselves, as counters do, are no changes.
 */
struct summary_setup_change {
	int64_t time_ns;
	const char *path;
	struct setup_file before, after; /* error ENOENT: not there */
};

struct summary {
	struct summary_filter filter;
	bool cut_in_time;
	bool has_head, has_obtained, has_end, has_file_report, running;
	bool has_slice_counts, has_whole_counts; /* counters were read at least once */

	const struct run_foreign *foreign; /* a run of another tool; NULL for ours */
	struct run_head head; /* its lists are NULL: see streams, counters, cpus */
	struct summary_stream *streams;
	struct summary_counter *counters;
	int64_t *cpus;
	uint32_t selected_streams;

	struct timeline timeline; /* of the streams in the total */
	struct worst_list spikes, slice_maxima;
	struct run_event *events;
	uint32_t event_count;
	uint64_t events_not_kept, invalidating_events;
	struct str output; /* what the meter printed, up to SUMMARY_OUTPUT_BYTES */
	uint64_t output_dropped_bytes;
	struct run_end end;
	struct reader_report file;

	/* The machine's set-up; empty when the run has none. after: with all changes. */
	struct setup setup_before, setup_after;
	struct summary_setup_change
		*setup_changes; /* in the order in which they were seen */
	uint32_t setup_change_count;
	uint64_t setup_changes_not_kept;
	size_t setup_bytes; /* fed so far */
	bool setup_is_cut;  /* too large: some of it was left out */

	/* By summary_conclude(). */
	struct histogram *total;
	struct figures total_measured, total_with_missed;
	uint64_t spikes_kept, raw_kept, lost;
	int64_t last_ns; /* run time up to which there is data */
	struct worst_list worst;
	enum validity validity;
	struct sentences reasons; /* why it is not valid, of the kind of its validity */
	/* What could not be checked of a run that is INVALID all the same: no reason of that. */
	struct sentences unchecked;
	const char *ended; /* as in run_end, or "truncated", "running" */
	bool limit_exceeded;
	uint64_t above_limit_at_least, above_limit_at_most;

	struct arena arena;     /* what was fed */
	struct arena concluded; /* what summary_conclude() made */
};

struct summary *summary_open(const struct summary_filter *filter);
void summary_close(struct summary *summary);

/* The sink that feeds it. */
struct run_sink summary_sink(struct summary *summary);

/* What the file was like; running: its writer is alive, so that a missing end is no fault. */
/* Some of the file is lost in its middle: what is not there may have been. */
static inline bool summary_file_has_holes(const struct summary *summary)
{
	return summary->has_file_report &&
	       (summary->file.damaged_places || summary->file.missing_chunks);
}

void summary_set_file_report(struct summary *summary, const struct reader_report *report,
			     bool running);

/* Live: the run has not ended yet. */
void summary_set_running(struct summary *summary, bool running);

/* Computes all the rest from what came so far. */
void summary_conclude(struct summary *summary);

/* Does a counter's instance belong to the CPUs and streams that the filter takes? */
bool summary_takes_instance(const struct summary *summary,
			    const struct summary_counter *counter, uint32_t instance);

/* Why a counter has no value; "" when it has one. One that was never read is not zero. */
const char *summary_why_not_counted(const struct summary *summary,
				    const struct summary_counter *counter);

/* Nominal run time at which a slice begins. */
int64_t summary_slice_begin_ns(const struct summary *summary, uint32_t number);

/* Another tool measured; whylate did the rest. Not so for a report that was imported. */
static inline bool summary_is_metered(const struct summary *summary)
{
	return summary->head.plan.meter && *summary->head.plan.meter;
}

/* A set-up, and nothing that was measured: of whylate snapshot. */
static inline bool summary_is_setup_alone(const struct summary *summary)
{
	return summary->has_head && !summary->head.stream_count && !summary->foreign &&
	       !summary_is_metered(summary) && summary->setup_before.count;
}

static inline bool summary_is_spin(const struct run_stream *stream)
{
	return stream->period_ns <= 0;
}

#endif
