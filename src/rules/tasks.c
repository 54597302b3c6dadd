/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about other real-time tasks. */
#include <string.h>

#include "base/str.h"
#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/table.h"

/* What the kernel gives its interrupt threads. */
enum { IRQ_THREAD_PRIORITY = 50, PROCESSES_SHOWN = 6 };

struct other {
	int64_t pid, priority;
	const char *comm, *policy, *cpus;
};

/* Not the kernel's threads, which must be where they are; not the measurement's own. */
static bool next_other(const struct rule_input *input, struct rule_finding *finding,
		       size_t *at, struct other *other)
{
	const struct fact *fact;

	while ((fact = facts_next(input->facts, "task.*.comm", at))) {
		int length = (int)(strlen(fact->name) - strlen("comm"));
		const struct facts *facts = input->facts;
		const char *base = rule_text(finding, "%.*s", length, fact->name);

		if (facts_integer(facts, rule_text(finding, "%sis_kernel", base), 1) ||
		    (input->foreign && !strcmp(fact->text, input->foreign->tool)) ||
		    str_starts(fact->text, "whylate"))
			continue;
		*other = (struct other){
			.comm = fact->text,
			.pid = facts_integer(facts, rule_text(finding, "%spid", base), 0),
			.priority =
				facts_integer(facts,
					      rule_text(finding, "%spriority", base), 0),
			.policy = facts_text(facts, rule_text(finding, "%spolicy", base),
					     ""),
			.cpus = facts_text(facts, rule_text(finding, "%scpus", base), ""),
		};
		return true;
	}
	return false;
}

static bool may_meet(const struct other *other, const struct rule_cpus *cpus)
{
	struct cpuset set;
	struct err err = {0};

	if (!*other->cpus || cpuset_parse(other->cpus, &set, &err) < 0)
		return true;
	set = cpuset_and(&set, &cpus->set);
	return cpuset_count(&set) || !*cpus->what;
}

/* Threads of one process are told together; they come one behind the other or nearly. */
struct process {
	struct other one;
	int threads;
};

static int collect_above(const struct rule_input *input, struct rule_finding *finding,
			 int64_t priority, struct process *processes)
{
	struct rule_cpus cpus = rule_cpus_of(input);
	struct other other;
	int count = 0;
	size_t at = 0;

	while (next_other(input, finding, &at, &other)) {
		int i = 0;

		if ((strcmp(other.policy, "deadline") && other.priority < priority) ||
		    !may_meet(&other, &cpus))
			continue;
		while (i < count && processes[i].one.pid != other.pid)
			i++;
		if (i == count && count == PROCESSES_SHOWN)
			continue;
		if (i == count)
			processes[count++] = (struct process){.one = other};
		processes[i].threads++;
	}
	return count;
}

static enum rule_verdict judge_above(const struct rule_input *input,
				     struct rule_finding *finding)
{
	struct process processes[PROCESSES_SHOWN];
	int64_t priority = ask_priority(input);
	CLEANUP(str_free) struct str list = {0};
	int count = collect_above(input, finding, priority, processes);

	for (int i = 0; i < count; i++) {
		const struct process *process = &processes[i];

		str_addf(&list, "%s%s (pid %lld, %d thread%s, %s %lld, CPU %s)",
			 i ? ", " : "", process->one.comm, (long long)process->one.pid,
			 process->threads, process->threads == 1 ? "" : "s",
			 process->one.policy, (long long)process->one.priority,
			 *process->one.cpus ? process->one.cpus : "any or not known");
	}
	if (count)
		return rule_say(
			finding, RULE_BAD,
			"%s may run instead of a task of priority %lld; rr counts as "
			"much as fifo",
			str_text(&list), (long long)priority);
	if (!facts_integer(input->facts, "task.listed", 0))
		return rule_say(finding, RULE_UNKNOWN, "real-time tasks were not listed");
	return rule_say(
		finding, RULE_OK,
		"no task but the kernel's own has priority %lld or more on %s CPUs",
		(long long)priority, rule_cpus_of(input).what);
}

const struct rule rule_task_above = {
	.id = "task-above",
	.title = "A task of higher priority",
	.weight = RULE_CERTAIN,
	.looks_at =
		"policy, priority and CPUs of all real-time tasks that are not the kernel's",
	.effect = "150 us to milliseconds: as long as that task works",
	.fix = "lower its priority (chrt -p), pin it elsewhere, or remove it",
	.undo = "start the service again",
	.prove = "stop the service (and its socket), repeat the same run, start it again "
		 "(A-B-A)",
	.find_out = "ps -eLo pid,tid,cls,rtprio,psr,comm --sort=-rtprio",
	.basis = RULE_SEEN,
	.judge = judge_above,
};

static enum rule_verdict judge_below_irqs(const struct rule_input *input,
					  struct rule_finding *finding)
{
	CLEANUP(str_free) struct str list = {0};
	struct other other;
	size_t at = 0;
	int count = 0;

	if (ask_priority(input) < IRQ_THREAD_PRIORITY)
		str_addf(&list, "the run (%lld)", (long long)ask_priority(input));
	while (next_other(input, finding, &at, &other)) {
		if (!strcmp(other.policy, "deadline") ||
		    other.priority >= IRQ_THREAD_PRIORITY ||
		    strstr(str_text(&list), other.comm))
			continue;
		if (count++ < PROCESSES_SHOWN)
			str_addf(&list, "%s%s (%lld)", list.length ? ", " : "",
				 other.comm, (long long)other.priority);
	}
	if (list.length)
		return rule_say(
			finding, RULE_BAD,
			"below the interrupt threads' 50, every interrupt thread comes "
			"first: %s",
			str_text(&list));
	if (!facts_integer(input->facts, "task.listed", 0))
		return rule_say(finding, RULE_UNKNOWN, "real-time tasks were not listed");
	return rule_say(finding, RULE_OK, "no real-time task is below 50");
}

const struct rule rule_irq_threads = {
	.id = "irq-threads",
	.title = "Priorities against those of interrupt threads",
	.weight = RULE_NOTE,
	.looks_at = "priorities of real-time tasks; interrupt threads (irq/N) have 50",
	.effect = "time-outs and xruns; or, above them, devices that starve",
	.fix = "put the thread of the interrupt that the task needs above it, all others below "
	       "(chrt -f -p)",
	.undo = "chrt -f -p 50 the thread",
	.prove = "swap the two priorities, repeat",
	.find_out = "ps -eLo rtprio,comm | grep irq/",
	.basis = RULE_SEEN,
	.judge = judge_below_irqs,
};

static enum rule_verdict judge_stalld(const struct rule_input *input,
				      struct rule_finding *finding)
{
	if (facts_known(input->facts, "program.stalld"))
		return rule_say(finding, RULE_BAD, "stalld is running");
	if (facts_integer(input->facts, "program.listed", 0))
		return rule_say(finding, RULE_OK, "stalld is not running");
	return rule_say(finding, RULE_UNKNOWN, "which programs run is not known");
}

const struct rule rule_stalld = {
	.id = "stalld",
	.title = "stalld lends time to starving tasks",
	.weight = RULE_NOTE,
	.looks_at = "the list of running programs",
	.effect =
		"with the queue_track back-end, a probe in every context switch; boosts of "
		"starving tasks over real-time ones",
	.fix = "stalld -b sched_debug, or systemctl disable --now stalld",
	.undo = "the old options",
	.prove = "A-B with both back-ends",
	.find_out = "pgrep -a stalld",
	.basis = RULE_SEEN,
	.judge = judge_stalld,
};
