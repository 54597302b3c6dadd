/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Woken by reading a periodic timerfd: the kernel re-arms the timer by itself and counts
 * the due times that passed, as Xenomai's latency test has it.
 */
#include <sys/timerfd.h>
#include <unistd.h>

#include "measure/wake-ops.h"
#include "sys/clock.h"

static struct timespec timespec_of(int64_t ns)
{
	return (struct timespec){.tv_sec = (time_t)(ns / CLOCK_NS_PER_S),
				 .tv_nsec = (long)(ns % CLOCK_NS_PER_S)};
}

static int timerfd_open(struct wake *wake, struct err *err)
{
	wake->fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	if (wake->fd < 0)
		return err_errno(err,
				 "cannot create a timerfd; --wake nanosleep needs none");
	return 0;
}

static int timerfd_arm(struct wake *wake, int64_t first_due_ns)
{
	const struct itimerspec times = {
		.it_value = timespec_of(first_due_ns),
		.it_interval = timespec_of(wake->period_ns),
	};

	return timerfd_settime(wake->fd, TFD_TIMER_ABSTIME, &times, NULL);
}

static void timerfd_close(struct wake *wake)
{
	if (wake->fd >= 0)
		close(wake->fd);
	wake->fd = -1;
}

static int64_t timerfd_wait(struct wake *wake, int64_t due_ns)
{
	(void)due_ns;
	if (read(wake->fd, &wake->expirations, sizeof(wake->expirations)) < 0)
		return CLOCK_FAILED;
	return clock_now_ns();
}

/* Not from the lateness: a due time that passes after read() returned is the next one's. */
static int64_t timerfd_missed(const struct wake *wake, int64_t late_ns)
{
	(void)late_ns;
	return (int64_t)wake->expirations - 1;
}

const struct wake_ops wake_timerfd = {
	.name = "timerfd",
	.help = "read of a periodic timerfd",
	.lateness =
		"from the due time to the first clock read after read(timerfd) returned",
	.open = timerfd_open,
	.arm = timerfd_arm,
	.close = timerfd_close,
	.wait = timerfd_wait,
	.missed = timerfd_missed,
};
