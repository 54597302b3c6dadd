/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about what tells the time and what wakes. */
#include <inttypes.h>
#include <string.h>

#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/evidence.h"
#include "rules/table.h"

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (!strcmp(name, *names))
			return true;
	return false;
}

static const char *const slow_sources[] = {"hpet",    "acpi_pm",
					   "jiffies", "refined-jiffies",
					   "pit",     NULL};
static const char *const quick_sources[] = {
	"tsc",      "arch_sys_counter", "riscv_clocksource",
	"timebase", "arm_global_timer", "hyperv_clocksource_tsc_page",
	NULL};
/* Read through a page that the host keeps, or by asking it. */
static const char *const host_sources[] = {"kvm-clock", "xen", "hyperv_clocksource_msr",
					   NULL};

/* Starting up takes a machine less; what happens later happens to a running system. */
static const int64_t start_up_us = 30000000;

/* ", and the kernel's log says why: ..." */
static const char *say_why(const struct rule_input *input, struct rule_finding *finding)
{
	int64_t when_us = facts_integer(input->facts, "log.clock_switched.last_time", -1);
	const char *moment = "";

	if (!facts_integer(input->facts, "log.tsc_unstable.count", 0))
		return facts_known(input->facts, "log.read")
			       ? "; the kernel's log does not say why"
			       : "; there is no kernel log to say why";
	if (when_us >= 0)
		moment = rule_text(
			finding, "; switched at %" PRId64 ".%06" PRId64 " s, %s",
			when_us / 1000000, when_us % 1000000,
			when_us < start_up_us
				? "while the machine started"
				: "at run time: measurements before that used another clock");
	return rule_text(finding, "; the kernel's log: %s%s",
			 rule_quote(input, finding, "tsc_unstable"), moment);
}

static enum rule_verdict judge_clock_source(const struct rule_input *input,
					    struct rule_finding *finding)
{
	const char *source, *offered = facts_text(input->facts, "clock.available", "");
	bool has_tsc = strstr(offered, "tsc");

	if (!rule_get_text(input, finding, "clock.source", &source))
		return RULE_UNKNOWN;
	if (is_one_of(source, quick_sources))
		return rule_say(finding, RULE_OK, "the clock source is %s", source);
	if (is_one_of(source, host_sources))
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"%s is a virtual machine's: see paravirtual-clock",
				source);
	if (!is_one_of(source, slow_sources))
		return rule_say(finding, RULE_UNKNOWN,
				"the clock source is %s; what reading it costs is not "
				"known here",
				source);
	if (!has_tsc)
		finding->fix = "firmware (BIOS) update or the hypervisor's settings; the "
			       "TSC is not offered any more, so trying it needs a boot; "
			       "tsc=reliable only if the TSCs are truly synchronous";
	return rule_say(finding, RULE_BAD, "the clock source is %s, offered are %s%s",
			source, *offered ? offered : "unknown ones",
			say_why(input, finding));
}

const struct rule rule_clock_source = {
	.id = "clock-source",
	.title = "Clock source",
	.weight = RULE_LIKELY,
	.looks_at =
		"/sys/devices/system/clocksource/clocksource0/current_clocksource and "
		"available_clocksource; lines of the kernel's log about an unstable "
		"TSC. The CPU flags constant_tsc and nonstop_tsc do not overrule the "
		"kernel's watchdog",
	.effect = "each reading of the clock costs a microsecond or more instead of tens "
		  "of ns, average and minimum go up by several us, rare outliers of ms",
	.fix = "firmware (BIOS) update or the hypervisor's settings, then the TSC: 'echo "
	       "tsc > /sys/devices/system/clocksource/clocksource0/current_clocksource'; "
	       "tsc=reliable only if the TSCs are truly synchronous",
	.undo = "write the old name to current_clocksource; take tsc=reliable off the "
		"command line again",
	.prove = "A-B-A with tsc and the present one written to current_clocksource; "
		 "where tsc is not offered, a boot with and without the change",
	.find_out = "cat /sys/devices/system/clocksource/clocksource0/"
		    "current_clocksource; dmesg | grep -i -e clocksource -e tsc",
	.basis = RULE_SEEN,
	.judge = judge_clock_source,
};

static enum rule_verdict judge_paravirtual_clock(const struct rule_input *input,
						 struct rule_finding *finding)
{
	const char *source;

	if (!rule_get_text(input, finding, "clock.source", &source))
		return RULE_UNKNOWN;
	if (!is_one_of(source, host_sources))
		return rule_say(finding, RULE_NOT_APPLICABLE, "the clock source is %s",
				source);
	if (rule_yes(input, "clock.tsc.nonstop") == 1 &&
	    rule_yes(input, "clock.tsc.constant") == 1 && !strcmp(source, "kvm-clock"))
		return rule_say(finding, RULE_OK,
				"%s above a TSC that is constant and never stops",
				source);
	if (!facts_known(input->facts, "clock.tsc.nonstop"))
		return rule_say(finding, RULE_UNKNOWN,
				"the clock source is %s; the CPU flags are unknown",
				source);
	return rule_say(finding, RULE_BAD,
			"the clock source is %s, and the CPU flags do not promise a "
			"constant TSC that never stops",
			source);
}

const struct rule rule_paravirtual_clock = {
	.id = "paravirtual-clock",
	.title = "Clock of a virtual machine",
	.weight = RULE_POSSIBLE,
	.looks_at = "current_clocksource; the flags constant_tsc and nonstop_tsc in "
		    "/proc/cpuinfo",
	.effect = "1 to 10 us for each reading of the clock",
	.fix = "give the guest an invariant TSC (QEMU: -cpu host,migratable=off,+invtsc) "
	       "and let it use the clock source tsc",
	.undo = "take +invtsc away again: without it the guest can be migrated",
	.prove = "measure what clock_gettime() costs, and A-B with both clock sources",
	.find_out = "cat /sys/devices/system/clocksource/clocksource0/"
		    "current_clocksource; grep -m1 flags /proc/cpuinfo",
	.basis = RULE_SEEN,
	.judge = judge_paravirtual_clock,
};

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

static enum rule_verdict judge_tsc_check(const struct rule_input *input,
					 struct rule_finding *finding)
{
	const char *source = facts_text(input->facts, "clock.source", NULL);
	int reliable = rule_on_command_line(input, "tsc=reliable");

	if (source && strcmp(source, "tsc") != 0)
		return rule_say(finding, RULE_NOT_APPLICABLE, "the clock source is %s",
				source);
	if (!source || reliable < 0)
		return rule_say(finding, RULE_UNKNOWN, "the %s is unknown",
				source ? "command line" : "clock source");
	if (reliable == 1 || rule_on_command_line(input, "tsc=nowatchdog") == 1)
		return rule_say(finding, RULE_OK, "%s is on the command line",
				reliable ? "tsc=reliable" : "tsc=nowatchdog");
	return rule_say(finding, RULE_BAD,
			"neither tsc=reliable nor tsc=nowatchdog is on the command line: "
			"the kernel may compare the CPUs' TSCs every 10 minutes");
}

const struct rule rule_tsc_check = {
	.id = "tsc-check",
	.title = "Check that the TSCs agree",
	.weight = RULE_NOTE,
	.looks_at = "tsc= in /proc/cmdline, the clock source",
	.effect = "5 to 30 us every 10 minutes, on isolated CPUs too",
	.fix = "tsc=reliable on the command line, only if the TSCs are truly synchronous",
	.undo = "take tsc=reliable off the command line and boot",
	.prove = "a run of more than 30 minutes: spikes 10 minutes apart, gone with "
		 "tsc=reliable",
	.find_out = "cat /proc/cmdline",
	.basis = RULE_SEEN,
	.judge = judge_tsc_check,
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
