/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Accesses. A hit looks up, counts, and notes dirt and order without a branch that depends on
 * the address but the one on the hit itself: mispredicted branches, not work, are what a
 * simulator's time goes to.
 */
#include "model/cache-parts.h"

/* The one that was used before all others that are allowed: with all, whose row is zero. */
static uint32_t first_used_of_4(uint64_t order, uint32_t allowed)
{
	uint32_t way = 0, rows = (uint32_t)order;

	if (allowed == 0xf)
		return lowest_bit((rows - 0x1111) & ~rows & 0x8888) / 4;
	while (!(allowed >> way & 1) || order >> 4 * way & allowed)
		way++;
	return way;
}

/* allowed: a bit at least. */
static uint32_t least_recently_used(uint64_t order, uint32_t ways, uint32_t allowed)
{
	uint32_t way = order >> 4 * --ways & 15;

	while (!(allowed >> way & 1))
		way = order >> 4 * --ways & 15;
	return way;
}

static uint32_t round_robin(uint8_t *next, uint32_t allowed)
{
	uint32_t ahead = allowed >> *next << *next;
	uint32_t way = lowest_bit(ahead ? ahead : allowed);

	*next = (uint8_t)(way + 1); /* behind the last one, ahead is empty */
	return way;
}

static uint32_t pseudo_random(struct cache *cache, uint32_t allowed)
{
	uint32_t count = cache->config.ways, skip;

	cache->random = random_after(cache->random);
	if (allowed == cache->all_ways)
		return random_way(cache->random, count);
	count = (uint32_t)__builtin_popcount(allowed);
	skip = random_way(cache->random, count);
	while (skip--)
		allowed &= allowed - 1;
	return lowest_bit(allowed);
}

static uint32_t victim(struct cache *cache, struct set *set, uint32_t allowed)
{
	switch (cache->config.replacement) {
	case CACHE_LRU:
		return cache->stride == 4
			       ? first_used_of_4(set->order, allowed)
			       : least_recently_used(set->order, cache->config.ways,
						     allowed);
	case CACHE_ROUND_ROBIN_SET:
		return round_robin(&set->next, allowed);
	case CACHE_ROUND_ROBIN_CACHE:
		return round_robin(&cache->next, allowed);
	case CACHE_PSEUDO_RANDOM:
		return pseudo_random(cache, allowed);
	}
	return 0;
}

/* Out of line, with the arguments where they are already: a hit saves no registers. */
#define RARELY __attribute__((noinline))

/* The line of this slot goes, for owner's. */
static inline unsigned int evict(struct cache *cache, uint32_t slot, uint32_t dirty,
				 uint32_t owner, struct cache_miss *miss)
{
	uint32_t line = cache->tag[slot], victim_owner = cache->owner[slot];

	miss->victim_address = address_of(line);
	miss->victim_owner = (uint8_t)victim_owner;
	remember(cache, line, CACHE_LOST_TO + owner);
	cache->displaced[owner][dirty][victim_owner]++;
	return CACHE_EVICTED | dirty * CACHE_WROTE_BACK;
}

/* allowed: ways that the line may take, at least one. */
static inline unsigned int fill(struct cache *cache, uint32_t line, uint32_t owner,
				uint32_t allowed, uint32_t action,
				struct cache_miss *miss)
{
	uint32_t index = line & cache->set_mask, way, slot, bit;
	struct set *set = &cache->sets[index];
	uint32_t invalid = allowed & ~(uint32_t)set->valid;
	unsigned int result = CACHE_FILLED;

	way = invalid ? lowest_bit(invalid) : victim(cache, set, allowed);
	slot = index * cache->stride + way;
	bit = 1u << way;
	if (!invalid)
		result |= evict(cache, slot, set->dirty >> way & 1, owner, miss);
	cache->tag[slot] = line;
	cache->owner[slot] = (uint8_t)owner;
	set->valid |= (uint16_t)bit;
	set->dirty = (uint16_t)((set->dirty & ~bit) | (action & bit));
	if (cache->lru)
		set->order = cache->stride == 4 ? used_of_4(set->order, bit)
						: used(set->order, way);
	miss->way = (uint8_t)way;
	return result;
}

static RARELY unsigned int missed(struct cache *cache, struct cache_request request,
				  struct cache_miss *miss)
{
	uint32_t owner = request.owner % CACHE_OWNERS, line = line_of(request.address);
	uint32_t action = cache->action[request.flags % FLAGS];
	uint32_t allowed = cache->all_ways & ~(uint32_t)request.locked_ways;
	uint32_t write = request.flags & CACHE_WRITE;
	unsigned int result;

	miss->reason = reason_of(cache, line);
	cache->missed[owner][write][miss->reason]++;
	if (!(action & ALLOCATES) || !allowed) {
		cache->unfilled[owner][write]++;
		return CACHE_PASSED_ON;
	}
	result = fill(cache, line, owner, allowed, action & DIRTIES, miss);
	if (!(action & GOES_THROUGH))
		return result;
	cache->writes_passed_on[owner]++;
	return result | CACHE_PASSED_ON;
}

static RARELY unsigned int bypassed(struct cache *cache, struct cache_request request)
{
	cache->bypassed[request.owner % CACHE_OWNERS]++;
	return CACHE_PASSED_ON;
}

static RARELY unsigned int wrote_through(struct cache *cache,
					 struct cache_request request)
{
	cache->writes_passed_on[request.owner % CACHE_OWNERS]++;
	return CACHE_HIT | CACHE_PASSED_ON;
}

/* What does not change from access to access. */
struct view {
	struct cache *cache;
	const uint32_t *tag;
	struct set *sets;
	uint32_t set_mask;
};

static inline struct view view_of(struct cache *cache)
{
	return (struct view){cache, cache->tag, cache->sets, cache->set_mask};
}

static inline __attribute__((always_inline)) unsigned int access_in(
	struct view view, struct cache_request request, struct cache_miss *miss,
	uint32_t stride, bool lru)
{
	struct cache *cache = view.cache;
	uint32_t flags = request.flags % FLAGS, owner = request.owner % CACHE_OWNERS;
	uint32_t action = cache->action[flags], line = line_of(request.address);
	uint32_t index = line & view.set_mask, found;
	struct set *set = &view.sets[index];

	if (action & BYPASSES)
		return bypassed(cache, request);
	cache->requests[flags][owner]++;
	found = match(view.tag + (size_t)index * stride, line, stride);
	if (__builtin_expect(!found, 0))
		return missed(cache, request, miss);
	set->dirty |= (uint16_t)(found & action);
	if (lru)
		set->order = stride == 4 ? used_of_4(set->order, found)
					 : used(set->order, lowest_bit(found));
	if (action & GOES_THROUGH)
		return wrote_through(cache, request);
	return CACHE_HIT;
}

/* Its constants make a lookup of each. */
#define LOOKUP(stride, lru) access_in(view_of(cache), request, miss, stride, lru)

unsigned int cache_access(struct cache *cache, struct cache_request request,
			  struct cache_miss *miss)
{
	if (cache->stride == 4)
		return cache->lru ? LOOKUP(4, true) : LOOKUP(4, false);
	if (cache->stride == 8)
		return cache->lru ? LOOKUP(8, true) : LOOKUP(8, false);
	return cache->lru ? LOOKUP(16, true) : LOOKUP(16, false);
}

static inline __attribute__((always_inline)) uint32_t access_all(
	struct cache *cache, const struct cache_request *requests, uint32_t count,
	struct cache_event *events, uint32_t stride, bool lru)
{
	const struct view view = view_of(cache);
	struct cache_event *event = events;

	for (uint32_t i = 0; i < count; i++) {
		unsigned int result =
			access_in(view, requests[i], &event->miss, stride, lru);

		if (result == CACHE_HIT)
			continue;
		event->request = i;
		event->result = result;
		event++;
	}
	return (uint32_t)(event - events);
}

#define ALL(stride, lru) access_all(cache, requests, count, events, stride, lru)

uint32_t cache_access_many(struct cache *cache, const struct cache_request *requests,
			   uint32_t count, struct cache_event *events)
{
	if (cache->stride == 4)
		return cache->lru ? ALL(4, true) : ALL(4, false);
	if (cache->stride == 8)
		return cache->lru ? ALL(8, true) : ALL(8, false);
	return cache->lru ? ALL(16, true) : ALL(16, false);
}
