/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about CPUs that are kept free, and what that costs. */
#include <string.h>

#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/table.h"

/* Up to so many CPUs share what isolation cannot part: caches, memory, the secure world. */
enum { FEW_CPUS = 2, SMALL_CPUS = 4, SKEW_FROM_CPUS = 16 };

static enum rule_verdict judge_tick(const struct rule_input *input,
				    struct rule_finding *finding)
{
	const struct fact *asked = facts_get(input->facts, "isolation.nohz_full_asked");
	struct cpuset wanted, live;

	if (asked->kind != FACT_TEXT)
		return rule_say(finding, RULE_UNKNOWN, "the command line is unknown");
	if (!rule_cpu_list(input, "isolation.nohz_full_asked", &wanted))
		return rule_say(finding, RULE_UNKNOWN, "nohz_full=%s is no list of CPUs",
				asked->text);
	if (!cpuset_count(&wanted))
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"nohz_full= is not on the command line");
	if (!rule_cpu_list(input, "isolation.nohz_full", &live))
		return rule_say(finding, RULE_UNKNOWN, "nohz_full=%s is asked for; %s",
				asked->text,
				ask_why(input, finding, "isolation.nohz_full"));
	wanted = cpuset_minus(&wanted, &live);
	if (cpuset_count(&wanted))
		return rule_say(
			finding, RULE_BAD,
			"nohz_full=%s is on the command line, but not in force on "
			"CPU %s",
			asked->text, rule_cpu_text(finding, &wanted));
	return rule_say(finding, RULE_OK, "nohz_full is in force on CPU %s",
			rule_cpu_text(finding, &live));
}

const struct rule rule_nohz_full = {
	.id = "nohz-full",
	.title = "nohz_full that is not in force",
	.weight = RULE_LIKELY,
	.looks_at = "nohz_full= on the command line, /sys/devices/system/cpu/nohz_full",
	.effect = "1 to 5 us at every tick",
	.fix = "a kernel with CONFIG_NO_HZ_FULL=y, and a list of CPUs that exist",
	.undo = "the old command line",
	.prove = "the LOC row of /proc/interrupts grows by about 1 a second on that CPU",
	.find_out = "cat /sys/devices/system/cpu/nohz_full; dmesg | grep NO_HZ",
	.basis = RULE_SEEN,
	.judge = judge_tick,
};

static enum rule_verdict judge_balance(const struct rule_input *input,
				       struct rule_finding *finding)
{
	struct cpuset isolated;

	if (!rule_cpu_list(input, "isolation.isolated", &isolated))
		return rule_say(finding, RULE_UNKNOWN, "%s",
				ask_why(input, finding, "isolation.isolated"));
	if (!cpuset_count(&isolated))
		return rule_say(finding, RULE_OK, "no CPU is isolated");
	return rule_say(
		finding, RULE_BAD,
		"CPU %s isolated: the scheduler moves no task there or away; "
		"normal threads of a process that asks for these CPUs all stay on "
		"the first",
		rule_cpu_text(finding, &isolated));
}

const struct rule rule_isolated_balance = {
	.id = "isolated-balance",
	.title = "Isolated CPUs are not balanced",
	.weight = RULE_NOTE,
	.looks_at = "/sys/devices/system/cpu/isolated",
	.effect =
		"several normal threads share one CPU: ten times slower, milliseconds late",
	.fix = "pin each thread, make it FIFO, or use a cpuset partition instead of isolcpus=",
	.undo = "the old pinning",
	.prove = "the psr column of ps -eLo psr,comm shows different CPUs",
	.find_out = "cat /sys/devices/system/cpu/isolated",
	.basis = RULE_SEEN,
	.judge = judge_balance,
};

/* " (isolcpus=...; nohz_full in force on CPU 1)"; "" when neither is known. */
static const char *settings_text(const struct rule_input *input,
				 struct rule_finding *finding)
{
	const char *asked = facts_text(input->facts, "cmdline.isolcpus", "");
	const char *quiet = facts_text(input->facts, "isolation.nohz_full", "");

	if (!*asked && !*quiet)
		return "";
	return rule_text(finding, " (%s%s%s%s%s)", *asked ? "isolcpus=" : "", asked,
			 *asked && *quiet ? "; " : "",
			 *quiet ? "nohz_full in force on CPU " : "", quiet);
}

static enum rule_verdict judge_few(const struct rule_input *input,
				   struct rule_finding *finding)
{
	struct cpuset isolated, online;
	int left;

	if (!rule_cpu_list(input, "isolation.isolated", &isolated) ||
	    !rule_cpu_list(input, "cpu.online", &online))
		return rule_say(finding, RULE_UNKNOWN,
				"which CPUs are online and isolated is not known");
	if (!cpuset_count(&isolated))
		return rule_say(finding, RULE_NOT_APPLICABLE, "no CPU is isolated");
	left = cpuset_count(&online) - cpuset_count(&isolated);
	if (cpuset_count(&online) > FEW_CPUS && left > 1)
		return rule_say(finding, RULE_OK, "%d of %d CPUs are left for the rest",
				left, cpuset_count(&online));
	/* Reports of harm are of small machines. */
	if (cpuset_count(&online) > SMALL_CPUS)
		finding->weight = RULE_NOTE;
	return rule_say(
		finding, RULE_BAD,
		"CPU %s of %d isolated%s: the rest of the system has %d CPU, and both "
		"sides share cache, memory and firmware",
		rule_cpu_text(finding, &isolated), cpuset_count(&online),
		settings_text(input, finding), left);
}

const struct rule rule_isolation_few = {
	.id = "isolation-few-cpus",
	.title = "Isolation on a machine with few CPUs",
	.weight = RULE_POSSIBLE,
	.looks_at = "/sys/devices/system/cpu/isolated and online",
	.effect =
		"made the isolated CPU worse in all of 8 pairs of runs on a board with two "
		"cores: 44 to 188 us; average from 13 to 22 us",
	.fix = "boot without isolcpus=, nohz_full= and rcu_nocbs=, and pin the task",
	.undo = "the old command line",
	.prove = "pairs of runs with and without isolation, several boots each",
	.find_out = "cat /sys/devices/system/cpu/isolated /sys/devices/system/cpu/online",
	.basis = RULE_SEEN,
	.judge = judge_few,
};

static enum rule_verdict judge_skew(const struct rule_input *input,
				    struct rule_finding *finding)
{
	struct cpuset online;
	int count;

	if (!facts_known(input->facts, "cmdline.line") ||
	    !rule_cpu_list(input, "cpu.online", &online))
		return rule_say(finding, RULE_UNKNOWN,
				"the command line or the number of CPUs is unknown");
	count = cpuset_count(&online);
	if (count < SKEW_FROM_CPUS)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"%d CPUs: ticks at once do not hurt yet", count);
	if (!strcmp(facts_text(input->facts, "cmdline.skew_tick", ""), "1"))
		return rule_say(finding, RULE_OK, "skew_tick=1");
	return rule_say(finding, RULE_BAD,
			"%d CPUs take their ticks at the same moment (no skew_tick=1)",
			count);
}

const struct rule rule_skew_tick = {
	.id = "skew-tick",
	.title = "Ticks of many CPUs at once",
	.weight = RULE_POSSIBLE,
	.looks_at = "skew_tick= on the command line, the number of CPUs",
	.effect = "CPUs wait for the same locks at every tick",
	.fix = "skew_tick=1 on the command line",
	.undo = "remove skew_tick=1",
	.prove = "A-B over two boots",
	.find_out = "cat /proc/cmdline",
	.basis = RULE_SEEN,
	.judge = judge_skew,
};
