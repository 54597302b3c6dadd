/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about what tells the time. */
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

/* Flags that people take for a promise; the kernel's watchdog measures. */
static const char *say_flags(const struct rule_input *input)
{
	return rule_yes(input, "clock.tsc.constant") == 1 &&
			       rule_yes(input, "clock.tsc.nonstop") == 1
		       ? "; the CPU flags constant_tsc and nonstop_tsc do not overrule that"
		       : "";
}

/* "; the kernel's log: ...; switched at ...". */
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
	return rule_text(finding, "; the kernel's log: %s%s%s",
			 rule_quote(input, finding, "tsc_unstable"), moment,
			 say_flags(input));
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
	/* The kernel measured it, and says so. */
	if (facts_integer(input->facts, "log.tsc_unstable.count", 0))
		finding->weight = RULE_CERTAIN;
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
