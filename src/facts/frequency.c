/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the CPUs' clocks are driven: drivers, governors, limits, turbo. */
#include <string.h>

#include "base/str.h"
#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

#define CPU "/sys/devices/system/cpu/"

/* clang-format off */
static const struct facts_file files[] = {
	{CPU "cpu#/cpufreq/scaling_driver", "cpu.*.cpufreq.driver", FORM_NAME, ""},
	{CPU "cpu#/cpufreq/scaling_governor", "cpu.*.cpufreq.governor", FORM_NAME, ""},
	{CPU "cpu#/cpufreq/scaling_min_freq", "cpu.*.cpufreq.min_khz", FORM_INTEGER, "kHz"},
	{CPU "cpu#/cpufreq/scaling_max_freq", "cpu.*.cpufreq.max_khz", FORM_INTEGER, "kHz"},
	{CPU "cpu#/cpufreq/cpuinfo_min_freq", "cpu.*.cpufreq.lowest_khz", FORM_INTEGER, "kHz"},
	{CPU "cpu#/cpufreq/cpuinfo_max_freq", "cpu.*.cpufreq.highest_khz", FORM_INTEGER, "kHz"},
	{CPU "cpu#/cpufreq/energy_performance_preference", "cpu.*.cpufreq.epp", FORM_NAME, ""},
	{CPU "cpu#/cpufreq/stats/total_trans", "cpu.*.cpufreq.changes", FORM_INTEGER, "count"},
	{CPU "cpufreq/policy#/scaling_governor", "cpufreq.policy.*.governor", FORM_NAME, ""},
	{CPU "cpufreq/boost", "cpufreq.boost", FORM_BOOL, ""},
	{CPU "intel_pstate/status", "cpufreq.intel_pstate.status", FORM_NAME, ""},
	{CPU "intel_pstate/no_turbo", "cpufreq.intel_pstate.no_turbo", FORM_BOOL, ""},
	{CPU "intel_pstate/min_perf_pct", "cpufreq.intel_pstate.min_percent", FORM_INTEGER, ""},
};
/* clang-format on */

/* Linux's own, and those that vendors of telephones add. */
static const char *const governors[] = {
	"performance", "powersave",   "ondemand", "conservative", "schedutil",
	"userspace",   "interactive", "sched",    "walt",         "sugov_ext",
};

/* One that Linux has, or that the CPU offers where that is told. */
static bool is_governor(const struct setup *setup, const char *path, const char *name)
{
	CLEANUP(str_free) struct str offered = {0};

	for (size_t i = 0; i < sizeof(governors) / sizeof(governors[0]); i++)
		if (!strcmp(governors[i], name))
			return true;
	str_add_bytes(&offered, path, strlen(path) - strlen("scaling_governor"));
	str_add(&offered, "scaling_available_governors");
	return facts_has_word(setup_text(setup, str_text(&offered)), name);
}

/* A damaged file's word is no governor, and certainly not a bad one. */
static void doubt_governors(struct facts *facts, const struct setup *setup,
			    const char *pattern)
{
	const struct fact *fact;
	size_t at = 0;

	while ((fact = facts_next(facts, pattern, &at)))
		if (fact->kind == FACT_TEXT &&
		    !is_governor(setup, fact->source, fact->text))
			facts_put_unknown(facts, fact->source, fact->name,
					  facts_format(facts,
						       "no known governor: '%.40s'",
						       fact->text));
}

void facts_topic_frequency(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	doubt_governors(facts, setup, "cpu.*.cpufreq.governor");
	doubt_governors(facts, setup, "cpufreq.policy.*.governor");
}
