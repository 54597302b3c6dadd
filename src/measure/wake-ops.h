/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a wake source is to the worker. A new one is a wake-NAME.c with one row, listed in
 * wake.c. A source either has due times (wait) or sees gaps (wait_gap).
 */
#ifndef MEASURE_WAKE_OPS_H
#define MEASURE_WAKE_OPS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/* State of one open wake source, in the worker's prefaulted memory. */
struct wake {
	int64_t period_ns;
	int64_t threshold_ns; /* spin: smallest gap to keep */
	uint64_t expirations; /* timerfd: due times that the last wait covered, >= 1 */
	uint64_t threshold_cycles;
	double ns_per_cycle;
	int fd;
};

struct wake_gap {
	int64_t begin_ns;
	int64_t length_ns;
};

struct wake_ops {
	const char *name;
	const char *help;     /* for --help and the docs, one line */
	const char *lateness; /* what its numbers mean, one sentence */

	/* Before and after the measurement, in the worker. NULL where there is nothing to do. */
	int (*open)(struct wake *wake, struct err *err);
	int (*arm)(struct wake *wake, int64_t first_due_ns); /* -1 with errno */
	void (*close)(struct wake *wake);

	/* Returns the time after waiting until due_ns, or CLOCK_FAILED with errno. */
	int64_t (*wait)(struct wake *wake, int64_t due_ns);
	/* How many activations after due_ns went by, when it was late by a period or more. */
	int64_t (*missed)(const struct wake *wake, int64_t late_ns);

	/* Runs busily until a gap (true), or until until_ns or *stop (false). */
	bool (*wait_gap)(struct wake *wake, int64_t until_ns, const atomic_bool *stop,
			 struct wake_gap *gap);
};

extern const struct wake_ops wake_nanosleep, wake_timerfd, wake_spin;

#endif
