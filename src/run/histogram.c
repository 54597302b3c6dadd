/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The log-linear histogram away from the real-time path: totals and quantiles. */
#include "run/histogram.h"

#include <string.h>

_Static_assert(HISTOGRAM_BUCKETS == 4608, "the run file's bucket numbers depend on this");

int64_t histogram_low_ns(uint32_t index)
{
	uint32_t block = index >> HISTOGRAM_SUB_BITS;

	if (block < 2)
		return index;
	return (int64_t)(index - ((block - 1) << HISTOGRAM_SUB_BITS)) << (block - 1);
}

int64_t histogram_high_ns(uint32_t index)
{
	return histogram_low_ns(index + 1) - 1;
}

void histogram_stats_clear(struct histogram_stats *stats)
{
	*stats = (struct histogram_stats){.min_ns = INT64_MAX, .max_ns = INT64_MIN};
}

void histogram_stats_merge(struct histogram_stats *to, const struct histogram_stats *from)
{
	to->count += from->count;
	to->overruns += from->overruns;
	to->early += from->early;
	to->beyond += from->beyond;
	/* Unsigned: only a hostile file can make it wrap, and that must stay defined. */
	to->sum_ns = (int64_t)((uint64_t)to->sum_ns + (uint64_t)from->sum_ns);
	if (from->min_ns < to->min_ns)
		to->min_ns = from->min_ns;
	if (from->max_ns > to->max_ns)
		to->max_ns = from->max_ns;
}

void histogram_slice_clear(struct histogram_slice *slice)
{
	memset(slice->bucket, 0, sizeof(slice->bucket));
	histogram_stats_clear(&slice->stats);
}

bool histogram_slice_is_whole(const struct histogram_slice *slice)
{
	uint64_t sum = slice->stats.early + slice->stats.beyond;

	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		sum += slice->bucket[i];
	return sum == slice->stats.count;
}

void histogram_clear(struct histogram *to)
{
	memset(to->bucket, 0, sizeof(to->bucket));
	histogram_stats_clear(&to->stats);
}

void histogram_add_slice_range(struct histogram *to, const struct histogram_slice *from,
			       uint32_t first, uint32_t end)
{
	histogram_stats_merge(&to->stats, &from->stats);
	if (end > HISTOGRAM_BUCKETS)
		end = HISTOGRAM_BUCKETS;
	for (uint32_t i = first; i < end; i++)
		to->bucket[i] += from->bucket[i];
}

void histogram_add_slice(struct histogram *to, const struct histogram_slice *from)
{
	histogram_add_slice_range(to, from, 0, HISTOGRAM_BUCKETS);
}

void histogram_merge(struct histogram *to, const struct histogram *from)
{
	histogram_stats_merge(&to->stats, &from->stats);
	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		to->bucket[i] += from->bucket[i];
}

int64_t histogram_avg_ns(const struct histogram *histogram)
{
	int64_t count = (int64_t)histogram->stats.count;
	int64_t whole_ns, rest_ns;

	if (count <= 0)
		return 0;
	whole_ns = histogram->stats.sum_ns / count;
	rest_ns = histogram->stats.sum_ns % count;
	if (rest_ns >= count - rest_ns)
		return whole_ns + 1;
	return -rest_ns >= count + rest_ns ? whole_ns - 1 : whole_ns;
}

/* ceil(count * numerator / denominator), at least 1; exact, since each half stays small. */
static uint64_t rank_of(uint64_t count, uint64_t numerator, uint64_t denominator)
{
	uint64_t whole = count / denominator * numerator;
	uint64_t rest = count % denominator * numerator;
	uint64_t rank = whole + rest / denominator + (rest % denominator != 0);

	return rank ? rank : 1;
}

int64_t histogram_quantile_ns(const struct histogram *histogram, uint64_t numerator,
			      uint64_t denominator)
{
	const struct histogram_stats *stats = &histogram->stats;
	uint64_t rank, seen = stats->early;

	if (!stats->count)
		return 0;
	rank = rank_of(stats->count, numerator, denominator);
	if (rank <= seen)
		return stats->min_ns;
	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		seen += histogram->bucket[i];
		if (seen >= rank && histogram_high_ns(i) < stats->max_ns)
			return histogram_high_ns(i);
		if (seen >= rank)
			break;
	}
	return stats->max_ns;
}

void histogram_count_above(const struct histogram *histogram, int64_t limit_ns,
			   uint64_t *at_least, uint64_t *at_most)
{
	*at_most = histogram->stats.beyond;
	*at_least = limit_ns < HISTOGRAM_LIMIT_NS ? histogram->stats.beyond : 0;
	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (histogram_low_ns(i) > limit_ns)
			*at_least += histogram->bucket[i];
		if (histogram_high_ns(i) > limit_ns)
			*at_most += histogram->bucket[i];
	}
	if (!*at_least && histogram->stats.count && histogram->stats.max_ns > limit_ns)
		*at_least = 1;
	if (histogram->stats.max_ns <= limit_ns)
		*at_most = 0;
}

/* How many k in 1..most give low <= from_ns - k * period_ns <= high. */
static uint64_t count_steps_into(int64_t from_ns, int64_t period_ns, int64_t most,
				 int64_t low, int64_t high)
{
	int64_t first =
		from_ns <= high ? 1 : (from_ns - high + period_ns - 1) / period_ns;
	int64_t last = from_ns < low ? 0 : (from_ns - low) / period_ns;

	if (first < 1)
		first = 1;
	if (last > most)
		last = most;
	return last >= first ? (uint64_t)(last - first + 1) : 0;
}

void histogram_add_missed(struct histogram *to, const struct histogram *from,
			  int64_t period_ns)
{
	for (uint32_t i = histogram_index((uint64_t)period_ns); i < HISTOGRAM_BUCKETS;
	     i++) {
		int64_t middle_ns = (histogram_low_ns(i) + histogram_high_ns(i)) / 2;
		int64_t most = middle_ns / period_ns;

		if (!from->bucket[i] || !most)
			continue;
		for (uint32_t j = 0; j <= i; j++) {
			uint64_t steps = count_steps_into(middle_ns, period_ns, most,
							  histogram_low_ns(j),
							  histogram_high_ns(j));

			to->bucket[j] += steps * from->bucket[i];
			to->stats.count += steps * from->bucket[i];
		}
	}
}
