/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Several runs a side: each run is one value, and ranks of them are tested, so that what
 * differs from run to run is in the test. In pairs, the differences are.
 */
#include <math.h>

#include "compare/compare-parts.h"
#include "stats/decide.h"
#include "stats/rank-tests.h"
#include "stats/shift.h"

enum { STREAMS_THAT_DECIDE = 4 };

struct values {
	double *ns;
	uint32_t count;
};

/* One figure of each run; none at all when it is unknown in one of them. */
static struct values values_of(const struct compare_side *side, const char *stream,
			       enum measure measure, struct arena *arena)
{
	struct values values = {arena_array(arena, side->count, sizeof(double)), 0};

	for (uint32_t i = 0; i < side->count; i++) {
		const struct compare_figures *figures =
			stream ? compare_run_stream(&side->runs[i], stream)
			       : &side->runs[i].total;

		if (!figures || figures->value_ns[measure] == RUN_UNKNOWN)
			return (struct values){NULL, 0};
		values.ns[values.count++] = (double)figures->value_ns[measure];
	}
	return values;
}

static int64_t middle_ns(const struct values *values, struct arena *arena)
{
	double *copy = arena_array(arena, values->count, sizeof(*copy));

	for (uint32_t i = 0; i < values->count; i++)
		copy[i] = values->ns[i];
	return (int64_t)round(median_of(copy, values->count));
}

static void set_shift(struct compare_row *row, const struct shift *shift,
		      const struct shift *narrow)
{
	row->difference_ns = (int64_t)round(shift->estimate);
	if (shift->has_interval) {
		row->low_ns = (int64_t)round(shift->low);
		row->high_ns = (int64_t)round(shift->high);
	}
	if (narrow->has_interval)
		row->no_larger_ns =
			(int64_t)round(no_larger_than(narrow->low, narrow->high));
}

static void test_groups(struct compare_row *row, const struct values *a,
			const struct values *b)
{
	struct shift shift =
		shift_between(a->ns, a->count, b->ns, b->count, COMPARE_LEVEL);
	struct shift narrow =
		shift_between(a->ns, a->count, b->ns, b->count, 1 - 2 * COMPARE_ALPHA);

	row->p = mann_whitney(a->ns, a->count, b->ns, b->count).p;
	set_shift(row, &shift, &narrow);
}

static void test_pairs(struct compare_row *row, const struct values *a,
		       const struct values *b, struct arena *arena)
{
	double *differences = arena_array(arena, a->count, sizeof(double)), sum = 0;
	double least = INFINITY, greatest = -INFINITY;
	struct shift shift, narrow;

	for (uint32_t i = 0; i < a->count; i++) {
		differences[i] = b->ns[i] - a->ns[i];
		row->up += differences[i] > 0;
		row->down += differences[i] < 0;
		sum += differences[i];
		least = fmin(least, differences[i]);
		greatest = fmax(greatest, differences[i]);
	}
	row->mean_ns = (int64_t)round(sum / a->count);
	row->least_ns = (int64_t)least;
	row->greatest_ns = (int64_t)greatest;
	row->sign_p = sign_test(differences, a->count).p;
	row->p = signed_rank(differences, a->count).p;
	shift = shift_of_pairs(differences, a->count, COMPARE_LEVEL);
	narrow = shift_of_pairs(differences, a->count, 1 - 2 * COMPARE_ALPHA);
	set_shift(row, &shift, &narrow);
}

/*
 * Which questions decide: few, since each makes all others harder to answer. Where there are
 * many streams, the worst of them is in the total's maximum.
 */
static bool decides(const struct comparison *comparison, const char *stream,
		    enum measure measure)
{
	if (stream)
		return measure == MEASURE_MAX &&
		       comparison->a.runs[0].stream_count <= STREAMS_THAT_DECIDE;
	return measure == MEASURE_AVG ||
	       measure == (enum measure)(MEASURE_PERCENTILE + 2) ||
	       measure == MEASURE_MAX;
}

static void add_rows(struct comparison *comparison, const char *stream)
{
	struct arena *arena = &comparison->arena;

	for (int i = 0; i < MEASURES; i++) {
		enum measure measure = (enum measure)i;
		struct values a = values_of(&comparison->a, stream, measure, arena);
		struct values b = values_of(&comparison->b, stream, measure, arena);
		struct compare_row *row;

		if (!a.count || !b.count)
			continue;
		if (measure == MEASURE_MAX && compare_maxima_are_cut_off(comparison))
			continue;
		row = compare_add_row(comparison, stream ? stream : "total", measure,
				      middle_ns(&a, arena), middle_ns(&b, arena));
		row->decides = decides(comparison, stream, measure);
		if (comparison->options.pairs)
			test_pairs(row, &a, &b, arena);
		else
			test_groups(row, &a, &b);
	}
}

/* Could the strongest agreement there can be show anything, with so many questions? */
static bool are_too_few(const struct comparison *comparison)
{
	uint32_t a = comparison->a.count, b = comparison->b.count, questions = 0;
	double least = 2;

	for (uint32_t i = 0; i < comparison->row_count; i++)
		questions += comparison->rows[i].decides;
	if (comparison->options.pairs)
		least *= pow(0.5, a);
	else /* one of the ways to choose a of a + b */
		for (uint32_t i = 1; i <= a; i++)
			least *= (double)i / (b + i);
	return least * questions >= COMPARE_ALPHA;
}

void compare_several_runs(struct comparison *comparison)
{
	const struct compare_run *first = &comparison->a.runs[0];

	comparison->basis = comparison->options.pairs ? BASIS_PAIRS : BASIS_RUNS;
	add_rows(comparison, NULL);
	for (uint32_t i = 0; i < first->stream_count && first->stream_count > 1; i++)
		add_rows(comparison, first->streams[i].label);
	comparison->too_few_runs = are_too_few(comparison);
	compare_tails(comparison);
	compare_adjust(comparison);
}
