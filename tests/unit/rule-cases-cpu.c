/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about clocks, idle states and siblings of CPUs. */
#include "rule-cases.h"

#define CPU "/sys/devices/system/cpu/"
#define INTEL                                                  \
	{                                                      \
		"/proc/cpuinfo", "vendor_id\t: GenuineIntel\n" \
	}
#define ARM64                                                         \
	{                                                             \
		"/proc/cpuinfo", "Features\t: fp asimd evtstrm aes\n" \
	}
#define ONLINE                        \
	{                             \
		CPU "online", "0-1\n" \
	}
#define PERFORMANCE_DEFAULT                                                         \
	{                                                                           \
		"/boot/config-6.1.0", "CONFIG_CPU_FREQ_DEFAULT_GOV_PERFORMANCE=y\n" \
	}

static void set_changes(struct rule_input *input, struct arena *arena, const char *count)
{
	struct setup *setup = arena_alloc(arena, sizeof(*setup));
	struct facts *after;

	setup_put(setup,
		  &(struct setup_file){.path = CPU "cpu0/cpufreq/stats/total_trans",
				       .text = count,
				       .length = strlen(count)});
	after = facts_of(setup);
	input->after = after;
}

static void add_seven_changes(struct rule_input *input, struct arena *arena)
{
	set_changes(input, arena, "107\n");
}

static void add_no_change(struct rule_input *input, struct arena *arena)
{
	set_changes(input, arena, "100\n");
}

/* clang-format off */
static const struct rule_case cases[] = {
	{"governor", RULE_BAD, "'ondemand' on CPU 1 of|online",
	 {ONLINE, {CPU "cpu0/cpufreq/scaling_governor", "performance\n"},
	  {CPU "cpu1/cpufreq/scaling_governor", "ondemand\n"}},
	 .advice = "-c 1 frequency-set -g ondemand"},
	{"governor", RULE_OK, "online|0-1",
	 {ONLINE, {CPU "cpu0/cpufreq/scaling_governor", "performance\n"},
	  {CPU "cpu1/cpufreq/scaling_governor", "performance\n"}}},
	{"governor", RULE_OK, "performance on CPU 0,|which other CPUs there are is unknown",
	 {{CPU "cpu0/cpufreq/scaling_governor", "performance\n"}}},
	{"governor", RULE_UNKNOWN, "which CPUs there are",
	 {{CPU "cpu0/cpufreq/scaling_governor", "ondemand\n"}}},
	{"governor", RULE_UNKNOWN, "any CPU", {ONLINE}},
	{"governor", RULE_UNKNOWN, "some CPUs",
	 {ONLINE, {CPU "cpu0/cpufreq/scaling_governor", "performance\n"}}},
	/* A bad housekeeping CPU does not matter where others are isolated. */
	{"governor", RULE_OK, "isolated|1",
	 {ONLINE, {CPU "isolated", "1\n"}, {CPU "cpu0/cpufreq/scaling_governor", "ondemand\n"},
	  {CPU "cpu1/cpufreq/scaling_governor", "performance\n"}}},
	/* Each CPU counts for itself: neither for its neighbour nor by what is no governor. */
	{"governor", RULE_UNKNOWN, "some CPUs", {ONLINE, {CPU "cpu0/cpufreq/scaling_governor", "performance\n"}, {CPU "cpu1/cpufreq/scaling_governor", ""}}},
	{"governor", RULE_UNKNOWN, "some CPUs", {ONLINE, {CPU "cpu0/cpufreq/scaling_governor", "performance\n"}, {CPU "cpu1/cpufreq/scaling_governor", "\n"}}},
	{"governor", RULE_UNKNOWN, "some CPUs", {ONLINE, {CPU "cpu0/cpufreq/scaling_governor", "performance\n"}, {CPU "cpu1/cpufreq/scaling_governor", "xyzzy\n"}}},
	{"governor", RULE_BAD, "'powersave' on CPU 0 of", {ONLINE, {CPU "cpu0/cpufreq/scaling_governor", "powersave\n"}, {CPU "cpu1/cpufreq/scaling_governor", "%$ garbage\n"}},
	 .advice = "-c 0 frequency-set -g powersave"},
	{"governor", RULE_BAD, "'ondemand' on CPU 0, 'powersave' on CPU 1 of", {ONLINE, {CPU "cpu0/cpufreq/scaling_governor", "ondemand\n"}, {CPU "cpu1/cpufreq/scaling_governor", "powersave\n"}},
	 .advice = "-c 0 frequency-set -g ondemand|-c 1 frequency-set -g powersave"},
	{"governor", RULE_BAD, "'odd' on CPU 0",
	 {{CPU "online", "0\n"}, {CPU "cpu0/cpufreq/scaling_governor", "odd\n"}, {CPU "cpu0/cpufreq/scaling_available_governors", "performance odd \n"}}},
	{"governor", RULE_UNKNOWN, "some CPUs",
	 {ONLINE, {CPU "cpu0/cpufreq/scaling_driver", "intel_pstate\n"}, {CPU "cpu0/cpufreq/scaling_governor", "powersave\n"}}},
	{"governor", RULE_BAD, "'ondemand' on CPU 1 of",
	 {ONLINE, {CPU "cpu0/cpufreq/scaling_driver", "intel_pstate\n"}, {CPU "cpu0/cpufreq/scaling_governor", "powersave\n"}, {CPU "cpu1/cpufreq/scaling_governor", "ondemand\n"}}},
	{"governor", RULE_NOT_APPLICABLE, "intel_pstate",
	 {{CPU "online", "0\n"}, {CPU "cpu0/cpufreq/scaling_driver", "intel_pstate\n"},
	  {CPU "cpu0/cpufreq/scaling_governor", "powersave\n"}}},

	{"governor-reset", RULE_BAD, "CPU 0|a service changed it",
	 {{CPU "online", "0\n"}, PERFORMANCE_DEFAULT, {CPU "cpu0/cpufreq/scaling_governor", "ondemand\n"}}},
	{"governor-reset", RULE_OK, "still 'performance'",
	 {{CPU "online", "0\n"}, PERFORMANCE_DEFAULT, {CPU "cpu0/cpufreq/scaling_governor", "performance\n"}}},
	{"governor-reset", RULE_UNKNOWN, "of some CPUs", {ONLINE, PERFORMANCE_DEFAULT, {CPU "cpu0/cpufreq/scaling_governor", "performance\n"}, {CPU "cpu1/cpufreq/scaling_governor", ""}}},
	{"governor-reset", RULE_UNKNOWN, "governor is unknown", {{CPU "online", "0\n"}, PERFORMANCE_DEFAULT}},
	{"governor-reset", RULE_UNKNOWN, "configuration is unknown",
	 {{CPU "online", "0\n"}, {CPU "cpu0/cpufreq/scaling_governor", "ondemand\n"}}},

	{"energy-preference", RULE_BAD, "'balance_performance'|CPU 0",
	 {{CPU "online", "0\n"}, {CPU "cpu0/cpufreq/scaling_driver", "intel_pstate\n"},
	  {CPU "cpu0/cpufreq/energy_performance_preference", "balance_performance\n"}}},
	{"energy-preference", RULE_OK, "'performance' on CPU 0",
	 {{CPU "online", "0\n"}, {CPU "cpu0/cpufreq/scaling_driver", "amd-pstate-epp\n"},
	  {CPU "cpu0/cpufreq/energy_performance_preference", "performance\n"}}},
	{"energy-preference", RULE_UNKNOWN, "can be read of some CPUs",
	 {ONLINE, {CPU "cpu0/cpufreq/scaling_driver", "intel_pstate\n"},
	  {CPU "cpu1/cpufreq/scaling_driver", "intel_pstate\n"},
	  {CPU "cpu0/cpufreq/energy_performance_preference", "performance\n"},
	  {CPU "cpu1/cpufreq/energy_performance_preference", "\n"}}},
	{"energy-preference", RULE_BAD, "'power' on CPU 0, 'balance_power' on CPU 1 of",
	 {ONLINE, {CPU "cpu0/cpufreq/scaling_driver", "intel_pstate\n"},
	  {CPU "cpu1/cpufreq/scaling_driver", "intel_pstate\n"},
	  {CPU "cpu0/cpufreq/energy_performance_preference", "power\n"},
	  {CPU "cpu1/cpufreq/energy_performance_preference", "balance_power\n"}},
	 .advice = "echo power to|echo balance_power to"},
	{"energy-preference", RULE_NOT_APPLICABLE, "acpi-cpufreq",
	 {ONLINE, {CPU "cpu0/cpufreq/scaling_driver", "\n"}, {CPU "cpu1/cpufreq/scaling_driver", "acpi-cpufreq\n"}}},
	{"energy-preference", RULE_UNKNOWN, "can be read",
	 {{CPU "online", "0\n"}, {CPU "cpu0/cpufreq/scaling_driver", "intel_pstate\n"}}},
	{"energy-preference", RULE_NOT_APPLICABLE, "acpi-cpufreq",
	 {{CPU "online", "0\n"}, {CPU "cpu0/cpufreq/scaling_driver", "acpi-cpufreq\n"}}},

	{"frequency-changes", RULE_BAD, "7 changes|during the run",
	 {{CPU "online", "0\n"}, {CPU "cpu0/cpufreq/stats/total_trans", "100\n"}}, add_seven_changes, RULE_POSSIBLE},
	{"frequency-changes", RULE_OK, "no change",
	 {{CPU "online", "0\n"}, {CPU "cpu0/cpufreq/stats/total_trans", "100\n"}}, add_no_change},
	{"frequency-changes", RULE_OK, "stays at 1000000 kHz",
	 {{CPU "online", "0\n"}, {CPU "cpu0/cpufreq/scaling_min_freq", "1000000\n"},
	  {CPU "cpu0/cpufreq/scaling_max_freq", "1000000\n"}}},
	{"frequency-changes", RULE_BAD, "600000 to 1500000 kHz, and turbo is on",
	 {{CPU "online", "0\n"}, {CPU "cpu0/cpufreq/scaling_min_freq", "600000\n"},
	  {CPU "cpu0/cpufreq/scaling_max_freq", "1500000\n"}, {CPU "intel_pstate/no_turbo", "0\n"}},
	 .is_note = true},
	{"frequency-changes", RULE_BAD, "CPU 1 may run at 5 to 6 kHz",
	 {ONLINE, {CPU "cpu0/cpufreq/scaling_min_freq", "7\n"}, {CPU "cpu0/cpufreq/scaling_max_freq", "7\n"},
	  {CPU "cpu1/cpufreq/scaling_min_freq", "5\n"}, {CPU "cpu1/cpufreq/scaling_max_freq", "6\n"}},
	 .is_note = true},
	{"frequency-changes", RULE_UNKNOWN, "of some CPUs",
	 {ONLINE, {CPU "cpu0/cpufreq/scaling_min_freq", "7\n"}, {CPU "cpu0/cpufreq/scaling_max_freq", "7\n"},
	  {CPU "cpu1/cpufreq/scaling_min_freq", "7\n"}, {CPU "cpu1/cpufreq/scaling_max_freq", "x\n"}}},
	{"frequency-changes", RULE_UNKNOWN, "no limits",
	 {ONLINE, {CPU "cpu0/cpufreq/stats/total_trans", "100\n"}}, add_no_change},
	{"frequency-changes", RULE_UNKNOWN, "no limits", {{CPU "online", "0\n"}}},

	{"idle-states", RULE_BAD, "CPU 1|C6|133 us|intel_idle",
	 {ONLINE, INTEL, {CPU "cpuidle/current_driver", "intel_idle\n"},
	  {CPU "cpu1/cpuidle/state0/latency", "0\n"}, {CPU "cpu1/cpuidle/state0/name", "POLL\n"},
	  {CPU "cpu1/cpuidle/state3/latency", "133\n"}, {CPU "cpu1/cpuidle/state3/name", "C6\n"}},
	 .weight = RULE_CERTAIN},
	/* Disabled, it does not count. */
	{"idle-states", RULE_OK, "POLL",
	 {{CPU "online", "1\n"}, INTEL, {CPU "cpu1/cpuidle/state0/latency", "0\n"},
	  {CPU "cpu1/cpuidle/state0/name", "POLL\n"}, {CPU "cpu1/cpuidle/state3/latency", "133\n"},
	  {CPU "cpu1/cpuidle/state3/disable", "1\n"}}},
	/* Nor does one that the CPU's own limit of 20 us forbids. */
	{"idle-states", RULE_OK, "C1: 2 us",
	 {{CPU "online", "1\n"}, INTEL, {CPU "cpu1/cpuidle/state0/latency", "2\n"},
	  {CPU "cpu1/cpuidle/state0/name", "C1\n"}, {CPU "cpu1/cpuidle/state3/latency", "133\n"},
	  {CPU "cpu1/power/pm_qos_resume_latency_us", "20\n"}}},
	/* A limit that is no number forbids nothing. */
	{"idle-states", RULE_BAD, "C1|133 us",
	 {{CPU "online", "1\n"}, INTEL, {CPU "cpu1/cpuidle/state0/latency", "133\n"},
	  {CPU "cpu1/cpuidle/state0/name", "C1\n"}, {CPU "cpu1/power/pm_qos_resume_latency_us", "2?\n"}},
	 .weight = RULE_CERTAIN},
	{"idle-states", RULE_UNKNOWN, "of some online CPUs",
	 {ONLINE, INTEL, {CPU "cpu1/cpuidle/state0/latency", "2\n"}, {CPU "cpu1/cpuidle/state0/name", "C1\n"},
	  {CPU "cpu0/cpuidle/state0/latency", "two\n"}, {CPU "cpu0/cpuidle/state0/name", "C1\n"}}},
	{"idle-states", RULE_OK, "poll", {ONLINE, INTEL, {"/proc/cmdline", "quiet idle=poll\n"}}},
	{"idle-states", RULE_UNKNOWN, "no cpuidle directory", {ONLINE, INTEL}},
	{"idle-states", RULE_NOT_APPLICABLE, "no x86", {ONLINE, ARM64}},

	{"idle-states-arm", RULE_BAD, "CPU 0|LOW-POWER-IDLE|80 us",
	 {ONLINE, ARM64, {CPU "cpu0/cpuidle/state0/latency", "1\n"},
	  {CPU "cpu0/cpuidle/state1/latency", "80\n"}, {CPU "cpu0/cpuidle/state1/name", "LOW-POWER-IDLE\n"}},
	 .weight = RULE_LIKELY},
	{"idle-states-arm", RULE_OK, "WFI: 1 us",
	 {{CPU "online", "0\n"}, ARM64, {CPU "cpu0/cpuidle/state0/latency", "1\n"},
	  {CPU "cpu0/cpuidle/state0/name", "WFI\n"}}},
	/* On ARM idle=poll is an unknown word: it is no proof. */
	{"idle-states-arm", RULE_UNKNOWN, "no cpuidle directory", {ONLINE, ARM64, {"/proc/cmdline", "idle=poll\n"}}},
	{"idle-states-arm", RULE_NOT_APPLICABLE, "x86", {ONLINE, INTEL}},

	{"idle-poll", RULE_BAD, "SMT is on", {INTEL, {"/proc/cmdline", "idle=poll\n"}, {CPU "smt/active", "1\n"}}},
	{"idle-poll", RULE_OK, "no CPU has a sibling",
	 {INTEL, {"/proc/cmdline", "idle=poll\n"}, {CPU "smt/active", "0\n"}}},
	{"idle-poll", RULE_UNKNOWN, "smt/active: not there", {INTEL, {"/proc/cmdline", "idle=poll\n"}}},
	{"idle-poll", RULE_NOT_APPLICABLE, "do not poll", {INTEL, {"/proc/cmdline", "quiet\n"}}},

	{"smt", RULE_BAD, "CPU 1 shares|CPU 0",
	 {{CPU "online", "0\n"}, {CPU "smt/active", "1\n"}, {CPU "cpu0/topology/thread_siblings_list", "0-1\n"}}},
	{"smt", RULE_OK, "smt/active 0", {ONLINE, {CPU "smt/active", "0\n"}}},
	{"smt", RULE_OK, "no siblings",
	 {{CPU "online", "0\n"}, {CPU "cpu0/topology/thread_siblings_list", "0\n"}}},
	{"smt", RULE_UNKNOWN, "not there", {ONLINE}},
	{"smt", RULE_UNKNOWN, "not there", {ONLINE, {CPU "cpu0/topology/thread_siblings_list", "0\n"}}},
	{"smt", RULE_UNKNOWN, "not there",
	 {ONLINE, {CPU "cpu0/topology/thread_siblings_list", "0\n"}, {CPU "cpu1/topology/thread_siblings_list", "\n"}}},

	{"mixed-cores", RULE_BAD, "4-7 are small|0-3",
	 {{"/sys/devices/cpu_core/cpus", "0-3\n"}, {"/sys/devices/cpu_atom/cpus", "4-7\n"}}},
	{"mixed-cores", RULE_BAD, "446 to 1024",
	 {{CPU "cpu0/cpu_capacity", "446\n"}, {CPU "cpu1/cpu_capacity", "1024\n"}}},
	{"mixed-cores", RULE_OK, "all 2 CPUs",
	 {{CPU "cpu0/cpu_capacity", "1024\n"}, {CPU "cpu1/cpu_capacity", "1024\n"}}},
	{"mixed-cores", RULE_UNKNOWN, "unknown", {ONLINE}},
	{"mixed-cores", RULE_UNKNOWN, "unknown", {ONLINE, {CPU "cpu0/cpu_capacity", "1024\n"}}},
	{"mixed-cores", RULE_UNKNOWN, "unknown",
	 {{CPU "cpu0/cpu_capacity", "1024\n"}, {CPU "cpu1/cpu_capacity", "large\n"}}},
	{0},
};
/* clang-format on */

static const struct rule_cannot cannot[] = {
	{0},
};

const struct rule_case_table rule_cases_cpu = {cases, cannot};
