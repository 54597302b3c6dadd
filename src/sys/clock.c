/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The measuring clock of this machine. The sleep is a bare system call: glibc's
 * clock_nanosleep() is a cancellation point, which costs 43 instructions a sample in a
 * threaded program.
 */
#include "sys/clock.h"

#include <sys/syscall.h>
#include <unistd.h>

int64_t clock_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return clock_ns(&now);
}

/*
 * The kernel's own struct for this call is of 64-bit fields only on 64-bit machines; a
 * 32-bit CLOCK_MONOTONIC lasts for 68 years of uptime.
 */
int64_t clock_wait_until(int64_t due_ns)
{
	struct {
		long seconds, ns;
	} due = {(long)(due_ns / CLOCK_NS_PER_S), (long)(due_ns % CLOCK_NS_PER_S)};

	if (syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL))
		return CLOCK_FAILED;
	return clock_now_ns();
}
