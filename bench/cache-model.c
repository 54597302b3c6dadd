/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Level 1 (32 KiB, 4 ways) over level 2 (1 MiB, 16 ways), write-back, allocation as asked,
 * owners: model/cache with several policies and a plain simulator with a time stamp on each
 * line, in turns on the same accesses. Prints for each stream ns per access of the plain one
 * and of ours by policy; under LRU both must miss the same number of times.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model/cache.h"

enum { ACCESSES = 1 << 22, BATCH = 1 << 10, ROUNDS = 11, OWNERS = 4 };

#define MEMORY_BYTES (UINT64_C(512) << 20)

static struct cache_request accesses[ACCESSES];

/* ---- The plain one: it looks through the ways, and the oldest time stamp goes. ---- */

struct plain_line {
	uint32_t tag;
	uint8_t owner;
	bool valid, dirty;
	uint64_t used;
};

struct plain_counters {
	uint64_t reads, writes, read_misses, write_misses, evictions, write_backs;
};

struct plain_cache {
	struct plain_line *lines;
	uint32_t sets, ways;
	uint64_t now;
	struct plain_counters counters[OWNERS];
};

static struct plain_cache plain_new(uint32_t bytes, uint32_t ways)
{
	return (struct plain_cache){
		.lines = calloc(bytes / 32, sizeof(struct plain_line)),
		.sets = bytes / 32 / ways,
		.ways = ways,
	};
}

/* Hit or not; *dirty_victim: the address of a line to be written below, or 1. */
static bool plain_access(struct plain_cache *cache, uint32_t address, bool write,
			 uint8_t owner, uint32_t *dirty_victim)
{
	uint32_t tag = address / 32;
	struct plain_line *set = &cache->lines[(tag & (cache->sets - 1)) * cache->ways];
	struct plain_line *oldest = set;
	struct plain_counters *counters = &cache->counters[owner];

	cache->now++;
	*(write ? &counters->writes : &counters->reads) += 1;
	*dirty_victim = 1;
	for (uint32_t i = 0; i < cache->ways; i++) {
		if (set[i].valid && set[i].tag == tag) {
			set[i].used = cache->now;
			set[i].dirty |= write;
			return true;
		}
		if (set[i].used < oldest->used)
			oldest = &set[i];
	}
	*(write ? &counters->write_misses : &counters->read_misses) += 1;
	counters->evictions += oldest->valid;
	if (oldest->valid && oldest->dirty) {
		counters->write_backs++;
		*dirty_victim = oldest->tag * 32;
	}
	*oldest = (struct plain_line){tag, owner, true, write, cache->now};
	return false;
}

static void plain_step(struct plain_cache level[2], const struct cache_request *access)
{
	uint32_t victim, unused;

	if (plain_access(&level[0], (uint32_t)access->address,
			 access->flags & CACHE_WRITE, access->owner, &victim))
		return;
	plain_access(&level[1], (uint32_t)access->address, false, access->owner, &unused);
	if (victim != 1)
		plain_access(&level[1], victim, true, access->owner, &unused);
}

/* ---- Ours, as the plugin uses it. ---- */

static struct cache *ours_new(uint32_t bytes, uint32_t ways,
			      enum cache_replacement replacement)
{
	const struct cache_config config = {
		.size_bytes = bytes,
		.ways = ways,
		.replacement = replacement,
		.seed = 1,
		.remember_bytes = MEMORY_BYTES,
	};
	struct err err;
	struct cache *cache = cache_new(&config, &err);

	if (!cache) {
		fprintf(stderr, "%s\n", err.text);
		exit(2);
	}
	return cache;
}

/* What the plugin collects before it asks. */
static void ours_batch(struct cache *const level[2], const struct cache_request *requests)
{
	static struct cache_request below[3 * BATCH];
	static struct cache_event events[3 * BATCH];
	uint32_t count, below_count = 0;

	count = cache_access_many(level[0], requests, BATCH, events);
	for (uint32_t i = 0; i < count; i++) {
		uint8_t owner = requests[events[i].request].owner;
		uint32_t wrote_back = (events[i].result & CACHE_WROTE_BACK) != 0;

		below[below_count] = (struct cache_request){
			.address = requests[events[i].request].address,
			.owner = owner,
			.flags = CACHE_ASK_ALLOCATE,
		};
		below[below_count + 1] = (struct cache_request){
			.address = events[i].miss.victim_address,
			.owner = owner,
			.flags = CACHE_ASK_ALLOCATE | CACHE_WRITE,
		};
		below_count += 1 + wrote_back;
	}
	cache_access_many(level[1], below, below_count, events);
}

/* ---- Streams ---- */

static uint64_t random_state = 1;

static uint32_t random_below(uint32_t below)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)((random_state >> 32) * below >> 32);
}

static uint32_t mixed(uint32_t i)
{
	uint32_t percent = random_below(100);

	(void)i;
	return percent < 90   ? random_below(16 << 10)
	       : percent < 99 ? random_below(512 << 10)
			      : random_below(64 << 20);
}

static uint32_t sequential(uint32_t i)
{
	return i * 4 % (64 << 20);
}

static uint32_t strided(uint32_t i)
{
	return i * 32 % (64 << 20);
}

static uint32_t in_16_kib(uint32_t i)
{
	(void)i;
	return random_below(16 << 10);
}

static uint32_t in_512_kib(uint32_t i)
{
	(void)i;
	return random_below(512 << 10);
}

static uint32_t in_64_mib(uint32_t i)
{
	(void)i;
	return random_below(64 << 20);
}

static const struct {
	const char *name;
	uint32_t (*address)(uint32_t i);
} streams[] = {
	{"mixed", mixed},         {"sequential", sequential}, {"strided", strided},
	{"in-16-KiB", in_16_kib}, {"in-512-KiB", in_512_kib}, {"in-64-MiB", in_64_mib},
};

/* ---- Measuring ---- */

/* Policies of ours, by level; the first one is LRU. */
static const struct {
	const char *name;
	enum cache_replacement level[2];
} policies[] = {
	{"LRU", {CACHE_LRU, CACHE_LRU}},
	{"round-robin", {CACHE_ROUND_ROBIN_SET, CACHE_ROUND_ROBIN_SET}},
	{"pseudo-random", {CACHE_PSEUDO_RANDOM, CACHE_PSEUDO_RANDOM}},
	{"board", {CACHE_PSEUDO_RANDOM, CACHE_ROUND_ROBIN_SET}},
};

enum { POLICIES = sizeof(policies) / sizeof(policies[0]), SIDES = 1 + POLICIES };

struct sides {
	struct plain_cache plain[2];
	struct cache *ours[POLICIES][2];
};

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* ns per access; side 0 is the plain one. */
static double measure(struct sides *sides, int side)
{
	double start_ns = now_ns();

	if (!side)
		for (int i = 0; i < ACCESSES; i++)
			plain_step(sides->plain, &accesses[i]);
	else
		for (int i = 0; i < ACCESSES; i += BATCH)
			ours_batch(sides->ours[side - 1], &accesses[i]);
	return (now_ns() - start_ns) / ACCESSES;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static uint64_t plain_misses(const struct plain_cache *cache)
{
	uint64_t misses = 0;

	for (int i = 0; i < OWNERS; i++)
		misses +=
			cache->counters[i].read_misses + cache->counters[i].write_misses;
	return misses;
}

static uint64_t misses_of(const struct cache *cache)
{
	struct cache_counters counters;
	uint64_t misses = 0;

	for (uint32_t i = 0; i < OWNERS; i++) {
		cache_counters(cache, i, &counters);
		misses += counters.read_misses + counters.write_misses;
	}
	return misses;
}

static int tell(const char *name, double ns[SIDES][ROUNDS], const struct sides *sides)
{
	int status = 0;

	printf("%s", name);
	for (int side = 0; side < SIDES; side++) {
		qsort(ns[side], ROUNDS, sizeof(double), compare);
		printf(" %s %.3f", side ? policies[side - 1].name : "plain",
		       ns[side][ROUNDS / 2]);
	}
	printf("\n");
	for (int level = 0; level < 2; level++)
		status |= plain_misses(&sides->plain[level]) !=
			  misses_of(sides->ours[0][level]);
	if (status)
		fprintf(stderr, "%s: the two LRU simulators disagree\n", name);
	return status;
}

static const uint32_t level_bytes[2] = {32 << 10, 1 << 20}, level_ways[2] = {4, 16};

static void open_sides(struct sides *sides)
{
	for (int i = 0; i < 2; i++) {
		sides->plain[i] = plain_new(level_bytes[i], level_ways[i]);
		for (int p = 0; p < POLICIES; p++)
			sides->ours[p][i] = ours_new(level_bytes[i], level_ways[i],
						     policies[p].level[i]);
	}
}

static void close_sides(struct sides *sides)
{
	for (int i = 0; i < 2; i++) {
		free(sides->plain[i].lines);
		for (int p = 0; p < POLICIES; p++)
			cache_free(sides->ours[p][i]);
	}
}

/* Reads to writes as 7 to 3; every other round backwards. */
int main(void)
{
	double ns[SIDES][ROUNDS];
	struct sides sides;
	int status = 0;

	for (size_t s = 0; s < sizeof(streams) / sizeof(streams[0]); s++) {
		for (uint32_t i = 0; i < ACCESSES; i++)
			accesses[i] = (struct cache_request){
				.address = streams[s].address(i),
				.owner = (uint8_t)random_below(OWNERS),
				.flags = (uint8_t)(CACHE_ASK_ALLOCATE |
						   (random_below(10) < 3)),
			};
		open_sides(&sides);
		for (int round = 0; round < ROUNDS; round++)
			for (int i = 0; i < SIDES; i++) {
				int side = round & 1 ? SIDES - 1 - i : i;

				ns[side][round] = measure(&sides, side);
			}
		status |= tell(streams[s].name, ns, &sides);
		close_sides(&sides);
	}
	return status;
}
