/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about what a container or control group lets its processes have. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/evidence.h"
#include "rules/table.h"

static enum rule_verdict judge_cpu_quota(const struct rule_input *input,
					 struct rule_finding *finding)
{
	int64_t limited, throttled = 0;
	int64_t quota = facts_integer(input->facts, "container.cpu.quota", -1);
	int64_t period = facts_integer(input->facts, "container.cpu.period", -1);
	bool counted = ask_counter(input, "cgroup_throttled", &throttled);

	if (counted && throttled > 0) {
		finding->weight = RULE_CERTAIN;
		return rule_say(finding, RULE_BAD,
				"the control group was stopped %" PRId64
				" times during the run by its CPU limit",
				throttled);
	}
	if (!rule_get_integer(input, finding, "container.cpu.limited", &limited))
		return RULE_UNKNOWN;
	if (!limited)
		return rule_say(finding, RULE_OK,
				"no CPU limit on the control group %s or above it",
				facts_text(input->facts, "container.group", ""));
	return rule_say(finding, RULE_BAD,
			"%s allows %" PRId64 " us of CPU time in %" PRId64
			" us; stopped %s so far",
			facts_get(input->facts, "container.cpu.limited")->source, quota,
			period,
			facts_known(input->facts, "container.cpu.throttled")
				? rule_text(finding, "%" PRId64 " times",
					    facts_integer(input->facts,
							  "container.cpu.throttled", 0))
				: "an unknown number of times");
}

const struct rule rule_cpu_quota = {
	.id = "cpu-quota",
	.title = "CPU limit of the control group",
	.weight = RULE_LIKELY,
	.looks_at = "cpu.max (version 2) or cpu.cfs_quota_us (version 1) of the control "
		    "group and of all above it; nr_throttled of cpu.stat; the run's "
		    "counter 'cgroup_throttled'",
	.effect = "up to 100 ms at a time for ordinary threads of the group; real-time "
		  "threads are not stopped by it, but what they wait for is",
	.fix = "no CPU limit (docker: without --cpus; Kubernetes: the static CPU manager "
	       "with whole CPUs)",
	.undo = "set the limit again",
	.prove =
		"nr_throttled must not grow during a run; A-B with and without the limit",
	.find_out =
		"cat /proc/self/cgroup, then cpu.max in that folder of /sys/fs/cgroup",
	.basis = RULE_SEEN,
	.judge = judge_cpu_quota,
};

static bool is_no_limit(const char *value)
{
	return !strcmp(value, "max");
}

static enum rule_verdict judge_memory_limit(const struct rule_input *input,
					    struct rule_finding *finding)
{
	const char *max = facts_text(input->facts, "container.memory.max", NULL);
	const char *high = facts_text(input->facts, "container.memory.high", NULL);

	if (max && !is_no_limit(max))
		return rule_say(finding, RULE_BAD,
				"memory.max of the control group is %s bytes", max);
	if (high && !is_no_limit(high))
		return rule_say(finding, RULE_BAD,
				"memory.high of the control group is %s bytes", high);
	if (!max || !high)
		return rule_say(finding, RULE_UNKNOWN,
				"the control group's memory limits are not told");
	return rule_say(finding, RULE_OK,
			"neither memory.max nor memory.high of the control group is set");
}

const struct rule rule_memory_limit = {
	.id = "memory-limit",
	.title = "Memory limit of the control group",
	.weight = RULE_NOTE,
	.looks_at = "memory.max and memory.high of the control group (version 2)",
	.effect = "near the limit each allocation first frees pages: ms; what is locked "
		  "counts, too",
	.fix = "a limit well above what the task locks, or none",
	.undo = "the old limit",
	.prove = "'high' and 'max' in memory.events must not grow during a run",
	.find_out = "cat /proc/self/cgroup, then memory.max there; the root of the tree "
		    "has none",
	.basis = RULE_DOCUMENTED,
	.judge = judge_memory_limit,
};

/* Less than this cannot hold a small real-time program with its stacks and libraries. */
static const int64_t enough_bytes = 64 << 20;

enum { CAP_IPC_LOCK_BIT = 14 };

static int64_t of_process(const struct rule_input *input, struct rule_finding *finding,
			  const char *process, const char *what)
{
	return facts_integer(input->facts,
			     rule_text(finding, "proc.%s.%s", process, what), INT64_MIN);
}

/* Of the one process that was collected, where our own limit is not at hand. */
static enum rule_verdict judge_locked_by_process(const struct rule_input *input,
						 struct rule_finding *finding,
						 const char *process)
{
	int64_t rights = of_process(input, finding, process, "capabilities");
	int64_t limit = of_process(input, finding, process, "locked_memory_limit");
	int64_t locked_kib = of_process(input, finding, process, "locked_kb");
	bool may = rights != INT64_MIN && rights >> CAP_IPC_LOCK_BIT & 1;
	const char *locked = locked_kib == INT64_MIN
				     ? "unknown how much"
				     : rule_text(finding, "%" PRId64 " kB", locked_kib);

	if (may)
		return rule_say(
			finding, RULE_OK,
			"process %s has CAP_IPC_LOCK (bit 14 of CapEff); locked: %s",
			process, locked);
	if (rights == INT64_MIN || limit == INT64_MIN)
		return rule_say(finding, RULE_UNKNOWN,
				"of process %s, rights or limits are not known", process);
	return rule_say(finding, limit < enough_bytes ? RULE_BAD : RULE_OK,
			"process %s has no CAP_IPC_LOCK and may lock %" PRId64
			" bytes; locked: %s",
			process, limit, locked);
}

static enum rule_verdict judge_locked_memory(const struct rule_input *input,
					     struct rule_finding *finding)
{
	const char *text = facts_text(input->facts, "process.limit.locked", NULL);
	const char *process = ask_process(input, finding);
	int64_t bytes;

	if (text)
		return rule_say(finding, RULE_OK, "the limit of locked memory is %s",
				text);
	if (process && !facts_known(input->facts, "process.limit.locked"))
		return judge_locked_by_process(input, finding, process);
	if (!rule_get_integer(input, finding, "process.limit.locked", &bytes))
		return RULE_UNKNOWN;
	return rule_say(finding, bytes < enough_bytes ? RULE_BAD : RULE_OK,
			"the limit of locked memory is %" PRId64
			" bytes for processes without CAP_IPC_LOCK",
			bytes);
}

const struct rule rule_locked_memory = {
	.id = "locked-memory",
	.title = "Limit of locked memory",
	.weight = RULE_POSSIBLE,
	.looks_at =
		"'Max locked memory' in /proc/self/limits; else CapEff, limit and VmLck "
		"of the one process that was collected; 64 MiB count as enough",
	.effect = "mlockall() fails, and page faults of 10 us to ms follow",
	.fix = "LimitMEMLOCK=infinity (systemd), ulimit -l unlimited, docker --ulimit "
	       "memlock=-1",
	.undo = "the old limit",
	.prove = "what mlockall() returns in the task, VmLck in its /proc/PID/status",
	.find_out = "ulimit -l in the shell that starts the task",
	.basis = RULE_SEEN,
	.judge = judge_locked_memory,
};
