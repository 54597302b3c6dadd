/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What costs time on every path: tracing left on, protections against the processor's
 * faults, security modules. Debugging options of the kernel are among its configuration.
 */
#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

/* clang-format off */
static const struct facts_file files[] = {
	{"/sys/kernel/debug/tracing/current_tracer", "tracing.tracer", FORM_TEXT},
	{"/sys/kernel/debug/tracing/tracing_on", "tracing.on", FORM_BOOL},
	{"/sys/kernel/debug/tracing/events/enable", "tracing.events", FORM_TEXT},
	{"/sys/kernel/debug/kprobes/list", "tracing.kprobes", FORM_TEXT},
	{"/proc/sys/kernel/bpf_stats_enabled", "tracing.bpf_stats", FORM_BOOL},
	{"/proc/sys/kernel/sched_schedstats", "tracing.schedstats", FORM_BOOL},
	{"/sys/devices/system/cpu/vulnerabilities/*", "vulnerability.*", FORM_TEXT},
	{"/sys/fs/selinux/enforce", "selinux.enforcing", FORM_BOOL},
	{"/sys/fs/selinux/avc/cache_threshold", "selinux.cache_threshold", FORM_INTEGER,
	 "count"},
	{"/proc/sys/kernel/split_lock_mitigate", "split_lock.mitigate", FORM_BOOL},
};
/* The tracer's files at their own place win over those below debugfs, which may be empty. */
static const struct facts_file tracefs[] = {
	{"/sys/kernel/tracing/current_tracer", "tracing.tracer", FORM_TEXT},
	{"/sys/kernel/tracing/tracing_on", "tracing.on", FORM_BOOL},
	{"/sys/kernel/tracing/events/enable", "tracing.events", FORM_TEXT},
};
/* clang-format on */

void facts_topic_debugging(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	for (size_t i = 0; i < sizeof(tracefs) / sizeof(tracefs[0]); i++)
		if (setup_text(setup, tracefs[i].path) ||
		    !facts_known(facts, tracefs[i].name))
			facts_put_files(facts, setup, &tracefs[i], 1);
}
