/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about the kernel's watchdogs. */
#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/table.h"

static enum rule_verdict judge_nmi(const struct rule_input *input,
				   struct rule_finding *finding)
{
	const struct fact *fact = facts_get(input->facts, "watchdog.nmi");

	if (fact->kind != FACT_BOOL)
		return rule_say(finding, RULE_UNKNOWN, "%s",
				ask_why(input, finding, "watchdog.nmi"));
	if (!fact->integer)
		return rule_say(finding, RULE_OK, "off");
	return rule_say(finding, RULE_BAD, "on (/proc/sys/kernel/nmi_watchdog 1)");
}

const struct rule rule_nmi_watchdog = {
	.id = "nmi-watchdog",
	.title = "NMI watchdog",
	.weight = RULE_POSSIBLE,
	.looks_at = "/proc/sys/kernel/nmi_watchdog",
	.effect = "5 to 20 us at each NMI; takes a counter of perf",
	.fix = "sysctl kernel.nmi_watchdog=0, or nmi_watchdog=0 on the command line",
	.undo = "sysctl kernel.nmi_watchdog=1",
	.prove = "the NMI row of /proc/interrupts stands still; A-B-A",
	.find_out =
		"cat /proc/sys/kernel/nmi_watchdog; where it is missing, the kernel was "
		"built without (look at the NMI row of /proc/interrupts)",
	.basis = RULE_SEEN,
	.judge = judge_nmi,
};

static enum rule_verdict judge_soft(const struct rule_input *input,
				    struct rule_finding *finding)
{
	const struct fact *on = facts_get(input->facts, "watchdog.on");
	const struct fact *soft = facts_get(input->facts, "watchdog.soft");
	struct rule_cpus cpus = rule_cpus_of(input);
	struct cpuset watched, rest;

	if (on->kind != FACT_BOOL)
		return rule_say(finding, RULE_UNKNOWN, "%s",
				ask_why(input, finding, "watchdog.on"));
	if (!on->integer || (soft->kind == FACT_BOOL && !soft->integer))
		return rule_say(finding, RULE_OK, "off");
	if (!rule_cpu_list(input, "watchdog.cpus", &watched))
		return rule_say(
			finding, RULE_BAD,
			"on (/proc/sys/kernel/watchdog 1); which CPUs it watches is "
			"unknown");
	if (!cpuset_count(&cpus.set))
		return rule_say(finding, RULE_BAD,
				"it watches CPU %s; which CPUs matter is unknown",
				rule_cpu_text(finding, &watched));
	rest = cpuset_minus(&watched, &cpus.set);
	cpus.set = cpuset_and(&cpus.set, &watched);
	finding->undo = rule_text(finding, "sysctl kernel.watchdog_cpumask=%s",
				  rule_cpu_text(finding, &watched));
	if (cpuset_count(&rest))
		finding->fix = rule_text(finding, "sysctl kernel.watchdog_cpumask=%s",
					 rule_cpu_text(finding, &rest));
	if (!cpuset_count(&cpus.set))
		return rule_say(finding, RULE_OK, "it watches CPU %s only",
				rule_cpu_text(finding, &watched));
	return rule_say(finding, RULE_BAD, "it watches %s CPU %s", cpus.what,
			rule_cpu_text(finding, &cpus.set));
}

const struct rule rule_soft_watchdog = {
	.id = "soft-watchdog",
	.title = "Soft lock-up watchdog on real-time CPUs",
	.weight = RULE_POSSIBLE,
	.looks_at = "/proc/sys/kernel/watchdog, soft_watchdog and watchdog_cpumask",
	.effect = "5 to 30 us every 4 s",
	.fix = "sysctl kernel.watchdog_cpumask= with the other CPUs, or nowatchdog on the "
	       "command line",
	.undo = "the old list",
	.prove = "A-B-A; the grid of 4 s is gone",
	.find_out = "sysctl kernel.watchdog kernel.watchdog_cpumask",
	.basis = RULE_SEEN,
	.judge = judge_soft,
};
