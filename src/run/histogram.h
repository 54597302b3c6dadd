/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Log-linear latency histogram: exact below 256 ns, then 128 buckets for every
 * doubling, up to 2^42 ns (73 minutes). A bucket is at most 1/128 of its lower
 * edge wide, so a value read back is less than 0.8 % off; 128 is the smallest power
 * of two that keeps that below 1 %, and makes 4608 buckets, 18 KiB of counters.
 *
 * Minimum, maximum, sum and count beside it are exact. Early wake-ups (below 0) and
 * those at or beyond 2^42 ns have no bucket: each kind has its own exact count.
 */
#ifndef RUN_HISTOGRAM_H
#define RUN_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>

#define HISTOGRAM_SUB_BITS 7
#define HISTOGRAM_TOP_BIT 41
#define HISTOGRAM_BUCKETS \
	((HISTOGRAM_TOP_BIT - HISTOGRAM_SUB_BITS + 2) << HISTOGRAM_SUB_BITS)
#define HISTOGRAM_LIMIT_NS (INT64_C(1) << (HISTOGRAM_TOP_BIT + 1))

/* The bucket of 0 <= ns < HISTOGRAM_LIMIT_NS. */
static inline uint32_t histogram_index(uint64_t ns)
{
	uint32_t top = 63 ^ (uint32_t)__builtin_clzll(ns | 1 << HISTOGRAM_SUB_BITS);
	uint32_t shift = top - HISTOGRAM_SUB_BITS;

	return (shift << HISTOGRAM_SUB_BITS) + (uint32_t)(ns >> shift);
}

/* Smallest and largest ns of a bucket, 0 <= index < HISTOGRAM_BUCKETS. */
int64_t histogram_low_ns(uint32_t index);
int64_t histogram_high_ns(uint32_t index);

/* The exact figures beside the buckets. */
struct histogram_stats {
	uint64_t count;    /* wake-ups: early + in buckets + beyond */
	uint64_t overruns; /* activations that were missed */
	uint64_t early;    /* woken before the due time */
	uint64_t beyond;   /* late by HISTOGRAM_LIMIT_NS or more */
	int64_t sum_ns;
	int64_t min_ns; /* INT64_MAX when count is 0 */
	int64_t max_ns; /* INT64_MIN when count is 0 */
};

/*
 * What one stream saw in one slice, filled by its worker alone. 32-bit buckets keep it
 * small in the cache; `count` is what tells a wrap of theirs apart.
 */
struct histogram_slice {
	struct histogram_stats stats;
	uint32_t bucket[HISTOGRAM_BUCKETS];
};

/* The same over many slices and streams, in 64 bits. */
struct histogram {
	struct histogram_stats stats;
	uint64_t bucket[HISTOGRAM_BUCKETS];
};

void histogram_stats_clear(struct histogram_stats *stats);
void histogram_stats_merge(struct histogram_stats *to,
			   const struct histogram_stats *from);

void histogram_slice_clear(struct histogram_slice *slice);

static inline void histogram_stats_add(struct histogram_stats *stats, int64_t late_ns)
{
	stats->count++;
	stats->sum_ns += late_ns;
	if (late_ns < stats->min_ns)
		stats->min_ns = late_ns;
	if (late_ns > stats->max_ns)
		stats->max_ns = late_ns;
}

/* One wake-up of 0 <= late_ns < HISTOGRAM_LIMIT_NS. Called in the real-time thread. */
static inline void histogram_slice_add_usual(struct histogram_slice *slice,
					     int64_t late_ns)
{
	histogram_stats_add(&slice->stats, late_ns);
	slice->bucket[histogram_index((uint64_t)late_ns)]++;
}

/* Any wake-up. Called in the real-time thread. */
static inline void histogram_slice_add(struct histogram_slice *slice, int64_t late_ns)
{
	if (__builtin_expect((uint64_t)late_ns < (uint64_t)HISTOGRAM_LIMIT_NS, 1)) {
		histogram_slice_add_usual(slice, late_ns);
		return;
	}
	histogram_stats_add(&slice->stats, late_ns);
	if (late_ns < 0)
		slice->stats.early++;
	else
		slice->stats.beyond++;
}

/* early + beyond + all buckets == count: false says that a 32-bit bucket wrapped. */
bool histogram_slice_is_whole(const struct histogram_slice *slice);

void histogram_clear(struct histogram *to);
void histogram_add_slice(struct histogram *to, const struct histogram_slice *from);

/* The same when all counts are known to lie in buckets [first, end): 54,000 slices add up. */
void histogram_add_slice_range(struct histogram *to, const struct histogram_slice *from,
			       uint32_t first, uint32_t end);

void histogram_merge(struct histogram *to, const struct histogram *from);

/* Mean in ns, rounded to nearest; 0 when empty. */
int64_t histogram_avg_ns(const struct histogram *histogram);

/*
 * The value that at least `numerator` of `denominator` wake-ups did not exceed: the upper
 * edge of the bucket in which that rank falls, never above the exact maximum; the exact
 * minimum when the rank falls among the early ones. 0 when empty: look at count first.
 */
int64_t histogram_quantile_ns(const struct histogram *histogram, uint64_t numerator,
			      uint64_t denominator);

/* How many wake-ups were later than limit_ns for certain, and at most. */
void histogram_count_above(const struct histogram *histogram, int64_t limit_ns,
			   uint64_t *at_least, uint64_t *at_most);

/*
 * Missed activations counted in: a wake-up late by L stands for the activations that fell
 * due meanwhile, at L - period, L - 2 period, ... >= 0 (Tene's correction for coordinated
 * omission, HdrHistogram's recordValueWithExpectedInterval, taken at the middle of each
 * bucket). Adds those to the counts of `to`, which holds `from` already; sum and extremes
 * stay, and what is beyond the histogram is not expanded.
 */
void histogram_add_missed(struct histogram *to, const struct histogram *from,
			  int64_t period_ns);

#endif
