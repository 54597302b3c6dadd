/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a run consists of, as C values: the waist of the house. The measuring half
 * produces these, the file keeps them, the judging half consumes them, live or read
 * back. All times are int64_t ns; "run time" counts from the start of the
 * measurement (the end of the warm-up), which may make it negative.
 */
#ifndef RUN_RECORD_H
#define RUN_RECORD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "run/foreign.h"
#include "run/histogram.h"
#include "run/setup.h"

/* How a missed activation is treated. Runs with different rules are not comparable. */
#define RUN_MISSED_RULE \
	"skip-and-count" /* Xenomai's: counted, next due time on the grid */

/* A yes/no that may be unknown. */
enum tristate { UNKNOWN, NO, YES };

/* What was asked for. Texts are as the user would write them. */
struct run_plan {
	int64_t duration_ns; /* 0: until stopped */
	int64_t samples;     /* per stream; 0: no limit */
	int64_t period_ns;
	int64_t warm_up_ns;
	int64_t limit_ns;          /* 0: none */
	int64_t stop_at_ns;        /* 0: none */
	int64_t spike_ns;          /* kept when late by this or more; 0: none, or auto */
	int64_t spin_threshold_ns; /* spin streams keep gaps of this or more */
	int64_t hold_dma_latency_us; /* -1: not held, the machine as it is */
	int64_t priority;            /* 0 for policies without */
	bool spike_auto;
	bool raw;
	const char *cpus;        /* list format */
	const char *policy;      /* fifo rr deadline other */
	const char *wake;        /* comma list */
	const char *align;       /* staggered together */
	const char *missed_rule; /* RUN_MISSED_RULE */
	const char *note;        /* "" when none */
	const char
		*meter; /* the command that measures instead of us; "" when none does */
};

/* The load that whylate itself made, as asked for. */
struct run_load {
	const char *made; /* "disk=256,net=1"; "none" */
	const char *cpus; /* where it might run; "" anywhere that whylate might */
	const char *cage; /* what held it: "a PID namespace", "a guard process" */
};

/* The machine and the moment. Texts are "" where unknown. */
struct run_host {
	const char *name, *kernel, *kernel_version, *machine;
	const char *program_version;
	/*
	 * "" of a measurement. Otherwise its times were not measured but computed: by what, under
	 * which policy; and what tells runs of one and the same stream of instructions.
	 */
	const char *modelled, *modelled_stream;
	int64_t started_wall_ns;      /* CLOCK_REALTIME at run time 0 */
	int64_t started_monotonic_ns; /* CLOCK_MONOTONIC at run time 0 */
	int64_t clock_granularity_ns; /* all steps seen of the measuring clock are multiples */
	int64_t clock_read_ns; /* cost of reading it: mean of the quickest of some rounds */
	int64_t wake_cost_ns; /* calibrated cost of one wake-up */
};

/* One measured thread: what it is and what the kernel says it got. */
struct run_stream {
	int64_t cpu;       /* -1: not pinned */
	int64_t offset_ns; /* first due time, run time */
	int64_t period_ns; /* 0 for spin */
	int64_t tid;       /* 0: no task, an interrupt */
	int64_t priority;  /* asked for; 0 for policies without */
	int64_t got_priority;
	const char *context;    /* "user", or a stage before: "irq" "thread" */
	const char *wake;       /* name of the wake source */
	const char *lateness;   /* what its numbers mean, one sentence */
	const char *policy;     /* asked for, of this stream; "none" of an interrupt */
	const char *got_policy; /* read back; "" when unknown */
	const char *got_cpus;   /* read back; "" when unknown */
	enum tristate got_memory_locked;
};

/*
 * A stage before the wake-up of the measuring thread, whose stream counts each activation
 * already.
 */
static inline bool run_stream_is_stage(const struct run_stream *stream)
{
	return stream->context &&
	       (!strcmp(stream->context, "irq") || !strcmp(stream->context, "thread"));
}

/* Counted in every slice, or only before and after (per_slice false). */
struct run_counter {
	const char *name;        /* "steal" */
	const char *unit;        /* "ns", "count" */
	const char *scope;       /* "cpu", "stream", "machine", "load" */
	const char *unavailable; /* why there is no value; "" when there is */
	bool per_slice;
};

/* All that is known when the measurement starts. */
struct run_head {
	struct run_host host;
	struct run_plan plan;
	struct run_load load;
	int64_t slice_ns;
	const struct run_stream *streams;
	const struct run_counter *counters;
	const int64_t *cpus; /* whose counters are kept: instances of scope "cpu" */
	uint32_t stream_count, counter_count, cpu_count;
};

/* One stream's share of one slice. Spans touch: nothing falls between two of them. */
struct run_slice {
	uint32_t stream;
	uint32_t number;       /* begin is in [number, number + 1) * slice_ns */
	int64_t begin_ns;      /* run time, first due time of it */
	int64_t end_ns;        /* run time, first due time behind it */
	int64_t threshold_ns;  /* in force for spikes; 0: none kept */
	uint32_t samples_lost; /* spikes or raw samples that did not fit the ring */
	/* First bucket with a count and the one behind the last; equal when there is none. */
	uint32_t first_bucket, end_bucket;
	const struct histogram_slice *histogram;
};

/* One wake-up kept by itself: a spike (late by the threshold in force or more), or raw. */
struct run_sample {
	int64_t due_ns; /* run time; for spin: when the gap began */
	int64_t late_ns;
};

/*
 * One counter's growth during one slice (or over the run when !per_slice).
 * instance: index of the CPU in head.cpus, of the stream, or 0 for the machine.
 */
struct run_count {
	uint32_t counter, instance;
	int64_t value;
};

/* Something that happened to the run at a known moment. */
struct run_event {
	int64_t time_ns;
	/* clock-step suspend stop throttled policy recorder worker watchdog load note */
	const char *kind;
	const char *text; /* one sentence */
	bool invalidates; /* the run did not get what it asked for */
};

/*
 * How the machine is set up. Before the run: everything. Later: what has changed since, a
 * file that is gone with its error.
 */
struct run_setup {
	int64_t time_ns; /* run time when it was read; < 0: before the start */
	bool changes;    /* only what changed */
	const struct setup_file *files;
	size_t count;
};

/* What the meter printed, as it came: pieces of its output, in order. */
struct run_output {
	int64_t time_ns; /* run time when it was read */
	const char *text;
	size_t length;
};

/* Known when the measurement is over. */
struct run_end {
	const char *ended;   /* complete interrupted stopped disk-full */
	int64_t end_ns;      /* run time */
	int64_t recorded_ns; /* up to here the file has everything */
	int64_t longest_flush_ns;
	int64_t recorder_cpu_ns;
	enum tristate checked; /* the read-back was repeated at the end, and agreed */
};

/*
 * Who wants to see a run, live or from a file: the file writer, the summary. Calls come
 * in the order of the run; head is first. Any may be NULL. Values live during the call.
 */
struct run_sink {
	void *self;
	void (*head)(void *self, const struct run_head *head);
	/* The streams again, with what each of them got. */
	void (*obtained)(void *self, const struct run_stream *streams, uint32_t count);
	void (*slice)(void *self, const struct run_slice *slice);
	/* In order of due time, each time after the slice that they belong to. */
	void (*spikes)(void *self, uint32_t stream, const struct run_sample *spikes,
		       uint32_t count);
	/* Every value that is not in the list is 0. */
	void (*counts)(void *self, uint32_t slice_number, const struct run_count *counts,
		       uint32_t count, bool whole_run);
	void (*raw)(void *self, uint32_t stream, const struct run_sample *samples,
		    uint32_t count);
	void (*event)(void *self, const struct run_event *event);
	void (*setup)(void *self, const struct run_setup *setup);
	/* Instead of slices: a run of another tool. */
	void (*foreign)(void *self, const struct run_foreign *foreign);
	void (*output)(void *self, const struct run_output *output);
	/* Live only: all of the last slice has been told; write it down, redraw. */
	void (*flush)(void *self);
	void (*end)(void *self, const struct run_end *end);
};

#endif
