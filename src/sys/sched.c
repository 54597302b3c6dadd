/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scheduler's system calls, down to Linux 3.2 for all but deadline. */
#include "sys/sched.h"

#include <errno.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SCHED_DEADLINE
#define SCHED_DEADLINE 6
#endif

const char *const sched_policy_names[] = {
	[POLICY_FIFO] = "fifo",
	[POLICY_RR] = "rr",
	[POLICY_DEADLINE] = "deadline",
	[POLICY_OTHER] = "other",
	NULL,
};

static const int policy_numbers[] = {
	[POLICY_FIFO] = SCHED_FIFO,
	[POLICY_RR] = SCHED_RR,
	[POLICY_DEADLINE] = SCHED_DEADLINE,
	[POLICY_OTHER] = SCHED_OTHER,
};

/* sched_setattr(2); glibc has no wrapper for it before 2.41. */
struct scheduling_attributes {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime_ns, deadline_ns, period_ns;
};

static int set_deadline(const struct sched_wish *wish)
{
	struct scheduling_attributes attributes = {
		.size = sizeof(attributes),
		.policy = SCHED_DEADLINE,
		.runtime_ns = (uint64_t)wish->runtime_ns,
		.deadline_ns = (uint64_t)wish->period_ns,
		.period_ns = (uint64_t)wish->period_ns,
	};

	return (int)syscall(SYS_sched_setattr, 0, &attributes, 0);
}

int sched_set(const struct sched_wish *wish)
{
	struct sched_param param = {.sched_priority = wish->priority};

	if (wish->policy == POLICY_DEADLINE)
		return set_deadline(wish);
	if (wish->policy == POLICY_OTHER) {
		/* What is so already takes no right, not even that to make the call. */
		if (sched_getscheduler(0) == SCHED_OTHER)
			return 0;
		param.sched_priority = 0;
	}
	return sched_setscheduler(0, policy_numbers[wish->policy], &param);
}

int sched_set_fifo(pid_t tid, int priority)
{
	const struct sched_param param = {.sched_priority = priority};

	return sched_setscheduler(tid, SCHED_FIFO, &param);
}

void sched_be_prompt(void)
{
	/* Since Linux 6.12 what asks for short slices gets its turn sooner; anybody may. */
	struct scheduling_attributes attributes = {
		.size = sizeof(attributes),
		.policy = SCHED_OTHER,
		.runtime_ns = 100 * 1000,
	};

	if (setpriority(PRIO_PROCESS, 0, -20) == 0)
		attributes.nice = -20;
	syscall(SYS_sched_setattr, 0, &attributes, 0);
}

int sched_get(pid_t tid, const char **name, int *priority)
{
	struct sched_param param;
	int number = sched_getscheduler(tid);

	if (number < 0 || sched_getparam(tid, &param) < 0)
		return -1;
	*name = "unknown policy";
	for (int i = 0; sched_policy_names[i]; i++)
		if (policy_numbers[i] == (number & ~SCHED_RESET_ON_FORK))
			*name = sched_policy_names[i];
	*priority = param.sched_priority;
	return 0;
}

int sched_set_cpus(pid_t tid, const struct cpuset *cpus)
{
	return sched_setaffinity(tid, sizeof(cpus->word), (const cpu_set_t *)cpus->word);
}

int sched_get_cpus(pid_t tid, struct cpuset *cpus)
{
	*cpus = (struct cpuset){0};
	return sched_getaffinity(tid, sizeof(cpus->word), (cpu_set_t *)cpus->word);
}

pid_t sched_thread_id(void)
{
	return (pid_t)syscall(SYS_gettid);
}

void sched_name_thread(const char *name)
{
	prctl(PR_SET_NAME, name, 0UL, 0UL, 0UL);
}

void sched_minimise_timer_slack(void)
{
	prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
}
