/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a run will do, complete and possible on this machine as far as can be told before
 * it starts. plan_make() is the only way to get one: a plan cannot be invalid.
 */
#ifndef MEASURE_PLAN_H
#define MEASURE_PLAN_H

#include "base/arena.h"
#include "base/cpuset.h"
#include "base/err.h"
#include "run/record.h"
#include "sys/root.h"
#include "sys/sched.h"

/* As on the command line; texts that were not given are NULL. */
struct plan_options {
	int64_t duration_ns, samples, period_ns, warm_up_ns, limit_ns, stop_at_ns;
	int64_t priority; /* 0: the policy's default */
	int policy;       /* enum sched_policy, or -1: default for each wake source */
	int align;        /* 0 staggered, 1 together */
	const char *cpus; /* LIST, all, isolated */
	const char *wake; /* comma list */
	const char *hold_dma_latency; /* microseconds, or no */
	const char *spike;            /* TIME, or auto */
	const char *note;
	const char *meter; /* a command that measures instead of us */
	bool raw;
};

/* What `whylate run` without options asks for. */
struct plan_options plan_defaults(void);

extern const char *const plan_align_names[];

struct plan_stream {
	const struct wake_ops *ops;
	const struct wake_stage *stage; /* NULL: the measuring thread itself */
	struct sched_wish wish;
	int64_t offset_ns; /* of its first due time from the start */
	int cpu;           /* -1: not pinned */
};

/* false: an interrupt, which has no policy; its wish is not one. */
bool plan_has_task(const struct plan_stream *stream);
/* "fifo"; "none" where there is no task. */
const char *plan_policy_name(const struct plan_stream *stream);

struct plan {
	struct run_plan asked; /* for the run file and the summary */
	bool anonymous;        /* the host's name is not told */
	struct run_load load;
	struct plan_stream *streams;
	uint32_t stream_count;
	struct cpuset cpus; /* measured */
	struct cpuset
		housekeeping; /* for the recorder: allowed and not measured, or empty */
	int spared_cpu;       /* left out of the default for the machine to live on; -1 */
};

/* Parses, checks and completes. The plan lives as long as the arena and the options' texts. */
int plan_make(struct arena *arena, const struct root *root,
	      const struct plan_options *options, struct plan *plan, struct err *err);

/* Whether what the wake sources need is there, such as the kernel module; -1 with *err. */
int plan_look(const struct plan *plan, const struct root *root, struct err *err);

/*
 * With the cost of one wake-up known: refuses periods that would keep a CPU busy for more
 * than half of the time, and real-time streams that would leave no CPU free.
 */
int plan_check_cost(const struct plan *plan, const struct root *root, int64_t cost_ns,
		    struct err *err);

/* For --dry-run: one line for each thing that the run would do. */
void plan_add_text(struct str *out, const struct plan *plan);

#endif
