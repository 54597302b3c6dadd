/* SPDX-License-Identifier: GPL-2.0-or-later */
/* model/cache on sequences whose result is worked out by hand, and what it refuses. */
#include "model/cache.h"

#include <string.h>

#include "test.h"

enum {
	TASK = 1,
	LOAD = 2,
	ASK = CACHE_ASK_ALLOCATE,
	WRITE = CACHE_ASK_ALLOCATE | CACHE_WRITE
};

static struct cache *open_cache(struct cache_config config)
{
	struct err err = {0};
	struct cache *cache = cache_new(&config, &err);

	CHECK_TEXT(err.text, "");
	return cache;
}

/* One set of so many ways; every line is in it. */
static struct cache *open_set(uint32_t ways, enum cache_replacement replacement)
{
	return open_cache((struct cache_config){.size_bytes = ways * 32,
						.ways = ways,
						.replacement = replacement,
						.seed = 1,
						.remember_bytes = 1 << 20});
}

static struct cache_miss last_miss;

/* Line number, not address. */
static unsigned int touch(struct cache *cache, uint64_t line, uint8_t owner,
			  uint8_t flags, uint16_t locked)
{
	return cache_access(cache,
			    (struct cache_request){.address = line * 32,
						   .locked_ways = locked,
						   .owner = owner,
						   .flags = flags},
			    &last_miss);
}

/* Fills lines 0 to count - 1. */
static void fill_lines(struct cache *cache, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++) {
		CHECK_INT(touch(cache, i, TASK, ASK, 0), CACHE_FILLED);
		CHECK_INT(last_miss.way, i);
		CHECK_INT(last_miss.reason, CACHE_FIRST);
	}
}

static void check_victim(struct cache *cache, uint64_t line, uint16_t locked,
			 uint64_t victim)
{
	CHECK_INT(touch(cache, line, LOAD, ASK, locked), CACHE_FILLED | CACHE_EVICTED);
	CHECK_INT(last_miss.victim_address, victim * 32);
}

static void lru_displaces_what_was_not_used(void)
{
	struct cache *cache = open_set(4, CACHE_LRU);

	fill_lines(cache, 4);
	CHECK_INT(touch(cache, 0, TASK, ASK, 0), CACHE_HIT);
	CHECK_INT(touch(cache, 2, TASK, ASK, 0), CACHE_HIT);
	check_victim(cache, 4, 0, 1);
	check_victim(cache, 5, 0, 3);
	check_victim(cache, 6, 0, 0);
	check_victim(cache, 7, 0x4, 4); /* 2 is older, but in way 2 */
	cache_free(cache);
}

static void round_robin_is_a_queue(void)
{
	struct cache *cache = open_set(4, CACHE_ROUND_ROBIN_SET);

	fill_lines(cache, 4);
	CHECK_INT(touch(cache, 0, TASK, ASK, 0), CACHE_HIT); /* changes nothing */
	check_victim(cache, 4, 0, 0);
	check_victim(cache, 5, 0, 1);
	check_victim(cache, 6, 0x4, 3); /* way 2 is locked */
	check_victim(cache, 7, 0, 4);
	CHECK_INT(cache_maintain_line(cache, 2 * 32, CACHE_INVALIDATE), CACHE_HIT);
	CHECK_INT(touch(cache, 8, TASK, ASK, 0), CACHE_FILLED); /* the invalid way 2 */
	CHECK_INT(last_miss.way, 2);
	check_victim(cache, 9, 0, 5);
	cache_free(cache);
}

static void one_counter_serves_all_sets(void)
{
	struct cache *cache =
		open_cache((struct cache_config){.size_bytes = 4 * 2 * 32,
						 .ways = 4,
						 .replacement = CACHE_ROUND_ROBIN_CACHE});

	for (uint64_t i = 0; i < 8; i++)
		CHECK_INT(touch(cache, i, TASK, ASK, 0), CACHE_FILLED);
	check_victim(cache, 8, 0, 0);  /* set 0, way 0 */
	check_victim(cache, 9, 0, 3);  /* set 1, way 1 */
	check_victim(cache, 10, 0, 4); /* set 0, way 2 */
	cache_free(cache);
}

/* Each way is displaced about as often as the others; twice the same for the same seed. */
static void pseudo_random_is_even_and_repeats(void)
{
	struct cache *cache = open_set(4, CACHE_PSEUDO_RANDOM);
	struct cache *again = open_set(4, CACHE_PSEUDO_RANDOM);
	int count[4] = {0};

	fill_lines(cache, 4);
	fill_lines(again, 4);
	for (uint64_t i = 4; i < 4004; i++) {
		uint8_t way;

		touch(cache, i, TASK, ASK, 0);
		way = last_miss.way;
		touch(again, i, TASK, ASK, 0);
		CHECK_INT(last_miss.way, way);
		count[way]++;
	}
	for (int way = 0; way < 4; way++)
		CHECK(count[way] > 850 && count[way] < 1150);
	cache_free(cache);
	cache_free(again);
}

/* DDI 0246: locked ways are hit, not filled; with all of them locked nothing comes in. */
static void locked_ways_are_hit_and_not_filled(void)
{
	struct cache *cache = open_set(2, CACHE_ROUND_ROBIN_SET);

	CHECK_INT(touch(cache, 0, TASK, ASK, 0x1), CACHE_FILLED);
	CHECK_INT(last_miss.way, 1);
	CHECK_INT(touch(cache, 0, TASK, ASK, 0x3), CACHE_HIT);
	CHECK_INT(touch(cache, 1, TASK, ASK, 0x3), CACHE_PASSED_ON);
	CHECK_INT(touch(cache, 1, TASK, ASK, 0x2), CACHE_FILLED);
	for (uint64_t i = 2; i < 8; i++) {
		CHECK_INT(touch(cache, i, LOAD, ASK, 0x2), CACHE_FILLED | CACHE_EVICTED);
		CHECK_INT(touch(cache, 0, TASK, ASK, 0), CACHE_HIT);
	}
	cache_free(cache);
}

/* AUX_CTRL bits 24:23 and what a miss then comes to: request flags, rule, result. */
static void writes_allocate_as_the_rule_says(void)
{
	static const struct {
		enum cache_allocate rule;
		uint8_t flags;
		unsigned int result;
		bool dirty;
	} rows[] = {
		{CACHE_ALLOCATE_AS_ASKED, CACHE_WRITE, CACHE_PASSED_ON, false},
		{CACHE_ALLOCATE_AS_ASKED, WRITE, CACHE_FILLED, true},
		{CACHE_ALLOCATE_NEVER, CACHE_WRITE, CACHE_PASSED_ON, false},
		{CACHE_ALLOCATE_NEVER, WRITE, CACHE_PASSED_ON, false},
		{CACHE_ALLOCATE_ALWAYS, CACHE_WRITE, CACHE_FILLED, true},
		{CACHE_ALLOCATE_ALWAYS, WRITE, CACHE_FILLED, true},
		{CACHE_ALLOCATE_ALWAYS, CACHE_WRITE | CACHE_WRITE_THROUGH,
		 CACHE_FILLED | CACHE_PASSED_ON, false},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct cache *cache =
			open_cache((struct cache_config){.size_bytes = 64,
							 .ways = 2,
							 .write_allocate = rows[i].rule});
		struct cache_line line = {0};

		CHECK_INT(touch(cache, 7, TASK, rows[i].flags, 0), rows[i].result);
		CHECK_INT(cache_find(cache, 7 * 32, &line),
			  !!(rows[i].result & CACHE_FILLED));
		CHECK_INT(line.dirty, rows[i].dirty);
		/* A read brings it in whatever the rule for writes; a write then hits. */
		touch(cache, 7, TASK, ASK, 0);
		CHECK_INT(touch(cache, 7, TASK, CACHE_WRITE, 0), CACHE_HIT);
		CHECK(cache_find(cache, 7 * 32, &line) && line.dirty);
		cache_free(cache);
	}
}

/* A write makes three transfers where its victim is dirty: fill, write-back, one's own later. */
static void dirty_lines_are_written_back_once(void)
{
	struct cache *cache = open_set(1, CACHE_ROUND_ROBIN_SET);
	struct cache_counters counters;

	CHECK_INT(touch(cache, 0, TASK, WRITE, 0), CACHE_FILLED);
	CHECK_INT(touch(cache, 1, LOAD, WRITE, 0),
		  CACHE_FILLED | CACHE_EVICTED | CACHE_WROTE_BACK);
	CHECK_INT(last_miss.victim_owner, TASK);
	CHECK_INT(touch(cache, 1, LOAD, WRITE | CACHE_WRITE_THROUGH, 0),
		  CACHE_HIT | CACHE_PASSED_ON);
	CHECK_INT(touch(cache, 0, TASK, ASK, 0), /* still dirty of the write before */
		  CACHE_FILLED | CACHE_EVICTED | CACHE_WROTE_BACK);
	CHECK_INT(last_miss.reason, CACHE_LOST_TO + LOAD);
	CHECK_INT(touch(cache, 1, LOAD, ASK, 0), CACHE_FILLED | CACHE_EVICTED);
	CHECK_INT(last_miss.reason, CACHE_LOST_TO + TASK);
	cache_counters(cache, TASK, &counters);
	CHECK_INT(counters.missed_because[CACHE_LOST_TO + LOAD], 1);
	CHECK_INT(counters.lost_lines, 2);
	CHECK_INT(counters.write_backs, 1);
	cache_counters(cache, LOAD, &counters);
	CHECK_INT(counters.evictions, 2);
	CHECK_INT(counters.writes_passed_on, 1);
	cache_free(cache);
}

static void maintenance_cleans_and_drops(void)
{
	struct cache *cache = open_set(4, CACHE_ROUND_ROBIN_SET);
	struct cache_maintenance done;

	for (uint64_t i = 0; i < 4; i++)
		touch(cache, i, TASK, WRITE, 0);
	CHECK_INT(cache_maintain_line(cache, 31, CACHE_CLEAN),
		  CACHE_HIT | CACHE_WROTE_BACK);
	CHECK_INT(cache_maintain_line(cache, 31, CACHE_CLEAN), CACHE_HIT);
	CHECK_INT(cache_maintain_line(cache, 32, CACHE_INVALIDATE), CACHE_HIT);
	CHECK_INT(cache_maintain_line(cache, 32, CACHE_INVALIDATE), 0);
	CHECK_INT(cache_maintain_ways(cache, 0x4, CACHE_CLEAN_INVALIDATE, NULL, NULL), 1);
	CHECK_INT(cache_maintain_ways(cache, 0xf, CACHE_CLEAN, NULL, NULL), 1);
	done = cache_maintenance(cache);
	CHECK_INT(done.cleaned, 3);
	CHECK_INT(done.invalidated, 2);
	CHECK_INT(done.dirty_lost, 1);
	CHECK_INT(touch(cache, 1, TASK, ASK, 0), CACHE_FILLED);
	CHECK_INT(last_miss.reason, CACHE_INVALIDATED);
	cache_free(cache);
}

static void lines_outlast_a_cache_that_is_off(void)
{
	struct cache *cache = open_set(4, CACHE_LRU);
	struct cache_counters counters;

	touch(cache, 0, TASK, WRITE, 0);
	cache_enable(cache, false);
	CHECK_INT(touch(cache, 0, TASK, ASK, 0), CACHE_PASSED_ON);
	CHECK_INT(touch(cache, 1, TASK, WRITE, 0), CACHE_PASSED_ON);
	cache_enable(cache, true);
	CHECK_INT(touch(cache, 0, TASK, ASK, 0), CACHE_HIT);
	CHECK_INT(touch(cache, 1, TASK, ASK, 0), CACHE_FILLED);
	cache_counters(cache, TASK, &counters);
	CHECK_INT(counters.bypassed, 2);
	CHECK_INT(counters.reads, 2);
	cache_free(cache);
}

static void tells_what_crosses_lines(void)
{
	CHECK(!cache_crosses(0, 32));
	CHECK(cache_crosses(1, 32));
	CHECK(!cache_crosses(28, 4));
	CHECK(cache_crosses(29, 4));
}

static void refuses_what_makes_no_sense(void)
{
	static const struct cache_config good = {.size_bytes = 1 << 20,
						 .ways = 16,
						 .replacement = CACHE_PSEUDO_RANDOM,
						 .seed = 1};
	struct cache_config bad[12];
	size_t count = sizeof(bad) / sizeof(bad[0]);

	for (size_t i = 0; i < count; i++)
		bad[i] = good;
	bad[0].ways = 0;
	bad[1].ways = 17;
	bad[2].size_bytes = 0;
	bad[3].size_bytes = 16 * 32 * 3;
	bad[4].size_bytes = (1 << 20) + 16;
	bad[5].size_bytes = UINT32_C(1) << 31;
	bad[5].ways = 1;
	bad[6].seed = 0;
	bad[7].replacement = (enum cache_replacement)4;
	bad[8].write_allocate = (enum cache_allocate)3;
	bad[9].remember_bytes = 33;
	bad[10].remember_base = UINT64_C(1) << 36;
	bad[10].remember_bytes = 32;
	bad[11].remember_base = 16;
	for (size_t i = 0; i < count; i++) {
		struct err err = {0};
		struct cache *cache = cache_new(&bad[i], &err);

		CHECK(cache == NULL);
		CHECK(strncmp(err.text, "cache: ", 7) == 0);
		cache_free(cache);
	}
	cache_free(open_cache(good));
}

static const struct test tests[] = {
	{"lru_displaces_what_was_not_used", lru_displaces_what_was_not_used},
	{"round_robin_is_a_queue", round_robin_is_a_queue},
	{"one_counter_serves_all_sets", one_counter_serves_all_sets},
	{"pseudo_random_is_even_and_repeats", pseudo_random_is_even_and_repeats},
	{"locked_ways_are_hit_and_not_filled", locked_ways_are_hit_and_not_filled},
	{"writes_allocate_as_the_rule_says", writes_allocate_as_the_rule_says},
	{"dirty_lines_are_written_back_once", dirty_lines_are_written_back_once},
	{"maintenance_cleans_and_drops", maintenance_cleans_and_drops},
	{"lines_outlast_a_cache_that_is_off", lines_outlast_a_cache_that_is_off},
	{"tells_what_crosses_lines", tells_what_crosses_lines},
	{"refuses_what_makes_no_sense", refuses_what_makes_no_sense},
};

TEST_MAIN(tests)
