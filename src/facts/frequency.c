/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the CPUs' clocks are driven: drivers, governors, limits, turbo. */
#include "facts/files.h"
#include "facts/topics.h"

#define CPU "/sys/devices/system/cpu/"

/* clang-format off */
static const struct facts_file files[] = {
	{CPU "cpu#/cpufreq/scaling_driver", "cpu.*.cpufreq.driver", FORM_TEXT, ""},
	{CPU "cpu#/cpufreq/scaling_governor", "cpu.*.cpufreq.governor", FORM_TEXT, ""},
	{CPU "cpu#/cpufreq/scaling_min_freq", "cpu.*.cpufreq.min_khz", FORM_INTEGER, "kHz"},
	{CPU "cpu#/cpufreq/scaling_max_freq", "cpu.*.cpufreq.max_khz", FORM_INTEGER, "kHz"},
	{CPU "cpu#/cpufreq/cpuinfo_min_freq", "cpu.*.cpufreq.lowest_khz", FORM_INTEGER, "kHz"},
	{CPU "cpu#/cpufreq/cpuinfo_max_freq", "cpu.*.cpufreq.highest_khz", FORM_INTEGER, "kHz"},
	{CPU "cpu#/cpufreq/energy_performance_preference", "cpu.*.cpufreq.epp", FORM_TEXT, ""},
	{CPU "cpu#/cpufreq/stats/total_trans", "cpu.*.cpufreq.changes", FORM_INTEGER, "count"},
	{CPU "cpufreq/policy#/scaling_governor", "cpufreq.policy.*.governor", FORM_TEXT, ""},
	{CPU "cpufreq/boost", "cpufreq.boost", FORM_BOOL, ""},
	{CPU "intel_pstate/status", "cpufreq.intel_pstate.status", FORM_TEXT, ""},
	{CPU "intel_pstate/no_turbo", "cpufreq.intel_pstate.no_turbo", FORM_BOOL, ""},
	{CPU "intel_pstate/min_perf_pct", "cpufreq.intel_pstate.min_percent", FORM_INTEGER, ""},
};
/* clang-format on */

void facts_topic_frequency(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
}
