/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about what costs time everywhere: debugging, tracing, protections, printing. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "rules/asks.h"
#include "rules/evidence.h"
#include "rules/table.h"

/* Options that make every path slower; what is only a table or a check at start is not. */
static const char *const debug_options[] = {
	"CONFIG_PROVE_LOCKING", "CONFIG_LOCK_STAT",
	"CONFIG_KASAN",         "CONFIG_KCSAN",
	"CONFIG_DEBUG_PREEMPT", "CONFIG_DEBUG_OBJECTS",
	"CONFIG_SLUB_DEBUG_ON", "CONFIG_DEBUG_KMEMLEAK",
	"CONFIG_DEBUG_MUTEXES", "CONFIG_DEBUG_ATOMIC_SLEEP"};

static enum rule_verdict judge_debug_kernel(const struct rule_input *input,
					    struct rule_finding *finding)
{
	static const char *const lines[] = {"debug_banner", "lockdep", "kasan"};
	const char *found = "", *unknown = NULL;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (facts_integer(input->facts,
				  rule_text(finding, "log.%s.count", lines[i]), 0))
			return rule_say(finding, RULE_BAD, "%s",
					rule_quote(input, finding, lines[i]));
	for (size_t i = 0; i < sizeof(debug_options) / sizeof(debug_options[0]); i++) {
		enum tristate set = ask_config(input, debug_options[i]);

		if (set == YES)
			found = rule_text(finding, "%s%s%s", found, *found ? ", " : "",
					  debug_options[i]);
		else if (set == UNKNOWN)
			unknown = debug_options[i];
	}
	if (*found)
		return rule_say(finding, RULE_BAD, "the kernel was built with %s", found);
	if (unknown)
		return rule_say(finding, RULE_UNKNOWN,
				"the kernel's configuration, or the part of it that was "
				"read, does not tell %s",
				unknown);
	return rule_say(finding, RULE_OK,
			"no costly debugging option in the kernel's configuration");
}

const struct rule rule_debug_kernel = {
	.id = "debug-kernel",
	.title = "Kernel built for debugging",
	.weight = RULE_LIKELY,
	.looks_at = "the kernel's configuration (PROVE_LOCKING, KASAN, DEBUG_PREEMPT, "
		    "DEBUG_OBJECTS, SLUB_DEBUG_ON ...), the banner of trace_printk() and "
		    "of lockdep in the log",
	.effect = "average 2 to 10 times as high",
	.fix = "a kernel without these options",
	.undo = "boot the debugging kernel",
	.prove = "the same load on both kernels",
	.find_out = "zcat /proc/config.gz or less /boot/config-$(uname -r)",
	.basis = RULE_DOCUMENTED,
	.judge = judge_debug_kernel,
};

static enum rule_verdict judge_tracing(const struct rule_input *input,
				       struct rule_finding *finding)
{
	const char *tracer, *events = facts_text(input->facts, "tracing.events", NULL);

	if (rule_yes(input, "tracing.bpf_stats") == 1)
		return rule_say(finding, RULE_BAD,
				"/proc/sys/kernel/bpf_stats_enabled is 1");
	if (!rule_get_text(input, finding, "tracing.tracer", &tracer))
		return RULE_UNKNOWN;
	if (strcmp(tracer, "nop") != 0)
		return rule_say(finding, RULE_BAD, "current_tracer is '%s'", tracer);
	if (rule_yes(input, "tracing.on") == 0)
		return rule_say(finding, RULE_OK,
				"current_tracer is nop, tracing is off");
	if (!events)
		return rule_say(
			finding, RULE_UNKNOWN,
			"current_tracer is nop; whether events are on is unknown");
	if (strcmp(events, "0") != 0)
		return rule_say(finding, RULE_BAD,
				"%s events are recorded (enable is %s)",
				strcmp(events, "1") ? "some" : "all", events);
	return rule_say(finding, RULE_OK, "current_tracer is nop, no event is recorded");
}

const struct rule rule_tracing = {
	.id = "tracing",
	.title = "Tracing left on",
	.weight = RULE_POSSIBLE,
	.looks_at = "current_tracer, tracing_on and events/enable of "
		    "/sys/kernel/tracing; /proc/sys/kernel/bpf_stats_enabled",
	.effect = "1 to 50 us, and a higher average",
	.fix = "echo nop > /sys/kernel/tracing/current_tracer; echo 0 > "
	       "/sys/kernel/tracing/events/enable; unload BPF programs",
	.undo = "write the old names back",
	.prove = "A-B",
	.find_out = "as root: cat /sys/kernel/tracing/current_tracer; bpftool prog; cat "
		    "/sys/kernel/debug/kprobes/list",
	.basis = RULE_DOCUMENTED,
	.judge = judge_tracing,
};

static enum rule_verdict judge_mitigations(const struct rule_input *input,
					   struct rule_finding *finding)
{
	const struct fact *fact;
	int all = 0, active = 0;
	size_t at = 0;

	while ((fact = facts_next(input->facts, "vulnerability.*", &at))) {
		all++;
		/* "KVM: Mitigation: VMX unsupported" costs nothing. */
		active += fact->kind == FACT_TEXT && strstr(fact->text, "Mitigation") &&
			  !strstr(fact->text, "unsupported");
	}
	if (!all)
		return rule_say(finding, RULE_UNKNOWN,
				"/sys/devices/system/cpu/vulnerabilities was not read");
	return rule_say(finding, active ? RULE_BAD : RULE_OK,
			"%d of %d known faults of the processor are worked around",
			active, all);
}

const struct rule rule_mitigations = {
	.id = "mitigations",
	.title = "Work-arounds for faults of the processor",
	.weight = RULE_NOTE,
	.looks_at = "/sys/devices/system/cpu/vulnerabilities/*",
	.effect = "1 to 5 us on each way into the kernel; each exit of a virtual machine "
		  "costs several times as much",
	.fix = "mitigations=off, only on machines that run nobody else's code",
	.undo = "take mitigations=off off the command line",
	.prove = "A-B boots",
	.find_out = "grep . /sys/devices/system/cpu/vulnerabilities/*",
	.basis = RULE_SEEN,
	.judge = judge_mitigations,
};

/* Above this the kernel prints notices and information, too. */
enum { QUIET_LOGLEVEL = 4 };

static enum rule_verdict judge_console(const struct rule_input *input,
				       struct rule_finding *finding)
{
	const char *serial;
	int64_t level;

	if (!rule_get_integer(input, finding, "console.loglevel", &level))
		return RULE_UNKNOWN;
	if (level <= QUIET_LOGLEVEL)
		return rule_say(finding, RULE_OK,
				"the console's log level is %" PRId64
				": only errors get there",
				level);
	if (!rule_get_text(input, finding, "console.serial", &serial))
		return RULE_UNKNOWN;
	if (!strcmp(serial, "none"))
		return rule_say(finding, RULE_OK,
				"log level %" PRId64 ", but no console is a serial line",
				level);
	return rule_say(finding, RULE_BAD,
			"the kernel prints up to level %" PRId64
			" to the serial console %s",
			level, serial);
}

const struct rule rule_console = {
	.id = "console",
	.title = "Printing to a slow console",
	.weight = RULE_POSSIBLE,
	.looks_at =
		"/proc/consoles, the first number of /proc/sys/kernel/printk as it is "
		"now",
	.effect = "87 us for each character at 115200 bit/s, 35 to 200 ms for a burst of "
		  "lines",
	.fix = "sysctl kernel.printk=4 (loglevel=4), or no console= for the serial line",
	.undo = "sysctl kernel.printk with the old number",
	.prove = "echo m > /proc/sysrq-trigger during a run, with both levels",
	.find_out = "cat /proc/consoles /proc/sys/kernel/printk",
	.basis = RULE_SEEN,
	.judge = judge_console,
};

static enum rule_verdict judge_selinux(const struct rule_input *input,
				       struct rule_finding *finding)
{
	int64_t threshold;

	if (!rule_get_integer(input, finding, "selinux.cache_threshold", &threshold))
		return RULE_UNKNOWN;
	return rule_say(finding, threshold <= 512 ? RULE_BAD : RULE_OK,
			"/sys/fs/selinux/avc/cache_threshold is %" PRId64, threshold);
}

const struct rule rule_selinux_cache = {
	.id = "selinux-cache",
	.title = "SELinux' cache of decisions",
	.weight = RULE_NOTE,
	.looks_at = "/sys/fs/selinux/avc/cache_threshold",
	.effect = "spikes under network load while the small cache is emptied",
	.fix = "echo 8192 > /sys/fs/selinux/avc/cache_threshold",
	.undo = "echo 512 > /sys/fs/selinux/avc/cache_threshold",
	.prove = "A-B under network load",
	.find_out = "cat /sys/fs/selinux/avc/cache_threshold; absent without SELinux",
	.basis = RULE_SEEN,
	.judge = judge_selinux,
};

static enum rule_verdict judge_split_lock(const struct rule_input *input,
					  struct rule_finding *finding)
{
	enum rule_verdict verdict;

	if (ask_arch(input, "x86") == NO)
		return rule_say(finding, RULE_NOT_APPLICABLE, "this is no x86");
	if (!rule_has_line(input, finding, "split_lock", &verdict))
		return verdict;
	return rule_say(finding, RULE_BAD, "%s",
			rule_quote(input, finding, "split_lock"));
}

const struct rule rule_split_lock = {
	.id = "split-lock",
	.title = "Locks across two cache lines",
	.weight = RULE_LIKELY,
	.looks_at = "'took a split_lock trap' in the kernel's log",
	.effect =
		"10 ms and more for the program that does it, and the bus is locked for "
		"all",
	.fix = "mend the program named in the line; sysctl kernel.split_lock_mitigate=0 or "
	       "split_lock_detect=off",
	.undo = "sysctl kernel.split_lock_mitigate=1",
	.prove = "the line must not come again during a run",
	.find_out = "dmesg | grep split_lock",
	.basis = RULE_DOCUMENTED,
	.judge = judge_split_lock,
};

static enum rule_verdict judge_hotplug(const struct rule_input *input,
				       struct rule_finding *finding)
{
	enum rule_verdict verdict;

	if (!rule_has_line(input, finding, "cpu_offline", &verdict))
		return verdict;
	return rule_say(finding, RULE_BAD, "%s",
			rule_quote(input, finding, "cpu_offline"));
}

const struct rule rule_cpu_hotplug = {
	.id = "cpu-hotplug",
	.title = "CPUs that were taken off",
	.weight = RULE_NOTE,
	.looks_at = "'CPU N is now offline' in the kernel's log",
	.effect =
		"100 us to ms: all CPUs are stopped for each change, and caches flushed",
	.fix = "no CPU on- or offline, no module loaded during real-time work",
	.undo = "none needed",
	.prove = "take a CPU off and on during a run",
	.find_out = "dmesg | grep offline",
	.basis = RULE_DOCUMENTED,
	.judge = judge_hotplug,
};

static enum rule_verdict judge_irq_storm(const struct rule_input *input,
					 struct rule_finding *finding)
{
	enum rule_verdict verdict;

	if (!rule_has_line(input, finding, "irq_nobody_cared", &verdict))
		return verdict;
	return rule_say(finding, RULE_BAD, "%s",
			rule_quote(input, finding, "irq_nobody_cared"));
}

const struct rule rule_interrupt_storm = {
	.id = "interrupt-storm",
	.title = "Interrupts that nobody handles",
	.weight = RULE_LIKELY,
	.looks_at = "'irq N: nobody cared' in the kernel's log",
	.effect =
		"a CPU busy with interrupts until the kernel gives the line up; then the "
		"device is polled, or dead",
	.fix = "the device or driver on that line",
	.undo = "none needed",
	.prove = "the rate of that row in /proc/interrupts, before and after",
	.find_out = "dmesg | grep 'nobody cared'; watch /proc/interrupts",
	.basis = RULE_SEEN,
	.judge = judge_irq_storm,
};
