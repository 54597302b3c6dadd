/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about timers: how precise, where they run, how long their interrupts take. */
#include <inttypes.h>

#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/evidence.h"
#include "rules/table.h"

static enum rule_verdict judge_high_resolution(const struct rule_input *input,
					       struct rule_finding *finding)
{
	int64_t resolution_ns =
		facts_integer(input->facts, "clock.resolution", INT64_MIN);
	int active = rule_yes(input, "clock.high_resolution");

	if (rule_on_command_line(input, "highres=off") == 1)
		return rule_say(finding, RULE_BAD, "highres=off is on the command line");
	if (active == 0)
		return rule_say(finding, RULE_BAD,
				"/proc/timer_list says .hres_active 0");
	if (resolution_ns > 1000)
		return rule_say(finding, RULE_BAD,
				"/proc/timer_list says a resolution of %" PRId64
				" ns: timers fire with the tick",
				resolution_ns);
	if (ask_config(input, "CONFIG_HIGH_RES_TIMERS") == NO)
		return rule_say(finding, RULE_BAD,
				"the kernel was built without CONFIG_HIGH_RES_TIMERS");
	if (active == 1 || resolution_ns > 0)
		return rule_say(finding, RULE_OK,
				"/proc/timer_list says that timers are precise");
	return rule_say(finding, RULE_UNKNOWN,
			"/proc/timer_list: %s; whether timers wait for the tick is not "
			"told elsewhere",
			facts_get(input->facts, "clock.resolution")->text);
}

const struct rule rule_high_resolution_timers = {
	.id = "high-resolution-timers",
	.title = "High-resolution timers",
	.weight = RULE_CERTAIN,
	.looks_at = "/proc/timer_list (.resolution, .hres_active), the command line, the "
		    "kernel's configuration",
	.effect = "wake-ups wait for the tick: the average is about a tick, 1 to 10 ms",
	.fix = "take highres=off off the command line; a kernel with "
	       "CONFIG_HIGH_RES_TIMERS=y",
	.undo = "boot the old kernel or command line",
	.prove = "the average follows the tick's length: compare kernels of different HZ",
	.find_out = "as root: grep -e resolution -e hres_active /proc/timer_list",
	.basis = RULE_DOCUMENTED,
	.judge = judge_high_resolution,
};

/* Below this a line is told, not judged: some kernels call 5 us long. */
static const int64_t long_interrupt_ns = 100000;

static enum rule_verdict judge_hrtimer(const struct rule_input *input,
				       struct rule_finding *finding)
{
	int64_t took_ns = facts_integer(input->facts, "log.hrtimer_interrupt.longest", 0);
	enum rule_verdict verdict;

	if (!rule_has_line(input, finding, "hrtimer_interrupt", &verdict))
		return verdict;
	if (took_ns < long_interrupt_ns)
		finding->weight = RULE_NOTE;
	return rule_say(finding, RULE_BAD,
			"%s: a latency of at least %" PRId64 ".%06" PRId64
			" ms happened; what caused it the line does not say",
			rule_quote(input, finding, "hrtimer_interrupt"),
			took_ns / 1000000, took_ns % 1000000);
}

const struct rule rule_timer_interrupt_took = {
	.id = "timer-interrupt-took",
	.title = "Timer interrupts that took long",
	.weight = RULE_LIKELY,
	.looks_at =
		"'hrtimer: interrupt took N ns' in the kernel's log; the kernel tells "
		"only the first time",
	.effect = "all timers of that CPU were late by that time; 6.6 to 11 ms were seen",
	.fix = "find what held interrupts off: the irqsoff tracer, or the cause of a stall "
	       "of the whole machine (hypervisor, firmware)",
	.undo = "echo nop > /sys/kernel/tracing/current_tracer",
	.prove = "the irqsoff tracer's maximum during a run under the same load",
	.find_out = "dmesg | grep hrtimer",
	.basis = RULE_SEEN,
	.judge = judge_hrtimer,
};

/* Are there nohz_full CPUs? By sysfs, else by what was asked for; -1: unknown. */
static int has_full_cpus(const struct rule_input *input)
{
	const char *full = facts_text(input->facts, "isolation.nohz_full", NULL);

	if (full)
		return *full != '\0';
	if (!facts_known(input->facts, "cmdline.line"))
		return -1;
	return facts_known(input->facts, "cmdline.nohz_full");
}

static enum rule_verdict judge_timer_migration(const struct rule_input *input,
					       struct rule_finding *finding)
{
	struct cpuset isolated;
	bool has_isolated = rule_cpu_list(input, "isolation.isolated", &isolated) &&
			    cpuset_count(&isolated);
	int full = has_full_cpus(input);
	int64_t value;

	if (!rule_get_integer(input, finding, "clock.timer_migration", &value))
		return RULE_UNKNOWN;
	if (full < 0)
		return rule_say(finding, RULE_UNKNOWN,
				"timer_migration is %" PRId64
				"; whether there are nohz_full CPUs is unknown",
				value);
	if (!value && full)
		return rule_say(finding, RULE_BAD,
				"timer_migration is 0 with nohz_full CPUs: timers set up "
				"there stay there");
	if (!value)
		return rule_say(finding, RULE_OK,
				"timer_migration is 0, and there are no nohz_full CPUs");
	if (has_isolated && !full)
		return rule_say(finding, RULE_BAD,
				"timer_migration is 1, and CPUs %s are isolated without "
				"nohz_full",
				rule_cpu_text(finding, &isolated));
	return rule_say(finding, RULE_NOT_APPLICABLE,
			"timer_migration is 1; %s, so neither value is known to be "
			"better: test both",
			full ? "there are nohz_full CPUs" : "no CPU is isolated");
}

const struct rule rule_timer_migration = {
	.id = "timer-migration",
	.title = "Timers that move to other CPUs",
	.weight = RULE_NOTE,
	.looks_at =
		"/proc/sys/kernel/timer_migration together with isolated and nohz_full "
		"CPUs",
	.effect = "milliseconds in the timer softirq where timers gather",
	.fix = "test both values; 0 suits isolated CPUs without nohz_full: sysctl "
	       "kernel.timer_migration=0",
	.undo = "sysctl kernel.timer_migration with the old value",
	.prove = "A-B-A with both values under the real load: each helped somewhere and "
		 "harmed elsewhere",
	.find_out = "cat /proc/sys/kernel/timer_migration",
	.basis = RULE_SEEN,
	.judge = judge_timer_migration,
};
