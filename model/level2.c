/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The order of events within one line's way is what the manual's block diagram suggests, not
 * the hardware's cycle by cycle: a request waits for the port, then for a buffer, then for
 * memory. L2C-310 TRM, DDI 0246: 4 line fill buffers, 3 eviction buffers, 3 store slots; a
 * whole line that is written needs no fill.
 */
#include "model/level2.h"

enum { ADDRESSES_OF_RAM = 1 << 30 };
#define RAM_BASE UINT64_C(0x60000000) /* of the emulated board */
/* Masters have memory of their own, which the board does not have. */
#define MASTERS_BASE UINT64_C(0x200000000)

static uint64_t later(uint64_t a_ps, uint64_t b_ps)
{
	return a_ps > b_ps ? a_ps : b_ps;
}

uint64_t *buffers_take(struct buffers *buffers, uint64_t now_ps, uint64_t *start_ps)
{
	uint64_t *first = &buffers->free_ps[0];

	for (uint32_t i = 1; i < buffers->count; i++)
		if (buffers->free_ps[i] < *first)
			first = &buffers->free_ps[i];
	*start_ps = later(now_ps, *first);
	return first;
}

/* Sizes and policies that AUX_CTRL decides: bits 19:17, 16, 25, 24:23. */
static struct cache_config config_of(uint32_t aux_ctrl)
{
	static const enum cache_allocate writes[] = {CACHE_ALLOCATE_AS_ASKED,
						     CACHE_ALLOCATE_NEVER,
						     CACHE_ALLOCATE_ALWAYS,
						     CACHE_ALLOCATE_AS_ASKED};
	uint32_t field = aux_ctrl >> 17 & 7, ways = aux_ctrl & 1 << 16 ? 16 : 8;

	field = field < 1 ? 1 : field > 6 ? 6 : field;
	return (struct cache_config){
		.size_bytes = ways * (UINT32_C(8192) << field),
		.ways = ways,
		.replacement =
			aux_ctrl & 1 << 25 ? CACHE_ROUND_ROBIN_SET : CACHE_PSEUDO_RANDOM,
		.read_allocate = CACHE_ALLOCATE_ALWAYS,
		.write_allocate = writes[aux_ctrl >> 23 & 3],
		.seed = 1,
		.remember_base = RAM_BASE,
		.remember_bytes = ADDRESSES_OF_RAM,
	};
}

static struct master master_of(int64_t mbytes_per_s, int64_t kib, uint64_t base)
{
	struct master master = {.base = base, .bytes = (uint64_t)kib << 10};

	if (mbytes_per_s)
		master.period_ps =
			(uint64_t)(CACHE_LINE_BYTES * INT64_C(1000000) / mbytes_per_s);
	return master;
}

int level2_init(struct level2 *level2, const struct parameters *parameters,
		const struct policy *policy, struct err *err)
{
	const struct cache_config config = config_of(policy->aux_ctrl);
	const uint64_t mhz = (uint64_t)parameters->core_mhz;
	const int64_t kib = parameters->masters_buffer_kib;

	*level2 = (struct level2){
		.hit_ps = (uint64_t)parameters->l2_hit_cycles * 1000000 / mhz,
		.busy_ps = (uint64_t)parameters->l2_busy_cycles * 1000000 / mhz,
		.prefetch_lines = (uint32_t)parameters->l2_prefetch_lines,
		.prefetches = {policy->aux_ctrl >> 28 & 1, policy->aux_ctrl >> 29 & 1},
		.fixes_lockdown = policy->fixes_lockdown,
		.locked = {policy->locked_data, policy->locked_instructions},
		.masters_lock = policy->locked_masters,
		.fills.count = (uint32_t)parameters->l2_fill_buffers,
		.evictions.count = (uint32_t)parameters->l2_eviction_buffers,
		.stores.count = (uint32_t)parameters->l2_store_slots,
		.writer = master_of(parameters->masters_write_mbytes_per_s, kib,
				    MASTERS_BASE),
		.reader = master_of(parameters->masters_read_mbytes_per_s, kib,
				    MASTERS_BASE * 2),
	};
	dram_init(&level2->dram, parameters);
	level2->cache = cache_new(&config, err);
	if (!level2->cache)
		return -1;
	cache_enable(level2->cache, false); /* as at reset */
	return 0;
}

void level2_free(struct level2 *level2)
{
	cache_free(level2->cache);
}

static struct cache_request request_for(const struct level2 *level2, uint64_t address,
					uint8_t owner, unsigned int kind, uint8_t flags)
{
	return (struct cache_request){
		.address = address,
		.locked_ways = owner == OWNER_MASTERS ? level2->masters_lock
						      : level2->locked[kind],
		.owner = owner,
		.flags = flags,
	};
}

/* A dirty line went: it wants an eviction buffer, and memory. Returns when it has the buffer. */
static uint64_t write_back(struct level2 *level2, uint64_t address, uint64_t now_ps)
{
	uint64_t start_ps, *until_ps;

	until_ps = buffers_take(&level2->evictions, now_ps, &start_ps);
	*until_ps = dram_write(&level2->dram, address, start_ps);
	return start_ps;
}

/* A line comes from memory into a fill buffer, and from there into the cache. */
static struct level2_answer fill(struct level2 *level2, uint64_t address,
				 bool writes_back, uint64_t victim, uint64_t now_ps)
{
	struct level2_answer answer = {0};
	uint64_t start_ps, *until_ps;
	struct dram_read read;

	until_ps = buffers_take(&level2->fills, now_ps, &start_ps);
	if (writes_back)
		start_ps = write_back(level2, victim, start_ps);
	answer.buffers_ps = start_ps - now_ps;
	read = dram_read(&level2->dram, address, start_ps + level2->hit_ps);
	answer.port_ps = read.wait_ps;
	answer.memory_ps = level2->hit_ps + read.latency_ps;
	*until_ps = start_ps + read.wait_ps + answer.memory_ps;
	return answer;
}

static void prefetch(struct level2 *level2, uint64_t address, bool is_instruction,
		     uint8_t owner, uint64_t now_ps)
{
	uint64_t ahead = address + level2->prefetch_lines * CACHE_LINE_BYTES;
	struct cache_miss miss = {0};
	unsigned int did;

	if (cache_find(level2->cache, ahead, NULL))
		return;
	did = cache_access(level2->cache,
			   request_for(level2, ahead, owner, is_instruction, 0), &miss);
	if (did & CACHE_FILLED)
		fill(level2, ahead, did & CACHE_WROTE_BACK, miss.victim_address, now_ps);
}

/* The port, for one access. */
static uint64_t take_port(struct level2 *level2, uint64_t now_ps)
{
	uint64_t start_ps = later(now_ps, level2->free_ps);

	level2->free_ps = start_ps + level2->busy_ps;
	return start_ps;
}

static struct level2_answer read_line(struct level2 *level2, uint64_t address,
				      bool is_instruction, uint8_t owner, uint64_t now_ps)
{
	uint64_t start_ps = take_port(level2, now_ps);
	struct level2_answer answer = {.was_there = true, .hit_ps = level2->hit_ps};
	struct cache_miss miss = {.reason = CACHE_UNREMEMBERED};
	unsigned int did =
		cache_access(level2->cache,
			     request_for(level2, address, owner, is_instruction, 0),
			     &miss);

	if (!(did & CACHE_HIT)) {
		answer = fill(level2, address, did & CACHE_WROTE_BACK,
			      miss.victim_address, start_ps);
		answer.reason = miss.reason;
		if (level2->prefetches[is_instruction] && did & CACHE_FILLED)
			prefetch(level2, address, is_instruction, owner, start_ps);
	}
	answer.port_ps += start_ps - now_ps;
	return answer;
}

static uint64_t write_line(struct level2 *level2, uint64_t address, bool is_whole,
			   uint8_t owner, uint64_t now_ps)
{
	uint64_t start_ps = take_port(level2, now_ps), *until_ps;
	struct cache_miss miss;
	unsigned int did = cache_access(level2->cache,
					request_for(level2, address, owner, 0,
						    CACHE_WRITE | CACHE_ASK_ALLOCATE),
					&miss);

	if (did & CACHE_HIT && !(did & CACHE_PASSED_ON))
		return start_ps;
	until_ps = buffers_take(&level2->stores, start_ps, &start_ps);
	if (did & CACHE_FILLED && !is_whole) {
		struct level2_answer answer =
			fill(level2, address, did & CACHE_WROTE_BACK, miss.victim_address,
			     start_ps);

		*until_ps =
			start_ps + answer.port_ps + answer.buffers_ps + answer.memory_ps;
	} else if (did & CACHE_FILLED) {
		*until_ps = did & CACHE_WROTE_BACK
				    ? write_back(level2, miss.victim_address, start_ps)
				    : start_ps;
	} else {
		*until_ps = dram_write(&level2->dram, address, start_ps);
	}
	return start_ps;
}

static uint64_t next_of(struct master *master)
{
	uint64_t address = master->base + master->at;

	master->at = (master->at + CACHE_LINE_BYTES) % master->bytes;
	master->next_ps += master->period_ps;
	return address;
}

/* What other masters have asked for until now. One that cannot keep up asks later. */
static void let_masters(struct level2 *level2, uint64_t now_ps)
{
	struct master *writer = &level2->writer, *reader = &level2->reader;

	while (writer->period_ps && writer->next_ps < now_ps) {
		uint64_t at_ps = writer->next_ps;
		uint64_t taken_ps =
			write_line(level2, next_of(writer), true, OWNER_MASTERS, at_ps);

		writer->next_ps = later(writer->next_ps, taken_ps);
	}
	while (reader->period_ps && reader->next_ps < now_ps) {
		uint64_t at_ps = reader->next_ps;
		struct level2_answer answer =
			read_line(level2, next_of(reader), false, OWNER_MASTERS, at_ps);

		reader->next_ps = later(reader->next_ps,
					at_ps + answer.port_ps + answer.buffers_ps);
	}
}

struct level2_answer level2_read(struct level2 *level2, uint64_t address,
				 bool is_instruction, uint8_t owner, uint64_t now_ps)
{
	let_masters(level2, now_ps);
	return read_line(level2, address, is_instruction, owner, now_ps);
}

uint64_t level2_write(struct level2 *level2, uint64_t address, bool is_whole,
		      uint8_t owner, uint64_t now_ps)
{
	let_masters(level2, now_ps);
	return write_line(level2, address, is_whole, owner, now_ps);
}
