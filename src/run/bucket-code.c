/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Histogram counts as bits. The formula is in the header; docs/format.md repeats it. */
#include "run/bucket-code.h"

static const uint8_t zero_run_order[8] = {0, 0, 1, 2, 3, 3, 4, 4};

/* By the length of x in bits; x is at most 4 * UINT32_MAX. */
static const uint8_t rice_parameter[36] = {
	0,  0,  0,  0,  1,  2,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
	14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
};

/* What the neighbours let expect. */
struct expectation {
	uint64_t count;
	unsigned int k;
};

static inline struct expectation expect(uint64_t x)
{
	/* bits_length(), knowing that the top bit is 0. */
	unsigned int length = 63 - (unsigned int)__builtin_clzll(x << 1 | 1);

	return (struct expectation){length < 4 ? 0 : 15 * x >> 6, rice_parameter[length]};
}

static inline uint64_t fold(uint64_t count, uint64_t expected)
{
	if (count > 2 * expected)
		return count;
	return count < expected ? 2 * (expected - count) - 1 : 2 * (count - expected);
}

/* Without branches: what they would depend on is what the code tells, and nothing predicts. */
static inline uint64_t unfold(uint64_t folded, uint64_t expected)
{
	uint64_t sign = -(folded & 1);
	uint64_t near = expected + (folded >> 1 ^ sign);

	return folded > 2 * expected ? folded : near;
}

static unsigned int run_order(uint32_t previous_run)
{
	unsigned int length = bits_length(previous_run);

	return zero_run_order[length < 7 ? length : 7];
}

static void put_run(struct bits_out *to, uint32_t run, unsigned int order)
{
	uint32_t value = run + (1u << order);
	unsigned int low_bits = bits_length(value) - 1;
	unsigned int ones = low_bits - order;

	bits_put(to, (UINT64_C(2) << ones) - 2, ones + 1);
	bits_put(to, value - (1u << low_bits), low_bits);
}

void bucket_code_put(struct bits_out *to, const uint32_t *bucket, uint32_t first,
		     uint32_t end)
{
	uint64_t before = 0, two_before = 0;
	uint32_t run = 0;

	for (uint32_t i = first; i < end; i++) {
		uint64_t x = 3 * before + two_before;
		struct expectation expected = expect(x);

		if (!x && i > first) {
			uint32_t start = i;

			while (i + 1 < end && !bucket[i])
				i++;
			put_run(to, i - start, run_order(run));
			run = i - start;
			rice_put(to, bucket[i] - UINT64_C(1), 0);
		} else {
			rice_put(to, fold(bucket[i], expected.count), expected.k);
		}
		two_before = before;
		before = bucket[i];
	}
}

static inline uint32_t get_run(struct bits_in *from, unsigned int order)
{
	unsigned int ones, low_bits;

	bits_fill(from);
	ones = bits_get_unary(from);
	low_bits = ones + order;
	if (low_bits > 13) { /* no run is longer than the histogram */
		from->count = -1;
		return 0;
	}
	return (1u << low_bits | bits_get(from, low_bits)) - (1u << order);
}

bool bucket_code_get(struct bits_in *from, uint32_t *bucket, uint32_t first, uint32_t end)
{
	uint64_t before = 0, two_before = 0, count = 0;
	uint32_t run = 0;

	for (uint32_t i = first; i < end; i++) {
		uint64_t x = 3 * before + two_before;

		if (!x && i > first) {
			run = get_run(from, run_order(run));
			i += run;
			count = rice_get(from, 0) + 1;
		} else {
			struct expectation expected = expect(x);

			count = unfold(rice_get(from, expected.k), expected.count);
		}
		if (i >= end || count > UINT32_MAX || bits_ran_out(from))
			return false;
		bucket[i] = (uint32_t)count;
		two_before = before;
		before = count;
	}
	return count != 0;
}
