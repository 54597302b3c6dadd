/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bit strings, most significant bit first, and the Rice code with an escape that slices
 * and samples share. A reader that runs past the end yields zeros and knows it.
 */
#ifndef RUN_BITS_H
#define RUN_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"
#include "base/str.h"

struct bits_out {
	struct str *out;
	uint64_t window; /* its low `count` bits wait to be written */
	unsigned int count;
};

/* 0 <= bits <= 32; value has no bits above them. */
void bits_put(struct bits_out *to, uint64_t value, unsigned int bits);

/* Fills the last byte with zeros. */
void bits_finish(struct bits_out *to);

struct bits_in {
	const uint8_t *at, *end;
	uint64_t window; /* its top `count` bits are valid, the rest is zero */
	int count;       /* below zero for good once more was taken than there was */
};

static inline struct bits_in bits_begin(const struct bytes *from)
{
	return (struct bits_in){.at = from->at, .end = from->end};
}

/* Goes back to bytes at the next whole one. Sets from->bad if bits were missing. */
void bits_end(struct bits_in *bits, struct bytes *from);

static inline bool bits_ran_out(const struct bits_in *from)
{
	return from->count < 0;
}

/* Makes at least 49 bits available, zeros past the end. */
static inline void bits_fill(struct bits_in *from)
{
	/* Always, rather than when it is needed: that branch would be hard to predict. */
	if (__builtin_expect(from->end - from->at >= 8 && from->count >= 0, 1)) {
		const uint8_t *at = from->at;
		uint64_t next = (uint64_t)at[0] << 56 | (uint64_t)at[1] << 48 |
				(uint64_t)at[2] << 40 | (uint64_t)at[3] << 32 |
				(uint64_t)at[4] << 24 | (uint64_t)at[5] << 16 |
				(uint64_t)at[6] << 8 | at[7];

		from->window |= next >> from->count;
		from->at += (63 - from->count) >> 3;
		from->count |= 56;
		return;
	}
	for (; from->count >= 0 && from->count <= 56 && from->at < from->end;
	     from->count += 8)
		from->window |= (uint64_t)*from->at++ << (56 - from->count);
}

/* 0 <= bits <= 32, after bits_fill(). */
static inline uint32_t bits_get(struct bits_in *from, unsigned int bits)
{
	uint32_t value = (uint32_t)(from->window >> 1 >> (63 - bits));

	from->window <<= bits;
	from->count -= (int)bits;
	return value;
}

/* Ones before the first zero, after bits_fill(); the zero is taken too. At most 31. */
static inline unsigned int bits_get_unary(struct bits_in *from)
{
	unsigned int ones = (unsigned int)__builtin_clzll(~from->window | 1);

	if (ones > 31) {
		from->count = -1;
		return 0;
	}
	bits_get(from, ones + 1);
	return ones;
}

/* Bits that value takes without leading zeros; 0 for 0. */
static inline unsigned int bits_length(uint64_t value)
{
	return value ? 64 - (unsigned int)__builtin_clzll(value) : 0;
}

/*
 * value >> k in unary, then its k low bits; 12 ones announce an escape: 7 bits of length
 * and the value in that many bits. 0 <= k <= 31.
 */
#define RICE_ESCAPE 12

void rice_put(struct bits_out *to, uint64_t value, unsigned int k);

/* Calls bits_fill() itself. */
uint64_t rice_get_escaped(struct bits_in *from);

static inline uint64_t rice_get(struct bits_in *from, unsigned int k)
{
	unsigned int ones;
	uint64_t value;

	bits_fill(from);
	ones = (unsigned int)__builtin_clzll(~from->window | 1);
	if (__builtin_expect(ones >= RICE_ESCAPE, 0))
		return rice_get_escaped(from);
	value = (uint64_t)ones << k | from->window << (ones + 1) >> 1 >> (63 - k);
	from->window <<= ones + 1 + k;
	from->count -= (int)(ones + 1 + k);
	return value;
}

#endif
