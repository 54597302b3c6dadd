/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A cache written to be believed instead of fast: every line that is there is an entry with
 * the times of its fill and of its last use, and everything is found by looking at all of a
 * set. Written from the promises in model/cache.h, not from the code.
 */
#ifndef SLOW_CACHE_H
#define SLOW_CACHE_H

#include <stdlib.h>
#include <string.h>

#include "model/cache.h"

enum { SLOW_MOST_LINES = 1 << 15 }; /* that can be told apart, and in the cache */

struct slow_entry {
	bool valid, dirty;
	uint64_t line, used_at;
	uint32_t owner;
};

struct slow_cache {
	struct cache_config config;
	uint32_t sets;
	bool on;
	uint64_t now;
	uint32_t random, next_of_all;
	uint32_t next[SLOW_MOST_LINES];
	struct slow_entry entries[SLOW_MOST_LINES]; /* by set, then way */
	uint8_t reason[SLOW_MOST_LINES];            /* by line from remember_base on */
	struct cache_counters counters[CACHE_OWNERS];
	struct cache_maintenance maintenance;
};

static inline void slow_open(struct slow_cache *slow, const struct cache_config *config)
{
	memset(slow, 0, sizeof(*slow));
	slow->config = *config;
	slow->sets = config->size_bytes / 32 / config->ways;
	slow->on = true;
	slow->random = config->seed;
}

static inline struct slow_entry *slow_set(struct slow_cache *slow, uint64_t line)
{
	return &slow->entries[line % slow->sets * slow->config.ways];
}

static inline struct slow_entry *slow_find(struct slow_cache *slow, uint64_t line)
{
	struct slow_entry *set = slow_set(slow, line);

	for (uint32_t way = 0; way < slow->config.ways; way++)
		if (set[way].valid && set[way].line == line)
			return &set[way];
	return NULL;
}

/* Where the reason for a miss of this line is kept; NULL: nowhere. */
static inline uint8_t *slow_reason(struct slow_cache *slow, uint64_t line)
{
	uint64_t address = line * 32;

	if (address < slow->config.remember_base ||
	    address >= slow->config.remember_base + slow->config.remember_bytes)
		return NULL;
	return &slow->reason[(address - slow->config.remember_base) / 32];
}

static inline bool slow_unlocked(uint32_t locked_ways, uint32_t way)
{
	return !(locked_ways & 1u << way);
}

/* The first unlocked way from *next on, around. */
static inline uint32_t slow_round_robin(struct slow_cache *slow, uint32_t locked_ways,
					uint32_t *next)
{
	uint32_t way = *next;

	while (!slow_unlocked(locked_ways, way))
		way = (way + 1) % slow->config.ways;
	*next = (way + 1) % slow->config.ways;
	return way;
}

/* The generator's value as a fraction of 2^32 chooses among the unlocked ways. */
static inline uint32_t slow_random(struct slow_cache *slow, uint32_t locked_ways)
{
	uint32_t candidates[CACHE_MOST_WAYS], count = 0;

	for (uint32_t way = 0; way < slow->config.ways; way++)
		if (slow_unlocked(locked_ways, way))
			candidates[count++] = way;
	slow->random ^= slow->random << 13;
	slow->random ^= slow->random >> 17;
	slow->random ^= slow->random << 5;
	return candidates[(uint64_t)slow->random * count / (UINT64_C(1) << 32)];
}

static inline uint32_t slow_oldest(struct slow_cache *slow, const struct slow_entry *set,
				   uint32_t locked_ways)
{
	uint32_t oldest = CACHE_MOST_WAYS;

	for (uint32_t way = 0; way < slow->config.ways; way++)
		if (slow_unlocked(locked_ways, way) &&
		    (oldest == CACHE_MOST_WAYS || set[way].used_at < set[oldest].used_at))
			oldest = way;
	return oldest;
}

static inline uint32_t slow_victim(struct slow_cache *slow, uint64_t line,
				   uint32_t locked_ways)
{
	const struct slow_entry *set = slow_set(slow, line);

	for (uint32_t way = 0; way < slow->config.ways; way++)
		if (slow_unlocked(locked_ways, way) && !set[way].valid)
			return way;
	switch (slow->config.replacement) {
	case CACHE_LRU:
		return slow_oldest(slow, set, locked_ways);
	case CACHE_ROUND_ROBIN_SET:
		return slow_round_robin(slow, locked_ways,
					&slow->next[line % slow->sets]);
	case CACHE_ROUND_ROBIN_CACHE:
		return slow_round_robin(slow, locked_ways, &slow->next_of_all);
	case CACHE_PSEUDO_RANDOM:
		return slow_random(slow, locked_ways);
	}
	abort();
}

static inline bool slow_allocates(const struct slow_cache *slow,
				  const struct cache_request *request)
{
	enum cache_allocate rule = request->flags & CACHE_WRITE
					   ? slow->config.write_allocate
					   : slow->config.read_allocate;

	if (rule == CACHE_ALLOCATE_AS_ASKED)
		return request->flags & CACHE_ASK_ALLOCATE;
	return rule == CACHE_ALLOCATE_ALWAYS;
}

static inline bool slow_all_locked(const struct slow_cache *slow, uint32_t locked_ways)
{
	for (uint32_t way = 0; way < slow->config.ways; way++)
		if (slow_unlocked(locked_ways, way))
			return false;
	return true;
}

static inline unsigned int slow_fill(struct slow_cache *slow,
				     const struct cache_request *request, bool dirty,
				     struct cache_miss *miss)
{
	struct cache_counters *counters = &slow->counters[request->owner];
	uint64_t line = request->address / 32;
	uint32_t way = slow_victim(slow, line, request->locked_ways);
	struct slow_entry *entry = slow_set(slow, line) + way;
	unsigned int result = CACHE_FILLED;

	if (entry->valid) {
		uint8_t *reason = slow_reason(slow, entry->line);

		if (reason)
			*reason = (uint8_t)(CACHE_LOST_TO + request->owner);
		miss->victim_address = entry->line * 32;
		miss->victim_owner = (uint8_t)entry->owner;
		result |= CACHE_EVICTED | (entry->dirty ? CACHE_WROTE_BACK : 0);
		counters->evictions++;
		counters->write_backs += entry->dirty;
		slow->counters[entry->owner].lost_lines++;
	}
	*entry = (struct slow_entry){.valid = true,
				     .dirty = dirty,
				     .line = line,
				     .used_at = slow->now,
				     .owner = request->owner};
	miss->way = (uint8_t)way;
	return result;
}

static inline unsigned int slow_access(struct slow_cache *slow,
				       const struct cache_request *request,
				       struct cache_miss *miss)
{
	struct cache_counters *counters = &slow->counters[request->owner];
	bool write = request->flags & CACHE_WRITE;
	bool through = write && (slow->config.write_through ||
				 request->flags & CACHE_WRITE_THROUGH);
	uint64_t line = request->address / 32;
	struct slow_entry *entry = slow_find(slow, line);
	uint8_t *reason = slow_reason(slow, line);

	slow->now++;
	if (!slow->on) {
		counters->bypassed++;
		return CACHE_PASSED_ON;
	}
	*(write ? &counters->writes : &counters->reads) += 1;
	if (entry) {
		entry->used_at = slow->now;
		entry->dirty |= write && !through;
		counters->writes_passed_on += through;
		return CACHE_HIT | (through ? CACHE_PASSED_ON : 0);
	}
	*(write ? &counters->write_misses : &counters->read_misses) += 1;
	miss->reason = reason ? *reason : CACHE_UNREMEMBERED;
	counters->missed_because[miss->reason]++;
	if (!slow_allocates(slow, request) ||
	    slow_all_locked(slow, request->locked_ways)) {
		counters->writes_passed_on += write;
		return CACHE_PASSED_ON;
	}
	*(write ? &counters->write_fills : &counters->read_fills) += 1;
	counters->writes_passed_on += through;
	return slow_fill(slow, request, write && !through, miss) |
	       (through ? CACHE_PASSED_ON : 0);
}

static inline unsigned int slow_maintain(struct slow_cache *slow,
					 struct slow_entry *entry,
					 enum cache_operation operation)
{
	bool cleans = entry->dirty && operation != CACHE_INVALIDATE;

	slow->maintenance.cleaned += cleans;
	if (operation != CACHE_CLEAN) {
		uint8_t *reason = slow_reason(slow, entry->line);

		if (reason)
			*reason = CACHE_INVALIDATED;
		slow->maintenance.invalidated++;
		slow->maintenance.dirty_lost += entry->dirty && !cleans;
		entry->valid = false;
		entry->dirty = false;
	}
	if (cleans)
		entry->dirty = false;
	return CACHE_HIT | (cleans ? CACHE_WROTE_BACK : 0);
}

static inline uint64_t slow_maintain_ways(struct slow_cache *slow, uint32_t ways,
					  enum cache_operation operation)
{
	uint64_t written = 0;

	for (uint32_t i = 0; i < slow->sets * slow->config.ways; i++)
		if (ways >> i % slow->config.ways & 1 && slow->entries[i].valid)
			written += !!(slow_maintain(slow, &slow->entries[i], operation) &
				      CACHE_WROTE_BACK);
	return written;
}

#endif
