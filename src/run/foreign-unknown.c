/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a report begins as before anything of it is read. */
#include "run/foreign.h"

const struct foreign_stream foreign_unknown_stream = {
	.cpu = RUN_UNKNOWN,
	.priority = RUN_UNKNOWN,
	.period_ns = RUN_UNKNOWN,
	.context = "",
	.policy = "",
	.wake = "",
	.name = "",
	.count = RUN_UNKNOWN,
	.min_ns = RUN_UNKNOWN,
	.avg_ns = RUN_UNKNOWN,
	.max_ns = RUN_UNKNOWN,
	.last_ns = RUN_UNKNOWN,
	.overruns = RUN_UNKNOWN,
	.mode_switches = RUN_UNKNOWN,
	.smis = RUN_UNKNOWN,
	.beyond = RUN_UNKNOWN,
	.beyond_from_ns = RUN_UNKNOWN,
	.resolution_ns = RUN_UNKNOWN,
};

const struct run_foreign foreign_unknown = {
	.tool = "",
	.version = "",
	.command = "",
	.files = "",
	.lateness = "",
	.missed_rule = "",
	.kernel = "",
	.kernel_version = "",
	.machine = "",
	.ended = "",
	.duration_ns = RUN_UNKNOWN,
	.asked_duration_ns = RUN_UNKNOWN,
};
