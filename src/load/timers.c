/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Timers that expire all the time, none in step with another. */
#include <errno.h>
#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "load/load-ops.h"

/* Fewer than the 1024 descriptors that a process may have as a rule. */
enum { MOST_TIMERS = 1000, FIRST_PERIOD_NS = 1000000, LONGER_EACH_NS = 7000 };

/* -1 with errno. */
static int open_timer(int64_t period_ns)
{
	const struct timespec period = {.tv_nsec = (long)period_ns};
	const struct itimerspec times = {.it_interval = period, .it_value = period};
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);

	return fd < 0 || timerfd_settime(fd, 0, &times, NULL) < 0 ? -1 : fd;
}

static void count_expired(struct load_job *job, const struct pollfd *timer)
{
	uint64_t expired;

	if ((timer->revents & POLLIN) &&
	    read(timer->fd, &expired, sizeof(expired)) == sizeof(expired))
		load_count(job, expired);
}

static void timers_run(struct load_job *job)
{
	struct pollfd timers[MOST_TIMERS];
	nfds_t count = (nfds_t)job->amount;

	for (nfds_t i = 0; i < count; i++) {
		timers[i] = (struct pollfd){.events = POLLIN};
		timers[i].fd = open_timer(FIRST_PERIOD_NS + LONGER_EACH_NS * (int64_t)i);
		if (timers[i].fd < 0)
			return;
	}
	while (poll(timers, count, -1) >= 0)
		for (nfds_t i = 0; i < count; i++)
			count_expired(job, &timers[i]);
}

extern const struct load_ops stressor_timers;
const struct load_ops stressor_timers = {
	.name = "timers",
	.disturbs = "timer interrupts, the timer queue",
	.unit = "expiries",
	.parameter = "timers of 1 ms and more",
	.usual = 16,
	.least = 1,
	.most = MOST_TIMERS,
	.run = timers_run,
};
