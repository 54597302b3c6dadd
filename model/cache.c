/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Accesses. A hit looks up, counts, and notes dirt and order without a branch that depends on
 * the address but the one on the hit itself: mispredicted branches, not work, are what a
 * simulator's time goes to.
 *
 * Of a miss, what the next access has to see (the set) is done at once, what only has to be
 * told (the reason, the counters) after: the reasons of much memory are in no cache of the
 * host, and so are fetched for many misses at the same time.
 */
#include "model/cache-victim.h"

#define INLINE inline __attribute__((always_inline))

/* A cache and two of its properties that are constants where this is inlined. */
struct view {
	struct cache *cache;
	uint32_t stride;
	enum cache_replacement policy;
};

/* allowed: ways that the line may take, at least one. */
static INLINE unsigned int fill(struct view view, uint32_t *tag, uint32_t line,
				uint32_t owner, uint32_t allowed, uint32_t dirties,
				struct cache_miss *miss)
{
	struct set *set = beside(tag, view.stride);
	uint32_t invalid = allowed & ~(uint32_t)set->valid, way, bit;
	unsigned int result = CACHE_FILLED;

	if (__builtin_expect(invalid != 0, 0)) {
		way = lowest_bit(invalid);
		bit = 1u << way;
		set->valid |= (uint16_t)bit;
	} else {
		way = victim(view.cache, set, allowed, view.stride, view.policy);
		miss->victim_address = address_of(tag[way]);
		miss->victim_owner = set->owner[way];
		bit = 1u << way;
		result |= CACHE_EVICTED | (set->dirty >> way & 1) * CACHE_WROTE_BACK;
		fetch_reason(view.cache, tag[way]);
	}
	tag[way] = line;
	set->owner[way] = (uint8_t)owner;
	set->dirty = (uint16_t)((set->dirty & ~bit) | (dirties & bit));
	if (view.policy == CACHE_LRU)
		set->order = used(set->order, bit, view.stride);
	miss->way = (uint8_t)way;
	return result;
}

static INLINE unsigned int missed(struct view view, const struct cache_request *request,
				  uint32_t *tag, uint32_t line, uint32_t action,
				  struct cache_miss *miss)
{
	uint32_t allowed = view.cache->all_ways & ~(uint32_t)request->locked_ways;

	fetch_reason(view.cache, line);
	if (!(action & ALLOCATES) || !allowed)
		return CACHE_PASSED_ON;
	return fill(view, tag, line, request->owner % CACHE_OWNERS, allowed,
		    action & DIRTIES, miss) |
	       (action & GOES_THROUGH ? CACHE_PASSED_ON : 0);
}

/* What there is to tell and to count of an access that was more than a hit. */
static inline void account(struct cache *cache, const struct cache_request *request,
			   unsigned int result, struct cache_miss *miss)
{
	uint32_t owner = request->owner % CACHE_OWNERS;
	uint32_t write = request->flags & CACHE_WRITE;
	uint32_t dirty = (result & CACHE_WROTE_BACK) / CACHE_WROTE_BACK;

	if (!(result & CACHE_HIT)) {
		miss->reason = reason_of(cache, line_of(request->address));
		cache->missed[miss->reason][owner][write]++;
	}
	if (result & CACHE_EVICTED) {
		remember(cache, line_of(miss->victim_address), CACHE_LOST_TO + owner);
		cache->displaced[owner][dirty][miss->victim_owner]++;
	}
	if (!(result & CACHE_PASSED_ON))
		return;
	if (result & (CACHE_HIT | CACHE_FILLED))
		cache->writes_passed_on[owner]++;
	else
		cache->unfilled[owner][write]++;
}

/* Where a request leads to. */
struct place {
	struct kind *kind;
	uint32_t *tag;
	struct set *set;
	uint32_t line, found;
};

static INLINE struct place find(struct view view, const struct cache_request *request)
{
	uint32_t line = line_of(request->address);
	uint32_t *tag = set_at(view.cache, line, view.stride);

	return (struct place){
		.kind = &view.cache->kinds[kind_of(request->owner, request->flags)],
		.tag = tag,
		.set = beside(tag, view.stride),
		.line = line,
		.found = match(tag, line, view.stride),
	};
}

static INLINE void hit(struct view view, struct place at)
{
	at.set->dirty |= (uint16_t)(at.found & at.kind->action);
	if (view.policy == CACHE_LRU)
		at.set->order = used(at.set->order, at.found, view.stride);
}

/* Without the account of what is more than a hit. */
static INLINE unsigned int look_up(struct view view, const struct cache_request *request,
				   struct cache_miss *miss)
{
	const struct place at = find(view, request);

	at.kind->requests++;
	if (__builtin_expect(!at.found, 0))
		return missed(view, request, at.tag, at.line, at.kind->action, miss);
	hit(view, at);
	if (__builtin_expect(at.kind->action & GOES_THROUGH, 0))
		return CACHE_HIT | CACHE_PASSED_ON;
	return CACHE_HIT;
}

/* Sets of a large cache are not in the host's first level: asks for one some lookups ahead. */
static INLINE void fetch_set(struct view view, const struct cache_request *requests,
			     uint32_t i, uint32_t count)
{
	enum { AHEAD = 8 };
	uint32_t later = i + AHEAD < count ? i + AHEAD : i;

	__builtin_prefetch(
		set_at(view.cache, line_of(requests[later].address), view.stride));
}

static INLINE uint32_t look_up_all(struct cache *cache, uint32_t stride,
				   enum cache_replacement policy,
				   const struct cache_request *requests, uint32_t count,
				   struct cache_event *events)
{
	const struct view view = {cache, stride, policy};
	struct cache_event *event = events;

	for (uint32_t i = 0; i < count; i++) {
		unsigned int result = look_up(view, &requests[i], &event->miss);

		if (stride == CACHE_MOST_WAYS)
			fetch_set(view, requests, i, count);
		if (result == CACHE_HIT)
			continue;
		event->request = i;
		event->result = result;
		event++;
	}
	return (uint32_t)(event - events);
}

/* stride is a constant: that makes four loops of each, with nothing left to ask in them. */
static INLINE uint32_t look_up_by_policy(struct cache *cache, uint32_t stride,
					 const struct cache_request *requests,
					 uint32_t count, struct cache_event *events)
{
	switch (cache->config.replacement) {
	case CACHE_LRU:
		return look_up_all(cache, stride, CACHE_LRU, requests, count, events);
	case CACHE_ROUND_ROBIN_SET:
		return look_up_all(cache, stride, CACHE_ROUND_ROBIN_SET, requests, count,
				   events);
	case CACHE_ROUND_ROBIN_CACHE:
		return look_up_all(cache, stride, CACHE_ROUND_ROBIN_CACHE, requests,
				   count, events);
	case CACHE_PSEUDO_RANDOM:
		return look_up_all(cache, stride, CACHE_PSEUDO_RANDOM, requests, count,
				   events);
	}
	return 0;
}

static unsigned int bypassed(struct cache *cache, uint32_t owner)
{
	cache->bypassed[owner % CACHE_OWNERS]++;
	return CACHE_PASSED_ON;
}

static uint32_t all_bypassed(struct cache *cache, const struct cache_request *requests,
			     uint32_t count, struct cache_event *events)
{
	for (uint32_t i = 0; i < count; i++) {
		events[i].request = i;
		events[i].result = bypassed(cache, requests[i].owner);
	}
	return count;
}

uint32_t cache_access_many(struct cache *cache, const struct cache_request *requests,
			   uint32_t count, struct cache_event *events)
{
	uint32_t found;

	if (cache->kinds[0].action & BYPASSES)
		return all_bypassed(cache, requests, count, events);
	if (cache->stride == 4)
		found = look_up_by_policy(cache, 4, requests, count, events);
	else if (cache->stride == 8)
		found = look_up_by_policy(cache, 8, requests, count, events);
	else
		found = look_up_by_policy(cache, 16, requests, count, events);
	for (uint32_t i = 0; i < found; i++)
		account(cache, &requests[events[i].request], events[i].result,
			&events[i].miss);
	return found;
}

/* Anything, without constants, and out of the way of a hit, which so saves no registers. */
static __attribute__((noinline)) unsigned int access_any(struct cache *cache,
							 struct cache_request request,
							 struct cache_miss *miss)
{
	const struct view view = {cache, cache->stride, cache->config.replacement};
	unsigned int result;

	if (cache->kinds[0].action & BYPASSES)
		return bypassed(cache, request.owner);
	result = look_up(view, &request, miss);
	if (result != CACHE_HIT)
		account(cache, &request, result, miss);
	return result;
}

static INLINE unsigned int access_one(struct view view, struct cache_request request,
				      struct cache_miss *miss)
{
	const struct place at = find(view, &request);

	if (__builtin_expect(!at.found || at.kind->action & (GOES_THROUGH | BYPASSES), 0))
		return access_any(view.cache, request, miss);
	at.kind->requests++;
	hit(view, at);
	return CACHE_HIT;
}

unsigned int cache_access(struct cache *cache, struct cache_request request,
			  struct cache_miss *miss)
{
	/* Hits know of two policies only. */
	const enum cache_replacement lru = CACHE_LRU, other = CACHE_ROUND_ROBIN_SET;
	bool keeps_order = cache->config.replacement == CACHE_LRU;

	if (cache->stride == 4)
		return keeps_order
			       ? access_one((struct view){cache, 4, lru}, request, miss)
			       : access_one((struct view){cache, 4, other}, request,
					    miss);
	if (cache->stride == 8)
		return keeps_order
			       ? access_one((struct view){cache, 8, lru}, request, miss)
			       : access_one((struct view){cache, 8, other}, request,
					    miss);
	return keeps_order ? access_one((struct view){cache, 16, lru}, request, miss)
			   : access_one((struct view){cache, 16, other}, request, miss);
}
