/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The measuring clock of this machine. The sleep is a bare system call: glibc's
 * clock_nanosleep() is a cancellation point, which costs 43 instructions a sample in a
 * threaded program.
 */
#include "sys/clock.h"

#include <errno.h>

#include "sys/raw-syscall.h"

static inline int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return clock_ns(&now);
}

int64_t clock_now_ns(void)
{
	return now_ns();
}

static int64_t __attribute__((noinline, cold)) failed(long result)
{
	errno = (int)-result;
	return CLOCK_FAILED;
}

/*
 * The kernel's own struct for this call is of 64-bit fields only on 64-bit machines; a
 * 32-bit CLOCK_MONOTONIC lasts for 68 years of uptime.
 */
int64_t clock_wait_until(int64_t due_ns)
{
	/* Unsigned: no due time is below 0, and the division is cheaper. */
	const uint64_t seconds = (uint64_t)due_ns / CLOCK_NS_PER_S;
	struct {
		long seconds, ns;
	} due = {(long)seconds, (long)((uint64_t)due_ns - seconds * CLOCK_NS_PER_S)};
	long result;

	result = syscall_4(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME,
			   (long)&due, 0);
	if (__builtin_expect(result != 0, 0))
		return failed(result);
	return now_ns();
}
