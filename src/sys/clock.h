/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The measuring clock: CLOCK_MONOTONIC, the one that the kernel's timers run on.
 * clock_now_ns() and clock_wait_until() are the real-time path's. Tests link a second
 * implementation of them in which time is a script (tests/fake/simulated-clock.c).
 */
#ifndef SYS_CLOCK_H
#define SYS_CLOCK_H

#include <stdint.h>
#include <time.h>

#define CLOCK_NS_PER_S INT64_C(1000000000)

/* What clock_wait_until() returns when it did not sleep until then; errno says why. */
#define CLOCK_FAILED INT64_MAX

static inline int64_t clock_ns(const struct timespec *time)
{
	return (int64_t)time->tv_sec * CLOCK_NS_PER_S + time->tv_nsec;
}

int64_t clock_now_ns(void);

/* Sleeps until due_ns: one system call. Returns the time after it. */
int64_t clock_wait_until(int64_t due_ns);

/* Other clocks, for the recorder: CLOCK_REALTIME, CLOCK_BOOTTIME, CPU times. -1: none. */
int64_t clock_read_ns(clockid_t id);

/* What reading the measuring clock is like here, from about 2000 reads. */
struct clock_quality {
	int64_t granularity_ns; /* greatest common divisor of the steps seen */
	int64_t read_ns;        /* mean cost of a read, the quickest of several rounds */
};

struct clock_quality clock_measure_quality(void);

#endif
