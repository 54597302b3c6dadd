/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rules about the shape of a run's data: when and where it is late. They point somewhere; they
 * prove nothing, and say on how much they rest.
 */
#include <string.h>

#include "rules/asks.h"
#include "rules/table.h"
#include "stats/special.h"

/* What looks like a signature comes by chance no oftener than that. */
static const double MOST_CHANCE = 0.01;

enum { MUCH_WORSE = 5, FLOOR_NS = 50000 };

/* The worst CPU, and the worst of all others. */
struct two_worst {
	int64_t cpu, worst_ns, next_ns;
	uint32_t cpus;
};

/* A stream whose thread is woken: interrupts' own lateness is another thing. */
struct view {
	int64_t cpu, max_ns;
	bool counts;
};

static uint32_t streams_of(const struct rule_input *input)
{
	return input->run ? input->run->head.stream_count : input->foreign->stream_count;
}

static struct view view_of(const struct rule_input *input, uint32_t i)
{
	if (input->run) {
		const struct summary_stream *stream = &input->run->streams[i];

		return (struct view){stream->what.cpu, stream->measured.stats.max_ns,
				     stream->what.cpu >= 0 &&
					     stream->measured.stats.count &&
					     !summary_is_spin(&stream->what)};
	}
	return (struct view){input->foreign->streams[i].cpu,
			     input->foreign->streams[i].max_ns,
			     input->foreign->streams[i].cpu >= 0 &&
				     input->foreign->streams[i].max_ns != RUN_UNKNOWN &&
				     strcmp(input->foreign->streams[i].context, "irq") &&
				     strcmp(input->foreign->streams[i].context, "timer")};
}

/* The first stream of its CPU? A CPU may have several. */
static bool is_new_cpu(const struct rule_input *input, uint32_t stream)
{
	for (uint32_t i = 0; i < stream; i++)
		if (view_of(input, i).counts &&
		    view_of(input, i).cpu == view_of(input, stream).cpu)
			return false;
	return true;
}

static struct two_worst find_two_worst(const struct rule_input *input)
{
	struct two_worst two = {.cpu = -1, .worst_ns = -1, .next_ns = -1};

	for (uint32_t i = 0; i < streams_of(input); i++) {
		struct view view = view_of(input, i);

		if (!view.counts)
			continue;
		two.cpus += is_new_cpu(input, i);
		if (view.max_ns > two.worst_ns) {
			two.worst_ns = view.max_ns;
			two.cpu = view.cpu;
		}
	}
	for (uint32_t i = 0; i < streams_of(input); i++) {
		struct view view = view_of(input, i);

		if (view.counts && view.cpu != two.cpu && view.max_ns > two.next_ns)
			two.next_ns = view.max_ns;
	}
	return two;
}

/*
 * How often the CPU was much later than any other ever was: stretches of slices, since what
 * lasts for several is one event.
 */
static uint32_t count_ahead(const struct rule_input *input, const struct two_worst *two)
{
	const struct detail *detail = input->detail;
	uint32_t ahead = 0;

	for (uint32_t i = 0; detail && i < detail->streams && i < streams_of(input);
	     i++) {
		uint32_t own = 0;
		bool was = false;

		if (!view_of(input, i).counts || view_of(input, i).cpu != two->cpu)
			continue;
		for (uint32_t j = 0; j < detail->slices; j++) {
			bool is = detail->max_ns[i][j] / MUCH_WORSE > two->next_ns;

			own += is && !was;
			was = is;
		}
		ahead = own > ahead ? own : ahead;
	}
	return ahead;
}

/*
 * Were CPUs alike, each of the latest events would be of any of them: all n of one with a
 * chance of cpus^(1 - n).
 */
static uint32_t ahead_needed(uint32_t cpus)
{
	uint32_t needed = 1;

	for (double chance = 1; chance > MOST_CHANCE; chance /= cpus)
		needed++;
	return needed;
}

/* "; it was that late 3 times (8 would rule out chance)" */
static const char *how_often(struct rule_finding *finding, uint32_t ahead,
			     uint32_t needed)
{
	if (!ahead)
		return "; it may rest on one wake-up";
	return rule_text(finding, "; it was that late %u time%s%s", ahead,
			 ahead == 1 ? "" : "s",
			 ahead >= needed
				 ? ""
				 : rule_text(finding, " (%u would rule out chance)",
					     needed));
}

static enum rule_verdict judge_one_cpu(const struct rule_input *input,
				       struct rule_finding *finding)
{
	struct two_worst two;
	uint32_t ahead, needed;

	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	two = find_two_worst(input);
	if (two.cpus < 2)
		return rule_say(finding, RULE_UNKNOWN,
				"fewer than two CPUs were measured by themselves");
	if (two.worst_ns < FLOOR_NS || two.worst_ns / MUCH_WORSE < two.next_ns)
		return rule_say(finding, RULE_OK,
				"no CPU stands out: %s at worst, %s next",
				ask_time(finding, two.worst_ns),
				ask_time(finding, two.next_ns));
	ahead = count_ahead(input, &two);
	needed = ahead_needed(two.cpus);
	if (ahead < needed)
		finding->weight = RULE_NOTE;
	return rule_say(
		finding, RULE_BAD,
		"CPU %lld alone: %s, the others %s at most%s; that points to what only "
		"this CPU serves, and away from firmware",
		(long long)two.cpu, ask_time(finding, two.worst_ns),
		ask_time(finding, two.next_ns), how_often(finding, ahead, needed));
}

const struct rule rule_one_cpu = {
	.id = "one-cpu",
	.title = "One CPU alone is late",
	.weight = RULE_LIKELY,
	.looks_at = "the maximum of each CPU against that of all others, and in how many "
		    "stretches of slices it was five times as late",
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

struct gaps {
	uint32_t looked_at, found; /* slices, or streams of a report */
	uint32_t beside;           /* in windows of the same ratio below and above */
	int64_t max_ns;            /* of one that was found */
};

/* Within a fifth; 0.8 to 1.2 is 1.5 times, and so are the windows below and above. */
static void look_at(struct gaps *gaps, int64_t max_ns, int64_t gap_ns)
{
	double share = (double)max_ns / (double)gap_ns;

	gaps->looked_at++;
	if (share >= 0.8 && share <= 1.2) {
		gaps->found++;
		gaps->max_ns = max_ns;
	} else if (share > 0.8 / 1.5 && share < 1.2 * 1.5) {
		gaps->beside++;
	}
}

/*
 * What spreads over all sizes, large ones more seldom, lies in the middle of three windows with
 * a chance of a third at most.
 */
static bool stands_out(const struct gaps *gaps)
{
	static const double one_in_thousand = 0.001;

	return gaps->found &&
	       1 - binomial_below((int64_t)gaps->found - 1,
				  (int64_t)gaps->found + gaps->beside, 1.0 / 3) <=
		       one_in_thousand;
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
	else if (!stands_out(&gaps))
		finding->weight = RULE_NOTE;
	return rule_say(
		finding, RULE_BAD,
		"%u gap%s of about %s (%s), the time that RT throttling takes back each "
		"second%s",
		gaps.found, gaps.found == 1 ? "" : "s", ask_time(finding, gap_ns),
		ask_time(finding, gaps.max_ns),
		acted               ? "; the log says that it acted"
		: stands_out(&gaps) ? ""
		: gaps.beside       ? rule_text(finding,
						"; %u are nearly as long, so it may be chance",
						gaps.beside)
				    : "; too few to rule out chance");
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
