/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The probe in whylate: another implementation of src/sys/clock.c, with which all other
 * objects of the program are linked. It sleeps and reads the clock as that one does.
 */
#include "probe.h"

#include <sys/syscall.h>
#include <unistd.h>

#include "sys/clock.h"

int64_t clock_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return clock_ns(&now);
}

int64_t clock_wait_until(int64_t due_ns)
{
	struct {
		long seconds, ns;
	} due = {(long)(due_ns / CLOCK_NS_PER_S), (long)(due_ns % CLOCK_NS_PER_S)};
	struct timespec now;

	probe_sleeps();
	if (syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL))
		return CLOCK_FAILED;
	clock_gettime(CLOCK_MONOTONIC, &now);
	probe_woke();
	return clock_ns(&now);
}
