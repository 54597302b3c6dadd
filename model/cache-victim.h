/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which line of a full set goes, and what is kept to know it. */
#ifndef MODEL_CACHE_VICTIM_H
#define MODEL_CACHE_VICTIM_H

#include "model/cache-parts.h"

/*
 * Way numbers of 4 bits each, the latest lowest. Moves way to the front: finds its place as
 * the lowest digit that becomes zero: the borrow of x - 1s can mark digits above that one
 * wrongly, none below.
 */
static inline uint64_t used_of_16(uint64_t order, uint32_t way)
{
	const uint64_t ones = UINT64_C(0x1111111111111111);
	uint64_t x = order ^ ones * way;
	uint64_t zeros = (x - ones) & ~x & ones << 3;
	uint64_t upto = zeros ^ (zeros - 1); /* the digits up to way's, whole */

	return (order & ~upto) | ((order << 4) & upto) | way;
}

/*
 * Up to 4 ways need no more than a matrix of 4 rows of 4 bits: row i says which ways were
 * used before way i. bit: 1 << way.
 */
static inline uint64_t used_of_4(uint64_t order, uint32_t bit)
{
	static const struct {
		uint32_t row, other_columns;
	} of[] = {[1] = {0x000f, 0xeeee},
		  [2] = {0x00f0, 0xdddd},
		  [4] = {0x0f00, 0xbbbb},
		  [8] = {0xf000, 0x7777}};

	return ((uint32_t)order | of[bit].row) & of[bit].other_columns;
}

static inline uint64_t used(uint64_t order, uint32_t bit, uint32_t stride)
{
	return stride == 4 ? used_of_4(order, bit) : used_of_16(order, lowest_bit(bit));
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

/* The one that was used before all others that are allowed: with all, whose row is zero. */
static inline uint32_t first_used_of_4(uint64_t order, uint32_t allowed)
{
	uint32_t way = 0, rows = (uint32_t)order;

	if (allowed == 0xf)
		return lowest_bit((rows - 0x1111) & ~rows & 0x8888) / 4;
	while (!(allowed >> way & 1) || order >> 4 * way & allowed)
		way++;
	return way;
}

/* allowed: a bit at least. */
static inline uint32_t least_recently_used(uint64_t order, uint32_t ways,
					   uint32_t allowed)
{
	uint32_t way = order >> 4 * --ways & 15;

	while (!(allowed >> way & 1))
		way = order >> 4 * --ways & 15;
	return way;
}

static inline uint32_t round_robin(uint64_t *next, uint32_t allowed)
{
	uint32_t ahead = allowed >> *next << *next;
	uint32_t way = lowest_bit(ahead ? ahead : allowed);

	*next = way + 1; /* behind the last one, ahead is empty */
	return way;
}

/* Of the ways that are allowed, the one after this many of them; it is seldom wanted. */
static __attribute__((noinline)) uint32_t way_after(uint32_t allowed, uint32_t skip)
{
	while (skip--)
		allowed &= allowed - 1;
	return lowest_bit(allowed);
}

static inline uint32_t pseudo_random(struct cache *cache, uint32_t allowed)
{
	uint32_t random = cache->random = random_after(cache->random);

	if (__builtin_expect(allowed == cache->all_ways, 1))
		return random_way(random, cache->config.ways);
	return way_after(allowed,
			 random_way(random, (uint32_t)__builtin_popcount(allowed)));
}

static inline uint32_t victim(struct cache *cache, struct set *set, uint32_t allowed,
			      uint32_t stride, enum cache_replacement policy)
{
	switch (policy) {
	case CACHE_LRU:
		return stride == 4 ? first_used_of_4(set->order, allowed)
				   : least_recently_used(set->order, cache->config.ways,
							 allowed);
	case CACHE_ROUND_ROBIN_SET:
		return round_robin(&set->order, allowed);
	case CACHE_ROUND_ROBIN_CACHE:
		return round_robin(&cache->next, allowed);
	case CACHE_PSEUDO_RANDOM:
		return pseudo_random(cache, allowed);
	}
	return 0;
}

#endif
