/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One run a side. Runs of ours are resampled; of reports of other tools there are the printed
 * figures alone, and a single maximum each, so nothing is tested.
 */
#include <math.h>

#include "compare/compare-parts.h"
#include "stats/bootstrap.h"
#include "stats/decide.h"

/* A figure of a report is known to its resolution; ours to a nanosecond. */
static int64_t resolution_ns(const struct comparison *comparison)
{
	int64_t a_ns = comparison->a.runs[0].total.distribution.resolution_ns;
	int64_t b_ns = comparison->b.runs[0].total.distribution.resolution_ns;
	int64_t coarser_ns = a_ns > b_ns ? a_ns : b_ns;

	return coarser_ns > 1 ? coarser_ns : 1;
}

/* A percentile is known to the bin it lies in. */
static int64_t known_to_ns(const struct comparison *comparison, enum measure measure)
{
	int64_t known_ns = resolution_ns(comparison);
	int64_t a_ns = compare_run_bin_ns(&comparison->a.runs[0]);
	int64_t b_ns = compare_run_bin_ns(&comparison->b.runs[0]);

	if (measure < MEASURE_PERCENTILE || measure == MEASURE_MAX)
		return known_ns;
	known_ns = a_ns > known_ns ? a_ns : known_ns;
	return b_ns > known_ns ? b_ns : known_ns;
}

/* Did B have clearly more samples than A (or clearly fewer)? Then maxima tell less. */
static double sample_ratio(const struct comparison *comparison)
{
	const struct compare_run *a = &comparison->a.runs[0], *b = &comparison->b.runs[0];
	int64_t a_count = a->total.count, b_count = b->total.count;

	if (a_count == RUN_UNKNOWN || b_count == RUN_UNKNOWN) {
		a_count = a->foreign ? a->foreign->duration_ns : a->summary->last_ns;
		b_count = b->foreign ? b->foreign->duration_ns : b->summary->last_ns;
	}
	if (a_count <= 0 || b_count <= 0)
		return 1;
	return (double)b_count / (double)a_count;
}

/* What figures alone show; a maximum that had more samples to grow in shows nothing. */
static void show_by_figures(const struct comparison *comparison, struct compare_row *row)
{
	double samples = sample_ratio(comparison);
	int64_t margin_ns = compare_margin_ns(comparison, row);
	int64_t known_ns = known_to_ns(comparison, row->measure);

	if (row->difference_ns == RUN_UNKNOWN)
		return;
	if (row->measure != MEASURE_MAX || samples < 1.1)
		if (row->difference_ns > margin_ns && row->difference_ns >= known_ns)
			row->shown = SHOWN_LATER;
	if (row->measure != MEASURE_MAX || samples > 0.9)
		if (-row->difference_ns > margin_ns && -row->difference_ns >= known_ns)
			row->shown = SHOWN_EARLIER;
}

static void add_rows(struct comparison *comparison, const struct compare_figures *a,
		     const struct compare_figures *b, const char *label)
{
	for (int i = 0; i < MEASURES; i++) {
		if (i == MEASURE_MAX && compare_maxima_are_cut_off(comparison))
			continue;
		if (a->value_ns[i] != RUN_UNKNOWN || b->value_ns[i] != RUN_UNKNOWN)
			compare_add_row(comparison, label, (enum measure)i,
					a->value_ns[i], b->value_ns[i]);
	}
}

static void set_interval(struct compare_row *row, double *replicates_ns, uint32_t count)
{
	struct interval interval;

	row->p = replicates_p(replicates_ns, count);
	interval = replicates_interval(replicates_ns, count, COMPARE_LEVEL);
	/* The figures are upper edges of buckets, the replicates lie inside of them. */
	row->low_ns = (int64_t)round(fmin(interval.low, (double)row->difference_ns));
	row->high_ns = (int64_t)round(fmax(interval.high, (double)row->difference_ns));
	interval = replicates_interval(replicates_ns, count, 1 - 2 * COMPARE_ALPHA);
	row->no_larger_ns = (int64_t)round(no_larger_than(interval.low, interval.high));
	row->decides = true;
}

/* A percentile that few wake-ups lie above is a maximum in disguise: no interval. */
static int thin_from(const struct comparison *comparison)
{
	int64_t a = comparison->a.runs[0].total.count;
	int64_t b = comparison->b.runs[0].total.count;

	return percentiles_thin_from((uint64_t)(a < b ? a : b));
}

static void test_by_slices(struct comparison *comparison)
{
	const struct resampled *resampled = comparison->resampled;
	int thin = thin_from(comparison);

	for (uint32_t i = 0; i < comparison->row_count; i++) {
		struct compare_row *row = &comparison->rows[i];
		int percentile = (int)row->measure - MEASURE_PERCENTILE;

		if (row->measure == MEASURE_AVG)
			set_interval(row, resampled->avg_ns, resampled->replicates);
		else if (percentile >= 0 && percentile < thin)
			set_interval(row, resampled->percentile_ns[percentile],
				     resampled->replicates);
	}
}

static const struct resampled *try_resampling(struct comparison *comparison)
{
	const struct slice_series *a = comparison->a.runs[0].series;
	const struct slice_series *b = comparison->b.runs[0].series;
	struct resample_plan plan = {
		.replicates = comparison->options.replicates,
		.seed = comparison->options.seed,
		.limit_count = comparison->tail_count,
		.paired = compare_runs_share_stream(&comparison->a.runs[0],
						    &comparison->b.runs[0]),
	};

	for (uint32_t i = 0; i < comparison->tail_count; i++)
		plan.limit_ns[i] = comparison->tails[i].limit_ns;
	return a && b ? resample(a, b, &plan, &comparison->arena) : NULL;
}

static void test_tails(struct comparison *comparison)
{
	const struct resampled *resampled = comparison->resampled;

	for (uint32_t i = 0; i < comparison->tail_count; i++) {
		struct compare_tail *tail = &comparison->tails[i];
		struct interval interval;

		if (tail->a_least == RUN_UNKNOWN || tail->b_least == RUN_UNKNOWN)
			continue;
		tail->p = replicates_p(resampled->above_ppm[i], resampled->replicates);
		interval = replicates_interval(resampled->above_ppm[i],
					       resampled->replicates, COMPARE_LEVEL);
		tail->has_interval = true;
		tail->low_ppm = interval.low;
		tail->high_ppm = interval.high;
	}
}

/* Streams by themselves: figures, no tests. */
static void add_streams(struct comparison *comparison)
{
	const struct compare_run *a = &comparison->a.runs[0], *b = &comparison->b.runs[0];

	for (uint32_t i = 0; i < a->stream_count && a->stream_count > 1; i++) {
		const struct compare_figures *other =
			compare_run_stream(b, a->streams[i].label);

		if (other)
			add_rows(comparison, &a->streams[i], other, a->streams[i].label);
	}
}

static bool is_report(const struct comparison *comparison)
{
	return comparison->a.runs[0].foreign || comparison->b.runs[0].foreign;
}

void compare_one_run_each(struct comparison *comparison)
{
	uint32_t of_total;

	add_rows(comparison, &comparison->a.runs[0].total, &comparison->b.runs[0].total,
		 "total");
	of_total = comparison->row_count;
	compare_tails(comparison);
	comparison->resampled = try_resampling(comparison);
	comparison->basis = comparison->resampled ? BASIS_SLICES : BASIS_FIGURES;
	if (comparison->resampled) {
		test_by_slices(comparison);
		test_tails(comparison);
		compare_adjust(comparison);
	}
	/* Short runs of ours could have intervals if they were longer: nothing decides. */
	for (uint32_t i = 0; i < of_total && is_report(comparison); i++) {
		struct compare_row *row = &comparison->rows[i];

		row->decides = row->measure != MEASURE_MIN;
		show_by_figures(comparison, row);
	}
	add_streams(comparison);
}
