/* SPDX-License-Identifier: GPL-2.0-or-later */
/* analyse/distribution: intervals of quantiles, and what cannot be said. */
#include "analyse/distribution.h"

#include <stdlib.h>

#include "test.h"

/* 10 samples: 4 in [1, 2) us, 3 in [2, 3) us, 1 in [9, 10) us, 2 beyond 20 us. */
static const struct foreign_bin bins[] = {
	{1000, 2000, 4},
	{2000, 3000, 3},
	{9000, 10000, 1},
};
static const struct foreign_stream known_stream = {
	.count = 10,
	.min_ns = 1000,
	.avg_ns = RUN_UNKNOWN,
	.max_ns = 35000,
	.resolution_ns = 1000,
	.beyond = 2,
	.beyond_from_ns = 20000,
	.bins_are_complete = true,
	.bins = bins,
	.bin_count = 3,
};

static void finds_quantiles(void)
{
	static const struct {
		uint64_t numerator, denominator;
		enum quantile_kind kind;
		int64_t low_ns, high_ns, samples_from;
	} rows[] = {
		{0, 100, QUANTILE_WITHIN, 1000, 2000, 10},
		{40, 100, QUANTILE_WITHIN, 1000, 2000, 10},
		{41, 100, QUANTILE_WITHIN, 2000, 3000, 6},
		{70, 100, QUANTILE_WITHIN, 2000, 3000, 6},
		{80, 100, QUANTILE_WITHIN, 9000, 10000, 3},
		{81, 100, QUANTILE_BEYOND, 20000, 36000, 2},
		{100, 100, QUANTILE_BEYOND, 20000, 36000, 2},
	};
	struct distribution distribution = distribution_of_foreign(&known_stream);

	CHECK_INT(distribution.binned, 8);
	CHECK_INT(distribution.count, 10);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct quantile quantile =
			distribution_quantile(&distribution, rows[i].numerator,
					      rows[i].denominator);

		CHECK_INT(quantile.kind, rows[i].kind);
		CHECK_INT(quantile.low_ns, rows[i].low_ns);
		CHECK_INT(quantile.high_ns, rows[i].high_ns);
		CHECK_INT(quantile.samples_from, rows[i].samples_from);
	}
}

static void knows_what_it_does_not_know(void)
{
	struct foreign_stream stream = known_stream;
	struct distribution distribution;
	struct quantile quantile;
	int64_t at_least, at_most;

	stream.bins_are_complete = false;
	distribution = distribution_of_foreign(&stream);
	CHECK_INT(distribution_quantile(&distribution, 1, 2).kind, QUANTILE_UNKNOWN);
	CHECK(!distribution_count_from(&distribution, 0, &at_least, &at_most));
	stream.bins_are_complete = true;
	stream.beyond = RUN_UNKNOWN;
	distribution = distribution_of_foreign(&stream);
	CHECK_INT(distribution_quantile(&distribution, 1, 2).kind, QUANTILE_UNKNOWN);
	stream = known_stream;
	stream.max_ns = RUN_UNKNOWN;
	stream.beyond_from_ns = RUN_UNKNOWN;
	distribution = distribution_of_foreign(&stream);
	quantile = distribution_quantile(&distribution, 9, 10);
	CHECK_INT(quantile.kind, QUANTILE_BEYOND);
	CHECK_INT(quantile.low_ns, 10000);
	CHECK_INT(quantile.high_ns, RUN_UNKNOWN);
	stream.bin_count = 0;
	stream.beyond = 0;
	distribution = distribution_of_foreign(&stream);
	CHECK_INT(distribution_quantile(&distribution, 1, 2).kind, QUANTILE_UNKNOWN);
}

static void counts_from_a_limit(void)
{
	static const struct {
		int64_t limit_ns, at_least, at_most;
	} rows[] = {
		{0, 10, 10},   {1000, 10, 10}, {1001, 6, 10}, {2000, 6, 6},
		{10000, 2, 2}, {20000, 2, 2},  {20001, 1, 2}, {35000, 1, 2},
		{35001, 0, 2}, {36000, 0, 0},  {99000, 0, 0},
	};
	struct distribution distribution = distribution_of_foreign(&known_stream);

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int64_t at_least, at_most;

		CHECK(distribution_count_from(&distribution, rows[i].limit_ns, &at_least,
					      &at_most));
		CHECK_INT(at_least, rows[i].at_least);
		CHECK_INT(at_most, rows[i].at_most);
	}
}

/* No quantile lies outside of the minimum and the maximum that the report states. */
static void stays_within_minimum_and_maximum(void)
{
	static const struct foreign_bin wide[] = {{0, 5000, 6}, {20000, 25000, 4}};
	static const struct {
		int64_t min_ns, max_ns, resolution_ns;
		/* Of the median, in the first bin, and of the maximum, in the second. */
		int64_t low_ns, high_ns, figure_ns, top_low_ns, top_high_ns,
			top_figure_ns;
	} rows[] = {
		{RUN_UNKNOWN, RUN_UNKNOWN, 1000, 0, 5000, 0, 20000, 25000, 20000},
		{900, 21500, 1, 900, 5000, 900, 20000, 21501, 20000},
		{1000, 22000, 1000, 1000, 5000, 1000, 20000, 23000, 20000},
		/* A maximum that was rounded down, and a minimum that was rounded up. */
		{5000, 19500, 1000, 0, 5000, 5000, 20000, 20500, 19500},
		/* Upper edges, known to a bin: what the tool prints for both. */
		{5000, 25000, 5000, 0, 5000, 5000, 20000, 25000, 25000},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct foreign_stream stream = {
			.min_ns = rows[i].min_ns,
			.max_ns = rows[i].max_ns,
			.resolution_ns = rows[i].resolution_ns,
			.beyond_from_ns = RUN_UNKNOWN,
			.bins_are_complete = true,
			.bins = wide,
			.bin_count = 2,
		};
		struct distribution distribution = distribution_of_foreign(&stream);
		struct quantile median = distribution_quantile(&distribution, 1, 2);
		struct quantile top = distribution_quantile(&distribution, 1, 1);

		CHECK_INT(median.kind, QUANTILE_WITHIN);
		CHECK_INT(median.low_ns, rows[i].low_ns);
		CHECK_INT(median.high_ns, rows[i].high_ns);
		CHECK_INT(median.figure_ns, rows[i].figure_ns);
		CHECK_INT(top.low_ns, rows[i].top_low_ns);
		CHECK_INT(top.high_ns, rows[i].top_high_ns);
		CHECK_INT(top.figure_ns, rows[i].top_figure_ns);
	}
}

static void knows_no_quantile_of_a_contradiction(void)
{
	struct foreign_stream stream = known_stream;
	struct distribution distribution;

	stream.min_ns = 3001; /* above the second bin, by more than its resolution */
	stream.resolution_ns = 1;
	distribution = distribution_of_foreign(&stream);
	CHECK_INT(distribution_quantile(&distribution, 1, 2).kind, QUANTILE_UNKNOWN);
	CHECK_INT(distribution_quantile(&distribution, 1, 2).figure_ns, RUN_UNKNOWN);
	CHECK_INT(distribution_quantile(&distribution, 8, 10).kind, QUANTILE_WITHIN);
	stream.min_ns = RUN_UNKNOWN;
	stream.max_ns = 1500;
	distribution = distribution_of_foreign(&stream);
	CHECK_INT(distribution_quantile(&distribution, 4, 10).kind, QUANTILE_WITHIN);
	CHECK_INT(distribution_quantile(&distribution, 5, 10).kind, QUANTILE_UNKNOWN);
}

static void takes_our_histograms(void)
{
	struct histogram_slice *slice = calloc(1, sizeof(*slice));
	struct histogram *histogram = calloc(1, sizeof(*histogram));
	struct distribution distribution;
	struct quantile quantile;
	struct arena arena = {0};

	histogram_slice_clear(slice);
	for (int64_t ns = 1; ns <= 100; ns++)
		histogram_slice_add(slice, ns);
	histogram_slice_add(slice, -5);
	histogram_slice_add(slice, HISTOGRAM_LIMIT_NS + 7);
	histogram_clear(histogram);
	histogram_add_slice(histogram, slice);
	distribution = distribution_of_histogram(histogram, &arena);
	CHECK_INT(distribution.count, 102);
	CHECK_INT(distribution.binned, 101);
	CHECK_INT(distribution.beyond, 1);
	CHECK_INT(distribution.bins[0].from_ns, -5);
	CHECK_INT(distribution.bins[0].to_ns, 0);
	/* Rank 51 of 102: the early one, then 1 to 50. */
	quantile = distribution_quantile(&distribution, 1, 2);
	CHECK_INT(quantile.low_ns, 50);
	CHECK_INT(quantile.high_ns, 51);
	quantile = distribution_quantile(&distribution, 1, 1);
	CHECK_INT(quantile.kind, QUANTILE_BEYOND);
	CHECK_INT(quantile.low_ns, HISTOGRAM_LIMIT_NS);
	CHECK_INT(quantile.high_ns, HISTOGRAM_LIMIT_NS + 8);
	histogram_clear(histogram);
	distribution = distribution_of_histogram(histogram, &arena);
	CHECK(!distribution.complete);
	CHECK_INT(distribution.min_ns, RUN_UNKNOWN);
	arena_free(&arena);
	free(histogram);
	free(slice);
}

static const struct test tests[] = {
	{"finds_quantiles", finds_quantiles},
	{"knows_what_it_does_not_know", knows_what_it_does_not_know},
	{"counts_from_a_limit", counts_from_a_limit},
	{"stays_within_minimum_and_maximum", stays_within_minimum_and_maximum},
	{"knows_no_quantile_of_a_contradiction", knows_no_quantile_of_a_contradiction},
	{"takes_our_histograms", takes_our_histograms},
};

TEST_MAIN(tests)
