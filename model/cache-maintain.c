/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maintenance, as L2C-310's registers 0x770 to 0x7fc ask for it, and what there is to look at. */
#include "model/cache-parts.h"

/* CACHE_HIT and CACHE_WROTE_BACK, as cache_maintain_line(). */
static unsigned int maintain(struct cache *cache, uint32_t index, uint32_t way,
			     enum cache_operation operation)
{
	uint32_t *tag = set_at(cache, index, cache->stride);
	struct set *set = beside(tag, cache->stride);
	uint16_t bit = (uint16_t)(1u << way);
	bool dirty = set->dirty & bit, cleans = dirty && operation & CACHE_CLEAN;

	if (!(set->valid & bit))
		return 0;
	cache->maintenance.cleaned += cleans;
	if (cleans || operation & CACHE_INVALIDATE)
		set->dirty &= (uint16_t)~bit;
	if (operation & CACHE_INVALIDATE) {
		cache->maintenance.invalidated++;
		cache->maintenance.dirty_lost += dirty && !cleans;
		remember(cache, tag[way], CACHE_INVALIDATED);
		set->valid &= (uint16_t)~bit;
		tag[way] = NO_LINE;
	}
	return CACHE_HIT | (cleans ? CACHE_WROTE_BACK : 0);
}

/* -1 if it is not there. */
static int way_of(const struct cache *cache, uint32_t line)
{
	uint32_t found = match(set_at(cache, line, cache->stride), line, cache->stride);

	return found ? (int)lowest_bit(found) : -1;
}

unsigned int cache_maintain_line(struct cache *cache, uint64_t address,
				 enum cache_operation operation)
{
	uint32_t line = line_of(address);
	int way = way_of(cache, line);

	return way < 0 ? 0
		       : maintain(cache, line & cache->set_mask, (uint32_t)way,
				  operation);
}

static struct cache_line line_at(const struct cache *cache, uint32_t index, uint32_t way)
{
	uint32_t *tag = set_at(cache, index, cache->stride);
	const struct set *set = beside(tag, cache->stride);

	return (struct cache_line){
		.address = address_of(tag[way]),
		.way = (uint8_t)way,
		.owner = set->owner[way],
		.dirty = set->dirty >> way & 1,
	};
}

uint64_t cache_maintain_ways(struct cache *cache, uint16_t ways,
			     enum cache_operation operation,
			     void (*visit)(void *context, const struct cache_line *line),
			     void *context)
{
	uint32_t chosen = ways & cache->all_ways;
	uint64_t written = 0;

	for (; chosen; chosen &= chosen - 1) {
		uint32_t way = lowest_bit(chosen);

		for (uint32_t i = 0; i <= cache->set_mask; i++) {
			struct cache_line line = line_at(cache, i, way);

			if (!(maintain(cache, i, way, operation) & CACHE_WROTE_BACK))
				continue;
			written++;
			if (visit)
				visit(context, &line);
		}
	}
	return written;
}

bool cache_find(const struct cache *cache, uint64_t address, struct cache_line *line)
{
	uint32_t wanted = line_of(address);
	int way = way_of(cache, wanted);

	if (way >= 0 && line)
		*line = line_at(cache, wanted & cache->set_mask, (uint32_t)way);
	return way >= 0;
}

/* Of the lines that one owner's requests displaced. */
static uint64_t displaced(const struct cache *cache, uint32_t owner, uint32_t dirty)
{
	uint64_t lines = 0;

	for (uint32_t i = 0; i < CACHE_OWNERS; i++)
		lines += cache->displaced[owner][dirty][i];
	return lines;
}

static uint64_t lost(const struct cache *cache, uint32_t owner)
{
	uint64_t lines = 0;

	for (uint32_t i = 0; i < CACHE_OWNERS; i++)
		lines += cache->displaced[i][0][owner] + cache->displaced[i][1][owner];
	return lines;
}

void cache_counters(const struct cache *cache, uint32_t owner,
		    struct cache_counters *into)
{
	owner %= CACHE_OWNERS;
	*into = (struct cache_counters){
		.write_backs = displaced(cache, owner, 1),
		.evictions = displaced(cache, owner, 0) + displaced(cache, owner, 1),
		.writes_passed_on = cache->writes_passed_on[owner] +
				    cache->unfilled[owner][CACHE_WRITE],
		.bypassed = cache->bypassed[owner],
		.lost_lines = lost(cache, owner),
	};
	for (uint32_t flags = 0; flags < FLAGS; flags++)
		*(flags & CACHE_WRITE ? &into->writes : &into->reads) +=
			cache->kinds[kind_of(owner, flags)].requests;
	for (uint32_t i = 0; i < CACHE_REASONS; i++) {
		into->read_misses += cache->missed[i][owner][0];
		into->write_misses += cache->missed[i][owner][CACHE_WRITE];
		into->missed_because[i] =
			cache->missed[i][owner][0] + cache->missed[i][owner][CACHE_WRITE];
	}
	into->read_fills = into->read_misses - cache->unfilled[owner][0];
	into->write_fills = into->write_misses - cache->unfilled[owner][CACHE_WRITE];
}

struct cache_maintenance cache_maintenance(const struct cache *cache)
{
	return cache->maintenance;
}

void cache_occupancy(const struct cache *cache, uint64_t lines[CACHE_OWNERS],
		     uint64_t *dirty)
{
	memset(lines, 0, CACHE_OWNERS * sizeof(*lines));
	*dirty = 0;
	for (uint32_t i = 0; i <= cache->set_mask; i++) {
		const struct set *set =
			beside(set_at(cache, i, cache->stride), cache->stride);

		*dirty += (uint64_t)__builtin_popcount(set->dirty);
		for (uint32_t valid = set->valid; valid; valid &= valid - 1)
			lines[set->owner[lowest_bit(valid)]]++;
	}
}
