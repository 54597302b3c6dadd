/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a cache is inside: three arrays. Tags, ways beside each other, so that one set's are
 * compared at once; the sets' state; the owners, which only fills and evictions touch.
 */
#ifndef MODEL_CACHE_PARTS_H
#define MODEL_CACHE_PARTS_H

#include <string.h>

#include "model/cache.h"

enum { LINE_SHIFT = 5, FLAGS = 8 };

#define LINE_MASK ((UINT32_C(1) << (CACHE_ADDRESS_BITS - LINE_SHIFT)) - 1)
#define NO_LINE UINT32_MAX /* the tag of an invalid way; above LINE_MASK */

/* What a request's flags come to in a cache of this configuration. */
enum {
	ALLOCATES = 1,
	DIRTIES = 2,
	GOES_THROUGH = 4, /* a write that also goes below */
	BYPASSES = 8
};

struct set {
	uint64_t order; /* LRU: way numbers, 4 bits each, the latest lowest */
	uint16_t valid, dirty;
	uint8_t next; /* round robin: where to look for the next victim */
};

typedef unsigned int cache_lookup(struct cache *cache, struct cache_request request,
				  struct cache_miss *miss);

struct cache {
	cache_lookup *access; /* cache_access() for this geometry */
	uint32_t *tag;        /* stride for each set */
	uint8_t *owner;       /* the same */
	struct set *sets;
	uint32_t set_mask;
	uint32_t stride; /* ways, rounded up to 4, 8 or 16; what is above stays invalid */
	uint8_t action[FLAGS];
	uint64_t requests[CACHE_OWNERS][2]; /* reads, writes */

	uint16_t all_ways;
	uint8_t next; /* round robin for the whole cache */
	uint32_t random;
	uint32_t remember_first, remember_lines;
	uint8_t *reason; /* why a line would be missed: of enum, by remembered line */
	struct cache_counters counters[CACHE_OWNERS]; /* without reads and writes */
	struct cache_maintenance maintenance;
	struct cache_config config;
	void *memory; /* what calloc() gave */
};

/* Bit i: way i holds the line. stride is a constant where this is inlined. */
#if defined(__GNUC__) && !defined(CACHE_SCALAR)
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

/* Of this geometry and policy. */
cache_lookup *cache_lookup_of(uint32_t stride, bool lru);

#endif
