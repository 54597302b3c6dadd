/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rules about the shape of a run's data: when and where it is late. They point somewhere; they
 * prove nothing, and say on how much they rest.
 */
#include <stdlib.h>
#include <string.h>

#include "rules/asks.h"
#include "rules/table.h"

enum {
	FEWEST_SPIKES = 3,
	SPIKE_TIMES = 3, /* a slice spikes when its maximum is so many times the median */
};

static int by_due(const void *a, const void *b)
{
	int64_t x = ((const struct detail_spike *)a)->due_ns;
	int64_t y = ((const struct detail_spike *)b)->due_ns;

	return (x > y) - (x < y);
}

static bool has_slices(const struct rule_input *input)
{
	return input->detail && input->detail->max_ns &&
	       input->detail->slices >= DETAIL_FEWEST;
}

/* In how many slices does any stream spike, and in how many do all of them? */
struct together {
	uint32_t streams, any, all;
	double by_chance; /* expected number of slices in which all would, independently */
};

static struct together count_together(const struct detail *detail)
{
	struct together together = {0};
	uint32_t *spiking = mem_alloc(detail->slices * sizeof(*spiking));
	double chance = 1;

	for (uint32_t i = 0; i < detail->streams; i++) {
		int64_t median = detail_median(detail, i);
		uint32_t spikes = 0;

		if (median == DETAIL_ABSENT)
			continue;
		together.streams++;
		for (uint32_t j = 0; j < detail->slices; j++)
			if (detail->max_ns[i][j] / SPIKE_TIMES > median &&
			    detail->max_ns[i][j] > 0) {
				spikes++;
				spiking[j]++;
			}
		chance *= (double)spikes / detail->slices;
	}
	for (uint32_t j = 0; j < detail->slices; j++) {
		together.any += spiking[j] > 0;
		together.all += spiking[j] && spiking[j] == together.streams;
	}
	together.by_chance = chance * detail->slices;
	free(spiking);
	return together;
}

/* Spikes of a report that has them one by one: moments at which all streams have one. */
static struct together count_moments(const struct detail *detail, struct arena *arena)
{
	enum { SAME_NS = 2000000 };
	struct together together = {.streams = detail->streams};
	struct detail_spike *spikes =
		arena_array(arena, detail->spike_count, sizeof(*spikes));
	uint64_t *last = arena_array(arena, detail->streams, sizeof(*last));

	memcpy(spikes, detail->spikes, detail->spike_count * sizeof(*spikes));
	qsort(spikes, detail->spike_count, sizeof(*spikes), by_due);
	for (uint32_t i = 0, end; i < detail->spike_count; i = end) {
		uint32_t streams = 0;

		together.any++;
		for (end = i; end < detail->spike_count &&
			      spikes[end].due_ns - spikes[i].due_ns <= SAME_NS;
		     end++) {
			streams += last[spikes[end].stream] != together.any;
			last[spikes[end].stream] = together.any;
		}
		together.all += streams == detail->streams;
	}
	return together;
}

static const char *smi_words(const struct rule_input *input, struct rule_finding *finding)
{
	int64_t total;

	if (!ask_smis(input, &total))
		return "the count of SMIs is not known";
	return rule_text(finding, "%lld SMIs were counted", (long long)total);
}

static enum rule_verdict judge_moments(const struct rule_input *input,
				       struct rule_finding *finding)
{
	struct together together = count_moments(input->detail, finding->arena);
	int64_t smis = 0;

	ask_smis(input, &smis);
	if (together.all * 2 < together.any || !together.all)
		return rule_say(
			finding, RULE_OK,
			"%u moments with a spike, in %u of them all %u streams have "
			"one",
			together.any, together.all, together.streams);
	if (smis > 0)
		finding->weight = RULE_CERTAIN;
	return rule_say(
		finding, RULE_BAD,
		"%u of %u moments with a spike are the same on all %u streams (within "
		"2 ms); %s",
		together.all, together.any, together.streams, smi_words(input, finding));
}

static enum rule_verdict judge_slices(const struct rule_input *input,
				      struct rule_finding *finding)
{
	struct together together = count_together(input->detail);

	if (together.streams < 2)
		return rule_say(finding, RULE_UNKNOWN, "only one stream was measured");
	if (together.any < FEWEST_SPIKES)
		return rule_say(
			finding, RULE_OK,
			"%u slices with a spike of %d times a stream's median: too few "
			"for a pattern",
			together.any, SPIKE_TIMES);
	if (together.all >= FEWEST_SPIKES && together.all * 2 >= together.any &&
	    together.all > 3 * together.by_chance)
		return rule_say(
			finding, RULE_BAD,
			"in %u of the %u slices with a spike, all %u streams spike "
			"(%.1f would by chance); %s",
			together.all, together.any, together.streams, together.by_chance,
			smi_words(input, finding));
	return rule_say(
		finding, RULE_OK,
		"streams spike on their own: all %u at once in %u of %u slices with a "
		"spike",
		together.streams, together.all, together.any);
}

static enum rule_verdict judge_all_at_once(const struct rule_input *input,
					   struct rule_finding *finding)
{
	const struct detail *detail = input->detail;

	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	if (has_slices(input))
		return judge_slices(input, finding);
	if (input->foreign && detail && detail->streams > 1 && detail->spike_count)
		return judge_moments(input, finding);
	return rule_say(finding, RULE_UNKNOWN, "the run has too few slices");
}

const struct rule rule_all_at_once = {
	.id = "all-at-once",
	.title = "All CPUs are late at once",
	.weight = RULE_LIKELY,
	.looks_at =
		"slices (seconds) in which every stream's maximum is three times its median",
	.effect =
		"100 us to 20 ms on every CPU: firmware (SMI), the hypervisor or the memory "
		"bus, not the scheduler",
	.fix = "BIOS: USB legacy support, TCO and power caps off, or an update; in a virtual "
	       "machine look at the host",
	.undo = "the old BIOS settings",
	.prove =
		"count SMIs (MSR 0x34) against the times of the spikes; the hwlat tracer on an "
		"idle machine",
	.find_out = "a run of minutes over two CPUs or more",
	.basis = RULE_SEEN,
	.judge = judge_all_at_once,
};

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
