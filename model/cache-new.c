/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes a cache of a configuration, or says what is wrong with it. */
#include <stddef.h>
#include <stdlib.h>

#include "model/cache-parts.h"

enum {
	MOST_SETS = 1 << 20,
	HOST_LINE_BYTES = 64, /* alignment of what is touched together */
};

static bool allocates(enum cache_allocate rule, bool asked)
{
	return rule == CACHE_ALLOCATE_ALWAYS ||
	       (rule == CACHE_ALLOCATE_AS_ASKED && asked);
}

static uint32_t action_of(const struct cache_config *config, uint32_t flags)
{
	bool write = flags & CACHE_WRITE;
	bool through = config->write_through || flags & CACHE_WRITE_THROUGH;
	bool fills = allocates(write ? config->write_allocate : config->read_allocate,
			       flags & CACHE_ASK_ALLOCATE);
	uint32_t action = fills ? ALLOCATES : 0;

	if (write)
		action |= through ? GOES_THROUGH : DIRTIES;
	return action;
}

void cache_enable(struct cache *cache, bool on)
{
	for (uint32_t flags = 0; flags < FLAGS; flags++)
		for (uint32_t owner = 0; owner < CACHE_OWNERS; owner++)
			cache->kinds[kind_of(owner, flags)].action =
				action_of(&cache->config, flags) | (on ? 0 : BYPASSES);
}

static int check_rules(const struct cache_config *config, struct err *err)
{
	if ((unsigned int)config->replacement > CACHE_PSEUDO_RANDOM)
		return err_set(err, ERR_INPUT, "cache: no replacement policy %u",
			       (unsigned int)config->replacement);
	if ((unsigned int)config->read_allocate > CACHE_ALLOCATE_ALWAYS ||
	    (unsigned int)config->write_allocate > CACHE_ALLOCATE_ALWAYS)
		return err_set(err, ERR_INPUT, "cache: no allocation rule %u, %u",
			       (unsigned int)config->read_allocate,
			       (unsigned int)config->write_allocate);
	if (config->replacement == CACHE_PSEUDO_RANDOM && !config->seed)
		return err_set(err, ERR_INPUT,
			       "cache: a seed of 0 gives no pseudo-random sequence; take "
			       "any other");
	return 0;
}

static int check_size(const struct cache_config *config, struct err *err)
{
	const uint64_t end = UINT64_C(1) << CACHE_ADDRESS_BITS;
	uint32_t way_bytes, sets;

	if (config->ways < 1 || config->ways > CACHE_MOST_WAYS)
		return err_set(err, ERR_INPUT, "cache: %u ways; 1 to %d are possible",
			       config->ways, CACHE_MOST_WAYS);
	way_bytes = config->size_bytes / config->ways;
	sets = way_bytes / CACHE_LINE_BYTES;
	if (config->size_bytes % config->ways || way_bytes % CACHE_LINE_BYTES || !sets ||
	    sets & (sets - 1) || sets > MOST_SETS)
		return err_set(err, ERR_INPUT,
			       "cache: %u bytes in %u ways; a way must be a power of two "
			       "from %d to %d bytes",
			       config->size_bytes, config->ways, CACHE_LINE_BYTES,
			       MOST_SETS * CACHE_LINE_BYTES);
	if (config->remember_base % CACHE_LINE_BYTES ||
	    config->remember_bytes % CACHE_LINE_BYTES || config->remember_base > end ||
	    config->remember_bytes > end - config->remember_base)
		return err_set(
			err, ERR_INPUT,
			"cache: memory to remember must be whole lines of %d bytes "
			"below 2^%d",
			CACHE_LINE_BYTES, CACHE_ADDRESS_BITS);
	return 0;
}

/* Offsets of the parts in one piece of memory. */
struct layout {
	uint64_t sets, reason, end;
};

static uint64_t aligned(uint64_t offset)
{
	return (offset + HOST_LINE_BYTES - 1) & ~(uint64_t)(HOST_LINE_BYTES - 1);
}

static struct layout layout_of(uint64_t sets, uint32_t stride, uint64_t remember_lines)
{
	struct layout at = {.sets = aligned(sizeof(struct cache))};

	at.reason = aligned(at.sets + sets * set_words_of(stride) * sizeof(uint32_t));
	at.end = aligned(at.reason + remember_lines);
	return at;
}

static void clear(struct cache *cache)
{
	bool lru = cache->config.replacement == CACHE_LRU;

	for (uint32_t i = 0; i <= cache->set_mask; i++) {
		uint32_t *tag = set_at(cache, i, cache->stride);

		memset(tag, 0xff, cache->stride * sizeof(*tag));
		beside(tag, cache->stride)->order =
			lru && cache->stride > 4 ? UINT64_C(0xfedcba9876543210) : 0;
	}
	cache_enable(cache, true);
}

struct cache *cache_new(const struct cache_config *config, struct err *err)
{
	uint32_t stride = config->ways <= 4 ? 4 : config->ways <= 8 ? 8 : 16, sets;
	struct layout at;
	struct cache *cache;
	uint8_t *memory, *base;

	if (check_rules(config, err) || check_size(config, err))
		return NULL;
	sets = config->size_bytes / config->ways / CACHE_LINE_BYTES;
	at = layout_of(sets, stride, config->remember_bytes / CACHE_LINE_BYTES);
	memory = at.end > SIZE_MAX - HOST_LINE_BYTES
			 ? NULL
			 : calloc(1, (size_t)at.end + HOST_LINE_BYTES);
	if (!memory) {
		err_set(err, ERR_INPUT, "cache: no %llu bytes of memory for it",
			(unsigned long long)at.end);
		return NULL;
	}
	base = memory + (HOST_LINE_BYTES - (uintptr_t)memory % HOST_LINE_BYTES);
	cache = (struct cache *)(void *)base;
	*cache = (struct cache){
		.sets = (uint32_t *)(void *)(base + at.sets),
		.reason = base + at.reason,
		.set_mask = sets - 1,
		.stride = stride,
		.all_ways = (uint16_t)((1u << config->ways) - 1),
		.random = config->seed,
		.remember_first = line_of(config->remember_base),
		.remember_lines = (uint32_t)(config->remember_bytes / CACHE_LINE_BYTES),
		.config = *config,
		.memory = memory,
	};
	clear(cache);
	return cache;
}

void cache_free(struct cache *cache)
{
	if (cache)
		free(cache->memory);
}
