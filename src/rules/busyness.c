/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Less late when the machine is busier: the shape of what sleeping costs. One run shows it only
 * when its seconds differ; two runs, idle and loaded, show it better.
 */
#include <stdlib.h>
#include <string.h>

#include "rules/asks.h"
#include "rules/table.h"
#include "stats/rank-correlation.h"

enum { FEWEST_SLICES = 30 };

/* By how much seconds must differ in activity, and the average in lateness, to mean anything. */
static const double LEAST_SPREAD = 1.5, LEAST_GAIN = 1.2, LEAST_RHO = 0.4, MOST_P = 0.001;

/* Seconds of one stream, with what the machine did in each. */
struct seconds {
	double *late_ns, *work;
	size_t count;
};

struct busyness {
	double quiet_late_ns, busy_late_ns; /* means over a third of the seconds each */
	double quiet_work, busy_work;
	double rho, p;
};

/*
 * What tells that the machine works. A load that only computes switches no tasks, but one of
 * ours counts what it does.
 */
static bool is_activity(const struct detail_counter *counter)
{
	return !strcmp(counter->what.name, "context_switches") ||
	       !strcmp(counter->what.scope, "load");
}

/* "context switches", "matrices of the load". */
static const char *work_of(struct rule_finding *finding,
			   const struct detail_counter *counter)
{
	if (strcmp(counter->what.scope, "load"))
		return "context switches";
	return rule_text(finding, "%s of the load '%s'", counter->what.unit,
			 counter->what.name);
}

static struct seconds seconds_of(const struct detail *detail, uint32_t stream,
				 const struct detail_counter *counter,
				 struct arena *arena)
{
	struct seconds seconds = {
		.late_ns = arena_array(arena, detail->slices, sizeof(double)),
		.work = arena_array(arena, detail->slices, sizeof(double)),
	};

	for (uint32_t i = 0; i < detail->slices; i++) {
		if (detail->avg_ns[stream][i] == DETAIL_ABSENT || !counter->value[i])
			continue;
		seconds.late_ns[seconds.count] = (double)detail->avg_ns[stream][i];
		seconds.work[seconds.count++] = (double)counter->value[i];
	}
	return seconds;
}

struct second {
	double late_ns, work;
};

static int by_work(const void *a, const void *b)
{
	double x = ((const struct second *)a)->work;
	double y = ((const struct second *)b)->work;

	return (x > y) - (x < y);
}

/* The quietest third of the seconds against the busiest. */
static struct busyness look(const struct seconds *seconds, struct arena *arena)
{
	struct rank_correlation correlation =
		rank_correlation(seconds->late_ns, seconds->work, seconds->count);
	struct busyness found = {.rho = correlation.rho, .p = correlation.p};
	struct second *sorted = arena_array(arena, seconds->count, sizeof(*sorted));
	size_t third = seconds->count / 3;

	for (size_t i = 0; i < seconds->count; i++)
		sorted[i] = (struct second){seconds->late_ns[i], seconds->work[i]};
	qsort(sorted, seconds->count, sizeof(*sorted), by_work);
	for (size_t i = 0; i < third; i++) {
		const struct second *busy = &sorted[seconds->count - 1 - i];

		found.quiet_late_ns += sorted[i].late_ns / (double)third;
		found.quiet_work += sorted[i].work / (double)third;
		found.busy_late_ns += busy->late_ns / (double)third;
		found.busy_work += busy->work / (double)third;
	}
	return found;
}

static bool falls(const struct busyness *found)
{
	return found->rho <= -LEAST_RHO && found->p <= MOST_P &&
	       found->busy_late_ns > 0 &&
	       found->quiet_late_ns >= LEAST_GAIN * found->busy_late_ns;
}

static enum rule_verdict say(struct rule_finding *finding, enum rule_verdict verdict,
			     const char *words, const struct busyness *found,
			     const char *work)
{
	return rule_say(finding, verdict,
			"%s: %s on average in the quietest third of the seconds (%.0f "
			"%s a second), %s in the busiest (%.0f); rank correlation %.2f",
			words, ask_time(finding, (int64_t)found->quiet_late_ns),
			found->quiet_work, work,
			ask_time(finding, (int64_t)found->busy_late_ns), found->busy_work,
			found->rho);
}

static enum rule_verdict judge_streams(const struct detail *detail,
				       const struct detail_counter *counter,
				       struct rule_finding *finding)
{
	const char *work = work_of(finding, counter);
	struct busyness best = {.rho = 2};
	uint32_t asked = 0, falling = 0;

	for (uint32_t i = 0; i < detail->streams; i++) {
		struct seconds seconds = seconds_of(detail, i, counter, finding->arena);
		struct busyness found;

		if (seconds.count < FEWEST_SLICES)
			continue;
		found = look(&seconds, finding->arena);
		asked++;
		falling += falls(&found);
		if (found.rho < best.rho)
			best = found;
	}
	if (!asked)
		return rule_say(finding, RULE_UNKNOWN, "the run has fewer than %d slices",
				FEWEST_SLICES);
	if (best.busy_work < LEAST_SPREAD * best.quiet_work)
		return rule_say(finding, RULE_UNKNOWN,
				"the machine was equally busy all the time as far as was "
				"counted (%.0f to %.0f %s a second); a load that only "
				"computes shows in nothing that is counted, unless "
				"whylate makes it",
				best.quiet_work, best.busy_work, work);
	if (falling * 2 > asked)
		return say(finding, RULE_BAD,
			   rule_text(finding,
				     "%u of %u streams are less late when the machine is "
				     "busier",
				     falling, asked),
			   &best, work);
	return say(finding, RULE_OK, "lateness does not fall when the machine is busier",
		   &best, work);
}

static enum rule_verdict judge_busyness(const struct rule_input *input,
					struct rule_finding *finding)
{
	const struct detail *detail = input->detail;
	enum rule_verdict verdict = RULE_UNKNOWN;

	rule_say(finding, verdict, "the run does not count context switches");
	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	if (!detail || !detail->avg_ns || detail->slices < FEWEST_SLICES)
		return rule_say(finding, RULE_UNKNOWN, "the run has fewer than %d slices",
				FEWEST_SLICES);
	/* The first that was not steady tells. */
	for (uint32_t i = 0; verdict == RULE_UNKNOWN && i < detail->counter_count; i++)
		if (is_activity(&detail->counters[i]))
			verdict = judge_streams(detail, &detail->counters[i], finding);
	return verdict;
}

const struct rule rule_better_under_load = {
	.id = "better-under-load",
	.title = "Less late when the machine is busier",
	.weight = RULE_LIKELY,
	.looks_at =
		"each second's average lateness against its context switches, or what a load of "
		"whylate's did in it",
	.effect =
		"10 to 1000 us on an idle machine that a loaded one does not have: idle "
		"states and frequency changes, not contention",
	.fix = "see rules idle-states, idle-states-arm and governor; the application may "
	       "hold /dev/cpu_dma_latency at 0",
	.undo = "close /dev/cpu_dma_latency; idle states on again",
	.prove =
		"whylate run --hold-dma-latency 0 against a run without, in turns (A-B-A)",
	.find_out =
		"two runs, one idle and one with --load light, and whylate compare; or "
		"one run of minutes whose load comes and goes",
	.basis = RULE_SEEN,
	.judge = judge_busyness,
};
