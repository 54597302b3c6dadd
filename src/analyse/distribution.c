/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts over bins. Trusts no sum: files may say anything. */
#include "analyse/distribution.h"

#include <stddef.h>

#include "base/saturate.h"

/* Of bins that are set already. */
static int64_t sum_of_bins(const struct distribution *distribution)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < distribution->bin_count; i++)
		if (distribution->bins[i].count > 0)
			sum = saturate_add(sum, distribution->bins[i].count);
	return sum;
}

struct distribution distribution_of_foreign(const struct foreign_stream *stream)
{
	struct distribution distribution = {
		.bins = stream->bins,
		.bin_count = stream->bin_count,
		.beyond = stream->beyond,
		.beyond_from_ns = stream->beyond_from_ns,
		.count = stream->count,
		.min_ns = stream->min_ns,
		.avg_ns = stream->avg_ns,
		.max_ns = stream->max_ns,
		.resolution_ns = stream->resolution_ns,
	};

	distribution.has_upper_edges = foreign_has_upper_edges(stream);
	distribution.binned = sum_of_bins(&distribution);
	distribution.complete = stream->bins_are_complete && stream->beyond >= 0 &&
				(stream->bin_count || stream->beyond > 0);
	if (distribution.complete)
		distribution.count = saturate_add(distribution.binned, stream->beyond);
	if (distribution.beyond_from_ns == RUN_UNKNOWN && stream->bin_count)
		distribution.beyond_from_ns = stream->bins[stream->bin_count - 1].to_ns;
	return distribution;
}

static uint32_t filled_buckets(const struct histogram *histogram)
{
	uint32_t filled = 0;

	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		filled += histogram->bucket[i] != 0;
	return filled;
}

struct distribution distribution_of_histogram(const struct histogram *histogram,
					      struct arena *arena)
{
	const struct histogram_stats *stats = &histogram->stats;
	uint32_t room = filled_buckets(histogram) + 1, count = 0;
	struct foreign_bin *bins = arena_array(arena, room, sizeof(*bins));
	struct distribution distribution = {
		.bins = bins,
		.beyond = (int64_t)stats->beyond,
		.beyond_from_ns = HISTOGRAM_LIMIT_NS,
		.count = (int64_t)stats->count,
		.min_ns = stats->count ? stats->min_ns : RUN_UNKNOWN,
		.avg_ns = stats->count ? histogram_avg_ns(histogram) : RUN_UNKNOWN,
		.max_ns = stats->count ? stats->max_ns : RUN_UNKNOWN,
		.resolution_ns = 1,
		.complete = stats->count > 0,
	};

	if (stats->early)
		bins[count++] =
			(struct foreign_bin){stats->min_ns, 0, (int64_t)stats->early};
	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		if (histogram->bucket[i])
			bins[count++] =
				(struct foreign_bin){histogram_low_ns(i),
						     histogram_high_ns(i) + 1,
						     (int64_t)histogram->bucket[i]};
	distribution.bin_count = count;
	distribution.binned = sum_of_bins(&distribution);
	return distribution;
}

/* ceil(count * numerator / denominator), at least 1, without overflow. */
static int64_t rank_of(int64_t count, uint64_t numerator, uint64_t denominator)
{
	uint64_t samples = (uint64_t)count;
	uint64_t rank =
		samples / denominator * numerator +
		(samples % denominator * numerator + denominator - 1) / denominator;

	return rank ? (int64_t)rank : 1;
}

/* An exclusive edge above the maximum: it is known to its resolution. */
static int64_t above_max_ns(const struct distribution *distribution)
{
	int64_t width = distribution->resolution_ns > 0 ? distribution->resolution_ns : 1;

	if (distribution->max_ns == RUN_UNKNOWN)
		return RUN_UNKNOWN;
	return saturate_add(distribution->max_ns, width);
}

static struct quantile unknown_quantile(void)
{
	return (struct quantile){.kind = QUANTILE_UNKNOWN, .figure_ns = RUN_UNKNOWN};
}

static bool contradicts(const struct distribution *distribution,
			const struct foreign_bin *bin)
{
	int64_t width = distribution->resolution_ns > 0 ? distribution->resolution_ns : 1;

	if (distribution->min_ns != RUN_UNKNOWN &&
	    bin->to_ns <= saturate_sub(distribution->min_ns, width))
		return true;
	return distribution->max_ns != RUN_UNKNOWN &&
	       bin->from_ns >= above_max_ns(distribution);
}

/* Upper edges are above what they count, so they say nothing of where in the bin it lies. */
static struct quantile narrowed(const struct distribution *distribution,
				const struct foreign_bin *bin)
{
	int64_t min_ns = distribution->min_ns, max_ns = distribution->max_ns;
	int64_t above_ns = above_max_ns(distribution);
	struct quantile quantile = {
		.kind = QUANTILE_WITHIN,
		.low_ns = bin->from_ns,
		.high_ns = bin->to_ns,
		.figure_ns = foreign_bin_figure_ns(bin, distribution->has_upper_edges,
						   min_ns, max_ns),
		.bin_ns = saturate_sub(bin->to_ns, bin->from_ns),
	};

	if (contradicts(distribution, bin))
		return unknown_quantile();
	if (distribution->has_upper_edges)
		return quantile;
	if (min_ns > bin->from_ns && min_ns < bin->to_ns)
		quantile.low_ns = min_ns;
	if (max_ns != RUN_UNKNOWN && above_ns < bin->to_ns && above_ns > quantile.low_ns)
		quantile.high_ns = above_ns;
	return quantile;
}

static struct quantile beyond(const struct distribution *distribution)
{
	if (distribution->beyond_from_ns == RUN_UNKNOWN)
		return unknown_quantile();
	return (struct quantile){
		.kind = QUANTILE_BEYOND,
		.low_ns = distribution->beyond_from_ns,
		.high_ns = above_max_ns(distribution),
		.figure_ns = RUN_UNKNOWN,
		.samples_from = distribution->beyond,
	};
}

struct quantile distribution_quantile(const struct distribution *distribution,
				      uint64_t numerator, uint64_t denominator)
{
	int64_t rank, seen = 0;

	if (!distribution->complete || distribution->count <= 0)
		return unknown_quantile();
	rank = rank_of(distribution->count, numerator, denominator);
	for (uint32_t i = 0; i < distribution->bin_count; i++) {
		const struct foreign_bin *bin = &distribution->bins[i];
		int64_t before = seen;
		struct quantile quantile;

		if (bin->count <= 0)
			continue;
		seen = saturate_add(seen, bin->count);
		if (seen < rank)
			continue;
		quantile = narrowed(distribution, bin);
		quantile.samples_from = distribution->count - before;
		return quantile;
	}
	return beyond(distribution);
}

/* Of what lies beyond the bins. */
static void count_beyond(const struct distribution *distribution, int64_t limit_ns,
			 int64_t *at_least, int64_t *at_most)
{
	if (!distribution->beyond)
		return;
	if (distribution->max_ns != RUN_UNKNOWN && above_max_ns(distribution) <= limit_ns)
		return;
	*at_most = saturate_add(*at_most, distribution->beyond);
	if (distribution->beyond_from_ns != RUN_UNKNOWN &&
	    distribution->beyond_from_ns >= limit_ns)
		*at_least = saturate_add(*at_least, distribution->beyond);
	else if (distribution->max_ns != RUN_UNKNOWN && distribution->max_ns >= limit_ns)
		*at_least = saturate_add(*at_least, 1); /* the maximum itself */
}

bool distribution_count_from(const struct distribution *distribution, int64_t limit_ns,
			     int64_t *at_least, int64_t *at_most)
{
	*at_least = *at_most = 0;
	if (!distribution->complete)
		return false;
	for (uint32_t i = 0; i < distribution->bin_count; i++) {
		const struct foreign_bin *bin = &distribution->bins[i];

		if (bin->count <= 0 || bin->to_ns <= limit_ns)
			continue;
		*at_most = saturate_add(*at_most, bin->count);
		if (bin->from_ns >= limit_ns)
			*at_least = saturate_add(*at_least, bin->count);
	}
	count_beyond(distribution, limit_ns, at_least, at_most);
	return true;
}
