/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts above limits: what can be said of a tail without guessing at its shape. */
#include <math.h>

#include "base/saturate.h"
#include "compare/compare-parts.h"

/* Of one run; false when it cannot be said. */
static bool count_run(const struct compare_run *run, int64_t limit_ns, int64_t *least,
		      int64_t *most)
{
	const struct compare_figures *total = &run->total;

	/* "Above" is "by a nanosecond more, or later". */
	if (!distribution_count_from(&total->distribution, limit_ns + 1, least, most) &&
	    (total->value_ns[MEASURE_MAX] == RUN_UNKNOWN ||
	     total->value_ns[MEASURE_MAX] > limit_ns))
		return false;
	return !compare_run_count_is_cut_off(run, limit_ns, *least);
}

static void count_side(const struct compare_side *side, int64_t limit_ns, int64_t *least,
		       int64_t *most)
{
	*least = *most = 0;
	for (uint32_t i = 0; i < side->count; i++) {
		int64_t one_least, one_most;

		if (!count_run(&side->runs[i], limit_ns, &one_least, &one_most)) {
			*least = *most = RUN_UNKNOWN;
			return;
		}
		*least = saturate_add(*least, one_least);
		*most = saturate_add(*most, one_most);
	}
}

static void add_tail(struct comparison *comparison, int64_t limit_ns)
{
	struct compare_tail tail = {.limit_ns = limit_ns, .p = NAN, .p_adjusted = NAN};

	if (comparison->tail_count == RESAMPLE_LIMITS)
		return;
	count_side(&comparison->a, limit_ns, &tail.a_least, &tail.a_most);
	count_side(&comparison->b, limit_ns, &tail.b_least, &tail.b_most);
	/* Of a limit that nobody asked for there must be something to tell. */
	if (tail.a_least != RUN_UNKNOWN || tail.b_least != RUN_UNKNOWN ||
	    comparison->options.limit_ns)
		comparison->tails[comparison->tail_count++] = tail;
}

static int64_t greatest_ns(const struct compare_side *side, enum measure measure)
{
	int64_t greatest = RUN_UNKNOWN;

	for (uint32_t i = 0; i < side->count; i++)
		if (side->runs[i].total.value_ns[measure] > greatest)
			greatest = side->runs[i].total.value_ns[measure];
	return greatest;
}

static int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* 1, 2, 5, 10, 20 ... us. */
static int64_t next_limit_ns(int64_t limit_ns)
{
	int64_t power = 1;

	while (power * 10 <= limit_ns)
		power *= 10;
	return limit_ns / power == 2 ? power * 5 : limit_ns * 2;
}

/* Round limits between where the tail begins in both and the greater maximum. */
static void choose_limits(struct comparison *comparison)
{
	int64_t from_ns = larger(greatest_ns(&comparison->a, MEASURE_PERCENTILE + 2),
				 greatest_ns(&comparison->b, MEASURE_PERCENTILE + 2));
	int64_t to_ns = larger(greatest_ns(&comparison->a, MEASURE_MAX),
			       greatest_ns(&comparison->b, MEASURE_MAX));

	if (from_ns == RUN_UNKNOWN)
		return;
	for (int64_t limit_ns = 1000; limit_ns < to_ns && limit_ns < INT64_MAX / 10;
	     limit_ns = next_limit_ns(limit_ns))
		if (limit_ns > from_ns)
			add_tail(comparison, limit_ns);
}

void compare_tails(struct comparison *comparison)
{
	if (comparison->options.limit_ns > 0)
		add_tail(comparison, comparison->options.limit_ns);
	else
		choose_limits(comparison);
}
