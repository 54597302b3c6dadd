/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a report's minimum, average and maximum can be those of its bins. */
#include "run/foreign.h"

#include <stddef.h>

/* Every sample is in a bin: none is beyond them, none is only in the count. */
static bool holds_all(const struct foreign_stream *stream)
{
	int64_t left = stream->count == RUN_UNKNOWN ? 0 : stream->count;

	if (!stream->bin_count || !stream->bins_are_complete || stream->beyond != 0)
		return false;
	for (uint32_t i = 0; i < stream->bin_count && left > 0; i++)
		left -= stream->bins[i].count < left ? stream->bins[i].count : left;
	return left == 0;
}

/* The mean lies between those of the lower and of the upper edges, but for its rounding. */
static bool has_other_mean(const struct foreign_stream *stream)
{
	double low_ns = 0, high_ns = 0, samples = 0;
	double rounding_ns =
		stream->resolution_ns > 0 ? (double)stream->resolution_ns : 0;
	double avg_ns = (double)stream->avg_ns;

	for (uint32_t i = 0; i < stream->bin_count; i++) {
		const struct foreign_bin *bin = &stream->bins[i];

		low_ns += (double)bin->from_ns * (double)bin->count;
		high_ns += (double)bin->to_ns * (double)bin->count;
		samples += (double)bin->count;
	}
	return samples > 0 && (avg_ns < low_ns / samples - rounding_ns ||
			       avg_ns > high_ns / samples + rounding_ns);
}

const char *foreign_bins_contradict(const struct foreign_stream *stream)
{
	const struct foreign_bin *first, *last;

	if (!holds_all(stream))
		return NULL;
	first = &stream->bins[0];
	last = &stream->bins[stream->bin_count - 1];
	if (stream->max_ns != RUN_UNKNOWN && stream->max_ns > last->to_ns)
		return "its maximum above the last row of its histogram";
	/* Some tools count what is below 0 in the row of 0. */
	if (stream->min_ns != RUN_UNKNOWN && first->from_ns > 0 &&
	    stream->min_ns < first->from_ns)
		return "its minimum below the first row of its histogram";
	if (stream->avg_ns != RUN_UNKNOWN && has_other_mean(stream))
		return "another average than its histogram's mean";
	return NULL;
}
