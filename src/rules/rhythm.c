/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about time: spikes on a grid, and what grows whenever something is late. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/asks.h"
#include "rules/table.h"
#include "stats/phase.h"
#include "stats/rank-correlation.h"

/* A slice spikes when its maximum is so many times the median. */
enum { SPIKE_TIMES = 3 };

/* Spikes closer together are one event. */
#define EVENT_S 0.01

enum { FEWEST_EVENTS = 8, MOST_EVENTS = 20000, FEWEST_PERIODS = 5, FEWEST_GAPS = 3 };

/* Periods that something in Linux is known to have. */
static const double usual_s[] = {0.1, 0.25, 0.5, 1, 2, 4, 5, 10, 30, 60, 300, 600};

enum { USUAL = sizeof(usual_s) / sizeof(usual_s[0]) };

/* Of times that are known to a slice only, shorter periods are the slices' own. */
enum { FEWEST_SLICES = 5 };

/* Phases much alike, and not by chance, after as many tries. */
static const double LENGTH_MIN = 0.8, P_MAX = 0.001 / USUAL;

static int by_time(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Slices that stand out, where a report has no spikes one by one: known to the slice only. */
static size_t take_slices(const struct detail *detail, double *times)
{
	size_t count = 0;

	for (uint32_t i = 0; i < detail->streams; i++) {
		int64_t median = detail_median(detail, i);

		for (uint32_t j = 0; median > 0 && j < detail->slices; j++)
			if (detail->max_ns[i][j] / SPIKE_TIMES > median &&
			    count < MOST_EVENTS)
				times[count++] =
					(double)j * (double)detail->slice_ns / 1e9;
	}
	return count;
}

/* Times of events in seconds, ascending; least_s: no shorter period can be told. */
static double *events_of(const struct detail *detail, struct arena *arena, size_t *count,
			 double *least_s)
{
	double *times = arena_array(arena, MOST_EVENTS, sizeof(*times));
	size_t spikes =
		detail->spike_count < MOST_EVENTS ? detail->spike_count : MOST_EVENTS;

	for (size_t i = 0; i < spikes; i++)
		times[i] = (double)detail->spikes[i].due_ns / 1e9;
	*least_s = 0;
	if (!spikes && !detail->first) {
		spikes = take_slices(detail, times);
		*least_s = FEWEST_SLICES * (double)detail->slice_ns / 1e9;
	}
	qsort(times, spikes, sizeof(*times), by_time);
	*count = 0;
	for (size_t i = 0; i < spikes; i++)
		if (!i || times[i] - times[*count - 1] > EVENT_S)
			times[(*count)++] = times[i];
	return times;
}

/*
 * Rayleigh's test takes events for independent. Those of one burst are not: ten of them are
 * one event that keeps to any phase ten times. So events less than half a period behind
 * another are left out.
 */
static size_t leave_out_bursts(const double *times, size_t count, double period_s,
			       double *alone)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++)
		if (!kept || times[i] - alone[kept - 1] >= period_s / 2)
			alone[kept++] = times[i];
	return kept;
}

/* The longest of the usual periods that the events keep to; 0. */
static double grid_of(const double *times, size_t count, double least_s,
		      struct arena *arena)
{
	double span = times[count - 1] - times[0];
	double *alone = arena_array(arena, count, sizeof(*alone));

	for (int i = USUAL - 1; i >= 0 && usual_s[i] >= least_s; i--) {
		size_t kept = leave_out_bursts(times, count, usual_s[i], alone);
		struct phase phase = phase_of(alone, kept, usual_s[i]);

		if (span >= FEWEST_PERIODS * usual_s[i] && kept >= FEWEST_EVENTS &&
		    phase.length >= LENGTH_MIN && phase.p <= P_MAX)
			return usual_s[i];
	}
	return 0;
}

/* Too few spikes for a test, but gaps that are much alike: told, with their number. */
static enum rule_verdict judge_few_gaps(struct rule_finding *finding, const double *times,
					size_t count)
{
	double low = INFINITY, high = 0, mean = 0;

	for (size_t i = 1; i < count; i++) {
		double gap = times[i] - times[i - 1];

		low = fmin(low, gap);
		high = fmax(high, gap);
		mean += gap / (double)(count - 1);
	}
	if (count <= FEWEST_GAPS || low < 0.75 * mean || high > 1.25 * mean)
		return rule_say(finding, RULE_UNKNOWN,
				"%zu spikes apart from each other: too few for a period",
				count);
	finding->weight = RULE_NOTE;
	return rule_say(
		finding, RULE_BAD,
		"%.3g s between spikes on average (%.3g to %.3g s): an estimate, from "
		"%zu gaps only",
		mean, low, high, count - 1);
}

static enum rule_verdict judge_grid(const struct rule_input *input,
				    struct rule_finding *finding)
{
	double *times, period, least_s = 0;
	size_t count;

	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	times = input->detail ? events_of(input->detail, finding->arena, &count, &least_s)
			      : NULL;
	if (!times || !count)
		return rule_say(finding, RULE_UNKNOWN, "the run kept no spikes");
	if (count < FEWEST_EVENTS)
		return judge_few_gaps(finding, times, count);
	period = grid_of(times, count, least_s, finding->arena);
	if (period > 0)
		return rule_say(finding, RULE_BAD,
				"%zu spikes keep to one phase of a grid of %g s%s", count,
				period,
				input->run ? "; of whylate, only the recorder looks "
					     "every 0.25 s and 1 s"
					   : "");
	period = phase_period_by_gaps(times, count);
	if (period > 0 && period >= least_s)
		return rule_say(finding, RULE_BAD,
				"about %.3g s between spikes; an estimate from %zu gaps",
				period, count - 1);
	if (least_s > 0)
		return rule_say(
			finding, RULE_OK,
			"%zu spikes keep to no period of %g s or more; rows of %g s "
			"do not tell shorter ones",
			count, least_s, least_s / FEWEST_SLICES);
	return rule_say(finding, RULE_OK, "%zu spikes keep to no period", count);
}

const struct rule rule_time_grid = {
	.id = "time-grid",
	.title = "Spikes on a fixed time grid",
	.weight = RULE_POSSIBLE,
	.looks_at = "times of the spikes: their phase in periods from 0.1 s to 10 min "
		    "(Rayleigh's test), the gaps between them",
	.effect =
		"as much as the periodic work takes: 1 s vmstat, 4 s watchdog, 5 min machine "
		"check polls, 10 min TSC check, 30 to 40 s drivers and firmware",
	.fix = "find what has that period: systemctl list-timers, the kernel's timers "
	       "(/proc/timer_list), polls of drivers",
	.undo = "start the timer again",
	.prove = "stop the suspect: the grid must be gone; start it: it must be back",
	.find_out = "a longer run with --spike, so that ten spikes or more are kept",
	.basis = RULE_SEEN,
	.judge = judge_grid,
};

/* The counter whose growth goes best with lateness. */
struct match {
	const char *name;
	uint32_t instance;
	int64_t cpu;
	double rho, p;
	uint32_t tried, slices;
};

/* Our own work is no cause. */
static bool is_own(const char *name)
{
	return !strcmp(name, "cpu_time") || !strcmp(name, "recorder_cpu") ||
	       !strcmp(name, "timer_interrupts");
}

/* Does this counter's instance belong to what this stream sees? */
static bool belongs(const struct rule_input *input, const struct detail_counter *counter,
		    uint32_t stream)
{
	if (!strcmp(counter->what.scope, "load"))
		return false; /* it was asked for */
	if (!strcmp(counter->what.scope, "stream"))
		return counter->instance == stream;
	if (!strcmp(counter->what.scope, "cpu"))
		return counter->instance < input->run->head.cpu_count &&
		       input->run->cpus[counter->instance] ==
			       input->run->streams[stream].what.cpu;
	return true;
}

static void try_counter(const struct rule_input *input, struct rule_finding *finding,
			const struct detail_counter *counter, uint32_t stream,
			struct match *best)
{
	const struct detail *detail = input->detail;
	double *late = arena_array(finding->arena, detail->slices, sizeof(*late));
	double *grown = arena_array(finding->arena, detail->slices, sizeof(*grown));
	struct rank_correlation found;
	uint32_t count = 0;

	for (uint32_t i = 0; i < detail->slices; i++) {
		if (detail->max_ns[stream][i] == DETAIL_ABSENT)
			continue;
		late[count] = (double)detail->max_ns[stream][i];
		grown[count++] = (double)counter->value[i];
	}
	found = rank_correlation(late, grown, count);
	best->tried++;
	if (found.rho <= best->rho)
		return;
	best->name = counter->what.name;
	best->cpu = input->run->streams[stream].what.cpu;
	best->rho = found.rho;
	best->p = found.p;
	best->slices = count;
}

/*
 * For the best of all that were tried. Less than the 1 % that is promised, since the number of
 * independent slices is an estimate where both series drift.
 */
static const double MOST_CHANCE = 0.0002;

static enum rule_verdict judge_counters(const struct rule_input *input,
					struct rule_finding *finding)
{
	enum { ENOUGH_SLICES = 30 };
	const struct detail *detail = input->detail;
	struct match best = {.rho = -1, .p = 1};

	if (!input->run)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	if (!detail || !detail->max_ns || detail->slices < ENOUGH_SLICES)
		return rule_say(finding, RULE_UNKNOWN, "the run has fewer than %d slices",
				ENOUGH_SLICES);
	for (uint32_t i = 0; i < detail->counter_count; i++)
		for (uint32_t j = 0; j < detail->streams; j++)
			if (!is_own(detail->counters[i].what.name) &&
			    belongs(input, &detail->counters[i], j))
				try_counter(input, finding, &detail->counters[i], j,
					    &best);
	if (!best.tried)
		return rule_say(finding, RULE_UNKNOWN,
				"the run has no counters by slice");
	if (best.rho >= 0.4 && best.p * best.tried < MOST_CHANCE)
		return rule_say(
			finding, RULE_BAD,
			"%s grows most in the slices in which cpu %lld is latest: rank "
			"correlation %.2f over %u slices, the best of %u tried",
			best.name, (long long)best.cpu, best.rho, best.slices,
			best.tried);
	return rule_say(
		finding, RULE_OK,
		"no counter goes with lateness: the best rank correlation of %u is "
		"%.2f",
		best.tried, best.rho);
}

const struct rule rule_goes_with = {
	.id = "goes-with",
	.title = "A counter that grows when the machine is late",
	.weight = RULE_POSSIBLE,
	.looks_at = "each counter's growth against the greatest lateness, slice by slice "
		    "(Spearman's rank correlation)",
	.effect = "none by itself: it points to a cause, or both have one",
	.fix = "steal: see the host; faults: lock and touch memory; switches: other real-time "
	       "tasks; interrupts: their affinity",
	.undo = "as the rule's that fits",
	.prove = "take away what the counter counts, repeat: lateness must fall with it",
	.find_out = "a run of at least half a minute",
	.basis = RULE_SEEN,
	.judge = judge_counters,
};
