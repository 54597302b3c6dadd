/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about budgets: time that the kernel takes back from real-time tasks. */
#include <string.h>

#include "base/num.h"
#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/table.h"

enum { SHARE_OFF_SINCE = 5010, FAIR_SERVER_SINCE = 6012 };

/* Did the run itself say that it was stopped for its budget? */
static const char *event_of(const struct rule_input *input)
{
	const struct summary *run = input->run;

	for (uint32_t i = 0; run && i < run->event_count; i++)
		if (!strcmp(run->events[i].kind, "throttled"))
			return run->events[i].text;
	return NULL;
}

/*
 * The log has it once for each start of the machine, so that its line may be older than the
 * run; and whylate finds throttling during a run by itself.
 */
static enum rule_verdict say_acted(const struct rule_input *input,
				   struct rule_finding *finding, const char *line,
				   const char *budget)
{
	int64_t at_us =
		facts_integer(input->facts, "log.rt_throttling.last_time", INT64_MAX);
	const struct summary *run = input->run;

	if (run && run->head.stream_count &&
	    at_us < run->head.host.started_monotonic_ns / NS_PER_US) {
		finding->weight = RULE_NOTE;
		return rule_say(
			finding, RULE_BAD,
			"it acted before this run, and not during it: the log says "
			"'%s'; budget %s",
			line, budget);
	}
	return rule_say(finding, RULE_BAD, "it acted: the log says '%s'; budget %s", line,
			budget);
}

static enum rule_verdict judge_throttling(const struct rule_input *input,
					  struct rule_finding *finding)
{
	int64_t runtime = facts_integer(input->facts, "sched.rt_runtime_us", INT64_MIN);
	int64_t period = facts_integer(input->facts, "sched.rt_period_us", INT64_MIN);
	const char *line = facts_text(input->facts, "sched.throttled.line", NULL);
	const char *event = event_of(input);

	ask_throttling_fix(input, finding);
	if (event)
		return rule_say(finding, RULE_BAD, "during the run: %s", event);
	if (line)
		return say_acted(input, finding, line,
				 runtime == INT64_MIN
					 ? "unknown"
					 : rule_text(finding, "%lld of %lld us",
						     (long long)runtime,
						     (long long)period));
	if (runtime == INT64_MIN)
		return rule_say(finding, RULE_UNKNOWN, "%s",
				ask_why(input, finding, "sched.rt_runtime_us"));
	if (runtime < 0 || (period > 0 && runtime >= period))
		return rule_say(finding, RULE_OK, "off (sched_rt_runtime_us %lld)",
				(long long)runtime);
	finding->weight = RULE_NOTE;
	return rule_say(finding, RULE_BAD,
			"RT throttling is on (%lld of %lld us); no sign that it acted%s",
			(long long)runtime, (long long)period,
			facts_known(input->facts, "sched.throttled") ? ""
			: facts_known(input->facts, "log.missing")
				? ", but the log is not all there"
				: ", but the log is not known");
}

const struct rule rule_rt_throttling = {
	.id = "rt-throttling",
	.title = "RT throttling",
	.weight = RULE_CERTAIN,
	.looks_at = "'RT throttling activated' in the log, "
		    "/proc/sys/kernel/sched_rt_runtime_us, events of the run",
	.effect =
		"a gap of 50 ms in every second in which real-time tasks are always busy",
	.fix = "for the test: sysctl kernel.sched_rt_runtime_us=-1 (not on a kernel without "
	       "PREEMPT_RT, which may hang); for good: let the task wait",
	.undo = "sysctl kernel.sched_rt_runtime_us=950000",
	.prove = "repeat the run: the gap and the line in the log must vanish",
	.find_out = "sysctl kernel.sched_rt_runtime_us; dmesg | grep throttling",
	.basis = RULE_SEEN,
	.judge = judge_throttling,
};

static enum rule_verdict judge_share(const struct rule_input *input,
				     struct rule_finding *finding)
{
	const char *features = facts_text(input->facts, "sched.features", NULL);
	int64_t runtime = facts_integer(input->facts, "sched.rt_runtime_us", INT64_MIN);
	int64_t kernel = ask_kernel(input);

	if (runtime == -1)
		return rule_say(finding, RULE_NOT_APPLICABLE, "RT throttling is off");
	if (features && strstr(features, "NO_RT_RUNTIME_SHARE"))
		return rule_say(finding, RULE_BAD,
				"NO_RT_RUNTIME_SHARE: a CPU cannot borrow other CPUs' "
				"budget, so that one busy real-time task is enough");
	if (features && strstr(features, "RT_RUNTIME_SHARE"))
		return rule_say(finding, RULE_OK, "CPUs may borrow each other's budget");
	if (kernel < 0 || kernel >= SHARE_OFF_SINCE)
		return rule_say(
			finding, RULE_UNKNOWN,
			"the scheduler's features are not known; kernels from 5.10 on "
			"do not borrow by default");
	return rule_say(finding, RULE_OK,
			"kernels before 5.10 let CPUs borrow each other's budget");
}

const struct rule rule_runtime_share = {
	.id = "runtime-share",
	.title = "Throttling of each CPU by itself",
	.weight = RULE_NOTE,
	.looks_at = "/sys/kernel/debug/sched/features, the kernel's version",
	.effect =
		"a task that never waits and did well on an old kernel is stopped for 50 ms "
		"a second",
	.fix = "as for rt-throttling; or let the loop wait",
	.undo = "as for rt-throttling",
	.prove = "trace sched_switch: the throttled task is runnable and not running",
	.find_out =
		"mount -t debugfs none /sys/kernel/debug, and read sched/features as root",
	.basis = RULE_SEEN,
	.judge = judge_share,
};

static enum rule_verdict judge_fair_server(const struct rule_input *input,
					   struct rule_finding *finding)
{
	struct rule_cpus cpus = rule_cpus_of(input);
	int64_t kernel = ask_kernel(input), most = -1;
	bool all = true;

	if (kernel < 0)
		return rule_say(finding, RULE_UNKNOWN, "the kernel's version is unknown");
	if (kernel < FAIR_SERVER_SINCE)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"kernels before 6.12 have no fair server");
	for (int cpu = cpuset_next(&cpus.set, 0); cpu >= 0;
	     cpu = cpuset_next(&cpus.set, cpu + 1)) {
		int64_t ns =
			facts_integer(input->facts,
				      rule_text(finding, "cpu.%d.fair_server_ns", cpu),
				      -1);

		most = ns > most ? ns : most;
		all &= ns >= 0;
	}
	if (most < 0 || (!most && !all))
		return rule_say(finding, RULE_UNKNOWN,
				"/sys/kernel/debug/sched/fair_server cannot be read%s",
				most < 0 ? "" : " of some CPUs");
	if (!most)
		return rule_say(finding, RULE_OK, "off on %s CPUs", cpus.what);
	return rule_say(finding, RULE_BAD,
			"normal tasks that wait get %s of every second on %s CPUs",
			ask_time(finding, most), cpus.what);
}

const struct rule rule_fair_server = {
	.id = "fair-server",
	.title = "Fair server (a share for normal tasks)",
	.weight = RULE_NOTE,
	.looks_at =
		"/sys/kernel/debug/sched/fair_server/cpu*/runtime, kernels from 6.12 on",
	.effect =
		"a timer each millisecond on a busy CPU without tick; up to 50 ms a second "
		"where a normal task waits behind a busy real-time task",
	.fix = "echo 0 > /sys/kernel/debug/sched/fair_server/cpuN/runtime for real-time CPUs",
	.undo = "echo 50000000 > the same file",
	.prove = "interrupts of that CPU (osnoise, /proc/interrupts) fall to about none",
	.find_out = "mount -t debugfs none /sys/kernel/debug, and read it as root",
	.basis = RULE_SEEN,
	.judge = judge_fair_server,
};
