/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a cache is inside: sets, each with its tags and state together, and for the memory
 * that is remembered one byte a line, which only misses touch.
 */
#ifndef MODEL_CACHE_PARTS_H
#define MODEL_CACHE_PARTS_H

#include <string.h>

#include "model/cache-match.h"
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

/*
 * A set is its tags and this beside them, the whole in as few of the host's lines as can be:
 * half a line for 4 ways, two for 16.
 */
struct set {
	uint64_t order; /* LRU: used(), used_of_4(); round robin: from where on to look */
	uint16_t valid, dirty; /* bit i: way i */
	uint8_t owner[];
};

/*
 * What is the same for all requests of one owner and with one set of flags; found with one
 * load of the two bytes beside each other, so that most of the table is never touched.
 */
struct kind {
	uint64_t requests;
	uint32_t action;
};

enum {
	KINDS = FLAGS << 8,
	KIND_MASK = (FLAGS - 1) << 8 | (CACHE_OWNERS - 1),
};

struct cache {
	uint32_t *sets;
	uint32_t set_mask;
	uint32_t stride; /* ways, rounded up to 4, 8 or 16; what is above stays invalid */
	struct kind kinds[KINDS];

	uint16_t all_ways;
	uint64_t next; /* round robin for the whole cache */
	uint32_t random;
	uint32_t remember_first, remember_lines;
	uint8_t *reason; /* why a line would be missed: of enum, by remembered line */
	/* By owner of the request, and whether it was a write or the victim was dirty. */
	uint64_t missed[CACHE_REASONS][CACHE_OWNERS][2];
	uint64_t displaced[CACHE_OWNERS][2][CACHE_OWNERS]; /* and owner of the victim */
	uint64_t unfilled[CACHE_OWNERS][2];
	uint64_t writes_passed_on[CACHE_OWNERS], bypassed[CACHE_OWNERS];
	struct cache_maintenance maintenance;
	struct cache_config config;
	void *memory; /* what calloc() gave */
};

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

/* Room for stride tags, struct set and its owners: 32, 64 or 96 bytes. */
static inline uint32_t set_words_of(uint32_t stride)
{
	return stride == 4 ? 8 : stride == 8 ? 16 : 24;
}

/* Its tags. stride is that of the cache, as a constant where it can be one. */
static inline uint32_t *set_at(const struct cache *cache, uint32_t line, uint32_t stride)
{
	return cache->sets + (size_t)(line & cache->set_mask) * set_words_of(stride);
}

static inline struct set *beside(uint32_t *tag, uint32_t stride)
{
	return (struct set *)(void *)(tag + stride);
}

static inline uint32_t kind_of(uint32_t owner, uint32_t flags)
{
	return (owner | flags << 8) & KIND_MASK;
}

static inline void remember(struct cache *cache, uint32_t line, uint32_t reason)
{
	uint32_t i = line - cache->remember_first;

	if (i < cache->remember_lines)
		cache->reason[i] = (uint8_t)reason;
}

/* To have it soon; of a line that is not remembered it fetches what does no harm. */
static inline void fetch_reason(const struct cache *cache, uint32_t line)
{
	uint32_t i = line - cache->remember_first;

	__builtin_prefetch((const void *)((uintptr_t)cache->reason + i), 1);
}

static inline uint8_t reason_of(const struct cache *cache, uint32_t line)
{
	uint32_t i = line - cache->remember_first;

	return i < cache->remember_lines ? cache->reason[i] : CACHE_UNREMEMBERED;
}

#endif
