/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Slices of one run in pairs of neighbours, A and B in random order: drift and slow waves
 * hit both alike, and the signed-rank test keeps what it promises. Slices of two runs that
 * were started apart do not: each run has an offset of its own, and hundreds of slices
 * make any offset significant. So a verdict on set-ups takes several runs, a value each.
 */
#include "compare/self-check.h"

#include <math.h>

#include "base/scope.h"
#include "stats/prng.h"
#include "stats/rank-tests.h"
#include "stats/shift.h"

#define NOMINAL 0.05

/* Draws are shared out among the runs, but each gets so many. */
enum { LEAST_DRAWS = 25 };

static double value_of(const struct series_slice *slice, int figure)
{
	return (double)(figure == SELF_CHECK_P50 ? slice->p50_ns : slice->p99_ns);
}

static void count(struct self_check_rate *rate, double p)
{
	rate->asked++;
	rate->rejected += p < NOMINAL;
}

/* Twenty pairs of neighbours from a random place, each pair in random order. */
static void draw_in_pairs(struct self_check_run *run, int figure, struct prng *prng)
{
	const struct slice_series *series = run->series;
	uint32_t needed = 2 * SELF_CHECK_PAIRS;
	double differences[SELF_CHECK_PAIRS];
	uint32_t from;

	if (series->slice_count < needed)
		return;
	from = prng_below(prng, series->slice_count - needed + 1);
	for (uint32_t i = 0; i < SELF_CHECK_PAIRS; i++) {
		const struct series_slice *slice = &series->slices[from + 2 * i];
		double difference =
			value_of(&slice[1], figure) - value_of(&slice[0], figure);

		differences[i] = prng_below(prng, 2) ? difference : -difference;
	}
	count(&run->in_pairs[figure], signed_rank(differences, SELF_CHECK_PAIRS).p);
}

/* Twenty slices against the next twenty, as one would who measures A, then B. */
static void draw_in_order(struct self_check_run *run, int figure, struct prng *prng)
{
	const struct slice_series *series = run->series;
	uint32_t needed = 2 * SELF_CHECK_PAIRS;
	double values[2 * SELF_CHECK_PAIRS];
	uint32_t from;

	if (series->slice_count < needed)
		return;
	from = prng_below(prng, series->slice_count - needed + 1);
	for (uint32_t i = 0; i < needed; i++)
		values[i] = value_of(&series->slices[from + i], figure);
	count(&run->in_order[figure],
	      mann_whitney(values, SELF_CHECK_PAIRS, values + SELF_CHECK_PAIRS,
			   SELF_CHECK_PAIRS)
		      .p);
}

/* Slice by slice, as far as both runs go. */
static void compare_by_slices(struct self_check *check, uint32_t first, int figure)
{
	const struct slice_series *a = check->runs[first].series;
	const struct slice_series *b = check->runs[first + 1].series;
	uint32_t slices =
		a->slice_count < b->slice_count ? a->slice_count : b->slice_count;
	double *differences CLEANUP(scope_free) =
		mem_alloc((slices + 1) * sizeof(*differences));

	if (slices < 6)
		return;
	for (uint32_t i = 0; i < slices; i++)
		differences[i] =
			value_of(&b->slices[i], figure) - value_of(&a->slices[i], figure);
	count(&check->slices_between_runs[figure], signed_rank(differences, slices).p);
}

/* A run's value: the median of its slices' figures. */
static double *run_values(const struct self_check *check, int figure)
{
	double *values = mem_alloc((check->run_count + 1) * sizeof(*values));

	for (uint32_t i = 0; i < check->run_count; i++) {
		const struct slice_series *series = check->runs[i].series;
		double *slices CLEANUP(scope_free) =
			mem_alloc((series->slice_count + 1) * sizeof(*slices));

		for (uint32_t j = 0; j < series->slice_count; j++)
			slices[j] = value_of(&series->slices[j], figure);
		values[i] = median_of(slices, series->slice_count);
	}
	return values;
}

/* Six runs against six others, drawn without putting back. */
static void draw_groups(struct self_check *check, double *values, int figure,
			struct prng *prng)
{
	for (uint32_t i = 0; i < 2 * SELF_CHECK_GROUP; i++) {
		uint32_t other = i + prng_below(prng, check->run_count - i);
		double value = values[i];

		values[i] = values[other];
		values[other] = value;
	}
	count(&check->runs_as_units[figure],
	      mann_whitney(values, SELF_CHECK_GROUP, values + SELF_CHECK_GROUP,
			   SELF_CHECK_GROUP)
		      .p);
}

static void check_runs(struct self_check *check, int figure, struct prng *prng)
{
	double *values CLEANUP(scope_free) = run_values(check, figure);

	for (uint32_t i = 0; i + 1 < check->run_count; i += 2)
		compare_by_slices(check, i, figure);
	for (uint32_t i = 0;
	     i < check->draws && check->run_count >= SELF_CHECK_RUNS_AT_LEAST; i++)
		draw_groups(check, values, figure, prng);
}

void self_check_make(struct self_check *check)
{
	struct prng prng = {check->seed};
	uint32_t draws = check->draws / check->run_count;

	draws = draws < LEAST_DRAWS ? LEAST_DRAWS : draws;
	for (int figure = 0; figure < SELF_CHECK_FIGURES; figure++) {
		for (uint32_t i = 0; i < check->run_count; i++)
			for (uint32_t draw = 0; draw < draws; draw++) {
				draw_in_pairs(&check->runs[i], figure, &prng);
				draw_in_order(&check->runs[i], figure, &prng);
			}
		check_runs(check, figure, &prng);
	}
}

int self_check_permille(const struct self_check_rate *rate)
{
	if (!rate->asked)
		return -1;
	return (int)round((double)rate->rejected / rate->asked * 1000);
}
