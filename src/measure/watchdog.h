/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ends a run whose real-time threads leave the recorder no processor: a thread of higher
 * priority that looks for a sign of life, and sets the stop flag when there is none.
 */
#ifndef MEASURE_WATCHDOG_H
#define MEASURE_WATCHDOG_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/cpuset.h"
#include "base/err.h"
#include "sys/root.h"

/* Without a sign of life for this long the run ends. */
#define WATCHDOG_PATIENCE_S 10

struct watchdog;

/*
 * priority is one above the workers'. cpus: where it may run; empty means anywhere.
 * -1 with *err when the thread cannot be had.
 */
int watchdog_start(const struct root *root, int priority, const struct cpuset *cpus,
		   atomic_bool *stop, struct watchdog **watchdog, struct err *err);

/* A sign of life, from the recorder. NULL is fine. */
void watchdog_feed(struct watchdog *watchdog);

/* Whether it had to end the run. */
bool watchdog_has_fired(const struct watchdog *watchdog);

void watchdog_stop(struct watchdog *watchdog);

#endif
