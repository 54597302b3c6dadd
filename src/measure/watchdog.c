/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The watchdog thread: wakes once a second, compares two numbers, sleeps. */
#include "measure/watchdog.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "base/arena.h"
#include "sys/privilege.h"
#include "sys/sched.h"

struct watchdog {
	pthread_t thread;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool is_ending, has_started; /* under the mutex */
	int error;                   /* likewise */
	_Atomic unsigned int signs; /* watchdog_feed() adds, watchdog_thread() compares */
	atomic_bool has_fired;
	atomic_bool *stop;
	struct sched_wish wish;
	struct cpuset cpus;
};

/* Sleeps a second, or until the run is over. */
static bool is_over_within_a_second(struct watchdog *watchdog)
{
	struct timespec until;
	bool is_over;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec++;
	pthread_mutex_lock(&watchdog->mutex);
	while (!watchdog->is_ending &&
	       pthread_cond_timedwait(&watchdog->changed, &watchdog->mutex, &until) == 0)
		;
	is_over = watchdog->is_ending;
	pthread_mutex_unlock(&watchdog->mutex);
	return is_over;
}

/* error: errno of what the kernel refused, or 0. */
static void tell_started(struct watchdog *watchdog, int error)
{
	pthread_mutex_lock(&watchdog->mutex);
	watchdog->error = error;
	watchdog->has_started = true;
	pthread_cond_broadcast(&watchdog->changed);
	pthread_mutex_unlock(&watchdog->mutex);
}

static int wait_until_started(struct watchdog *watchdog)
{
	int error;

	pthread_mutex_lock(&watchdog->mutex);
	while (!watchdog->has_started)
		pthread_cond_wait(&watchdog->changed, &watchdog->mutex);
	error = watchdog->error;
	pthread_mutex_unlock(&watchdog->mutex);
	return error;
}

static void *watchdog_thread(void *argument)
{
	struct watchdog *watchdog = argument;
	unsigned int seen = 0;
	int silent_s = 0;

	sched_name_thread("wl-watchdog");
	tell_started(watchdog, sched_set(&watchdog->wish) < 0 ? errno : 0);
	if (cpuset_next(&watchdog->cpus, 0) >= 0)
		sched_set_cpus(0, &watchdog->cpus);
	while (!is_over_within_a_second(watchdog)) {
		unsigned int signs =
			atomic_load_explicit(&watchdog->signs, memory_order_relaxed);

		silent_s = signs == seen ? silent_s + 1 : 0;
		seen = signs;
		if (silent_s < WATCHDOG_PATIENCE_S)
			continue;
		atomic_store_explicit(&watchdog->has_fired, true, memory_order_relaxed);
		atomic_store_explicit(watchdog->stop, true, memory_order_relaxed);
	}
	return NULL;
}

int watchdog_start(const struct root *root, int priority, const struct cpuset *cpus,
		   atomic_bool *stop, struct watchdog **result, struct err *err)
{
	struct watchdog *watchdog = mem_alloc(sizeof(*watchdog));
	pthread_condattr_t attributes;
	int error;

	watchdog->wish = (struct sched_wish){.policy = POLICY_FIFO, .priority = priority};
	watchdog->cpus = *cpus;
	watchdog->stop = stop;
	pthread_mutex_init(&watchdog->mutex, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&watchdog->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	error = pthread_create(&watchdog->thread, NULL, watchdog_thread, watchdog);
	if (error) {
		free(watchdog);
		errno = error;
		return err_errno(err, "cannot start the watchdog thread");
	}
	error = wait_until_started(watchdog);
	if (error) {
		watchdog_stop(watchdog);
		privilege_explain_policy(root,
					 &(struct sched_wish){.policy = POLICY_FIFO,
							      .priority = priority},
					 error, err);
		return err_prefix(
			err, "the watchdog must outrank the real-time threads of this "
			     "run");
	}
	*result = watchdog;
	return 0;
}

void watchdog_feed(struct watchdog *watchdog)
{
	if (watchdog)
		atomic_fetch_add_explicit(&watchdog->signs, 1, memory_order_relaxed);
}

bool watchdog_has_fired(const struct watchdog *watchdog)
{
	return watchdog &&
	       atomic_load_explicit(&watchdog->has_fired, memory_order_relaxed);
}

void watchdog_stop(struct watchdog *watchdog)
{
	if (!watchdog)
		return;
	pthread_mutex_lock(&watchdog->mutex);
	watchdog->is_ending = true;
	pthread_cond_signal(&watchdog->changed);
	pthread_mutex_unlock(&watchdog->mutex);
	pthread_join(watchdog->thread, NULL);
	pthread_mutex_destroy(&watchdog->mutex);
	pthread_cond_destroy(&watchdog->changed);
	free(watchdog);
}
