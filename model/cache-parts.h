/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a cache is inside: three arrays. Tags, ways beside each other, so that one set's are
 * compared at once; the sets' state; the owners, which only fills and evictions touch.
 */
#ifndef MODEL_CACHE_PARTS_H
#define MODEL_CACHE_PARTS_H

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "model/cache.h"

enum { LINE_SHIFT = 5, FLAGS = 8 };

#define LINE_MASK ((UINT32_C(1) << (CACHE_ADDRESS_BITS - LINE_SHIFT)) - 1)
#define NO_LINE UINT32_MAX /* the tag of an invalid way; above LINE_MASK */

/* What a request's flags come to in a cache of this configuration. */
enum {
	DIRTIES = 0xffff, /* a mask of ways, to do without a branch */
	ALLOCATES = 1 << 16,
	GOES_THROUGH = 1 << 17, /* a write that also goes below */
	BYPASSES = 1 << 18
};

struct set {
	uint64_t
		order; /* LRU: way numbers, 4 bits each, the latest lowest; or a matrix */
	uint16_t valid, dirty;
	uint8_t next; /* round robin: where to look for the next victim */
};

struct cache {
	uint32_t *tag;  /* stride for each set */
	uint8_t *owner; /* the same */
	struct set *sets;
	uint32_t set_mask;
	uint32_t stride; /* ways, rounded up to 4, 8 or 16; what is above stays invalid */
	uint32_t action[FLAGS];
	uint64_t requests[FLAGS][CACHE_OWNERS];

	bool lru;
	uint16_t all_ways;
	uint8_t next; /* round robin for the whole cache */
	uint32_t random;
	uint32_t remember_first, remember_lines;
	uint8_t *reason; /* why a line would be missed: of enum, by remembered line */
	/* By owner of the request, and whether it was a write or the victim was dirty. */
	uint64_t missed[CACHE_OWNERS][2][CACHE_REASONS];
	uint64_t displaced[CACHE_OWNERS][2][CACHE_OWNERS]; /* and owner of the victim */
	uint64_t unfilled[CACHE_OWNERS][2];
	uint64_t writes_passed_on[CACHE_OWNERS], bypassed[CACHE_OWNERS];
	struct cache_maintenance maintenance;
	struct cache_config config;
	void *memory; /* what calloc() gave */
};

/*
 * Bit i: way i holds the line. stride is a constant where this is inlined. Three ways to the
 * same bits: SSE2 can collect them in one instruction, other vectors by or-ing, and without
 * vectors (CACHE_SCALAR) it is a loop.
 */
#if defined(__SSE2__) && !defined(CACHE_SCALAR) && !defined(CACHE_GENERIC_VECTORS)
static inline uint32_t match(const uint32_t *tag, uint32_t line, uint32_t stride)
{
	const __m128i wanted = _mm_set1_epi32((int)line);
	__m128i four[4];

#pragma GCC unroll 4
	for (uint32_t i = 0; i < 4; i++)
		four[i] =
			i < stride / 4
				? _mm_cmpeq_epi32(
					  _mm_load_si128(
						  (const __m128i *)(const void *)(tag +
										  4 * i)),
					  wanted)
				: _mm_setzero_si128();
	if (stride == 4)
		return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(four[0]));
	four[0] = _mm_packs_epi32(four[0], four[1]);
	four[2] = _mm_packs_epi32(four[2], four[3]);
	return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(four[0], four[2]));
}
#elif defined(__GNUC__) && !defined(CACHE_SCALAR)
typedef uint32_t lanes __attribute__((vector_size(16)));
typedef uint64_t lane_pairs __attribute__((vector_size(16)));

static inline uint32_t match(const uint32_t *tag, uint32_t line, uint32_t stride)
{
	const lanes wanted = {line, line, line, line}, bits = {1, 2, 4, 8};
	lanes found = {0}, four;
	lane_pairs both;

#pragma GCC unroll 4
	for (uint32_t i = 0; i < stride; i += 4) {
		memcpy(&four, tag + i, sizeof(four));
		found |= (lanes)(four == wanted) & (bits << i);
	}
	both = (lane_pairs)found;
	both[0] |= both[1];
	return (uint32_t)(both[0] | both[0] >> 32);
}
#else
static inline uint32_t match(const uint32_t *tag, uint32_t line, uint32_t stride)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < stride; i++)
		found |= (uint32_t)(tag[i] == line) << i;
	return found;
}
#endif

static inline uint32_t lowest_bit(uint32_t bits)
{
	return (uint32_t)__builtin_ctz(bits);
}

static inline uint32_t line_of(uint64_t address)
{
	return (uint32_t)(address >> LINE_SHIFT) & LINE_MASK;
}

static inline uint64_t address_of(uint32_t line)
{
	return (uint64_t)line << LINE_SHIFT;
}

static inline void remember(struct cache *cache, uint32_t line, uint32_t reason)
{
	uint32_t i = line - cache->remember_first;

	if (i < cache->remember_lines)
		cache->reason[i] = (uint8_t)reason;
}

/*
 * Moves way to the front. Finds its place as the lowest digit that becomes zero: the borrow
 * of x - 1s can mark digits above that one wrongly, none below.
 */
static inline uint64_t used(uint64_t order, uint32_t way)
{
	const uint64_t ones = UINT64_C(0x1111111111111111);
	uint64_t x = order ^ ones * way;
	uint64_t zeros = (x - ones) & ~x & ones << 3;
	uint64_t upto = zeros ^ (zeros - 1); /* the digits up to way's, whole */

	return (order & ~upto) | ((order << 4) & upto) | way;
}

/*
 * Up to 4 ways need no more than a matrix of 4 rows of 4 bits: row i says which ways were
 * used before way i. Much of the time is spent here; bit is 1 << way.
 */
static inline uint64_t used_of_4(uint64_t order, uint32_t bit)
{
	static const uint16_t row[] = {
		[1] = 0x000f, [2] = 0x00f0, [4] = 0x0f00, [8] = 0xf000};

	return (order | row[bit]) & ~(uint64_t)(0x1111 * bit);
}

/* xorshift32 (Marsaglia 2003): a linear feedback shift register of period 2^32 - 1. */
static inline uint32_t random_after(uint32_t state)
{
	state ^= state << 13;
	state ^= state >> 17;
	return state ^ state << 5;
}

static inline uint32_t random_way(uint32_t state, uint32_t ways)
{
	return (uint32_t)((uint64_t)state * ways >> 32);
}

static inline uint8_t reason_of(const struct cache *cache, uint32_t line)
{
	uint32_t i = line - cache->remember_first;

	return i < cache->remember_lines ? cache->reason[i] : CACHE_UNREMEMBERED;
}

#endif
