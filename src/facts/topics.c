/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "facts/topics.h"

/* clang-format off */
facts_topic_fn *const facts_topics[] = {
	/* A later one may use the facts of those before it. */
	facts_topic_cpu,
	facts_topic_kernel,
	facts_topic_command_line,
	facts_topic_config,
	facts_topic_preemption,
	facts_topic_isolation,
	facts_topic_frequency,
	facts_topic_idle,
	facts_topic_interrupts,
	facts_topic_sched,
	facts_topic_tasks,
	facts_topic_log,
	facts_topic_clock,
	facts_topic_virtual,
	facts_topic_container,
	facts_topic_memory,
	facts_topic_kernel_work,
	facts_topic_devices,
	facts_topic_network,
	facts_topic_firmware,
	facts_topic_raspberry_pi,
	facts_topic_secure_world,
	facts_topic_debugging,
	facts_topic_console,
	facts_topic_cache_controller,
	facts_topic_model,
	NULL,
};
