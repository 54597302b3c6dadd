/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Scheduling policy, priority and affinity of threads: set, and read back. */
#ifndef SYS_SCHED_H
#define SYS_SCHED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/cpuset.h"

/* The order is that of sched_policy_names. */
enum sched_policy { POLICY_FIFO, POLICY_RR, POLICY_DEADLINE, POLICY_OTHER };

/* NULL behind the last. */
extern const char *const sched_policy_names[];

struct sched_wish {
	enum sched_policy policy;
	int priority;       /* fifo and rr, 1..99 */
	int64_t runtime_ns; /* deadline: budget in every period; needs Linux 3.14 */
	int64_t period_ns;
};

/* The calling thread; -1 with errno. */
int sched_set(const struct sched_wish *wish);

/* Policy fifo for any thread that the kernel lets us change; -1 with errno. */
int sched_set_fifo(pid_t tid, int priority);

/* A thread of ours; -1 with errno. *name is a constant, or "unknown policy". */
int sched_get(pid_t tid, const char **name, int *priority);

/*
 * For a process at SCHED_OTHER that sleeps until others must be ended: it gets its turn among
 * many that are busy as soon as the kernel allows. Nothing changes where that is refused.
 */
void sched_be_prompt(void);

/* tid 0 is the calling thread; -1 with errno. */
int sched_set_cpus(pid_t tid, const struct cpuset *cpus);
int sched_get_cpus(pid_t tid, struct cpuset *cpus);

pid_t sched_thread_id(void);

/* The calling thread's name in ps and traces; 15 characters of it. */
void sched_name_thread(const char *name);

/* Timers of ordinary threads may fire late by this slack to save power: ask for 1 ns. */
void sched_minimise_timer_slack(void);

#endif
