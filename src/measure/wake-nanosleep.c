/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Woken by clock_nanosleep(2) with an absolute time: one timer armed per activation. */
#include "measure/wake-ops.h"
#include "sys/clock.h"
#include "sys/model-marker.h"

static int64_t nanosleep_wait(struct wake *wake, int64_t due_ns)
{
	int64_t now_ns;

	(void)wake;
	now_ns = clock_wait_until(due_ns);
	model_marker(now_ns - due_ns);
	return now_ns;
}

static int64_t nanosleep_missed(const struct wake *wake, int64_t late_ns)
{
	return late_ns / wake->period_ns;
}

const struct wake_ops wake_nanosleep = {
	.name = "nanosleep",
	.help = "clock_nanosleep to an absolute time",
	.lateness = "from the due time to the first clock read after clock_nanosleep "
		    "returned",
	.wait = nanosleep_wait,
	.missed = nanosleep_missed,
};
