/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is known of each kind of fact: a row, in the order of expected effect inside its class.
 * "Known cause" is for what somebody has switched off and on and measured. Knowing says
 * nothing of this machine, and several of these made other machines worse.
 */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "compare/fact-diff.h"

#define A_B_A "one machine, one kernel, one load; change this alone; A-B-A"

/* A device's class is known by the fact beside it: pci.X.power has pci.X.class. */
static bool is_graphics(const struct facts *a, const struct facts *b, const char *name)
{
	const char *end = strrchr(name, '.');
	char class[200];

	(void)b;
	if (!end)
		return false;
	snprintf(class, sizeof(class), "%.*s.class", (int)(end - name), name);
	return facts_integer(a, class, 0) >> 16 == 3 ||
	       !strncmp(facts_text(a, class, ""), "0x03", 4);
}

/* Is it told of both whether write-allocate is in force? Then the setting adds nothing. */
static bool in_force_is_known(const struct facts *a, const struct facts *b,
			      const char *name)
{
	static const char in_force[] = "l2c310.write_allocate_in_force";

	(void)name;
	return strcmp(facts_text(a, in_force, "unknown"), "unknown") &&
	       strcmp(facts_text(b, in_force, "unknown"), "unknown");
}

/* Both logs have such a line: the kernel met the same, and the amounts in it do not matter. */
static bool both_tell(const struct facts *a, const struct facts *b, const char *name)
{
	return facts_known(a, name) && facts_known(b, name);
}

/* The same line but for the numbers in it. */
static bool same_but_numbers(const struct facts *a, const struct facts *b,
			     const char *name)
{
	const char *x = facts_text(a, name, ""), *y = facts_text(b, name, "");

	while (*x && *y) {
		x += strspn(x, "0123456789");
		y += strspn(y, "0123456789");
		if (*x != *y)
			return false;
		x += *x != '\0';
		y += *y != '\0';
	}
	return both_tell(a, b, name) && *x == *y;
}

/* clang-format off */
const struct fact_knowledge fact_knowledge[] = {
	/* Derived or counted: the difference behind it is told by another row, or moves by itself. */
	{"kernel.build", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"kernel.version", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"kernel.dual.warning", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"kernel.preempt.evidence", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"cmdline.line", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"cmdline.given.*", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"cmdline.BOOT_IMAGE", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"cmdline.initrd", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"cmdline.root", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"config.source", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"config.CONFIG_CC_*", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"config.CONFIG_GCC_*", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"config.CONFIG_LOCALVERSION", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"task.*", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"proc.*", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	/* whylate's own, which a snapshot has no reason to lock. */
	{"process.locked", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"rt_group.*", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"irq.*.served", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"softirq.*", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"log.read", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"log.from_start", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"log.boots", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"log.missing", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"log.clock_switched.first", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"log.*.first", FACT_IRRELEVANT, "", "", "", NULL, same_but_numbers},
	{"log.*.longest", FACT_IRRELEVANT, "", "", "", NULL, both_tell},
	{"log.*_time", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"log.*.last", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"*.line", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"*.time", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"*.count", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"memory.seen.*", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"memory.swap.free", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"cpu.*.cpufreq.changes", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"cpu.*.idle.*.usage", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"thermal.*.temperature", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"container.cpu.periods", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"virtual.steal", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"pci.*.power_now", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"edac.*.corrected", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"net.connections*", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"model.*", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"l2c310.aux*", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"l2c310.why", FACT_IRRELEVANT, "", "", "", NULL, NULL},
	{"l2c310.write_allocate", FACT_IRRELEVANT, "", "", "", NULL, in_force_is_known},

	/* Causes that were proven by experiment. */
	{"clock.source", FACT_KNOWN_CAUSE, "clock source",
	 "without the TSC each clock read costs a microsecond or more: average and minimum go up, "
	 "with rare outliers of milliseconds",
	 "A-B-A with current_clocksource where both are offered, else a boot each", "clock-source",
	 NULL},
	{"l2c310.write_allocate_in_force", FACT_KNOWN_CAUSE,
	 "write-allocate of the L2 cache controller in force",
	 "I-pipe kernels turn it off, since it 'induces high latencies'; on an i.MX6Q, with it in "
	 "force, the average was three times as long under copying and network load, though between "
	 "two kernels; the sign depends on the load: a 2018 report on the same processor found it "
	 "better in force under four memory writers",
	 "one kernel, toggle bits 24:23 of the auxiliary control register ('whylate l2c310 stub' "
	 "does), A-B-A, with 0 and with 4 memory writers (--load memory-write=4) and with --load "
	 "thread-2014",
	 "write-allocate", NULL},
	{"cpu.*.cpufreq.governor", FACT_KNOWN_CAUSE, "CPU frequency governor",
	 "a governor that clocks down makes the average 1.5 to 3 times as long",
	 "set it on one machine, A-B-A under the same load", "governor", NULL},
	{"cpufreq.policy.*.governor", FACT_KNOWN_CAUSE, "CPU frequency governor",
	 "a governor that clocks down makes the average 1.5 to 3 times as long",
	 "set it on one machine, A-B-A under the same load", "governor", NULL},
	{"cpu.*.idle.*.disabled", FACT_KNOWN_CAUSE, "idle states",
	 "leaving a deep state takes tens to hundreds of microseconds, on an idle machine most",
	 "hold /dev/cpu_dma_latency at 0 and let go, A-B-A, idle", "idle-states", NULL},
	{"idle.request_us", FACT_KNOWN_CAUSE, "request against deep idle states",
	 "leaving a deep state takes tens to hundreds of microseconds, on an idle machine most",
	 "hold /dev/cpu_dma_latency at 0 and let go, A-B-A, idle", "idle-states", NULL},
	{"cmdline.*max_cstate", FACT_KNOWN_CAUSE, "limit of the idle states",
	 "leaving a deep state takes tens to hundreds of microseconds, on an idle machine most",
	 "hold /dev/cpu_dma_latency at 0 and let go, A-B-A, idle", "idle-states", NULL},
	{"kernel.preempt", FACT_KNOWN_CAUSE, "preemption model",
	 "a kernel that cannot be preempted everywhere delays by its longest section, up to "
	 "milliseconds under load",
	 "the two kernels, one configuration otherwise, A-B-A under load", "preempt-rt", NULL},
	{"sched.rt_runtime_us", FACT_KNOWN_CAUSE, "limit of real-time run time",
	 "a real-time task that uses up its share waits for the rest of a second",
	 A_B_A, "rt-throttling", NULL},
	{"random.source", FACT_KNOWN_CAUSE, "hardware random source",
	 "a source in the secure world stops the CPU that asks it: on an AM62L core 0 was worse in "
	 "8 of 8 pairs",
	 "write another name to rng_current, A-B-A", "secure-random", NULL},
	{"xenomai.smi", FACT_KNOWN_CAUSE, "Xenomai's SMI work-around",
	 "firmware interrupts stop every CPU, hundreds of microseconds and more",
	 "boot with and without it, A-B-A", "xenomai-smi", NULL},

	/* Plausible, and reports of other machines confirm it. */
	{"pci.*.power", FACT_CONFIRMED, "runtime power management of the graphics device",
	 "on a machine with i915, 'auto' held CPU 0 for a millisecond, 'on' cured it",
	 "write 'on' to power/control, repeat, back to 'auto' (A-B-A)", "graphics-power",
	 is_graphics},
	{"smt.*", FACT_CONFIRMED, "hyper-threads",
	 "two threads of a core share its units and caches",
	 "switch smt/control off and on, A-B-A", "smt", NULL},
	{"watchdog.*", FACT_CONFIRMED, "kernel watchdogs",
	 "they interrupt every CPU, tens of microseconds at most", A_B_A, "nmi-watchdog", NULL},
	{"isolation.*", FACT_CONFIRMED, "isolated CPUs",
	 "keeps other tasks off, but made the isolated core worse in 8 of 8 pairs on an AM62L",
	 "boot with and without it, A-B-A, all CPUs measured", "isolation-few-cpus", NULL},
	{"cmdline.isolcpus", FACT_CONFIRMED, "isolated CPUs",
	 "keeps other tasks off, but made the isolated core worse in 8 of 8 pairs on an AM62L",
	 "boot with and without it, A-B-A, all CPUs measured", "isolation-few-cpus", NULL},
	{"cmdline.nohz_full", FACT_CONFIRMED, "CPUs without the tick",
	 "fewer interrupts, but longer ways into and out of the kernel",
	 "boot with and without it, A-B-A, all CPUs measured", "isolation-few-cpus", NULL},
	{"cmdline.idle", FACT_CONFIRMED, "idle loop",
	 "polling keeps CPUs awake, and heats them until they are throttled",
	 "boot with and without it, A-B-A, idle", "idle-states", NULL},
	{"cmdline.tsc", FACT_CONFIRMED, "trust in the TSC",
	 "a clock source that is not checked is quick, and wrong when the TSCs differ",
	 "boot with and without it, A-B-A", NULL, NULL},
	{"cmdline.mitigations", FACT_CONFIRMED, "mitigations of processor faults",
	 "they make each way into the kernel dearer", "boot with and without it, A-B-A", NULL, NULL},
	{"edac.*.scrub", FACT_CONFIRMED, "memory scrubbing",
	 "scrubbing by firmware stops CPUs", A_B_A, NULL, NULL},
	{"raspberry_pi.*", FACT_CONFIRMED, "firmware's power and temperature flags",
	 "a throttled processor is late all the time", "cool it or feed it, repeat",
	 "raspberry-pi-power",
	 NULL},
	{"cpu.*throttled*", FACT_CONFIRMED, "thermal throttling",
	 "a throttled processor is late all the time", "cool it, repeat", "thermal-throttling", NULL},
	{"memory.swap.*", FACT_CONFIRMED, "swap",
	 "a page that was swapped out costs milliseconds when it is needed", A_B_A, NULL, NULL},
	{"memory.huge_pages*", FACT_CONFIRMED, "transparent huge pages",
	 "moving pages together stops tasks that use them", A_B_A, NULL, NULL},

	/* Plausible. */
	{"l2c310.write_allocate", FACT_PLAUSIBLE, "write-allocate setting of the L2 cache controller",
	 "whether it is in force is not known of both: at 'follows-pages' the kernel's memory policy "
	 "decides, and a log does not tell it",
	 "find the line 'Memory policy' of both boot logs; then one kernel, toggle bits 24:23 of the "
	 "auxiliary control register, A-B-A, without a load, with --load thread-2014 "
	 "and with --load memory-write=4; 'whylate l2c310 stub' changes them", "write-allocate", NULL},
	{"l2c310*prefetch*", FACT_PLAUSIBLE, "prefetching of the L2 cache controller",
	 "it takes memory bandwidth, or saves waiting for it; the sign depends on the load",
	 "one kernel, toggle the prefetch bits alone, A-B-A, with 0 and with 4 memory writers", NULL,
	 NULL},
	{"log.*", FACT_PLAUSIBLE, "line of the kernel's log",
	 "the kernel itself told of trouble, or of another start",
	 "look at the line; repeat the run and see whether it comes back", NULL, NULL},
	{"l2c310*", FACT_PLAUSIBLE, "setting of the L2 cache controller",
	 "every access of every CPU goes through it",
	 "one kernel, change this bit alone, A-B-A, with 0 and with 4 memory writers", NULL, NULL},
	{"kernel.release", FACT_PLAUSIBLE, "kernel version",
	 "everything in the kernel may differ with it",
	 "the other kernel with the same settings, A-B-A", NULL, NULL},
	{"kernel.dual.pipeline", FACT_PLAUSIBLE, "interrupt pipeline of the kernel",
	 "the second kernel's interrupts go through it",
	 "the other pipeline on the same kernel version, A-B-A", NULL, NULL},
	{"xenomai*", FACT_PLAUSIBLE, "Xenomai version or setting", "its real-time core may differ",
	 "the other version on the same kernel, A-B-A", NULL, NULL},
	{"config.CONFIG_HZ*", FACT_PLAUSIBLE, "tick rate", "more ticks, more interruptions",
	 "one kernel, built with both, A-B-A", NULL, NULL},
	{"config.CONFIG_PREEMPT*", FACT_PLAUSIBLE, "preemption of the kernel",
	 "sections that cannot be preempted delay", "one kernel, built with both, A-B-A under load",
	 "preempt-rt", NULL},
	{"config.CONFIG_*DEBUG*", FACT_PLAUSIBLE, "debugging built into the kernel",
	 "checks of locks and memory take time in the kernel's shortest sections",
	 "one kernel, built with and without, A-B-A", "debug-kernel", NULL},
	{"config.*", FACT_PLAUSIBLE, "kernel configuration", "one option of the kernel differs",
	 "one kernel, built with both, A-B-A", NULL, NULL},
	{"cmdline.*", FACT_PLAUSIBLE, "command line", "one word of the kernel's command line differs",
	 "boot with and without it, A-B-A", NULL, NULL},
	{"cpu.*.cpufreq*", FACT_PLAUSIBLE, "CPU frequency", "a slower clock makes every step longer",
	 A_B_A, "governor", NULL},
	{"cpufreq*", FACT_PLAUSIBLE, "CPU frequency", "a slower clock makes every step longer", A_B_A,
	 "governor", NULL},
	{"cpu.*.idle*", FACT_PLAUSIBLE, "idle states", "deeper states take longer to leave",
	 "hold /dev/cpu_dma_latency at 0 and let go, A-B-A, idle", "idle-states", NULL},
	{"idle.*", FACT_PLAUSIBLE, "idle states", "deeper states take longer to leave",
	 "hold /dev/cpu_dma_latency at 0 and let go, A-B-A, idle", "idle-states", NULL},
	{"irq.*", FACT_PLAUSIBLE, "where interrupts are served",
	 "an interrupt on the measured CPU delays it", "move it away and back, A-B-A", NULL, NULL},
	{"clock.*", FACT_PLAUSIBLE, "clocks and timers", "every due time is a timer's", A_B_A, NULL,
	 NULL},
	{"sched.*", FACT_PLAUSIBLE, "scheduler setting", "it decides who runs", A_B_A, NULL, NULL},
	{"pci.*", FACT_PLAUSIBLE, "setting of a PCI device", "waking a device or its link takes time",
	 A_B_A, NULL, NULL},
	{"memory.*", FACT_PLAUSIBLE, "memory management", "faults and moved pages delay", A_B_A, NULL,
	 NULL},
	{"vulnerability.*", FACT_PLAUSIBLE, "mitigations of processor faults",
	 "they make each way into the kernel dearer", "boot with and without it, A-B-A", NULL, NULL},
	{"cpu.*.microcode", FACT_PLAUSIBLE, "microcode", "the processor itself differs",
	 "boot with both, A-B-A", NULL, NULL},
	{"firmware.*", FACT_PLAUSIBLE, "firmware", "firmware takes the CPU without anyone's knowledge",
	 "both versions on one machine, A-B-A", NULL, NULL},
	{"module*", FACT_PLAUSIBLE, "kernel module", "its interrupts and work run in the kernel",
	 "unload it and load it again, A-B-A", NULL, NULL},
	{"rcu.*", FACT_PLAUSIBLE, "RCU callbacks", "they run in the kernel, on some CPU", A_B_A, NULL,
	 NULL},
	{"tracing.*", FACT_PLAUSIBLE, "tracing", "each event that is traced costs time", A_B_A, NULL,
	 NULL},
	{"container.*", FACT_PLAUSIBLE, "control group", "its limits stop tasks", A_B_A, NULL, NULL},
	{"random.*", FACT_PLAUSIBLE, "random source", "a source in the secure world stops a CPU",
	 "write another name to rng_current, A-B-A", NULL, NULL},
	{"machine.*", FACT_PLAUSIBLE, "machine", "two machines differ in more than their set-up",
	 "both set-ups on one machine, A-B-A", NULL, NULL},

	/* Whatever else: */
	{"*", FACT_EFFECT_UNKNOWN, "fact", "nothing is known of its effect on latency", A_B_A, NULL,
	 NULL},
};
/* clang-format on */

const uint32_t fact_knowledge_count = sizeof(fact_knowledge) / sizeof(fact_knowledge[0]);

const struct fact_knowledge *fact_knowledge_of(const struct facts *a,
					       const struct facts *b, const char *name)
{
	const struct fact_knowledge *row = fact_knowledge;

	while (fnmatch(row->pattern, name, 0) ||
	       (row->applies && !row->applies(a, b, name)))
		row++;
	return row;
}
