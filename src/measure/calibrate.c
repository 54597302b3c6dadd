/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A short-lived thread that does what the workers will do. Records nothing. */
#include "measure/calibrate.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "measure/wake-ops.h"
#include "sys/clock.h"
#include "sys/privilege.h"

enum { ROUNDS = 6, WAKES = 20, PERIOD_NS = 100 * 1000 };

struct job {
	const struct plan *plan;
	const struct root *root;
	struct calibration *result;
	struct err err;
};

static int try_cpus(const struct plan *plan, const struct root *root, struct err *err)
{
	for (int cpu = cpuset_next(&plan->cpus, 0); cpu >= 0;
	     cpu = cpuset_next(&plan->cpus, cpu + 1)) {
		struct cpuset one = {0};

		cpuset_add(&one, cpu);
		if (sched_set_cpus(0, &one) < 0)
			return privilege_explain_cpu(root, cpu, errno, err);
	}
	return 0;
}

static int try_policies(const struct plan *plan, const struct root *root, struct err *err)
{
	for (uint32_t i = 0; i < plan->stream_count; i++) {
		const struct sched_wish *wish = &plan->streams[i].wish;

		if (plan->streams[i].stage ||
		    (i && !memcmp(wish, &plan->streams[i - 1].wish, sizeof(*wish))))
			continue;
		if (sched_set(wish) < 0)
			return privilege_explain_policy(root, wish, errno, err);
	}
	return 0;
}

static int measure_round(struct calibration *result, struct err *err)
{
	int64_t cpu_ns = clock_read_ns(CLOCK_THREAD_CPUTIME_ID);
	int64_t due_ns = clock_now_ns(), worst_ns = 0;

	for (int i = 0; i < WAKES; i++) {
		int64_t now_ns = clock_wait_until(due_ns += PERIOD_NS);

		if (now_ns == CLOCK_FAILED)
			return err_errno(err, "clock_nanosleep does not work here");
		if (now_ns - due_ns > worst_ns)
			worst_ns = now_ns - due_ns;
	}
	cpu_ns = (clock_read_ns(CLOCK_THREAD_CPUTIME_ID) - cpu_ns) / WAKES;
	if (cpu_ns < result->wake_cost_ns)
		result->wake_cost_ns = cpu_ns;
	if (worst_ns < result->late_ns)
		result->late_ns = worst_ns;
	return 0;
}

static int do_job(const struct job *job, struct err *err)
{
	const struct plan *plan = job->plan;

	sched_minimise_timer_slack();
	/* A deadline thread has no CPU of its own. */
	if (plan->streams[0].cpu >= 0 && try_cpus(plan, job->root, err) < 0)
		return -1;
	if (try_policies(plan, job->root, err) < 0)
		return -1;
	for (int i = 0; i < ROUNDS; i++)
		if (measure_round(job->result, err) < 0)
			return -1;
	return 0;
}

static void *job_thread(void *argument)
{
	struct job *job = argument;

	do_job(job, &job->err);
	return NULL;
}

int calibrate(const struct plan *plan, const struct root *root,
	      struct calibration *result, struct err *err)
{
	struct job job = {.plan = plan, .root = root, .result = result};
	pthread_t thread;
	int error;

	*result = (struct calibration){.wake_cost_ns = INT64_MAX, .late_ns = INT64_MAX};
	error = pthread_create(&thread, NULL, job_thread, &job);
	if (error) {
		errno = error;
		return err_errno(err, "cannot start a thread");
	}
	pthread_join(thread, NULL);
	*err = job.err;
	return job.err.kind ? -1 : 0;
}
