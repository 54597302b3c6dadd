/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Figures of another tool's report that cannot all be true. Which of them is wrong nobody knows,
 * so nothing rests on them.
 */
#include "base/saturate.h"
#include "compare/check-rows.h"
#include "compare/compare-parts.h"

static bool is_above(int64_t low, int64_t high)
{
	return low != RUN_UNKNOWN && high != RUN_UNKNOWN && low > high;
}

/* A line of counts that is printed a moment before the histogram is no contradiction. */
enum { TOLERATED = 1000 }; /* one sample of so many */

/* What the histogram holds more than the count says; 0: as many, or not known. */
static int64_t surplus_of(const struct foreign_stream *stream)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < stream->bin_count; i++)
		sum = saturate_add(sum, stream->bins[i].count);
	if (stream->beyond != RUN_UNKNOWN)
		sum = saturate_add(sum, stream->beyond);
	if (!stream->bin_count || stream->count == RUN_UNKNOWN ||
	    (stream->beyond == RUN_UNKNOWN && sum < stream->count))
		return 0;
	return saturate_sub(sum, stream->count);
}

/* Of bins there is one at least. */
static const char *of_bins(const struct foreign_stream *stream)
{
	const struct foreign_bin *last = &stream->bins[stream->bin_count - 1];
	int64_t surplus = surplus_of(stream), tolerated = stream->count / TOLERATED;

	if (surplus && surplus > tolerated)
		return "more samples in its histogram than in its count";
	if (surplus && surplus < -tolerated)
		return "fewer samples in its histogram than in its count";
	if (is_above(last->from_ns, stream->max_ns))
		return "its maximum below the last row of its histogram";
	if (is_above(stream->min_ns, last->to_ns))
		return "its minimum above the last row of its histogram";
	return foreign_bins_contradict(stream);
}

static const char *of_stream(const struct foreign_stream *stream)
{
	const char *in_bins = stream->bin_count ? of_bins(stream) : NULL;

	if (stream->count == 0)
		return in_bins;
	if (is_above(stream->min_ns, stream->max_ns))
		return "its minimum above its maximum";
	if (is_above(stream->min_ns, stream->avg_ns))
		return "its average below its minimum";
	if (is_above(stream->avg_ns, stream->max_ns))
		return "its average above its maximum";
	return in_bins;
}

const char *check_consistency(const struct compare_run *run, struct arena *arena)
{
	struct str text = {0};

	for (uint32_t i = 0; run->foreign && i < run->foreign->stream_count; i++) {
		const char *words = of_stream(&run->foreign->streams[i]);

		if (!words)
			continue;
		str_addf(&text, CHECK_CONTRADICTORY " (%s: %s)", run->streams[i].label,
			 words);
		return check_keep(&text, arena);
	}
	return "consistent";
}

int64_t compare_run_surplus(const struct compare_run *run)
{
	int64_t most = 0;

	for (uint32_t i = 0; run->foreign && i < run->foreign->stream_count; i++) {
		int64_t one = surplus_of(&run->foreign->streams[i]);

		most = one > most ? one : -one > most ? -one : most;
	}
	return most;
}
