/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about idle states: coming back from sleep takes time. */
#include <string.h>

#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/table.h"

/* From here on leaving a state shows in the worst case of a quiet machine. */
enum { SLOW_US = 10, SERVER_US = 100 };

struct slowest {
	int cpu;    /* -1: nothing is known */
	int64_t us; /* of the slowest state that a CPU may fall into */
	const char *state;
	bool all; /* every CPU tells */
};

static struct slowest slowest_of(const struct rule_input *input,
				 struct rule_finding *finding, struct cpuset *cpus)
{
	struct slowest slowest = {.cpu = -1, .us = -1, .state = "?", .all = true};

	for (int cpu = cpuset_next(cpus, 0); cpu >= 0; cpu = cpuset_next(cpus, cpu + 1)) {
		const struct fact *us = ask_cpu(input, finding, cpu, "idle_exit_us");

		if (us->kind != FACT_INTEGER)
			slowest.all = false;
		if (us->kind != FACT_INTEGER || us->integer <= slowest.us)
			continue;
		slowest.cpu = cpu;
		slowest.us = us->integer;
		slowest.state = ask_cpu(input, finding, cpu, "idle_deepest")->text;
	}
	return slowest;
}

/* idle=poll is known to x86 alone; elsewhere it is a word that the kernel hands on. */
static bool polls(const struct rule_input *input)
{
	return (!strcmp(facts_text(input->facts, "cmdline.idle", ""), "poll") &&
		ask_arch(input, "x86") == YES) ||
	       (facts_known(input->facts, "cmdline.nohlt") &&
		ask_arch(input, "x86") == NO);
}

static enum rule_verdict judge_states(const struct rule_input *input,
				      struct rule_finding *finding)
{
	struct rule_cpus cpus = rule_cpus_of(input);
	struct slowest slowest = slowest_of(input, finding, &cpus.set);
	const char *driver = facts_text(input->facts, "idle.driver", "");

	if (polls(input))
		return rule_say(finding, RULE_OK,
				"idle CPUs poll: the command line "
				"says so");
	if (slowest.cpu < 0 && !strcmp(driver, "none"))
		return rule_say(finding, RULE_OK,
				"no idle driver: CPUs only halt between tasks");
	if (slowest.cpu < 0)
		return rule_say(finding, RULE_UNKNOWN,
				"no cpuidle directory: firmware or hypervisor may have "
				"its own");
	if (slowest.us < SLOW_US && !slowest.all)
		return rule_say(finding, RULE_UNKNOWN,
				"of some %s CPUs the idle states, or how slow they are, "
				"are not told",
				cpus.what);
	if (slowest.us < SLOW_US)
		return rule_say(finding, RULE_OK,
				"the slowest allowed state of %s CPUs is %s: %lld us",
				cpus.what, slowest.state, (long long)slowest.us);
	if (slowest.us >= SERVER_US)
		finding->weight = RULE_CERTAIN;
	return rule_say(
		finding, RULE_BAD,
		"CPU %d may fall into %s, which takes %lld us to leave; driver %s",
		slowest.cpu, slowest.state, (long long)slowest.us,
		*driver ? driver : "unknown");
}

static enum rule_verdict judge_x86(const struct rule_input *input,
				   struct rule_finding *finding)
{
	if (ask_arch(input, "x86") == NO)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no x86 machine");
	return judge_states(input, finding);
}

const struct rule rule_idle_states = {
	.id = "idle-states",
	.title = "Deep C-states (x86)",
	.weight = RULE_LIKELY,
	.looks_at = "/sys/devices/system/cpu/cpu*/cpuidle/state*/{name,latency,disable}, "
		    "power/pm_qos_resume_latency_us, /dev/cpu_dma_latency",
	.effect = "10 to 230 us after idle; the average falls when load rises",
	.fix = "let the application hold /dev/cpu_dma_latency at 0, or cpupower idle-set -D 0; "
	       "for real-time CPUs alone: echo n/a > "
	       "/sys/devices/system/cpu/cpuN/power/pm_qos_resume_latency_us",
	.undo = "close the file; cpupower idle-set -E; echo 0 > pm_qos_resume_latency_us",
	.prove = "whylate run with and without --hold-dma-latency 0, each twice",
	.find_out =
		"look for /sys/devices/system/cpu/cpuidle; compare an idle run with one "
		"under load: better under load means idle states",
	.basis = RULE_SEEN,
	.judge = judge_x86,
};

static enum rule_verdict judge_others(const struct rule_input *input,
				      struct rule_finding *finding)
{
	enum tristate x86 = ask_arch(input, "x86");

	if (x86 == YES)
		return rule_say(finding, RULE_NOT_APPLICABLE, "an x86 machine");
	if (x86 == UNKNOWN)
		return rule_say(finding, RULE_UNKNOWN, "which architecture is unknown");
	return judge_states(input, finding);
}

const struct rule rule_idle_states_arm = {
	.id = "idle-states-arm",
	.title = "Deep idle states (ARM, RISC-V)",
	.weight = RULE_LIKELY,
	.looks_at = "/sys/devices/system/cpu/cpu*/cpuidle/state*/{name,latency,disable}, "
		    "cpuidle/current_driver, /dev/cpu_dma_latency",
	.effect = "50 to 1000 us after idle, less under load",
	.fix = "echo 1 > /sys/devices/system/cpu/cpuN/cpuidle/state1/disable for each CPU and "
	       "state but 0, or hold /dev/cpu_dma_latency at 0",
	.undo = "echo 0 > the same files",
	.prove = "an idle run against one under load: the worst case drops under load",
	.find_out =
		"look for /sys/devices/system/cpu/cpuidle; without it the kernel only "
		"waits for interrupts, but firmware may do more",
	.basis = RULE_SEEN,
	.judge = judge_others,
};

/* Polling heats, and steals from the sibling: the cure may be worse. */
static enum rule_verdict judge_poll(const struct rule_input *input,
				    struct rule_finding *finding)
{
	const struct fact *smt = facts_get(input->facts, "smt.active");

	if (!facts_known(input->facts, "cmdline.line"))
		return rule_say(finding, RULE_UNKNOWN, "the command line is unknown");
	if (!polls(input))
		return rule_say(finding, RULE_NOT_APPLICABLE, "idle CPUs do not poll");
	if (smt->kind != FACT_BOOL)
		return rule_say(finding, RULE_UNKNOWN,
				"idle CPUs poll; whether siblings share cores is unknown "
				"(%s)",
				ask_why(input, finding, "smt.active"));
	if (smt->integer)
		return rule_say(
			finding, RULE_BAD,
			"every idle CPU polls, and SMT is on: a polling CPU takes "
			"half of its sibling's core");
	return rule_say(finding, RULE_OK, "idle CPUs poll, and no CPU has a sibling");
}

const struct rule rule_idle_poll = {
	.id = "idle-poll",
	.title = "Polling instead of idling that backfires",
	.weight = RULE_LIKELY,
	.looks_at = "idle=poll or nohlt on the command line, "
		    "/sys/devices/system/cpu/smt/active",
	.effect = "the worst case rises, or the processor throttles for heat",
	.fix = "remove idle=poll and hold /dev/cpu_dma_latency at 0 in the application",
	.undo = "put idle=poll back",
	.prove = "A-B-A over three boots; watch the thermal_throttle counter",
	.find_out = "read /proc/cmdline and /sys/devices/system/cpu/smt/active",
	.basis = RULE_SEEN,
	.judge = judge_poll,
};

static enum rule_verdict judge_held(const struct rule_input *input,
				    struct rule_finding *finding)
{
	const struct summary *run = input->run;

	if (!run || input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run of whylate's");
	if (!run->has_head)
		return rule_say(finding, RULE_UNKNOWN, "the run's plan is unknown");
	if (run->head.plan.hold_dma_latency_us < 0)
		return rule_say(finding, RULE_OK,
				"the run asked for nothing: it measured "
				"the machine as it is");
	finding->weight = RULE_NOTE;
	return rule_say(
		finding, RULE_BAD,
		"the run held /dev/cpu_dma_latency at %lld us, which keeps CPUs out "
		"of deep idle states; without it the machine may be later",
		(long long)run->head.plan.hold_dma_latency_us);
}

const struct rule rule_tool_cures = {
	.id = "tool-cures",
	.title = "A measurement that cures what it measures",
	.weight = RULE_NOTE,
	.looks_at = "whether the run held /dev/cpu_dma_latency",
	.effect = "the field is worse than the test: 10 to 230 us",
	.fix = "let the application hold the request as the test did",
	.undo = "close the file",
	.prove = "repeat the run without --hold-dma-latency",
	.find_out = "the run file is damaged where its plan stands; repeat the run",
	.basis = RULE_SEEN,
	.judge = judge_held,
};
