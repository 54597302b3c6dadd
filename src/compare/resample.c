/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A replicate is a sum of some hundreds of histograms of some hundreds of cells, thousands of
 * times. So cells are those buckets alone that hold something in either run, counts are
 * floats (exact up to 2^24 a stretch, then to 6e-8), and the inner loop is a plain product
 * that compilers vectorise.
 */
#include "compare/resample.h"

#include <math.h>
#include <string.h>

#include "base/scope.h"
#include "stats/bootstrap.h"
#include "stats/decide.h"

enum { CELL_STEP = 16 };

/* One run, cell by cell, and the replicate that is being made of it. */
struct side {
	const struct slice_series *series;
	float *cells; /* stretch by stretch, cell_count each */
	double *sums_ns;
	float *drawn;
	uint32_t *weights;
	uint32_t block;
	/* Of the replicate. */
	double count, avg_ns;
};

struct resampler {
	const struct resample_plan *plan;
	struct arena *arena;
	struct side side[2];
	uint32_t cell_count;       /* a multiple of CELL_STEP */
	int64_t *high_ns, *low_ns; /* of each cell */
	/* Cells of early and of late ones beyond all buckets are the first and the last. */
};

static void find_cells(struct resampler *resampler)
{
	bool *used CLEANUP(scope_free) = mem_alloc(HISTOGRAM_BUCKETS);
	uint32_t count = 2, at = 1;

	for (int i = 0; i < 2; i++) {
		const struct slice_series *series = resampler->side[i].series;

		for (uint32_t s = 0; s < series->stretch_count; s++)
			for (uint32_t b = 0; b < HISTOGRAM_BUCKETS; b++)
				used[b] |= series->stretches[s].bucket[b] != 0;
	}
	for (uint32_t b = 0; b < HISTOGRAM_BUCKETS; b++)
		count += used[b];
	count = (count + CELL_STEP - 1) / CELL_STEP * CELL_STEP;
	resampler->cell_count = count;
	resampler->low_ns = arena_array(resampler->arena, count, sizeof(int64_t));
	resampler->high_ns = arena_array(resampler->arena, count, sizeof(int64_t));
	resampler->low_ns[0] = resampler->high_ns[0] = -1;
	for (uint32_t b = 0; b < HISTOGRAM_BUCKETS; b++) {
		if (!used[b])
			continue;
		resampler->low_ns[at] = histogram_low_ns(b);
		resampler->high_ns[at++] = histogram_high_ns(b);
	}
	for (; at < count; at++)
		resampler->low_ns[at] = resampler->high_ns[at] = HISTOGRAM_LIMIT_NS;
}

/*
 * Three times the block that suits the series of averages or that of p99, whichever is
 * longer: with that, intervals of series of known dependence held what they promise, which
 * they did not with the shorter one (docs/statistics.md). At least three blocks.
 */
static uint32_t choose_block(const struct slice_series *series)
{
	uint32_t count = series->stretch_count;
	double *values CLEANUP(scope_free) = mem_alloc(count * sizeof(*values));
	size_t by_average, by_p99;

	for (uint32_t i = 0; i < count; i++)
		values[i] = (double)series->stretches[i].stats.sum_ns /
			    (double)series->stretches[i].stats.count;
	by_average = block_length(values, count);
	for (uint32_t i = 0; i < count; i++)
		values[i] = (double)histogram_quantile_ns(&series->stretches[i], 99, 100);
	by_p99 = block_length(values, count);
	if (by_average < by_p99)
		by_average = by_p99;
	return (uint32_t)(3 * by_average < count / 3 ? 3 * by_average : count / 3);
}

static void fill_side(const struct resampler *resampler, struct side *side)
{
	const struct slice_series *series = side->series;
	uint32_t cells = resampler->cell_count;
	struct arena *arena = resampler->arena;

	side->cells =
		arena_array(arena, (size_t)series->stretch_count * cells, sizeof(float));
	side->sums_ns = arena_array(arena, series->stretch_count, sizeof(double));
	side->drawn = arena_array(arena, cells, sizeof(float));
	side->weights = arena_array(arena, series->stretch_count, sizeof(uint32_t));
	side->block = choose_block(series);
	for (uint32_t s = 0; s < series->stretch_count; s++) {
		const struct histogram *stretch = &series->stretches[s];
		float *row = side->cells + (size_t)s * cells;

		side->sums_ns[s] = (double)stretch->stats.sum_ns;
		row[0] = (float)stretch->stats.early;
		row[cells - 1] = (float)stretch->stats.beyond;
		for (uint32_t i = 1; i < cells; i++)
			if (resampler->low_ns[i] < HISTOGRAM_LIMIT_NS)
				row[i] += (float)stretch->bucket[histogram_index(
					(uint64_t)resampler->low_ns[i])];
	}
}

static void add_row(float *restrict sum, const float *restrict row, float weight,
		    uint32_t cells)
{
	for (uint32_t i = 0; i < cells; i += CELL_STEP)
		for (uint32_t j = 0; j < CELL_STEP; j++)
			sum[i + j] += weight * row[i + j];
}

/* side->weights say which stretches, and how often each. */
static void draw(const struct resampler *resampler, struct side *side)
{
	uint32_t cells = resampler->cell_count, stretches = side->series->stretch_count;
	double sum_ns = 0;

	memset(side->drawn, 0, cells * sizeof(*side->drawn));
	for (uint32_t s = 0; s < stretches; s++) {
		if (!side->weights[s])
			continue;
		add_row(side->drawn, side->cells + (size_t)s * cells,
			(float)side->weights[s], cells);
		sum_ns += side->weights[s] * side->sums_ns[s];
	}
	side->count = 0;
	for (uint32_t i = 0; i < cells; i++)
		side->count += (double)side->drawn[i];
	side->avg_ns = side->count > 0 ? sum_ns / side->count : 0;
}

/*
 * From the top down; inside a cell by its share, so that an interval is not made of whole
 * buckets.
 */
static void find_percentiles(const struct resampler *resampler, const struct side *side,
			     double *found_ns)
{
	double above = 0;
	uint32_t at = resampler->cell_count;

	for (int p = PERCENTILES - 1; p >= 0; p--) {
		double wanted =
			side->count *
			(double)(percentiles[p].denominator - percentiles[p].numerator) /
			(double)percentiles[p].denominator;
		double in_cell, width_ns;

		while (at > 1 && above + (double)side->drawn[at - 1] <= wanted)
			above += (double)side->drawn[--at];
		in_cell = (double)side->drawn[at - 1];
		width_ns = (double)(resampler->high_ns[at - 1] -
				    resampler->low_ns[at - 1] + 1);
		found_ns[p] = (double)resampler->high_ns[at - 1];
		if (in_cell > 0)
			found_ns[p] -= width_ns * (wanted - above) / in_cell;
	}
}

static void choose(struct side *side, struct prng *prng)
{
	block_weights(prng, side->series->stretch_count, side->block, side->weights);
}

/* Of pairs both have the same stretches, so that what they share is in no difference. */
static void draw_both(struct resampler *resampler, struct prng *prng)
{
	struct side *a = &resampler->side[0], *b = &resampler->side[1];

	choose(a, prng);
	if (resampler->plan->paired)
		memcpy(b->weights, a->weights,
		       a->series->stretch_count * sizeof(*b->weights));
	else
		choose(b, prng);
	draw(resampler, a);
	draw(resampler, b);
}

static double count_above_ppm(const struct resampler *resampler, const struct side *side,
			      int64_t limit_ns)
{
	double above = 0;

	for (uint32_t i = resampler->cell_count; i && resampler->low_ns[i - 1] > limit_ns;
	     i--)
		above += (double)side->drawn[i - 1];
	return side->count > 0 ? above / side->count * 1e6 : 0;
}

static double find_dominance(const struct resampler *resampler, const float *a,
			     const float *b)
{
	double a_all = 0, b_all = 0, sum = 0;

	for (uint32_t i = 0; i < resampler->cell_count; i++) {
		sum += (double)b[i] * (a_all + (double)a[i] / 2);
		a_all += (double)a[i];
		b_all += (double)b[i];
	}
	return sum / a_all / b_all;
}

static void take_replicate(const struct resampler *resampler, struct resampled *result,
			   uint32_t at)
{
	const struct side *a = &resampler->side[0], *b = &resampler->side[1];
	double a_ns[PERCENTILES], b_ns[PERCENTILES];

	result->avg_ns[at] = b->avg_ns - a->avg_ns;
	find_percentiles(resampler, a, a_ns);
	find_percentiles(resampler, b, b_ns);
	for (int p = 0; p < PERCENTILES; p++)
		result->percentile_ns[p][at] = b_ns[p] - a_ns[p];
	for (uint32_t i = 0; i < resampler->plan->limit_count; i++) {
		int64_t limit_ns = resampler->plan->limit_ns[i];

		result->above_ppm[i][at] = count_above_ppm(resampler, b, limit_ns) -
					   count_above_ppm(resampler, a, limit_ns);
	}
}

/* A run of few blocks tells less than its replicates pretend. */
static void spread(struct resampled *result, const struct resampler *resampler)
{
	double a = (double)result->stretches[0] / resampler->side[0].block;
	double b = (double)result->stretches[1] / resampler->side[1].block;
	double fewer = a < b ? a : b;
	double factor = block_spread(fewer, 2 * (fewer - 1));

	replicates_spread(result->avg_ns, result->replicates, factor);
	for (int p = 0; p < PERCENTILES; p++)
		replicates_spread(result->percentile_ns[p], result->replicates, factor);
	for (uint32_t i = 0; i < resampler->plan->limit_count; i++)
		replicates_spread(result->above_ppm[i], result->replicates, factor);
}

static double *room_for(struct arena *arena, uint32_t replicates)
{
	return arena_array(arena, replicates, sizeof(double));
}

static struct resampled *make_room(const struct resample_plan *plan, struct arena *arena)
{
	struct resampled *result = arena_alloc(arena, sizeof(*result));

	result->replicates = plan->replicates;
	result->avg_ns = room_for(arena, plan->replicates);
	for (int p = 0; p < PERCENTILES; p++)
		result->percentile_ns[p] = room_for(arena, plan->replicates);
	for (uint32_t i = 0; i < plan->limit_count; i++)
		result->above_ppm[i] = room_for(arena, plan->replicates);
	return result;
}

/* The sum of all stretches, once each. */
static void add_all(const struct resampler *resampler, const struct side *side)
{
	uint32_t cells = resampler->cell_count;

	memset(side->drawn, 0, cells * sizeof(*side->drawn));
	for (uint32_t s = 0; s < side->series->stretch_count; s++)
		add_row(side->drawn, side->cells + (size_t)s * cells, 1, cells);
}

const struct resampled *resample(const struct slice_series *a,
				 const struct slice_series *b,
				 const struct resample_plan *plan, struct arena *arena)
{
	CLEANUP(arena_free) struct arena scratch = {0};
	struct resampler resampler = {.plan = plan,
				      .arena = &scratch,
				      .side = {{.series = a}, {.series = b}}};
	struct prng prng = {plan->seed};
	struct resampled *result;

	if (a->stretch_count < RESAMPLE_STRETCHES_AT_LEAST ||
	    b->stretch_count < RESAMPLE_STRETCHES_AT_LEAST)
		return NULL;
	if (plan->paired && a->stretch_count != b->stretch_count)
		return NULL;
	result = make_room(plan, arena);
	find_cells(&resampler);
	for (int i = 0; i < 2; i++) {
		struct side *side = &resampler.side[i];

		fill_side(&resampler, side);
		add_all(&resampler, side);
		result->stretches[i] = side->series->stretch_count;
		result->stretch_ns[i] = side->series->slice_ns << side->series->shift;
		result->block_ns[i] = result->stretch_ns[i] * side->block;
	}
	result->dominance = find_dominance(&resampler, resampler.side[0].drawn,
					   resampler.side[1].drawn);
	for (uint32_t i = 0; i < plan->replicates; i++) {
		draw_both(&resampler, &prng);
		take_replicate(&resampler, result, i);
	}
	spread(result, &resampler);
	return result;
}
