/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What disturbs a measurement, as the kernel counts it. Readings are absolute; the
 * recorder takes differences. A counter that this machine does not have says why.
 */
#ifndef SYS_COUNTERS_H
#define SYS_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/cpuset.h"
#include "sys/root.h"

enum counter_id {
	COUNTER_STEAL,
	COUNTER_INTERRUPTS,
	COUNTER_TIMER_INTERRUPTS,
	COUNTER_IPIS,
	COUNTER_THERMAL_THROTTLE,
	COUNTER_SMI,
	COUNTER_MINOR_FAULTS,
	COUNTER_MAJOR_FAULTS,
	COUNTER_VOLUNTARY_SWITCHES,
	COUNTER_INVOLUNTARY_SWITCHES,
	COUNTER_CPU_TIME,
	COUNTER_CONTEXT_SWITCHES,
	COUNTER_FORKS,
	COUNTER_CGROUP_THROTTLED,
	COUNTER_RECORDER_CPU,
	COUNTERS,
};

enum counter_scope { SCOPE_CPU, SCOPE_STREAM, SCOPE_MACHINE };

struct counter_row {
	const char *name;
	const char *unit; /* "ns" or "count" */
	enum counter_scope scope;
	bool per_slice; /* false: reading it disturbs the CPU, so only before and after */
	const char *missing; /* why a machine may not have it */
};

extern const struct counter_row counter_rows[COUNTERS];
extern const char *const counter_scope_names[];

/* No value: not readable, or not on this CPU. */
#define COUNTER_UNKNOWN INT64_MIN

struct counters;

/* tids: the threads of SCOPE_STREAM, in order of the streams, 0 where there is none; both
 * arrays are copied. */
struct counters *counters_open(const struct root *root, const struct cpuset *cpus,
			       const pid_t *tids, uint32_t tid_count);
void counters_close(struct counters *counters);

uint32_t counters_instances(const struct counters *counters, enum counter_id id);

/*
 * Reads all of per_slice, and the others too when whole_run. Called in the thread whose
 * CPU time COUNTER_RECORDER_CPU is.
 */
void counters_read(struct counters *counters, bool whole_run);

/* The value of the last reading, or COUNTER_UNKNOWN. */
int64_t counters_get(const struct counters *counters, enum counter_id id,
		     uint32_t instance);

#endif
