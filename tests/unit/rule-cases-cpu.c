/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about clocks, idle states and siblings of CPUs. */
#include "rule-cases.h"

#define CPU "/sys/devices/system/cpu/"

static const struct rule_case cases[] = {
	{"governor",
	 RULE_BAD,
	 "'ondemand'|CPU 1,",
	 {{CPU "online", "0-1\n"},
	  {CPU "cpu0/cpufreq/scaling_governor", "performance\n"},
	  {CPU "cpu1/cpufreq/scaling_governor", "ondemand\n"}}},
	{"governor",
	 RULE_OK,
	 "online|0-1",
	 {{CPU "online", "0-1\n"},
	  {CPU "cpu0/cpufreq/scaling_governor", "performance\n"},
	  {CPU "cpu1/cpufreq/scaling_governor", "performance\n"}}},
	{"governor", RULE_UNKNOWN, "any CPU", {{CPU "online", "0-1\n"}}},
	{"governor",
	 RULE_UNKNOWN,
	 "some CPUs",
	 {{CPU "online", "0-1\n"},
	  {CPU "cpu0/cpufreq/scaling_governor", "performance\n"}}},
	{"governor",
	 RULE_NOT_APPLICABLE,
	 "intel_pstate",
	 {{CPU "online", "0\n"},
	  {CPU "cpu0/cpufreq/scaling_driver", "intel_pstate\n"},
	  {CPU "cpu0/cpufreq/scaling_governor", "powersave\n"}}},
	{0},
};

static const struct rule_cannot cannot[] = {
	{0},
};

const struct rule_case_table rule_cases_cpu = {cases, cannot};
