/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about heat and power: throttling, cooling, the uncore, a Raspberry Pi's supply. */
#include <inttypes.h>
#include <string.h>

#include "base/saturate.h"
#include "base/str.h"
#include "rules/asks.h"
#include "rules/evidence.h"
#include "rules/table.h"

/* *any: a CPU tells; *all: each that has such a count does. */
static int64_t sum_of(const struct rule_input *input, const char *pattern, bool *any,
		      bool *all)
{
	const struct fact *fact;
	int64_t sum = 0;
	size_t at = 0;

	while ((fact = facts_next(input->facts, pattern, &at))) {
		*all &= fact->kind == FACT_INTEGER;
		if (fact->kind == FACT_INTEGER) {
			sum = saturate_add(sum, fact->integer);
			*any = true;
		}
	}
	return sum;
}

static enum rule_verdict judge_throttling(const struct rule_input *input,
					  struct rule_finding *finding)
{
	int64_t during, core, package;
	bool any = false, all = true,
	     counted = ask_counter(input, "thermal_throttle", &during);

	if (counted && during > 0) {
		finding->weight = RULE_CERTAIN;
		return rule_say(finding, RULE_BAD,
				"CPUs were throttled %" PRId64
				" times by heat during the run",
				during);
	}
	core = sum_of(input, "cpu.*.throttled", &any, &all);
	package = sum_of(input, "cpu.*.package_throttled", &any, &all);
	if (core > 0 || package > 0)
		return rule_say(finding, RULE_BAD,
				"since the start CPUs were throttled by heat: cores "
				"%" PRId64 ", packages %" PRId64
				" times (sums over CPUs)%s",
				core, package, counted ? ", not during the run" : "");
	if (facts_integer(input->facts, "log.thermal.count", 0))
		return rule_say(finding, RULE_BAD, "%s",
				rule_quote(input, finding, "thermal"));
	if ((any && all) || counted)
		return rule_say(finding, RULE_OK, "no CPU was throttled by heat so far");
	return rule_say(finding, RULE_UNKNOWN,
			any ? "some CPUs' counts of throttling by heat cannot be read"
			    : "this kernel or machine does not count throttling by heat");
}

const struct rule rule_thermal_throttling = {
	.id = "thermal-throttling",
	.title = "CPUs slowed down by heat",
	.weight = RULE_POSSIBLE,
	.looks_at =
		"the run's counter 'thermal_throttle', thermal_throttle/*_count of the "
		"CPUs, lines of the kernel's log",
	.effect = "average up to twice as high, worst case ms",
	.fix = "cooling; a lower top frequency",
	.undo = "the old frequency limit",
	.prove = "growth of the counts against time; A-B with a fan",
	.find_out = "grep . /sys/devices/system/cpu/cpu*/thermal_throttle/*_count; "
		    "/sys/class/thermal on other machines",
	.basis = RULE_DOCUMENTED,
	.judge = judge_throttling,
};

static bool slows_cpus(const char *type)
{
	return str_starts(type, "cpufreq") || str_starts(type, "cpuidle") ||
	       str_starts(type, "Processor") || !strcmp(type, "intel_powerclamp");
}

static enum rule_verdict judge_cooling(const struct rule_input *input,
				       struct rule_finding *finding)
{
	const struct fact *type;
	bool any = false;
	size_t at = 0;

	while ((type = facts_next(input->facts, "cooling.*.type", &at))) {
		const struct fact *state = rule_sibling(input, finding, type, "state");

		/* "cooling.3.type": rule_sibling() works on the first two parts. */
		if (type->kind != FACT_TEXT || !slows_cpus(type->text) ||
		    state->kind != FACT_INTEGER)
			continue;
		any = true;
		/* intel_powerclamp shows -1 when it is idle. */
		if (state->integer > 0)
			return rule_say(finding, RULE_BAD,
					"cooling device %s is at work: state %" PRId64,
					type->text, state->integer);
	}
	if (any)
		return rule_say(finding, RULE_OK,
				"no cooling device holds the CPUs back now");
	return rule_say(finding, RULE_UNKNOWN,
			"no cooling device of the CPUs shows its state");
}

const struct rule rule_cooling = {
	.id = "cooling",
	.title = "Cooling that slows CPUs down now",
	.weight = RULE_LIKELY,
	.looks_at = "/sys/class/thermal/cooling_device*/type and cur_state",
	.effect = "lower frequency, or forced idle of ms (powerclamp, cpuidle cooling)",
	.fix = "cooling; a higher trip point only where the maker allows it",
	.undo = "the old trip point",
	.prove = "cur_state before, during and after a run; A-B with a fan",
	.find_out = "grep . /sys/class/thermal/cooling_device*/{type,cur_state}",
	.basis = RULE_DOCUMENTED,
	.judge = judge_cooling,
};

static enum rule_verdict judge_uncore(const struct rule_input *input,
				      struct rule_finding *finding)
{
	const struct fact *min;
	size_t at = 0;
	bool any = false;

	while ((min = facts_next(input->facts, "uncore.*.min", &at))) {
		const struct fact *max = rule_sibling(input, finding, min, "max");

		if (min->kind != FACT_INTEGER || max->kind != FACT_INTEGER)
			continue;
		any = true;
		if (min->integer < max->integer)
			return rule_say(finding, RULE_BAD,
					"the uncore may run at %" PRId64 " to %" PRId64
					" kHz (%s)",
					min->integer, max->integer, min->source);
	}
	if (any)
		return rule_say(finding, RULE_OK, "the uncore's frequency is fixed");
	if (ask_arch(input, "x86") == NO ||
	    !strcmp(facts_text(input->facts, "processor.vendor", ""), "AuthenticAMD"))
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"only Intel's servers show an uncore frequency");
	return rule_say(finding, RULE_UNKNOWN,
			"the driver intel_uncore_frequency shows nothing");
}

const struct rule rule_uncore = {
	.id = "uncore",
	.title = "Frequency of the uncore",
	.weight = RULE_NOTE,
	.looks_at = "/sys/devices/system/cpu/intel_uncore_frequency/*/min_freq_khz and "
		    "max_freq_khz",
	.effect = "1 to 10 us more on average after a quiet time",
	.fix = "write max_freq_khz into min_freq_khz of each domain",
	.undo = "write initial_min_freq_khz into min_freq_khz",
	.prove = "A-B",
	.find_out = "modprobe intel_uncore_frequency; grep . "
		    "/sys/devices/system/cpu/intel_uncore_frequency/*/*",
	.basis = RULE_SEEN,
	.judge = judge_uncore,
};

static enum rule_verdict judge_sharing(const struct rule_input *input,
				       struct rule_finding *finding)
{
	int can = rule_yes(input, "cache.can_share_out");
	const char *shares = facts_text(input->facts, "cache.shares", NULL);

	if (can < 0)
		return rule_say(
			finding,
			ask_arch(input, "x86") == NO ? RULE_NOT_APPLICABLE : RULE_UNKNOWN,
			"whether the processor can share its cache out is unknown");
	if (!can)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"the processor cannot share its cache out");
	if (shares)
		return rule_say(finding, RULE_OK,
				"resctrl is mounted; the root group has %s", shares);
	return rule_say(
		finding, RULE_BAD,
		"the processor could share its cache or memory bandwidth out, but "
		"no file of resctrl was found");
}

const struct rule rule_cache_sharing = {
	.id = "cache-sharing",
	.title = "Shared cache and memory bandwidth",
	.weight = RULE_NOTE,
	.looks_at = "the CPU flags cat_l2, cat_l3 and mba; /sys/fs/resctrl/schemata",
	.effect = "10 to 200 us more under memory load",
	.fix = "mount -t resctrl resctrl /sys/fs/resctrl, and a group with cache ways of "
	       "its own for the real-time CPUs",
	.undo = "rmdir the group; umount /sys/fs/resctrl",
	.prove =
		"a ladder of memory writers, 0 to N, with and without the group (whylate "
		"load memory)",
	.find_out = "grep -m1 flags /proc/cpuinfo; mount | grep resctrl",
	.basis = RULE_SEEN,
	.judge = judge_sharing,
};
