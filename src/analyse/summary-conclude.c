/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From what a summary took in to what it says. Changes nothing of what was taken in. */
#include <stdlib.h>

#include "analyse/summary.h"
#include "analyse/validity.h"
#include "base/saturate.h"

/* How many were missed is known exactly, how late they were to a bucket's width. */
static struct figures figures_with_missed(const struct histogram *corrected,
					  const struct histogram_stats *measured)
{
	struct figures figures = figures_of(corrected);

	figures.stats.count = measured->count + measured->overruns;
	return figures;
}

static void conclude_stream(struct summary *summary, struct summary_stream *stream,
			    struct histogram *corrected,
			    struct histogram *total_corrected)
{
	*corrected = *stream->histogram;
	if (!summary_is_spin(&stream->what))
		histogram_add_missed(corrected, stream->histogram,
				     stream->what.period_ns);
	stream->measured = figures_of(stream->histogram);
	stream->with_missed = figures_with_missed(corrected, &stream->measured.stats);
	if (!stream->in_total)
		return;
	histogram_merge(summary->total, stream->histogram);
	histogram_merge(total_corrected, corrected);
}

static void conclude_histograms(struct summary *summary)
{
	struct histogram *scratch = mem_alloc(2 * sizeof(*scratch));
	struct histogram *total_corrected = &scratch[1];

	histogram_clear(summary->total);
	histogram_clear(total_corrected);
	for (uint32_t i = 0; i < summary->head.stream_count; i++) {
		struct summary_stream *stream = &summary->streams[i];

		if (stream->histogram)
			conclude_stream(summary, stream, scratch, total_corrected);
	}
	summary->total_measured = figures_of(summary->total);
	summary->total_with_missed =
		figures_with_missed(total_corrected, &summary->total_measured.stats);
	free(scratch);
}

/* A damaged file may lack slices behind the last one that is there, too. */
static void count_tail_gap(const struct summary *summary, struct summary_stream *stream)
{
	int64_t missing_ns = saturate_sub(summary->end.recorded_ns, stream->next_ns);

	if (!summary->has_end || !summary->has_file_report || summary->cut_in_time ||
	    missing_ns < summary->head.slice_ns)
		return;
	stream->gaps++;
	stream->missing_ns = saturate_add(stream->missing_ns, missing_ns);
	stream->next_ns = summary->end.recorded_ns;
}

static void conclude_streams(struct summary *summary)
{
	summary->spikes_kept = summary->raw_kept = summary->lost = 0;
	summary->last_ns = summary_is_metered(summary) ? summary->end.end_ns : 0;
	for (uint32_t i = 0; i < summary->head.stream_count; i++) {
		struct summary_stream *stream = &summary->streams[i];

		if (!stream->selected)
			continue;
		if (stream->next_ns != stream->what.offset_ns &&
		    stream->next_ns > summary->last_ns)
			summary->last_ns = stream->next_ns;
		count_tail_gap(summary, stream);
		summary->spikes_kept += stream->spikes;
		summary->raw_kept += stream->raw;
		summary->lost += stream->lost;
	}
}

/* The limit holds for every selected stream, spin or not. */
static void conclude_limit(struct summary *summary)
{
	int64_t limit_ns = summary->head.plan.limit_ns;

	summary->limit_exceeded = false;
	summary->above_limit_at_least = summary->above_limit_at_most = 0;
	for (uint32_t i = 0; limit_ns > 0 && i < summary->head.stream_count; i++) {
		const struct histogram *histogram = summary->streams[i].histogram;
		uint64_t at_least, at_most;

		if (!histogram || !histogram->stats.count ||
		    histogram->stats.max_ns <= limit_ns)
			continue;
		histogram_count_above(histogram, limit_ns, &at_least, &at_most);
		summary->limit_exceeded = true;
		summary->above_limit_at_least += at_least;
		summary->above_limit_at_most += at_most;
	}
}

static const char *how_it_ended(const struct summary *summary)
{
	if (summary->has_end)
		return summary->end.ended;
	return summary->running ? "running" : "truncated";
}

void summary_conclude(struct summary *summary)
{
	arena_free(&summary->concluded);
	summary->ended = how_it_ended(summary);
	conclude_histograms(summary);
	conclude_streams(summary);
	conclude_limit(summary);
	summary->worst = worst_merge(&summary->spikes, &summary->slice_maxima);
	validity_judge(summary);
}
