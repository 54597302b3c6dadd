/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Accesses. A hit looks up, counts, and notes dirt and order without a branch that depends on
 * the address but the one on the hit itself: mispredicted branches, not work, are what a
 * simulator's time goes to.
 */
#include "model/cache-parts.h"

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

/* allowed: a bit at least. */
static uint32_t least_recently_used(uint64_t order, uint32_t ways, uint32_t allowed)
{
	uint32_t way = order >> 4 * --ways & 15;

	while (!(allowed >> way & 1))
		way = order >> 4 * --ways & 15;
	return way;
}

static uint32_t round_robin(uint8_t *next, uint32_t ways, uint32_t allowed)
{
	uint32_t ahead = allowed >> *next << *next;
	uint32_t way = lowest_bit(ahead ? ahead : allowed);

	*next = (uint8_t)(way + 1 == ways ? 0 : way + 1);
	return way;
}

/* xorshift32 (Marsaglia 2003): a linear feedback shift register of period 2^32 - 1. */
static uint32_t pseudo_random(uint32_t *state, uint32_t allowed)
{
	uint32_t count = (uint32_t)__builtin_popcount(allowed), skip;

	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	skip = (uint32_t)((uint64_t)*state * count >> 32);
	while (skip--)
		allowed &= allowed - 1;
	return lowest_bit(allowed);
}

static uint32_t victim(struct cache *cache, struct set *set, uint32_t allowed)
{
	switch (cache->config.replacement) {
	case CACHE_LRU:
		return least_recently_used(set->order, cache->config.ways, allowed);
	case CACHE_ROUND_ROBIN_SET:
		return round_robin(&set->next, cache->config.ways, allowed);
	case CACHE_ROUND_ROBIN_CACHE:
		return round_robin(&cache->next, cache->config.ways, allowed);
	case CACHE_PSEUDO_RANDOM:
		return pseudo_random(&cache->random, allowed);
	}
	return 0;
}

static uint8_t reason_of(const struct cache *cache, uint32_t line)
{
	uint32_t i = line - cache->remember_first;

	return i < cache->remember_lines ? cache->reason[i] : CACHE_UNREMEMBERED;
}

/* The line of this way goes, for owner's. */
static unsigned int evict(struct cache *cache, uint32_t index, uint32_t way,
			  uint32_t owner, struct cache_miss *miss)
{
	struct cache_counters *counters = &cache->counters[owner];
	uint32_t line = cache->tag[index * cache->stride + way];
	uint32_t dirty = cache->sets[index].dirty >> way & 1;

	miss->victim_address = address_of(line);
	miss->victim_owner = cache->owner[index * cache->stride + way];
	remember(cache, line, CACHE_LOST_TO + owner);
	cache->counters[miss->victim_owner].lost_lines++;
	counters->evictions++;
	counters->write_backs += dirty;
	return CACHE_EVICTED | (dirty ? CACHE_WROTE_BACK : 0);
}

/* allowed: ways that it may take, at least one. */
static unsigned int fill(struct cache *cache, uint32_t line, uint32_t owner,
			 uint32_t allowed, uint32_t action, struct cache_miss *miss)
{
	uint32_t index = line & cache->set_mask;
	struct set *set = &cache->sets[index];
	uint32_t invalid = allowed & ~(uint32_t)set->valid;
	uint32_t way = invalid ? lowest_bit(invalid) : victim(cache, set, allowed);
	unsigned int result = CACHE_FILLED;

	if (!invalid)
		result |= evict(cache, index, way, owner, miss);
	cache->tag[index * cache->stride + way] = line;
	cache->owner[index * cache->stride + way] = (uint8_t)owner;
	set->valid |= (uint16_t)(1u << way);
	set->dirty &= (uint16_t) ~(1u << way);
	if (action & DIRTIES)
		set->dirty |= (uint16_t)(1u << way);
	set->order = used(set->order, way);
	miss->way = (uint8_t)way;
	return result;
}

/* Out of line, with the arguments where they are already: a hit saves no registers. */
#define RARELY __attribute__((noinline))

static RARELY unsigned int missed(struct cache *cache, struct cache_request request,
				  struct cache_miss *miss)
{
	uint32_t owner = request.owner % CACHE_OWNERS, line = line_of(request.address);
	struct cache_counters *counters = &cache->counters[owner];
	uint32_t action = cache->action[request.flags % FLAGS];
	uint32_t allowed = cache->all_ways & ~(uint32_t)request.locked_ways;
	bool write = request.flags & CACHE_WRITE, fills = action & ALLOCATES && allowed;
	bool passed_on = !fills || action & GOES_THROUGH;

	miss->reason = reason_of(cache, line);
	counters->missed_because[miss->reason]++;
	*(write ? &counters->write_misses : &counters->read_misses) += 1;
	*(write ? &counters->write_fills : &counters->read_fills) += fills;
	counters->writes_passed_on += write && passed_on;
	return (passed_on ? CACHE_PASSED_ON : 0) |
	       (fills ? fill(cache, line, owner, allowed, action, miss) : 0);
}

static RARELY unsigned int bypassed(struct cache *cache, struct cache_request request)
{
	cache->counters[request.owner % CACHE_OWNERS].bypassed++;
	return CACHE_PASSED_ON;
}

static RARELY unsigned int wrote_through(struct cache *cache,
					 struct cache_request request)
{
	cache->counters[request.owner % CACHE_OWNERS].writes_passed_on++;
	return CACHE_HIT | CACHE_PASSED_ON;
}

static inline __attribute__((always_inline)) unsigned int access_in(
	struct cache *cache, struct cache_request request, struct cache_miss *miss,
	uint32_t stride, bool lru)
{
	uint32_t action = cache->action[request.flags % FLAGS];
	uint32_t owner = request.owner % CACHE_OWNERS, line = line_of(request.address);
	uint32_t index = line & cache->set_mask, found;
	struct set *set = &cache->sets[index];

	if (action & BYPASSES)
		return bypassed(cache, request);
	cache->requests[owner][request.flags & CACHE_WRITE]++;
	found = match(cache->tag + (size_t)index * stride, line, stride);
	if (!found)
		return missed(cache, request, miss);
	set->dirty |= (uint16_t)(action & DIRTIES ? found : 0);
	if (lru)
		set->order = used(set->order, lowest_bit(found));
	if (action & GOES_THROUGH)
		return wrote_through(cache, request);
	return CACHE_HIT;
}

/* Its constants make a lookup of each. */
#define LOOKUP(name, stride, lru)                                                   \
	static unsigned int name(struct cache *cache, struct cache_request request, \
				 struct cache_miss *miss)                           \
	{                                                                           \
		return access_in(cache, request, miss, stride, lru);                \
	}

LOOKUP(access_4, 4, false)
LOOKUP(access_8, 8, false)
LOOKUP(access_16, 16, false)
LOOKUP(access_4_lru, 4, true)
LOOKUP(access_8_lru, 8, true)
LOOKUP(access_16_lru, 16, true)

cache_lookup *cache_lookup_of(uint32_t stride, bool lru)
{
	if (stride == 4)
		return lru ? access_4_lru : access_4;
	if (stride == 8)
		return lru ? access_8_lru : access_8;
	return lru ? access_16_lru : access_16;
}

unsigned int cache_access(struct cache *cache, struct cache_request request,
			  struct cache_miss *miss)
{
	return cache->access(cache, request, miss);
}
