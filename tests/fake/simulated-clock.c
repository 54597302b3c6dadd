/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Time that goes as the test says, as fast as the machine can. */
#include "simulated-clock.h"

#include <errno.h>
#include <stddef.h>

#include "sys/clock.h"

static _Thread_local struct simulation *current;

void simulate(struct simulation *simulation)
{
	current = simulation;
}

int64_t clock_now_ns(void)
{
	return current->now_ns;
}

int64_t clock_wait_until(int64_t due_ns)
{
	int64_t late_ns = current->late_of(current->self, due_ns);

	if (late_ns == SIMULATED_EINTR || late_ns == SIMULATED_ENOSYS) {
		errno = late_ns == SIMULATED_EINTR ? EINTR : ENOSYS;
		return CLOCK_FAILED;
	}
	/* A due time in the past is reached now. */
	current->now_ns =
		due_ns + late_ns > current->now_ns ? due_ns + late_ns : current->now_ns;
	if (current->after)
		current->after(current->self, current->now_ns);
	return current->now_ns;
}
