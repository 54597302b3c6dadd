/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * model/cache: against a slow cache (slow-cache.h) on random and adversarial accesses, in
 * every policy, shape and lockdown, and on sequences whose result is worked out by hand.
 * $CACHE_ACCESSES: how many for each configuration.
 */
#include "model/cache.h"

#include "random.h"
#include "slow-cache.h"
#include "test.h"

enum {
	USUAL_ACCESSES = 40000,
	WORK_BYTES = 1 << 18, /* of the addresses that are used */
	TASK = 1,
	LOAD = 2,
	ASK = CACHE_ASK_ALLOCATE,
	WRITE = CACHE_ASK_ALLOCATE | CACHE_WRITE
};

static struct slow_cache slow;
static uint64_t random_state = 0x5eed;

static uint32_t below(uint32_t limit)
{
	return random_below(&random_state, limit);
}

/* ---- Against the slow one ---- */

static void check_counters(const struct cache *cache)
{
	struct cache_maintenance done = cache_maintenance(cache);
	uint64_t lines[CACHE_OWNERS], slow_lines[CACHE_OWNERS] = {0}, dirty,
				      slow_dirty = 0;
	struct cache_counters counters;

	for (uint32_t owner = 0; owner < CACHE_OWNERS; owner++) {
		uint64_t reasons = 0;

		cache_counters(cache, owner, &counters);
		CHECK(!memcmp(&counters, &slow.counters[owner], sizeof(counters)));
		for (int i = 0; i < CACHE_REASONS; i++)
			reasons += counters.missed_because[i];
		CHECK_INT(reasons, counters.read_misses + counters.write_misses);
	}
	CHECK(!memcmp(&done, &slow.maintenance, sizeof(done)));
	for (uint32_t i = 0; i < slow.sets * slow.config.ways; i++) {
		slow_lines[slow.entries[i].owner] += slow.entries[i].valid;
		slow_dirty += slow.entries[i].dirty;
	}
	cache_occupancy(cache, lines, &dirty);
	CHECK(!memcmp(lines, slow_lines, sizeof(lines)));
	CHECK_INT(dirty, slow_dirty);
}

/* How addresses come; i counts them. */
static uint64_t uniform(uint32_t i)
{
	(void)i;
	return below(WORK_BYTES);
}

static uint64_t local(uint32_t i)
{
	return below(8) ? (i / 512 * 4096 + below(2048)) % WORK_BYTES : below(WORK_BYTES);
}

/* Lines of one set only, a few more than there are ways. */
static uint64_t one_set(uint32_t i)
{
	uint32_t way_bytes = slow.sets * 32;

	(void)i;
	return (uint64_t)below(slow.config.ways + 3) * way_bytes % WORK_BYTES;
}

/* Around a ring that is one line too long: the worst for LRU. */
static uint64_t ring(uint32_t i)
{
	return (uint64_t)(i % (slow.sets * slow.config.ways + 1)) * 32 % WORK_BYTES;
}

static uint64_t (*const patterns[])(uint32_t i) = {uniform, local, one_set, ring};

static uint16_t locked_ways(void)
{
	static const uint16_t masks[] = {0,      0,      0,      0x0001, 0x8000, 0x0006,
					 0x00ff, 0xff00, 0x7fff, 0xfffe, 0xffff};
	uint32_t i = below(sizeof(masks) / sizeof(masks[0]) + 1);

	return i < sizeof(masks) / sizeof(masks[0]) ? masks[i] : (uint16_t)below(0x10000);
}

static struct cache_request random_request(uint64_t address)
{
	return (struct cache_request){
		.address = slow.config.remember_base + address,
		.locked_ways = locked_ways(),
		.owner = (uint8_t)below(CACHE_OWNERS),
		.flags = (uint8_t)(below(4) ? below(4) : below(8)),
	};
}

static void compare_access(struct cache *cache, struct cache_request request)
{
	struct cache_miss miss = {0}, slow_miss = {0};
	unsigned int result = cache_access(cache, request, &miss);

	CHECK_INT(result, slow_access(&slow, &request, &slow_miss));
	CHECK_INT(miss.reason, slow_miss.reason);
	CHECK_INT(miss.way, slow_miss.way);
	CHECK_INT(miss.victim_address, slow_miss.victim_address);
	CHECK_INT(miss.victim_owner, slow_miss.victim_owner);
}

static void compare_find(const struct cache *cache, uint64_t address)
{
	const struct slow_entry *entry = slow_find(&slow, address / 32);
	struct cache_line line;

	CHECK_INT(cache_find(cache, address, &line), entry != NULL);
	if (!entry)
		return;
	CHECK_INT(line.address, address / 32 * 32);
	CHECK_INT(line.owner, entry->owner);
	CHECK_INT(line.dirty, entry->dirty);
	CHECK_INT(line.way, entry - slow_set(&slow, address / 32));
}

static void count_visits(void *context, const struct cache_line *line)
{
	CHECK(line->dirty);
	*(uint64_t *)context += 1;
}

static void compare_maintenance(struct cache *cache, uint64_t address)
{
	enum cache_operation operation = (enum cache_operation)(1 + below(3));
	struct slow_entry *entry = slow_find(&slow, address / 32);
	uint64_t visits = 0, written;
	uint16_t ways = locked_ways();

	if (below(32)) {
		CHECK_INT(cache_maintain_line(cache, address, operation),
			  entry ? slow_maintain(&slow, entry, operation) : 0);
		return;
	}
	written = cache_maintain_ways(cache, ways, operation, count_visits, &visits);
	CHECK_INT(written, slow_maintain_ways(&slow, ways, operation));
	CHECK_INT(visits, written);
}

static void compare_one(struct cache *cache, uint64_t address)
{
	if (!below(64)) {
		compare_maintenance(cache, slow.config.remember_base + address);
	} else if (!below(512)) {
		slow.on = below(4);
		cache_enable(cache, slow.on);
	} else {
		compare_access(cache, random_request(address));
	}
	if (!below(16))
		compare_find(cache, slow.config.remember_base + address);
}

static void compare_configuration(const struct cache_config *config, uint32_t accesses)
{
	struct err err;
	struct cache *cache = cache_new(config, &err);

	CHECK(cache != NULL);
	if (!cache)
		return;
	for (uint32_t p = 0; p < sizeof(patterns) / sizeof(patterns[0]); p++) {
		slow_open(&slow, config);
		cache_free(cache);
		cache = cache_new(config, &err);
		for (uint32_t i = 0; i < accesses / 4 && test_failures < 20; i++)
			compare_one(cache, patterns[p](i));
		check_counters(cache);
	}
	cache_free(cache);
}

static uint32_t accesses_wanted(void)
{
	const char *text = getenv("CACHE_ACCESSES");

	return text ? (uint32_t)strtoul(text, NULL, 10) : USUAL_ACCESSES;
}

static void is_the_slow_one(void)
{
	static const uint32_t ways[] = {1, 2, 3, 4, 5, 7, 8, 12, 15, 16};
	static const uint32_t sets[] = {1, 4, 64};

	for (uint32_t i = 0; i < sizeof(ways) / sizeof(ways[0]) * 3; i++)
		for (int policy = CACHE_LRU; policy <= CACHE_PSEUDO_RANDOM; policy++) {
			struct cache_config config = {
				.ways = ways[i / 3],
				.size_bytes = ways[i / 3] * sets[i % 3] * 32,
				.replacement = (enum cache_replacement)policy,
				.read_allocate = (enum cache_allocate)below(3),
				.write_allocate = (enum cache_allocate)below(3),
				.write_through = !below(8),
				.seed = 1 + below(1000),
				.remember_base = UINT64_C(0x10000000),
				.remember_bytes = below(4) ? WORK_BYTES : 4096,
			};

			if (below(2))
				config.read_allocate = CACHE_ALLOCATE_ALWAYS;
			compare_configuration(&config, accesses_wanted());
		}
}

/* The caches of the i.MX6Q, in all allocation rules. */
static void is_the_slow_one_as_on_the_board(void)
{
	for (int rule = 0; rule < 9; rule++) {
		struct cache_config level1 = {.size_bytes = 32 << 10,
					      .ways = 4,
					      .replacement = CACHE_PSEUDO_RANDOM,
					      .seed = 1,
					      .remember_bytes = WORK_BYTES};
		struct cache_config level2 = {.size_bytes = 64 << 10,
					      .ways = 16,
					      .replacement = CACHE_ROUND_ROBIN_SET,
					      .remember_bytes = WORK_BYTES};

		level1.read_allocate = level2.read_allocate =
			(enum cache_allocate)(rule / 3);
		level1.write_allocate = level2.write_allocate =
			(enum cache_allocate)(rule % 3);
		compare_configuration(&level1, accesses_wanted() * 4);
		compare_configuration(&level2, accesses_wanted() * 4);
	}
}

/* Many at once are the same as one by one, whatever comes between. */
static void many_are_one_by_one(void)
{
	static struct cache_request requests[300];
	static struct cache_event events[300];

	for (int i = 0; i < 400 && test_failures < 20; i++) {
		static const uint32_t ways[] = {2, 4, 8, 16};
		struct cache_config config = {
			.size_bytes = ways[i % 4] * 32 * 8,
			.ways = ways[i % 4],
			.replacement = (enum cache_replacement)(i / 4 % 4),
			.write_allocate = (enum cache_allocate)(i % 3),
			.seed = 1,
			.remember_bytes = WORK_BYTES / 2,
		};
		struct cache *cache = NULL;
		uint32_t count = below(301), found = 0, seen;
		struct err err;

		slow_open(&slow, &config);
		cache = cache_new(&config, &err);
		for (int round = 0; round < 3; round++) {
			for (uint32_t j = 0; j < count; j++) {
				requests[j] = random_request(below(8192));
				requests[j].locked_ways &= (uint16_t) - (round == 2);
			}
			found = cache_access_many(cache, requests, count, events);
			seen = 0;
			for (uint32_t j = 0; j < count; j++) {
				struct cache_miss miss = {0};
				unsigned int result =
					slow_access(&slow, &requests[j], &miss);

				if (result == CACHE_HIT)
					continue;
				CHECK_INT(events[seen].request, j);
				CHECK_INT(events[seen].result, result);
				if (!(result & CACHE_HIT))
					CHECK_INT(events[seen].miss.reason, miss.reason);
				if (result & CACHE_FILLED)
					CHECK_INT(events[seen].miss.way, miss.way);
				if (result & CACHE_EVICTED)
					CHECK_INT(events[seen].miss.victim_address,
						  miss.victim_address);
				seen++;
			}
			CHECK_INT(found, seen);
			compare_maintenance(cache, below(8192));
		}
		check_counters(cache);
		cache_free(cache);
	}
}

/* ---- By hand ---- */

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
	{"many_are_one_by_one", many_are_one_by_one},
	{"is_the_slow_one", is_the_slow_one},
	{"is_the_slow_one_as_on_the_board", is_the_slow_one_as_on_the_board},
};

TEST_MAIN(tests)
