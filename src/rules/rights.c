/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about what keeps a process from becoming real-time at all. */
#include <string.h>

#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/table.h"

enum { CAP_SYS_NICE_BIT = 23, CAP_IPC_LOCK_BIT = 14, SECCOMP_FILTER = 2 };

static int64_t number_of(const struct rule_input *input, struct rule_finding *finding,
			 const char *process, const char *rest)
{
	return facts_integer(input->facts,
			     rule_text(finding, "proc.%s.%s", process, rest), INT64_MIN);
}

/* The first group without budget among those of the processes that were read. */
static enum rule_verdict judge_groups(const struct rule_input *input,
				      struct rule_finding *finding)
{
	const struct fact *fact;
	int64_t root = facts_integer(input->facts, "sched.rt_runtime_us", -1);
	size_t at = 0;
	int count = 0;

	while ((fact = facts_next(input->facts, "rt_group.*.runtime_us", &at))) {
		int length = (int)strcspn(fact->name + 9, ".");
		const char *process = rule_text(finding, "%.*s", length, fact->name + 9);
		const char *path = rule_text(finding, "rt_group.%s.path", process);

		if (fact->kind != FACT_INTEGER)
			continue;
		count++;
		if (fact->integer > 0)
			continue;
		return rule_say(
			finding, RULE_BAD,
			"CONFIG_RT_GROUP_SCHED=y, and the group %s of process %s has "
			"cpu.rt_runtime_us %lld: no task in it can become real-time, "
			"whatever its rights (the root group's %lld us are not its "
			"own)",
			facts_text(input->facts, path, "?"), process,
			(long long)fact->integer, (long long)root);
	}
	if (count)
		return rule_say(finding, RULE_OK, "the group has a budget");
	return rule_say(
		finding, RULE_UNKNOWN,
		"CONFIG_RT_GROUP_SCHED=y, but no group's cpu.rt_runtime_us is known");
}

static enum rule_verdict judge_rt_group(const struct rule_input *input,
					struct rule_finding *finding)
{
	enum tristate is_on = ask_config(input, "CONFIG_RT_GROUP_SCHED");
	size_t at = 0;

	if (facts_next(input->facts, "rt_group.*.runtime_us", &at) && is_on == UNKNOWN &&
	    judge_groups(input, finding) != RULE_UNKNOWN)
		is_on = YES;
	if (is_on == UNKNOWN)
		return rule_say(finding, RULE_UNKNOWN,
				"whether the kernel has RT_GROUP_SCHED is unknown (%s)",
				facts_known(input->facts, "config.source")
					? "the configuration is an extract"
					: ask_why(input, finding, "config.source"));
	if (is_on == NO)
		return rule_say(finding, RULE_OK, "the kernel has no RT_GROUP_SCHED");
	return judge_groups(input, finding);
}

const struct rule rule_rt_group = {
	.id = "rt-group",
	.title = "Group without a real-time budget (RT_GROUP_SCHED)",
	.weight = RULE_CERTAIN,
	.looks_at =
		"CONFIG_RT_GROUP_SCHED, /proc/PID/cgroup and cpu.rt_runtime_us of that "
		"group",
	.effect =
		"sched_setscheduler() fails with EPERM in spite of all rights; tasks stay "
		"normal and are milliseconds late",
	.fix = "give the group a budget from the root down (echo 50000 > "
	       "/sys/fs/cgroup/cpu/GROUP/cpu.rt_runtime_us), or start the task in the root "
	       "group, or boot a kernel without RT_GROUP_SCHED",
	.undo = "echo 0 > the same file",
	.prove = "the same call succeeds in the root group",
	.find_out = "zgrep RT_GROUP_SCHED /proc/config.gz; cat /proc/PID/cgroup",
	.basis = RULE_SEEN,
	.judge = judge_rt_group,
};

static enum rule_verdict judge_privilege(const struct rule_input *input,
					 struct rule_finding *finding)
{
	const char *process = ask_process(input, finding);
	int64_t rights, limit;

	if (!process)
		return rule_say(finding, RULE_UNKNOWN,
				"no process's rights are known (or of too many)");
	rights = number_of(input, finding, process, "capabilities");
	limit = number_of(input, finding, process, "rt_priority_limit");
	if (rights != INT64_MIN && rights >> CAP_SYS_NICE_BIT & 1)
		return rule_say(finding, RULE_OK,
				"process %s has CAP_SYS_NICE (CapEff %016llx, greatest "
				"real-time priority %s)",
				process, (unsigned long long)rights,
				limit == INT64_MIN
					? "unknown"
					: rule_text(finding, "%lld", (long long)limit));
	if (limit > 0)
		return rule_say(finding, RULE_OK,
				"process %s may take priorities up to %lld", process,
				(long long)limit);
	if (rights == INT64_MIN || limit == INT64_MIN)
		return rule_say(finding, RULE_UNKNOWN,
				"of process %s, rights or limits are not known", process);
	return rule_say(
		finding, RULE_BAD,
		"process %s has no CAP_SYS_NICE (CapEff %016llx), and its greatest "
		"real-time priority is 0",
		process, (unsigned long long)rights);
}

const struct rule rule_rt_privilege = {
	.id = "rt-privilege",
	.title = "No right to real-time priorities",
	.weight = RULE_LIKELY,
	.looks_at = "/proc/PID/status (CapEff), /proc/PID/limits (Max realtime priority)",
	.effect = "tasks stay normal and are milliseconds late",
	.fix = "ulimit -r 99 (limits.conf: rtprio 99); a container: --cap-add SYS_NICE --ulimit "
	       "rtprio=99; a service: LimitRTPRIO=99",
	.undo = "take the limit back",
	.prove = "chrt -f 50 true succeeds; /proc/PID/stat shows policy 1 or 2",
	.find_out = "as the user in question: ulimit -r; grep CapEff /proc/self/status",
	.basis = RULE_SEEN,
	.judge = judge_privilege,
};

/* Did a stream of the run get a real-time class? UNKNOWN without a run that asked for one. */
static enum tristate got_class(const struct rule_input *input)
{
	const struct summary *run = input->run;
	enum tristate got = UNKNOWN;

	for (uint32_t i = 0; run && run->has_obtained && i < run->head.stream_count;
	     i++) {
		const struct run_stream *what = &run->streams[i].what;

		if (!*what->policy || !strcmp(what->policy, "other"))
			continue;
		if (strcmp(what->policy, what->got_policy))
			return NO;
		got = YES;
	}
	return got;
}

static enum rule_verdict judge_seccomp(const struct rule_input *input,
				       struct rule_finding *finding)
{
	const char *process = ask_process(input, finding);
	int64_t mode =
		process ? number_of(input, finding, process, "seccomp") : INT64_MIN;

	if (mode == INT64_MIN)
		return rule_say(finding, RULE_UNKNOWN,
				"no process's seccomp mode is known");
	if (mode != SECCOMP_FILTER)
		return rule_say(finding, RULE_OK,
				"no filter of system calls (Seccomp %lld)",
				(long long)mode);
	if (got_class(input) == YES)
		return rule_say(finding, RULE_OK,
				"a filter is there, and the run got its class");
	if (got_class(input) == NO)
		finding->weight = RULE_LIKELY;
	return rule_say(finding, RULE_BAD,
			"process %s has a filter of system calls (Seccomp 2)%s", process,
			got_class(input) == NO ? ", and the class was refused"
					       : "; it may refuse real-time classes");
}

const struct rule rule_seccomp = {
	.id = "seccomp",
	.title = "A filter of system calls that refuses real-time classes",
	.weight = RULE_NOTE,
	.looks_at = "/proc/PID/status (Seccomp), what the run got",
	.effect = "EPERM for FIFO and RR only; tasks stay normal",
	.fix = "a profile that allows sched_setscheduler and sched_setattr "
	       "(docker: --security-opt seccomp=PROFILE)",
	.undo = "the old profile",
	.prove = "the same call outside of the container succeeds",
	.find_out = "grep Seccomp /proc/PID/status",
	.basis = RULE_SEEN,
	.judge = judge_seccomp,
};

static enum rule_verdict judge_task_class(const struct rule_input *input,
					  struct rule_finding *finding)
{
	const char *process = ask_process(input, finding), *policy;

	if (!process || !strcmp(process, "self"))
		return rule_say(finding, process ? RULE_NOT_APPLICABLE : RULE_UNKNOWN,
				process ? "no single task was collected"
					: "no task was collected");
	policy = facts_text(input->facts, rule_text(finding, "proc.%s.policy", process),
			    NULL);
	if (!policy)
		return rule_say(finding, RULE_UNKNOWN,
				"the policy of process %s is unknown", process);
	if (strcmp(policy, "other"))
		return rule_say(finding, RULE_OK, "process %s runs as %s", process,
				policy);
	return rule_say(
		finding, RULE_BAD,
		"process %s runs as SCHED_OTHER (/proc/%s/stat): it is no real-time "
		"task",
		process, process);
}

const struct rule rule_task_class = {
	.id = "task-class",
	.title = "The application is no real-time task",
	.weight = RULE_LIKELY,
	.looks_at =
		"/proc/PID/stat of the one process of a collected tree whose limits were "
		"collected, too",
	.effect = "milliseconds late under any load",
	.fix = "see what refused it: rules rt-group, rt-privilege, seccomp; then chrt -f -p 80 "
	       "PID",
	.undo = "chrt -o -p 0 PID",
	.prove = "chrt -p PID shows SCHED_FIFO; repeat the measurement",
	.find_out = "chrt -a -p PID, for every thread",
	.basis = RULE_SEEN,
	.judge = judge_task_class,
};

static enum rule_verdict judge_cpuset(const struct rule_input *input,
				      struct rule_finding *finding)
{
	struct rule_cpus cpus = rule_cpus_of(input);
	const char *process = ask_process(input, finding);
	struct cpuset allowed, isolated;

	if (process && strcmp(process, "self") &&
	    rule_cpu_list(input, rule_text(finding, "proc.%s.cpus", process), &allowed))
		return rule_say(finding, RULE_OK, "process %s may use CPU %s", process,
				rule_cpu_text(finding, &allowed));
	if (!rule_cpu_list(input, "proc.self.cpus", &allowed) || !*cpus.what)
		return rule_say(finding, RULE_UNKNOWN,
				"which CPUs a process may use here is not known");
	/* Isolated CPUs are nobody's by default; a task may go there when it asks. */
	rule_cpu_list(input, "isolation.isolated", &isolated);
	cpus.set = cpuset_minus(&cpus.set, &isolated);
	cpus.set = cpuset_minus(&cpus.set, &allowed);
	if (!cpuset_count(&cpus.set))
		return rule_say(finding, RULE_OK, "CPU %s allowed",
				rule_cpu_text(finding, &allowed));
	return rule_say(finding, RULE_BAD,
			"only CPU %s allowed: not %s CPU %s (a cpuset, a container or "
			"taskset)",
			rule_cpu_text(finding, &allowed), cpus.what,
			rule_cpu_text(finding, &cpus.set));
}

const struct rule rule_cpuset = {
	.id = "cpuset",
	.title = "CPUs that a process may not use",
	.weight = RULE_POSSIBLE,
	.looks_at =
		"/proc/self/status (Cpus_allowed_list) against the CPUs that are online "
		"or measured",
	.effect =
		"sched_setaffinity() fails with EINVAL, or the task shares a CPU with others",
	.fix = "give the container or slice the right CPUs (cpuset.cpus, --cpuset-cpus)",
	.undo = "the old list",
	.prove = "grep Cpus_allowed_list /proc/PID/status shows the CPU; repeat the run",
	.find_out = "grep Cpus_allowed_list /proc/PID/status",
	.basis = RULE_SEEN,
	.judge = judge_cpuset,
};
