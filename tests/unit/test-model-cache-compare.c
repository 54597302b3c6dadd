/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * model/cache against a slow cache (slow-cache.h) on random and adversarial accesses, in
 * every policy, shape and lockdown. $CACHE_ACCESSES: how many for each configuration.
 */
#include "model/cache.h"

#include "random.h"
#include "slow-cache.h"
#include "test.h"

enum {
	USUAL_ACCESSES = 40000,
	WORK_BYTES = 1 << 18, /* of the addresses that are used */
};

static struct slow_cache slow;
static uint64_t random_state = 0x5eed;

static uint32_t below(uint32_t limit)
{
	return random_below(&random_state, limit);
}

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

/* An event of many against the same access of the slow one. */
static void compare_event(const struct cache_event *event, uint32_t request,
			  unsigned int result, const struct cache_miss *miss)
{
	CHECK_INT(event->request, request);
	CHECK_INT(event->result, result);
	if (!(result & CACHE_HIT) && slow.on)
		CHECK_INT(event->miss.reason, miss->reason);
	if (result & CACHE_FILLED)
		CHECK_INT(event->miss.way, miss->way);
	if (!(result & CACHE_EVICTED))
		return;
	CHECK_INT(event->miss.victim_address, miss->victim_address);
	CHECK_INT(event->miss.victim_owner, miss->victim_owner);
}

/* some: whether requests lock ways. */
static void compare_many(struct cache *cache, uint32_t count, bool some)
{
	static struct cache_request requests[300];
	static struct cache_event events[300];
	uint32_t found, seen = 0;

	for (uint32_t i = 0; i < count; i++) {
		requests[i] = random_request(below(8192));
		if (!some)
			requests[i].locked_ways = 0;
	}
	found = cache_access_many(cache, requests, count, events);
	for (uint32_t i = 0; i < count; i++) {
		struct cache_miss miss = {0};
		unsigned int result = slow_access(&slow, &requests[i], &miss);

		if (result != CACHE_HIT)
			compare_event(&events[seen++], i, result, &miss);
	}
	CHECK_INT(found, seen);
}

/* Many at once are the same as one by one, whatever comes between. */
static void many_are_one_by_one(void)
{
	static const uint32_t ways[] = {2, 4, 8, 16};

	for (int i = 0; i < 400 && test_failures < 20; i++) {
		struct cache_config config = {
			.size_bytes = ways[i % 4] * 32 * 8,
			.ways = ways[i % 4],
			.replacement = (enum cache_replacement)(i / 4 % 4),
			.write_allocate = (enum cache_allocate)(i % 3),
			.seed = 1,
			.remember_bytes = WORK_BYTES / 2,
		};
		struct err err;
		struct cache *cache = cache_new(&config, &err);

		slow_open(&slow, &config);
		for (int round = 0; round < 4; round++) {
			slow.on = round != 1;
			cache_enable(cache, slow.on);
			compare_many(cache, below(301), round == 2);
			compare_maintenance(cache, below(8192));
		}
		check_counters(cache);
		cache_free(cache);
	}
}

static const struct test tests[] = {
	{"many_are_one_by_one", many_are_one_by_one},
	{"is_the_slow_one", is_the_slow_one},
	{"is_the_slow_one_as_on_the_board", is_the_slow_one_as_on_the_board},
};

TEST_MAIN(tests)
