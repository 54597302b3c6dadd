/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analyse/slice-series.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

struct slice_series *slice_series_open(void)
{
	struct slice_series *series = mem_alloc(sizeof(*series));

	series->stretches = mem_alloc(SERIES_STRETCHES * sizeof(*series->stretches));
	series->current = mem_alloc(sizeof(*series->current));
	histogram_clear(series->current);
	return series;
}

void slice_series_close(struct slice_series *series)
{
	if (!series)
		return;
	free(series->slices);
	free(series->stretches);
	free(series->current);
	free(series->in_total);
	free(series);
}

/* As in the summary: which streams are in the total. */
static void on_head(void *self, const struct run_head *head)
{
	struct slice_series *series = self;
	bool only_spin = true;

	if (series->has_head)
		return;
	series->has_head = true;
	series->slice_ns = head->slice_ns;
	series->stream_count = head->stream_count;
	series->in_total = mem_alloc(head->stream_count + 1);
	for (uint32_t i = 0; i < head->stream_count; i++)
		only_spin &= head->streams[i].period_ns <= 0;
	for (uint32_t i = 0; i < head->stream_count; i++)
		series->in_total[i] = (only_spin || head->streams[i].period_ns > 0) &&
				      !run_stream_is_stage(&head->streams[i]);
}

static int64_t quantile_between(const struct slice_series *series, uint64_t numerator,
				uint64_t denominator)
{
	const struct histogram_stats *stats = &series->current->stats;
	uint64_t rank = (stats->count * numerator + denominator - 1) / denominator;
	uint64_t seen = stats->early;

	if (rank <= seen)
		return stats->min_ns;
	for (uint32_t i = series->first_bucket; i < series->end_bucket; i++) {
		seen += series->current->bucket[i];
		if (seen >= rank)
			return histogram_high_ns(i) < stats->max_ns ? histogram_high_ns(i)
								    : stats->max_ns;
	}
	return stats->max_ns;
}

static void keep_slice(struct slice_series *series)
{
	const struct histogram_stats *stats = &series->current->stats;

	if (series->slice_count == SERIES_SLICES_MAX) {
		series->slices_not_kept++;
		return;
	}
	if (series->slice_count == series->slice_room) {
		series->slice_room = series->slice_room ? 2 * series->slice_room : 1024;
		series->slices = mem_grow(series->slices,
					  series->slice_room * sizeof(*series->slices));
	}
	series->slices[series->slice_count++] = (struct series_slice){
		.number = series->current_number,
		.count = stats->count,
		.p50_ns = quantile_between(series, 50, 100),
		.p99_ns = quantile_between(series, 99, 100),
		.max_ns = stats->max_ns,
		.avg_ns = (double)stats->sum_ns / (double)stats->count,
	};
}

/* Every two neighbours become one. */
static void halve_stretches(struct slice_series *series)
{
	uint32_t kept = (series->stretch_count + 1) / 2;

	for (uint32_t i = 0; i < kept; i++) {
		if (i)
			series->stretches[i] = series->stretches[2 * i];
		if (2 * i + 1 < series->stretch_count)
			histogram_merge(&series->stretches[i],
					&series->stretches[2 * i + 1]);
	}
	series->stretch_count = kept;
	series->shift++;
}

/* Stretches count slices that are there: a gap in the run leaves no empty stretch. */
static void add_to_stretch(struct slice_series *series, uint64_t place)
{
	struct histogram *stretch;

	while (place >> series->shift >= SERIES_STRETCHES)
		halve_stretches(series);
	while (series->stretch_count <= place >> series->shift)
		histogram_clear(&series->stretches[series->stretch_count++]);
	stretch = &series->stretches[place >> series->shift];
	histogram_stats_merge(&stretch->stats, &series->current->stats);
	for (uint32_t i = series->first_bucket; i < series->end_bucket; i++)
		stretch->bucket[i] += series->current->bucket[i];
}

static void finish_slice(struct slice_series *series)
{
	struct histogram *current = series->current;
	uint64_t place = series->slice_count + series->slices_not_kept;

	if (!series->has_current)
		return;
	series->has_current = false;
	if (current->stats.count) {
		keep_slice(series);
		add_to_stretch(series, place);
	}
	if (series->end_bucket > series->first_bucket)
		memset(current->bucket + series->first_bucket, 0,
		       (series->end_bucket - series->first_bucket) *
			       sizeof(current->bucket[0]));
	histogram_stats_clear(&current->stats);
}

static void on_slice(void *self, const struct run_slice *slice)
{
	struct slice_series *series = self;
	uint32_t end = slice->end_bucket < HISTOGRAM_BUCKETS ? slice->end_bucket
							     : HISTOGRAM_BUCKETS;

	if (slice->stream >= series->stream_count || !series->in_total[slice->stream])
		return;
	if (series->has_current && series->current_number != slice->number)
		finish_slice(series);
	if (!series->has_current) {
		series->has_current = true;
		series->current_number = slice->number;
		series->first_bucket = HISTOGRAM_BUCKETS;
		series->end_bucket = 0;
	}
	histogram_add_slice_range(series->current, slice->histogram, slice->first_bucket,
				  end);
	if (slice->first_bucket < series->first_bucket)
		series->first_bucket = slice->first_bucket;
	if (end > series->end_bucket)
		series->end_bucket = end;
}

struct run_sink slice_series_sink(struct slice_series *series)
{
	return (struct run_sink){.self = series, .head = on_head, .slice = on_slice};
}

void slice_series_conclude(struct slice_series *series)
{
	finish_slice(series);
}
