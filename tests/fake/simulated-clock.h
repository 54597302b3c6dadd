/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The second implementation of sys/clock.h's real-time half: time is a script. Linked
 * before the library, it takes the place of sys/clock.c. Each thread has its own time.
 */
#ifndef FAKE_SIMULATED_CLOCK_H
#define FAKE_SIMULATED_CLOCK_H

#include <stdint.h>

/* late_of() may return this: the wait is interrupted, as by a signal. */
#define SIMULATED_EINTR INT64_MIN
/* ... or fails for good with ENOSYS. */
#define SIMULATED_ENOSYS (INT64_MIN + 1)

struct simulation {
	int64_t now_ns;
	/* Lateness of the wake-up that is due then; negative is early. */
	int64_t (*late_of)(void *self, int64_t due_ns);
	/* Called when a wake-up is over; NULL: nobody. */
	void (*after)(void *self, int64_t now_ns);
	void *self;
};

/* For the calling thread. */
void simulate(struct simulation *simulation);

#endif
