/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about work that the kernel does on its own account. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rules/cpus.h"
#include "rules/evidence.h"
#include "rules/table.h"

/* The CPUs that rcu_nocbs= or nohz_full= name, as far as the command line tells. */
static bool get_offloaded(const struct rule_input *input, struct cpuset *set)
{
	struct cpuset full;
	bool told = rule_cpu_list(input, "cmdline.rcu_nocbs", set);

	/* nohz_full implies it. */
	if (rule_cpu_list(input, "isolation.nohz_full", &full))
		for (int cpu = cpuset_next(&full, 0); cpu >= 0;
		     cpu = cpuset_next(&full, cpu + 1)) {
			cpuset_add(set, cpu);
			told = true;
		}
	return told;
}

static enum rule_verdict judge_rcu(const struct rule_input *input,
				   struct rule_finding *finding)
{
	struct rule_cpus cpus = rule_cpus_of(input);
	struct cpuset offloaded, missing;
	int64_t ran;

	if (!strcmp(cpus.what, "online") &&
	    !facts_known(input->facts, "isolation.isolated") &&
	    !facts_known(input->facts, "cmdline.line"))
		return rule_say(finding, RULE_UNKNOWN,
				"which CPUs are isolated is unknown");
	if (!strcmp(cpus.what, "online"))
		return rule_say(
			finding, RULE_NOT_APPLICABLE,
			"no CPU is isolated or measured by itself: callbacks have "
			"nowhere else to go");
	if (rule_on_command_line(input, "rcu_nocbs=all") == 1 ||
	    rule_on_command_line(input, "rcu_nocbs") == 1)
		return rule_say(finding, RULE_OK, "rcu_nocbs holds for all CPUs");
	if (!*cpus.what || rule_on_command_line(input, "rcu_nocbs") < 0)
		return rule_say(finding, RULE_UNKNOWN,
				"the command line or the CPUs are unknown");
	get_offloaded(input, &offloaded);
	missing = cpuset_minus(&cpus.set, &offloaded);
	if (!cpuset_count(&missing))
		return rule_say(finding, RULE_OK,
				"RCU callbacks of all %s CPUs are handed to others",
				cpus.what);
	if (!strcmp(cpus.what, "measured"))
		finding->weight = RULE_NOTE;
	return rule_say(finding, RULE_BAD, "RCU callbacks run on the %s CPUs %s%s",
			cpus.what, rule_cpu_text(finding, &missing),
			rule_growth(input, "softirq.rcu", &ran)
				? rule_text(finding,
					    " (%" PRId64
					    " RCU softirqs on all CPUs during the run)",
					    ran)
				: "");
}

const struct rule rule_rcu_callbacks = {
	.id = "rcu-callbacks",
	.title = "RCU callbacks on real-time CPUs",
	.weight = RULE_POSSIBLE,
	.looks_at =
		"rcu_nocbs= and nohz_full= on the command line, isolated CPUs, the row "
		"RCU of /proc/softirqs",
	.effect = "5 to 100 us, after something freed much memory",
	.fix = "rcu_nocbs= with the real-time CPUs on the command line (and "
	       "rcu_nocb_poll)",
	.undo = "take rcu_nocbs= off the command line",
	.prove =
		"the CPU's column of the row RCU in /proc/softirqs stands still; A-B boots",
	.find_out = "cat /proc/cmdline; ps -e | grep rcuo",
	.basis = RULE_SEEN,
	.judge = judge_rcu,
};

static enum rule_verdict judge_workqueues(const struct rule_input *input,
					  struct rule_finding *finding)
{
	struct rule_cpus cpus = rule_cpus_of(input);
	struct cpuset allowed, both;

	if (!rule_cpu_list(input, "workqueue.cpus", &allowed))
		return rule_say(finding, RULE_UNKNOWN,
				"/sys/devices/virtual/workqueue/cpumask: %s",
				facts_get(input->facts, "workqueue.cpus")->text);
	if (!strcmp(cpus.what, "online") || !*cpus.what)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"no CPU is isolated or measured by itself; work queues "
				"may use CPUs %s",
				rule_cpu_text(finding, &allowed));
	both = cpuset_and(&allowed, &cpus.set);
	if (!cpuset_count(&both))
		return rule_say(finding, RULE_OK,
				"unbound work queues use CPUs %s, none of the %s ones",
				rule_cpu_text(finding, &allowed), cpus.what);
	if (!strcmp(cpus.what, "measured"))
		finding->weight = RULE_NOTE;
	return rule_say(finding, RULE_BAD, "unbound work queues may use the %s CPUs %s",
			cpus.what, rule_cpu_text(finding, &both));
}

const struct rule rule_workqueues = {
	.id = "workqueues",
	.title = "Unbound work queues on real-time CPUs",
	.weight = RULE_POSSIBLE,
	.looks_at = "/sys/devices/virtual/workqueue/cpumask",
	.effect =
		"10 to 500 us of kernel workers, on CPUs where ordinary threads may run",
	.fix = "write the mask of the housekeeping CPUs to "
	       "/sys/devices/virtual/workqueue/cpumask, not during a critical run: a "
	       "stall of 3 s was seen",
	.undo = "write the old mask",
	.prove = "a trace of workqueue_execute_start on the CPU; A-B",
	.find_out = "cat /sys/devices/virtual/workqueue/cpumask",
	.basis = RULE_SEEN,
	.judge = judge_workqueues,
};

/* Packets of a busy network card; below that a machine is idle. */
enum { NET_RX_A_SECOND = 1000 };

static enum rule_verdict judge_network_softirqs(const struct rule_input *input,
						struct rule_finding *finding)
{
	int64_t count, seconds;

	if (!input->run)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"without a run nothing is known of the network's load");
	seconds = input->run->last_ns / 1000000000;
	if (!rule_growth(input, "softirq.net_rx", &count) || seconds < 1)
		return rule_say(finding, RULE_UNKNOWN,
				"/proc/softirqs was not read before and after the run");
	return rule_say(finding, count / seconds >= NET_RX_A_SECOND ? RULE_BAD : RULE_OK,
			"%" PRId64 " soft interrupts for received packets in %" PRId64
			" s of the run, all CPUs together",
			count, seconds);
}

const struct rule rule_network_softirqs = {
	.id = "network-softirqs",
	.title = "Soft interrupts of the network",
	.weight = RULE_POSSIBLE,
	.looks_at = "growth of the row NET_RX of /proc/softirqs during the run",
	.effect = "20 us to ms where ksoftirqd or the interrupt's thread takes packets",
	.fix = "move the card's interrupts and RPS to other CPUs; threaded NAPI (echo 1 > "
	       "/sys/class/net/IF/threaded)",
	.undo = "the old affinities; echo 0 > /sys/class/net/IF/threaded",
	.prove = "a flood ping on and off during a run (whylate load net)",
	.find_out = "a run with snapshots before and after; cat /proc/softirqs twice",
	.basis = RULE_SEEN,
	.judge = judge_network_softirqs,
};

static enum rule_verdict judge_workqueue_hog(const struct rule_input *input,
					     struct rule_finding *finding)
{
	enum rule_verdict verdict;

	if (!rule_has_line(input, finding, "workqueue_hog", &verdict))
		return verdict;
	return rule_say(finding, RULE_BAD, "%s",
			rule_quote(input, finding, "workqueue_hog"));
}

const struct rule rule_workqueue_hog = {
	.id = "workqueue-hog",
	.title = "Work that held a CPU for long",
	.weight = RULE_POSSIBLE,
	.looks_at =
		"'workqueue: NAME hogged CPU for >N us' in the kernel's log (since 6.5)",
	.effect = "10 ms and more during which ordinary work of that CPU waited; on a "
		  "kernel without full preemption real-time threads, too",
	.fix = "the driver named in the line: update it, or remove the device",
	.undo = "none needed",
	.prove = "a trace of workqueue_execute_start and _end beside the spikes",
	.find_out = "dmesg | grep hogged",
	.basis = RULE_DOCUMENTED,
	.judge = judge_workqueue_hog,
};

static enum rule_verdict judge_stalls(const struct rule_input *input,
				      struct rule_finding *finding)
{
	enum rule_verdict verdict;

	if (!rule_has_line(input, finding, "stall", &verdict))
		return verdict;
	return rule_say(finding, RULE_BAD, "%s", rule_quote(input, finding, "stall"));
}

const struct rule rule_kernel_stalls = {
	.id = "kernel-stalls",
	.title = "CPUs or tasks that got stuck",
	.weight = RULE_LIKELY,
	.looks_at = "soft lockups, RCU stalls and hung tasks in the kernel's log",
	.effect = "seconds during which a CPU or a task did not get on",
	.fix = "the stack under the line names what was stuck; a real-time thread that "
	       "never sleeps on a CPU that the kernel needs is the most common cause",
	.undo = "none needed",
	.prove = "the line comes again with the suspect, and stays away without it",
	.find_out = "dmesg | grep -i -e lockup -e stall -e 'blocked for'",
	.basis = RULE_DOCUMENTED,
	.judge = judge_stalls,
};

static enum rule_verdict judge_nmi_long(const struct rule_input *input,
					struct rule_finding *finding)
{
	const char *name = facts_integer(input->facts, "log.nmi_too_long.count", 0)
				   ? "nmi_too_long"
				   : "perf_too_long";
	enum rule_verdict verdict;

	if (!rule_has_line(input, finding, name, &verdict))
		return verdict;
	return rule_say(finding, RULE_BAD, "%s", rule_quote(input, finding, name));
}

const struct rule rule_long_nmi = {
	.id = "long-nmi",
	.title = "NMI handlers that took long",
	.weight = RULE_POSSIBLE,
	.looks_at = "'NMI handler ... took too long' and 'perf: interrupt took too long' "
		    "in the kernel's log",
	.effect = "the time in the line, on that CPU, with everything held off",
	.fix = "stop what samples with perf; in a virtual machine it is often the host",
	.undo = "start the sampling again",
	.prove = "A-B with and without perf record running",
	.find_out = "dmesg | grep -e NMI -e 'perf: interrupt'",
	.basis = RULE_DOCUMENTED,
	.judge = judge_nmi_long,
};
