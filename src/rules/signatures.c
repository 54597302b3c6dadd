/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rules about the shape of a run's data: when and where it is late. They point somewhere; they
 * prove nothing, and say on how much they rest.
 */
#include <string.h>

#include "rules/asks.h"
#include "rules/table.h"

/* The two worst streams on different CPUs. */
struct two_worst {
	int64_t cpu, worst_ns, next_ns;
	int count;
};

static void offer(struct two_worst *two, int64_t cpu, int64_t max_ns)
{
	two->count++;
	if (max_ns > two->worst_ns) {
		two->next_ns = two->worst_ns;
		two->worst_ns = max_ns;
		two->cpu = cpu;
	} else if (max_ns > two->next_ns) {
		two->next_ns = max_ns;
	}
}

/* Of streams that wake a thread: interrupts' own lateness is another thing. */
static struct two_worst find_two_worst(const struct rule_input *input)
{
	struct two_worst two = {.cpu = -1, .worst_ns = -1, .next_ns = -1};

	for (uint32_t i = 0; input->run && i < input->run->head.stream_count; i++) {
		const struct summary_stream *stream = &input->run->streams[i];

		if (stream->what.cpu >= 0 && stream->measured.stats.count &&
		    !summary_is_spin(&stream->what))
			offer(&two, stream->what.cpu, stream->measured.stats.max_ns);
	}
	for (uint32_t i = 0; input->foreign && i < input->foreign->stream_count; i++) {
		const struct foreign_stream *stream = &input->foreign->streams[i];

		if (stream->cpu >= 0 && stream->max_ns != RUN_UNKNOWN &&
		    strcmp(stream->context, "irq") && strcmp(stream->context, "timer"))
			offer(&two, stream->cpu, stream->max_ns);
	}
	return two;
}

static enum rule_verdict judge_one_cpu(const struct rule_input *input,
				       struct rule_finding *finding)
{
	enum { MUCH_WORSE = 5, FLOOR_NS = 50000 };
	struct two_worst two = find_two_worst(input);

	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	if (two.count < 2)
		return rule_say(finding, RULE_UNKNOWN,
				"fewer than two CPUs were measured by themselves");
	if (two.worst_ns < FLOOR_NS || two.worst_ns < MUCH_WORSE * two.next_ns)
		return rule_say(finding, RULE_OK,
				"no CPU stands out: %s at worst, %s next",
				ask_time(finding, two.worst_ns),
				ask_time(finding, two.next_ns));
	return rule_say(
		finding, RULE_BAD,
		"CPU %lld alone: %s, the others %s at most; that points to what only "
		"this CPU serves, and away from firmware; it may rest on one wake-up",
		(long long)two.cpu, ask_time(finding, two.worst_ns),
		ask_time(finding, two.next_ns));
}

const struct rule rule_one_cpu = {
	.id = "one-cpu",
	.title = "One CPU alone is late",
	.weight = RULE_LIKELY,
	.looks_at = "the maximum of each CPU against that of all others",
	.effect =
		"as much as what that CPU serves takes: interrupts, timers, graphics' power "
		"management",
	.fix = "see which interrupts and work that CPU serves (rules irq-affinity, workqueues, "
	       "i915) and move them, or measure on other CPUs",
	.undo = "the old affinities",
	.prove =
		"move the suspected interrupt to another CPU: the latency must follow it",
	.find_out = "measure several CPUs, each with a thread of its own",
	.basis = RULE_SEEN,
	.judge = judge_one_cpu,
};

/* The gap that throttling makes each period: what is not runtime. */
static int64_t gap_of(const struct rule_input *input)
{
	int64_t runtime = facts_integer(input->facts, "sched.rt_runtime_us", 950000);
	int64_t period = facts_integer(input->facts, "sched.rt_period_us", 1000000);

	return runtime > 0 && runtime < period ? (period - runtime) * 1000 : 0;
}

static bool is_rt(const char *policy)
{
	return !strcmp(policy, "fifo") || !strcmp(policy, "rr");
}

static bool looks_like(int64_t max_ns, int64_t gap_ns)
{
	return max_ns >= gap_ns - gap_ns / 5 && max_ns <= gap_ns + gap_ns / 5;
}

struct gaps {
	uint32_t looked_at, found; /* slices, or streams of a report */
	int64_t max_ns;            /* of one that was found */
};

static void look_at(struct gaps *gaps, int64_t max_ns, int64_t gap_ns)
{
	gaps->looked_at++;
	if (!looks_like(max_ns, gap_ns))
		return;
	gaps->found++;
	gaps->max_ns = max_ns;
}

/* Real-time streams alone are throttled. */
static struct gaps find_gaps(const struct rule_input *input, int64_t gap_ns)
{
	const struct detail *detail = input->detail;
	struct gaps gaps = {0};

	for (uint32_t i = 0; input->run && detail && i < detail->streams; i++)
		for (uint32_t j = 0;
		     is_rt(input->run->streams[i].what.policy) && j < detail->slices; j++)
			look_at(&gaps, detail->max_ns[i][j], gap_ns);
	for (uint32_t i = 0; input->foreign && i < input->foreign->stream_count; i++) {
		const struct foreign_stream *stream = &input->foreign->streams[i];

		if (is_rt(stream->policy) && stream->max_ns != RUN_UNKNOWN)
			look_at(&gaps, stream->max_ns, gap_ns);
	}
	return gaps;
}

static enum rule_verdict judge_gaps(const struct rule_input *input,
				    struct rule_finding *finding)
{
	int64_t gap_ns = gap_of(input);
	bool acted = facts_integer(input->facts, "sched.throttled", 0);
	struct gaps gaps;

	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	if (!gap_ns)
		return rule_say(finding, RULE_NOT_APPLICABLE, "RT throttling is off");
	gaps = find_gaps(input, gap_ns);
	if (!gaps.looked_at)
		return rule_say(finding, RULE_UNKNOWN,
				"no maximum of a real-time stream is known");
	if (!gaps.found)
		return rule_say(finding, RULE_OK, "no gap of about %s",
				ask_time(finding, gap_ns));
	ask_throttling_fix(input, finding);
	if (acted)
		finding->weight = RULE_CERTAIN;
	return rule_say(
		finding, RULE_BAD,
		"%u gap%s of about %s (%s), the time that RT throttling takes back each "
		"second%s",
		gaps.found, gaps.found == 1 ? "" : "s", ask_time(finding, gap_ns),
		ask_time(finding, gaps.max_ns),
		acted ? "; the log says that it acted" : "");
}

const struct rule rule_throttling_gaps = {
	.id = "throttling-gaps",
	.title = "Gaps of the size that RT throttling makes",
	.weight = RULE_LIKELY,
	.looks_at = "maxima of slices of real-time streams against sched_rt_period_us - "
		    "sched_rt_runtime_us; the log",
	.effect = "50 ms in each second",
	.fix = "for the test: sysctl kernel.sched_rt_runtime_us=-1 (only with PREEMPT_RT)",
	.undo = "sysctl kernel.sched_rt_runtime_us=950000",
	.prove = "repeat: the gap and the line in the log must vanish",
	.find_out = "a run of a few seconds that keeps slices",
	.basis = RULE_SEEN,
	.judge = judge_gaps,
};
