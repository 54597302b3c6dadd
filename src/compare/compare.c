/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/saturate.h"
#include "compare/compare-parts.h"
#include "stats/decide.h"

struct compare_row *compare_add_row(struct comparison *comparison, const char *stream,
				    enum measure measure, int64_t a_ns, int64_t b_ns)
{
	struct compare_row *row;
	bool known = a_ns != RUN_UNKNOWN && b_ns != RUN_UNKNOWN;

	if (comparison->row_count == comparison->row_room) {
		uint32_t room = comparison->row_room ? 2 * comparison->row_room : 32;
		struct compare_row *rows =
			arena_array(&comparison->arena, room, sizeof(*rows));

		if (comparison->row_count)
			memcpy(rows, comparison->rows,
			       comparison->row_count * sizeof(*rows));
		comparison->rows = rows;
		comparison->row_room = room;
	}
	row = &comparison->rows[comparison->row_count++];
	*row = (struct compare_row){
		.stream = stream,
		.measure = measure,
		.a_ns = a_ns,
		.b_ns = b_ns,
		.difference_ns = known ? saturate_sub(b_ns, a_ns) : RUN_UNKNOWN,
		.factor_thousandths = RUN_UNKNOWN,
		.low_ns = RUN_UNKNOWN,
		.high_ns = RUN_UNKNOWN,
		.no_larger_ns = RUN_UNKNOWN,
		.mean_ns = RUN_UNKNOWN,
		.p = NAN,
		.p_adjusted = NAN,
		.sign_p = NAN,
	};
	if (known && a_ns > 0 && b_ns >= 0)
		row->factor_thousandths =
			(int64_t)round((double)b_ns / (double)a_ns * 1e3);
	return row;
}

int64_t compare_margin_ns(const struct comparison *comparison,
			  const struct compare_row *row)
{
	if (comparison->options.margin_ns)
		return comparison->options.margin_ns;
	return (row->a_ns < 0 ? -(row->a_ns + 1) : row->a_ns) / 100;
}

uint32_t compare_stopped_runs(const struct compare_side *side)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < side->count; i++)
		count += compare_run_stopped_itself(&side->runs[i]);
	return count;
}

bool compare_maxima_are_cut_off(const struct comparison *comparison)
{
	return compare_stopped_runs(&comparison->a) ||
	       compare_stopped_runs(&comparison->b);
}

/* Significant and larger than the margin. */
static void show_row(const struct comparison *comparison, struct compare_row *row)
{
	int64_t margin_ns = compare_margin_ns(comparison, row);

	if (!(row->p_adjusted < COMPARE_ALPHA))
		return;
	if (row->difference_ns > margin_ns)
		row->shown = SHOWN_LATER;
	if (row->difference_ns < -margin_ns)
		row->shown = SHOWN_EARLIER;
}

static void show_tail(struct compare_tail *tail)
{
	if (!(tail->p_adjusted < COMPARE_ALPHA))
		return;
	if (tail->low_ppm > 0)
		tail->shown = SHOWN_LATER;
	if (tail->high_ppm < 0)
		tail->shown = SHOWN_EARLIER;
}

void compare_adjust(struct comparison *comparison)
{
	size_t room = comparison->row_count + comparison->tail_count + 1, count = 0;
	double *p = arena_array(&comparison->arena, room, sizeof(*p));
	double *adjusted = arena_array(&comparison->arena, room, sizeof(*adjusted));
	double **places = arena_array(&comparison->arena, room, sizeof(*places));

	for (uint32_t i = 0; i < comparison->row_count; i++) {
		struct compare_row *row = &comparison->rows[i];

		if (!row->decides || isnan(row->p))
			continue;
		places[count] = &row->p_adjusted;
		p[count++] = row->p;
	}
	for (uint32_t i = 0; i < comparison->tail_count; i++) {
		struct compare_tail *tail = &comparison->tails[i];

		/* A limit that was asked for is a question; those that we choose are not. */
		if (isnan(tail->p) || !comparison->options.limit_ns)
			continue;
		places[count] = &tail->p_adjusted;
		p[count++] = tail->p;
	}
	holm_adjust(p, count, adjusted);
	for (size_t i = 0; i < count; i++)
		*places[i] = adjusted[i];
	for (uint32_t i = 0; i < comparison->row_count; i++)
		show_row(comparison, &comparison->rows[i]);
	for (uint32_t i = 0; i < comparison->tail_count; i++)
		show_tail(&comparison->tails[i]);
}

static void conclude_runs(struct comparison *comparison, const struct compare_side *side)
{
	for (uint32_t i = 0; i < side->count; i++)
		compare_run_conclude(&side->runs[i], &comparison->arena);
}

static int64_t overruns_of(const struct compare_side *side)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < side->count; i++) {
		int64_t one = side->runs[i].total.overruns;

		if (one == RUN_UNKNOWN)
			return RUN_UNKNOWN;
		sum = saturate_add(sum, one);
	}
	return sum;
}

static bool has_figures(const struct compare_side *side)
{
	for (uint32_t i = 0; i < side->count; i++)
		if (!side->runs[i].has_figures)
			return false;
	return true;
}

static void check(struct comparison *comparison)
{
	comparison->checks = checks_make(&comparison->a, &comparison->b,
					 &comparison->arena, &comparison->check_count);
	for (uint32_t i = 0; i < comparison->check_count; i++) {
		comparison->refused |= comparison->checks[i].result == CHECK_REFUSES;
		comparison->qualified |= comparison->checks[i].result == CHECK_QUALIFIES;
	}
}

/* The set-up of a side is that of its first run that knows it. */
static const struct facts *facts_of_side(const struct compare_side *side)
{
	for (uint32_t i = 0; i < side->count; i++)
		if (side->runs[i].facts)
			return side->runs[i].facts;
	return NULL;
}

struct comparison *compare(const struct compare_side *a, const struct compare_side *b,
			   const struct compare_options *options)
{
	struct comparison *comparison = mem_alloc(sizeof(*comparison));

	comparison->options = *options;
	comparison->a = *a;
	comparison->b = *b;
	conclude_runs(comparison, a);
	conclude_runs(comparison, b);
	comparison->a_overruns = overruns_of(a);
	comparison->b_overruns = overruns_of(b);
	comparison->a_facts = facts_of_side(a);
	comparison->b_facts = facts_of_side(b);
	comparison->setup =
		fact_diff(comparison->a_facts, comparison->b_facts, &comparison->arena);
	if (has_figures(a) && has_figures(b)) {
		check(comparison);
		if (!comparison->refused && (a->count > 1 || b->count > 1))
			compare_several_runs(comparison);
		else if (!comparison->refused)
			compare_one_run_each(comparison);
	}
	compare_conclude(comparison);
	return comparison;
}

void compare_free(struct comparison *comparison)
{
	if (!comparison)
		return;
	arena_free(&comparison->arena);
	free(comparison);
}

int compare_exit_status(const struct comparison *comparison)
{
	switch (comparison->verdict) {
	case COMPARE_WORSE:
	case COMPARE_MIXED:
		return 1;
	case COMPARE_NOT_COMPARABLE:
		return 3;
	case COMPARE_BETTER:
	case COMPARE_NO_DIFFERENCE:
	case COMPARE_SETUPS_ONLY:
		return 0;
	}
	return 0;
}
