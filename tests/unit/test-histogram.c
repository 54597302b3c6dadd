/* SPDX-License-Identifier: GPL-2.0-or-later */
/* run/histogram: bucket edges, error bounds, quantiles and tails against sorted values. */
#include "run/histogram.h"

#include <stdlib.h>

#include "test.h"

/* Random numbers for tests: xorshift64 (Marsaglia 2003), always the same sequence. */
static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void every_bucket_has_its_edges(void)
{
	int64_t expected_low = 0;

	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		int64_t low = histogram_low_ns(i), high = histogram_high_ns(i);

		CHECK_INT(low, expected_low);
		CHECK(high >= low);
		CHECK_INT(histogram_index((uint64_t)low), i);
		CHECK_INT(histogram_index((uint64_t)high), i);
		if (i + 1 < HISTOGRAM_BUCKETS)
			CHECK_INT(histogram_index((uint64_t)high + 1), i + 1);
		/* Any value of the bucket read back as its upper edge is < 0.8 % off. */
		CHECK((high - low) * 1000 <= low * 8);
		if (high < 256)
			CHECK_INT(high, low);
		expected_low = high + 1;
	}
	CHECK_INT(expected_low, HISTOGRAM_LIMIT_NS);
	CHECK_INT(HISTOGRAM_LIMIT_NS, INT64_C(4398046511104));
}

/* Both are too large for comfort on a stack. */
static struct histogram_slice slice;
static struct histogram total, other;

static void keeps_exact_figures(void)
{
	static const int64_t late_ns[] = {5, 0, 1000000, -3, 255, 5};

	histogram_slice_clear(&slice);
	CHECK_INT(slice.stats.min_ns, INT64_MAX);
	CHECK_INT(slice.stats.max_ns, INT64_MIN);
	for (size_t i = 0; i < 6; i++)
		histogram_slice_add(&slice, late_ns[i]);
	CHECK_INT(slice.stats.count, 6);
	CHECK_INT(slice.stats.sum_ns, 1000262);
	CHECK_INT(slice.stats.min_ns, -3);
	CHECK_INT(slice.stats.max_ns, 1000000);
	CHECK_INT(slice.stats.early, 1);
	CHECK_INT(slice.stats.beyond, 0);
	CHECK_INT(slice.stats.overruns, 0);
	CHECK_INT(slice.bucket[5], 2);
	CHECK_INT(slice.bucket[0], 1);
	CHECK_INT(slice.bucket[255], 1);
	CHECK(histogram_slice_is_whole(&slice));
}

static void counts_what_has_no_bucket(void)
{
	histogram_slice_clear(&slice);
	histogram_slice_add(&slice, HISTOGRAM_LIMIT_NS - 1);
	histogram_slice_add(&slice, HISTOGRAM_LIMIT_NS);
	histogram_slice_add(&slice, INT64_MAX / 4);
	histogram_slice_add(&slice, -1);
	histogram_slice_add(&slice, -HISTOGRAM_LIMIT_NS);
	CHECK_INT(slice.stats.count, 5);
	CHECK_INT(slice.stats.early, 2);
	CHECK_INT(slice.stats.beyond, 2);
	CHECK_INT(slice.bucket[HISTOGRAM_BUCKETS - 1], 1);
	CHECK(histogram_slice_is_whole(&slice));
}

static void sees_a_bucket_that_wrapped(void)
{
	histogram_slice_clear(&slice);
	slice.bucket[7] = UINT32_MAX;
	slice.stats.count = UINT32_MAX;
	CHECK(histogram_slice_is_whole(&slice));
	histogram_slice_add(&slice, 7);
	CHECK_INT(slice.bucket[7], 0);
	CHECK_INT(slice.stats.count, INT64_C(4294967296));
	CHECK(!histogram_slice_is_whole(&slice));
}

static void adds_up_in_64_bits(void)
{
	histogram_clear(&total);
	histogram_slice_clear(&slice);
	slice.bucket[9] = UINT32_MAX;
	slice.stats = (struct histogram_stats){.count = UINT32_MAX,
					       .overruns = 3,
					       .sum_ns = INT64_C(9) * UINT32_MAX,
					       .min_ns = 9,
					       .max_ns = 9};
	for (int i = 0; i < 1000; i++)
		histogram_add_slice(&total, &slice);
	CHECK_INT(total.bucket[9], INT64_C(4294967295000));
	CHECK_INT(total.stats.count, INT64_C(4294967295000));
	CHECK_INT(total.stats.overruns, 3000);
	CHECK_INT(total.stats.sum_ns, INT64_C(38654705655000));
	CHECK_INT(histogram_avg_ns(&total), 9);
}

static void merges(void)
{
	histogram_clear(&total);
	histogram_clear(&other);
	for (int64_t late_ns = -2; late_ns < 1000; late_ns++) {
		histogram_slice_clear(&slice);
		slice.stats.overruns = 1;
		histogram_slice_add(&slice, late_ns);
		histogram_add_slice(late_ns % 2 ? &total : &other, &slice);
	}
	histogram_merge(&total, &other);
	CHECK_INT(total.stats.count, 1002);
	CHECK_INT(total.stats.overruns, 1002);
	CHECK_INT(total.stats.early, 2);
	CHECK_INT(total.stats.min_ns, -2);
	CHECK_INT(total.stats.max_ns, 999);
	CHECK_INT(total.stats.sum_ns, 499500 - 3);
	CHECK_INT(total.bucket[128], 1);
	CHECK_INT(total.bucket[histogram_index(999)], 4);
	histogram_clear(&other);
	histogram_merge(&other, &total);
	CHECK(!memcmp(&other, &total, sizeof(total)));
}

static void fill(const int64_t *late_ns, size_t count)
{
	histogram_slice_clear(&slice);
	for (size_t i = 0; i < count; i++)
		histogram_slice_add(&slice, late_ns[i]);
	histogram_clear(&total);
	histogram_add_slice(&total, &slice);
}

static void rounds_the_average(void)
{
	static const struct {
		int64_t late_ns[3];
		int64_t average_ns;
	} rows[] = {
		{{1, 1, 2}, 1},     {{1, 2, 2}, 2},  {{-1, -1, -2}, -1},
		{{-1, -2, -2}, -2}, {{-1, 0, 1}, 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		fill(rows[i].late_ns, 3);
		CHECK_INT(histogram_avg_ns(&total), rows[i].average_ns);
	}
}

static void is_zero_when_empty(void)
{
	uint64_t at_least = 9, at_most = 9;

	histogram_clear(&total);
	CHECK_INT(histogram_avg_ns(&total), 0);
	CHECK_INT(histogram_quantile_ns(&total, 1, 2), 0);
	histogram_count_above(&total, 0, &at_least, &at_most);
	CHECK_INT(at_least, 0);
	CHECK_INT(at_most, 0);
}

static int compare_int64(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

enum { SAMPLES = 20011 };

/* Spread over all magnitudes, some early, some beyond, sorted. */
static void make_sorted(int64_t *late_ns, uint64_t seed)
{
	for (int i = 0; i < SAMPLES; i++) {
		uint64_t random = next_random(&seed);

		late_ns[i] = (int64_t)(random >> (random % 43 + 20));
		if (i % 100 == 7)
			late_ns[i] = -late_ns[i];
		if (i % 1000 == 77)
			late_ns[i] += HISTOGRAM_LIMIT_NS;
	}
	qsort(late_ns, SAMPLES, sizeof(late_ns[0]), compare_int64);
}

static void check_quantile(const int64_t *sorted, uint64_t numerator,
			   uint64_t denominator)
{
	uint64_t rank = (SAMPLES * numerator + denominator - 1) / denominator;
	int64_t exact = sorted[rank ? rank - 1 : 0];
	int64_t got = histogram_quantile_ns(&total, numerator, denominator);

	if (exact < 0)
		CHECK_INT(got, sorted[0]);
	else if (exact >= HISTOGRAM_LIMIT_NS)
		CHECK_INT(got, sorted[SAMPLES - 1]);
	else
		CHECK(got >= exact && (got - exact) * 1000 <= exact * 8);
}

static void quantiles_are_less_than_1_percent_off(void)
{
	static int64_t sorted[SAMPLES];

	for (uint64_t seed = 1; seed <= 5; seed++) {
		make_sorted(sorted, seed * UINT64_C(0x9e3779b97f4a7c15));
		fill(sorted, SAMPLES);
		for (uint64_t percent = 0; percent <= 100; percent++)
			check_quantile(sorted, percent, 100);
		check_quantile(sorted, 999, 1000);
		check_quantile(sorted, 9999, 10000);
		check_quantile(sorted, 99999, 100000);
		CHECK_INT(histogram_quantile_ns(&total, 1, 1), sorted[SAMPLES - 1]);
	}
}

static void quantiles_of_small_values_are_exact(void)
{
	static const int64_t late_ns[] = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100};

	fill(late_ns, 10);
	CHECK_INT(histogram_quantile_ns(&total, 50, 100), 50);
	CHECK_INT(histogram_quantile_ns(&total, 51, 100), 60);
	CHECK_INT(histogram_quantile_ns(&total, 9, 10), 90);
	CHECK_INT(histogram_quantile_ns(&total, 99, 100), 100);
	CHECK_INT(histogram_quantile_ns(&total, 0, 1), 10);
}

static void quantile_never_passes_the_maximum(void)
{
	static const int64_t late_ns[] = {1000001, 1000001};

	fill(late_ns, 2);
	CHECK(histogram_high_ns(histogram_index(1000001)) > 1000001);
	CHECK_INT(histogram_quantile_ns(&total, 1, 2), 1000001);
}

static void ranks_do_not_overflow(void)
{
	histogram_clear(&total);
	total.bucket[1] = UINT64_C(1) << 62;
	total.bucket[2] = UINT64_C(1) << 40;
	total.stats = (struct histogram_stats){.count = total.bucket[1] + total.bucket[2],
					       .min_ns = 1,
					       .max_ns = 2};
	CHECK_INT(histogram_quantile_ns(&total, 99999, 100000), 1);
	CHECK_INT(histogram_quantile_ns(&total, 999999, 1000000), 1);
	CHECK_INT(histogram_quantile_ns(&total, 9999999, 10000000), 2);
}

static void counts_above_a_limit(void)
{
	static int64_t sorted[SAMPLES];
	uint64_t seed = 77;

	make_sorted(sorted, 12345);
	fill(sorted, SAMPLES);
	for (int i = 0; i < 400; i++) {
		int64_t limit_ns = (int64_t)(next_random(&seed) >> (i % 45 + 18));
		uint64_t at_least, at_most, exact = 0;

		if (i % 2)
			limit_ns = sorted[(uint64_t)limit_ns % SAMPLES];
		if (limit_ns < 0)
			continue;
		for (int k = 0; k < SAMPLES; k++)
			exact += sorted[k] > limit_ns;
		histogram_count_above(&total, limit_ns, &at_least, &at_most);
		CHECK(at_least <= exact && exact <= at_most);
		CHECK(!exact == !at_least);
		if (limit_ns < 256)
			CHECK(at_least == exact && at_most == exact);
	}
}

/* Beyond the buckets only the maximum is known. */
static void counts_above_a_limit_beyond_the_buckets(void)
{
	static const int64_t late_ns[] = {HISTOGRAM_LIMIT_NS + 5, HISTOGRAM_LIMIT_NS + 9};
	uint64_t at_least, at_most;

	fill(late_ns, 2);
	histogram_count_above(&total, HISTOGRAM_LIMIT_NS - 1, &at_least, &at_most);
	CHECK_INT(at_least, 2);
	CHECK_INT(at_most, 2);
	histogram_count_above(&total, HISTOGRAM_LIMIT_NS + 7, &at_least, &at_most);
	CHECK_INT(at_least, 1);
	CHECK_INT(at_most, 2);
	histogram_count_above(&total, HISTOGRAM_LIMIT_NS + 9, &at_least, &at_most);
	CHECK_INT(at_least, 0);
	CHECK_INT(at_most, 0);
}

static int64_t middle_ns(uint32_t index)
{
	return (histogram_low_ns(index) + histogram_high_ns(index)) / 2;
}

/* Every missed activation one by one. */
static void add_missed_slowly(struct histogram *to, const struct histogram *from,
			      int64_t period_ns)
{
	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		for (int64_t late_ns = middle_ns(i) - period_ns;
		     from->bucket[i] && late_ns >= 0; late_ns -= period_ns) {
			to->bucket[histogram_index((uint64_t)late_ns)] += from->bucket[i];
			to->stats.count += from->bucket[i];
		}
}

static void missed_activations_agree_with_one_by_one(void)
{
	static const int64_t periods_ns[] = {1, 100, 255, 256, 257, 1000, 4097, 250000};
	static struct histogram expected;
	uint64_t seed = 5;

	for (size_t i = 0; i < sizeof(periods_ns) / sizeof(periods_ns[0]); i++) {
		int64_t late_ns[50];

		for (int k = 0; k < 50; k++)
			late_ns[k] = (int64_t)(next_random(&seed) % 64 *
					       (uint64_t)periods_ns[i] / 3);
		fill(late_ns, 50);
		expected = other = total;
		add_missed_slowly(&expected, &total, periods_ns[i]);
		histogram_add_missed(&other, &total, periods_ns[i]);
		CHECK_INT(other.stats.count, expected.stats.count);
		CHECK(!memcmp(other.bucket, expected.bucket, sizeof(other.bucket)));
	}
}

/* Late by 10 periods: the ten that fell due meanwhile were late by 9, 8, ... 0 periods. */
static void missed_activations_are_counted_in(void)
{
	static const int64_t late_ns[] = {100, 5};

	fill(late_ns, 2);
	other = total;
	histogram_add_missed(&other, &total, 10);
	CHECK_INT(other.stats.count, 12);
	for (uint32_t i = 0; i <= 10; i++)
		CHECK_INT(other.bucket[i * 10], 1);
	CHECK_INT(other.bucket[5], 1);
}

static const struct test tests[] = {
	{"every bucket has its edges", every_bucket_has_its_edges},
	{"keeps exact figures", keeps_exact_figures},
	{"counts what has no bucket", counts_what_has_no_bucket},
	{"sees a bucket that wrapped", sees_a_bucket_that_wrapped},
	{"adds up in 64 bits", adds_up_in_64_bits},
	{"merges", merges},
	{"rounds the average", rounds_the_average},
	{"is zero when empty", is_zero_when_empty},
	{"quantiles are less than 1 % off", quantiles_are_less_than_1_percent_off},
	{"quantiles of small values are exact", quantiles_of_small_values_are_exact},
	{"quantile never passes the maximum", quantile_never_passes_the_maximum},
	{"ranks do not overflow", ranks_do_not_overflow},
	{"counts above a limit", counts_above_a_limit},
	{"counts above a limit beyond the buckets",
	 counts_above_a_limit_beyond_the_buckets},
	{"missed activations agree with one by one",
	 missed_activations_agree_with_one_by_one},
	{"missed activations are counted in", missed_activations_are_counted_in},
};

TEST_MAIN(tests)
