/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arithmetic in registers: heat, frequency changes, a busy sibling; nothing else. */
#include "load/load-ops.h"

static void cpu_run(struct load_job *job)
{
	enum { ROUNDS = 1000000 };
	uint64_t value = (uint64_t)job->instance + 88172645463325252u;

	for (;;) {
		for (int i = 0; i < ROUNDS; i++) {
			value ^= value << 13;
			value ^= value >> 7;
			value ^= value << 17;
		}
		__asm__ volatile("" : : "r"(value));
		load_count(job, ROUNDS);
	}
}

extern const struct load_ops stressor_cpu;
const struct load_ops stressor_cpu = {
	.name = "cpu",
	.disturbs = "scheduler, frequency, sibling threads",
	.unit = "rounds",
	.parameter = "processes",
	.least = 1,
	.most = 1024,
	.counts_instances = true,
	.run = cpu_run,
};
