/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a wake source is to the worker. A new one is a wake-NAME.c with one row, listed in
 * wake.c. A source either has due times (wait) or sees gaps (wait_gap).
 */
#ifndef MEASURE_WAKE_OPS_H
#define MEASURE_WAKE_OPS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "sys/root.h"

/* No source knows of more stages of an activation before the thread's own. */
enum { WAKE_STAMPS_MAX = 2 };

/* State of one open wake source, in the worker's prefaulted memory. */
struct wake {
	int64_t period_ns;
	int64_t threshold_ns; /* spin: smallest gap to keep */
	/* When earlier stages of the last activation began. */
	int64_t stamp_ns[WAKE_STAMPS_MAX];
	uint64_t expirations; /* timerfd: due times that the last wait covered, >= 1 */
	uint64_t threshold_cycles;
	double ns_per_cycle;
	/* kmod: what to open it with, its thread, and how often it has woken us. */
	const struct root *root;
	int cpu;
	int thread_priority;
	pid_t thread_tid;
	uint64_t wakes;
	int fd;
};

struct wake_gap {
	int64_t begin_ns;
	int64_t length_ns;
};

/* What runs in an activation before the thread itself. */
struct wake_stage {
	const char *context;  /* "irq" */
	const char *lateness; /* what its numbers mean, one sentence */
	bool is_task;         /* wake.thread_tid; it has a policy and a priority */
};

struct wake_ops {
	const char *name;
	const char *help;     /* for --help and the docs, one line */
	const char *lateness; /* what its numbers mean, one sentence */

	/* In order; a context of NULL is none. Each is a stream beside the thread's own. */
	struct wake_stage stages[WAKE_STAMPS_MAX];

	/*
	 * Is there what it needs? Asked first, since the plan's other faults are none without
	 * it. NULL: always.
	 */
	int (*look)(const struct root *root, struct err *err);
	/* Before and after the measurement, in the worker. NULL where there is nothing to do. */
	int (*open)(struct wake *wake, struct err *err);
	int (*arm)(struct wake *wake, int64_t first_due_ns); /* -1 with errno */
	/* After the measurement: -1 when the source has counted otherwise than we did. */
	int (*check)(const struct wake *wake, struct err *err);
	void (*close)(struct wake *wake);

	/* Returns the time after waiting until due_ns, or CLOCK_FAILED with errno. */
	int64_t (*wait)(struct wake *wake, int64_t due_ns);
	/* How many activations after due_ns went by, when it was late by a period or more. */
	int64_t (*missed)(const struct wake *wake, int64_t late_ns);

	/* Runs busily until a gap (true), or until until_ns or *stop (false). */
	bool (*wait_gap)(struct wake *wake, int64_t until_ns, const atomic_bool *stop,
			 struct wake_gap *gap);
};

/* Streams that one thread yields: one for each stage, and its own. */
static inline uint32_t wake_lanes(const struct wake_ops *ops)
{
	uint32_t count = 1;

	for (int i = 0; i < WAKE_STAMPS_MAX; i++)
		count += ops->stages[i].context != NULL;
	return count;
}

extern const struct wake_ops wake_nanosleep, wake_timerfd, wake_spin, wake_kmod;

#endif
