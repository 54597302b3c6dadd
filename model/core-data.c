/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loads and stores. Stores to one line are merged until another line is written; a line that is
 * written whole, some times in a row, is a stream, and level 1 stops bringing such lines in
 * (Cortex-A9 TRM: read allocate mode). What it does not take goes to level 2 by itself.
 */
#include "model/core.h"

#define WHOLE_LINE UINT64_C(0xffffffff)

/* To level 2, behind the core's back: only a place for it is waited for. */
static void send(struct core *core, struct buffers *(*places)(struct side *side),
		 uint64_t line, bool is_whole, uint8_t owner)
{
	for (uint32_t i = 0; i < core->side_count; i++) {
		struct side *side = &core->sides[i];
		uint64_t now_ps = core_now_ps(core, i), start_ps, *until_ps;

		until_ps = buffers_take(places(side), now_ps, &start_ps);
		core_note_stall(core, (uint8_t)i, COST_BUFFERS, start_ps - now_ps, line,
				CACHE_UNREMEMBERED, ACCESS_WRITE);
		*until_ps = level2_write(&side->level2, line, is_whole, owner, start_ps);
	}
}

static struct buffers *evictions_of(struct side *side)
{
	return &side->evictions;
}

static struct buffers *stores_of(struct side *side)
{
	return &side->stores;
}

static void evict(struct core *core, const struct cache_miss *miss)
{
	send(core, evictions_of, miss->victim_address, true, miss->victim_owner);
}

/* The line that was being merged is left. */
static void finish_merging(struct core *core)
{
	bool is_whole = core->merge_mask == WHOLE_LINE;

	if (core->merge_line == UINT64_MAX)
		return;
	if (core->merge_is_streamed)
		send(core, stores_of, core->merge_line, is_whole, core->merge_owner);
	core->full_lines = is_whole ? core->full_lines + 1 : 0;
	core->merge_line = UINT64_MAX;
}

/* Level 1 brings the line in while the core goes on, if there is a place for the store. */
static void fill_for_store(struct core *core, uint64_t line, uint8_t owner)
{
	for (uint32_t i = 0; i < core->side_count; i++) {
		struct side *side = &core->sides[i];
		uint64_t now_ps = core_now_ps(core, i), start_ps, *stored_ps, *filled_ps;
		struct level2_answer answer;

		stored_ps = buffers_take(&side->stores, now_ps, &start_ps);
		core_note_stall(core, (uint8_t)i, COST_BUFFERS, start_ps - now_ps, line,
				CACHE_UNREMEMBERED, ACCESS_WRITE);
		filled_ps = buffers_take(&side->fills, start_ps, &start_ps);
		answer = level2_read(&side->level2, line, false, owner, start_ps);
		*stored_ps = *filled_ps = start_ps + answer.buffers_ps + answer.port_ps +
					  answer.hit_ps + answer.memory_ps;
	}
}

static void store_first(struct core *core, uint64_t line, uint8_t owner)
{
	struct cache_miss miss;
	unsigned int did;
	bool is_stream;

	/* Whole lines one behind the other. */
	if (core->merge_line != UINT64_MAX && line != core->merge_line + CACHE_LINE_BYTES)
		core->full_lines = 0;
	finish_merging(core);
	is_stream = core->full_lines >= core->streaming_lines;
	did = cache_access(core->data,
			   (struct cache_request){
				   .address = line,
				   .owner = owner,
				   .flags = (uint8_t)(CACHE_WRITE |
						      (is_stream ? 0
								 : CACHE_ASK_ALLOCATE)),
			   },
			   &miss);
	if (did & CACHE_FILLED)
		fill_for_store(core, line, owner);
	if (did & CACHE_WROTE_BACK)
		evict(core, &miss);
	core->merge_line = line;
	core->merge_mask = 0;
	core->merge_owner = owner;
	core->merge_is_streamed = did & CACHE_PASSED_ON;
}

static void store(struct core *core, uint64_t address, uint32_t bytes, uint8_t owner)
{
	uint64_t line = core_line_of(address);

	if (line != core->merge_line)
		store_first(core, line, owner);
	core->merge_mask |= ((UINT64_C(1) << bytes) - 1) << (address % CACHE_LINE_BYTES);
}

static void load(struct core *core, uint64_t address, uint8_t owner)
{
	uint64_t line = core_line_of(address);
	struct cache_miss miss;
	unsigned int did;

	if (line == core->merge_line && core->merge_is_streamed)
		finish_merging(core);
	did = cache_access(core->data,
			   (struct cache_request){.address = line, .owner = owner},
			   &miss);
	if (did & CACHE_HIT) {
		/* Too many to be kept one by one. */
		core->groups[(core->group_count - 1) % GROUPS_KEPT].load_hits++;
		core->base_ps += core->load_hit_ps;
		return;
	}
	core_wait_for_line(core, line, ACCESS_READ, owner);
	if (did & CACHE_WROTE_BACK)
		evict(core, &miss);
}

static void access_line(struct core *core, uint64_t address, uint32_t bytes,
			bool is_store, uint8_t owner)
{
	if (is_store)
		store(core, address, bytes, owner);
	else
		load(core, address, owner);
}

void core_access(struct core *core, uint64_t address, uint32_t vaddr, uint32_t bytes,
		 bool is_store, uint8_t owner)
{
	uint32_t here = CACHE_LINE_BYTES - (uint32_t)(address % CACHE_LINE_BYTES);

	core_translate(core, address, vaddr, false);
	if (bytes <= here) {
		access_line(core, address, bytes, is_store, owner);
		return;
	}
	access_line(core, address, here, is_store, owner);
	access_line(core, address + here, bytes - here, is_store, owner);
}
