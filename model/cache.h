/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One set-associative cache of a memory system: which lines of 32 bytes are in it, which of
 * them are dirty, who brought them in, and who is to blame when one is missed later.
 *
 * It keeps no data and knows no time: the caller sends what a miss needs to the next cache
 * or to memory. It is made for the two caches of the i.MX6Q, Cortex-A9 level 1 (Cortex-A9
 * TRM, ARM DDI 0388) and L2C-310 (TRM, ARM DDI 0246), whose choices are parameters here.
 * What needs AUX_CTRL to be written is fixed at creation: the controller wants to be off and
 * empty for that, and a new cache is both.
 *
 * No state outside of struct cache, no allocation after cache_new(), the same answers for
 * the same calls on every machine. A cache is used by one thread at a time.
 */
#ifndef MODEL_CACHE_H
#define MODEL_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum {
	CACHE_LINE_BYTES = 32,  /* of both caches */
	CACHE_MOST_WAYS = 16,   /* AUX_CTRL bit 16 allows 8 or 16 */
	CACHE_OWNERS = 16,      /* owners are 0 to 15; what they are is the caller's */
	CACHE_ADDRESS_BITS = 36 /* of an address; higher ones are not looked at */
};

/*
 * Which way a line that comes in takes. As DDI 0246 has it, invalid ways that are not locked
 * are filled first (here: the lowest), and only then is a line displaced.
 *
 * Round robin takes the next unlocked way behind the last displaced one. The manual does not
 * tell whether there is a counter for each set: per set, a set is a queue, first in, first
 * out, which is what one expects of an L2C-310; one counter for the whole cache is there to
 * see what difference it makes. A fill of an invalid way moves no counter.
 *
 * Pseudo-random takes one of the unlocked ways by a generator that steps once for each
 * displaced line. That of the hardware is not published: no single choice is the same, only
 * their distribution.
 */
enum cache_replacement {
	CACHE_LRU, /* the least recently used; neither cache has it, other simulators do */
	CACHE_ROUND_ROBIN_SET,
	CACHE_ROUND_ROBIN_CACHE,
	CACHE_PSEUDO_RANDOM,
};

/* Does a miss bring its line in? For writes the three meanings of AUX_CTRL bits 24:23. */
enum cache_allocate {
	CACHE_ALLOCATE_AS_ASKED, /* as the request's flag says (ARCACHE, AWCACHE) */
	CACHE_ALLOCATE_NEVER,
	CACHE_ALLOCATE_ALWAYS,
};

struct cache_config {
	uint32_t size_bytes; /* ways * sets * 32; sets are a power of two up to 2^20 */
	uint32_t ways;       /* 1 to 16 */
	enum cache_replacement replacement;
	enum cache_allocate read_allocate, write_allocate;
	bool write_through; /* all writes, as with DWB in the L2C-310's DEBUG register */
	uint32_t seed;      /* of pseudo-random; not 0 */

	/*
	 * The memory whose lines are remembered when they leave the cache, a byte for each:
	 * multiples of 32, within the addresses; size 0 remembers nothing.
	 */
	uint64_t remember_base, remember_bytes;
};

enum {
	CACHE_WRITE = 1,         /* otherwise a read */
	CACHE_ASK_ALLOCATE = 2,  /* the page allocates on this kind of access */
	CACHE_WRITE_THROUGH = 4, /* the page is write-through */
};

/* One access within one line. */
struct cache_request {
	uint64_t address;     /* physical; see CACHE_ADDRESS_BITS */
	uint16_t locked_ways; /* bit i: may not allocate in way i (lockdown by master) */
	uint8_t owner;
	uint8_t flags;
};

/* What an access did, or-ed. */
enum {
	CACHE_HIT = 1,
	CACHE_FILLED = 2,     /* the line came in: it is to be read from below */
	CACHE_EVICTED = 4,    /* another one went for it, */
	CACHE_WROTE_BACK = 8, /* which was dirty and is to be written below */
	CACHE_PASSED_ON = 16, /* the access itself goes below */
};

/*
 * Why a line was missed. CACHE_LOST_TO + owner: it had been here and went when that owner's
 * fill took its place. Missed again without allocation, it has the same reason again.
 */
enum {
	CACHE_FIRST,       /* never here before */
	CACHE_INVALIDATED, /* by maintenance */
	CACHE_LOST_TO,
	CACHE_UNREMEMBERED =
		CACHE_LOST_TO + CACHE_OWNERS, /* outside of what is remembered */
	CACHE_REASONS
};

/* More of a miss. The victim's part holds with CACHE_EVICTED, way with CACHE_FILLED. */
struct cache_miss {
	uint64_t victim_address; /* of its first byte */
	uint8_t victim_owner;    /* who had brought it in */
	uint8_t way;
	uint8_t reason;
};

/* By owner: of the request; lost_lines of the line. */
struct cache_counters {
	uint64_t reads, writes;             /* requests; without those that bypassed */
	uint64_t read_misses, write_misses; /* of these */
	uint64_t read_fills, write_fills;   /* misses that brought their line in */
	uint64_t evictions;                 /* lines that its fills displaced, */
	uint64_t write_backs;               /* dirty ones among them */
	uint64_t writes_passed_on;          /* write-through, or missed without a fill */
	uint64_t bypassed;                  /* requests while the cache was off */
	uint64_t lost_lines;                /* of its lines, displaced by anybody */
	uint64_t missed_because[CACHE_REASONS]; /* their sum is that of the misses */
};

/* What maintenance did, in lines. */
struct cache_maintenance {
	uint64_t cleaned;     /* dirty ones that were written back */
	uint64_t invalidated; /* valid ones that were dropped, */
	uint64_t dirty_lost;  /* dirty ones among them that were not cleaned */
};

/* A line that is there. */
struct cache_line {
	uint64_t address;
	uint8_t way, owner;
	bool dirty;
};

enum cache_operation {
	CACHE_CLEAN = 1, /* write back if dirty */
	CACHE_INVALIDATE = 2,
	CACHE_CLEAN_INVALIDATE = CACHE_CLEAN | CACHE_INVALIDATE,
};

struct cache;

/* An empty cache that is on; NULL and one sentence in *err where config makes no sense. */
struct cache *cache_new(const struct cache_config *config, struct err *err);
void cache_free(struct cache *cache);

/* On or off. Off, requests pass by and lines stay, stale or not, as in the hardware. */
void cache_enable(struct cache *cache, bool on);

/*
 * The access; CACHE_HIT and so on. *miss is written only where CACHE_HIT is not set, and not
 * while the cache is off. locked_ways keeps lines from coming in, not from being found: with
 * all ways locked a miss brings nothing in.
 */
unsigned int cache_access(struct cache *cache, struct cache_request request,
			  struct cache_miss *miss);

/* An access that was more than a hit. */
struct cache_event {
	uint32_t request; /* which one, from 0 */
	unsigned int result;
	struct cache_miss miss;
};

/*
 * Requests in turn, as by cache_access(), with room for as many events; returns how many
 * there are, in the order of requests. A hit costs about two thirds of what it does one by
 * one, and what is remembered of missed lines is fetched for many of them at once. Some
 * hundred requests are enough for that.
 */
uint32_t cache_access_many(struct cache *cache, const struct cache_request *requests,
			   uint32_t count, struct cache_event *events);

/* An access of that many bytes (1 to 32) touches the next line, too. */
static inline bool cache_crosses(uint64_t address, uint32_t bytes)
{
	return address % CACHE_LINE_BYTES + bytes > CACHE_LINE_BYTES;
}

/*
 * Maintenance, on or off. By line: CACHE_HIT if it was there, CACHE_WROTE_BACK if it is to
 * be written below. By way (bit i: way i): lines that are to be written below are shown to
 * visit, which may be NULL, in the order of ways and sets; returns how many.
 */
unsigned int cache_maintain_line(struct cache *cache, uint64_t address,
				 enum cache_operation operation);
uint64_t cache_maintain_ways(struct cache *cache, uint16_t ways,
			     enum cache_operation operation,
			     void (*visit)(void *context, const struct cache_line *line),
			     void *context);

/* Is the line there? Changes nothing; *line may be NULL. */
bool cache_find(const struct cache *cache, uint64_t address, struct cache_line *line);

void cache_counters(const struct cache *cache, uint32_t owner,
		    struct cache_counters *into);
struct cache_maintenance cache_maintenance(const struct cache *cache);

/* Lines by whom they were brought in, and how many of them are dirty. Looks at them all. */
void cache_occupancy(const struct cache *cache, uint64_t lines[CACHE_OWNERS],
		     uint64_t *dirty);

#endif
