/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core but for loads and stores: instructions, translation, clocks. */
#include "model/core.h"

#include "base/arena.h"

const char *const cost_names[COSTS] = {
	[COST_INSTRUCTIONS] = "instructions",
	[COST_LEVEL1] = "level1",
	[COST_TLB] = "tlb",
	[COST_LEVEL2] = "level2",
	[COST_MEMORY] = "memory",
	[COST_BUFFERS] = "buffers",
	[COST_DEVICES] = "devices",
	[COST_BUS] = "bus",
};

uint64_t core_line_of(uint64_t address)
{
	return address & ~(uint64_t)(CACHE_LINE_BYTES - 1);
}

static struct cache *new_level1(const struct parameters *parameters, uint32_t seed,
				struct err *err)
{
	const struct cache_config config = {
		.size_bytes = (uint32_t)parameters->l1_bytes,
		.ways = (uint32_t)parameters->l1_ways,
		.replacement = CACHE_PSEUDO_RANDOM,
		.read_allocate = CACHE_ALLOCATE_ALWAYS,
		.write_allocate = CACHE_ALLOCATE_AS_ASKED,
		.seed = seed,
	};

	return cache_new(&config, err);
}

static int open_sides(struct core *core, const struct parameters *parameters,
		      const struct policy *policies, uint32_t count, struct err *err)
{
	for (; core->side_count < count; core->side_count++) {
		struct side *side = &core->sides[core->side_count];

		side->fills.count = (uint32_t)parameters->l1_fill_buffers;
		side->evictions.count = (uint32_t)parameters->l1_eviction_buffers;
		side->stores.count = (uint32_t)parameters->l1_store_slots;
		if (level2_init(&side->level2, parameters, &policies[core->side_count],
				err))
			return -1;
	}
	return 0;
}

static uint64_t cycles_ps(const struct parameters *parameters, int64_t cycles)
{
	return (uint64_t)(cycles * 1000000 / parameters->core_mhz);
}

struct core *core_new(const struct parameters *parameters, const struct policy *policies,
		      uint32_t count, struct err *err)
{
	struct core *core = mem_alloc(sizeof(*core));

	core->instruction_ps =
		cycles_ps(parameters, parameters->instruction_millicycles) / 1000;
	core->load_hit_ps = cycles_ps(parameters, parameters->load_hit_cycles);
	core->main_tlb_ps = cycles_ps(parameters, parameters->main_tlb_cycles);
	core->walk_ps = cycles_ps(parameters, parameters->walk_cycles);
	core->device_ps = (uint64_t)parameters->device_read_ns * 1000;
	core->streaming_lines = (uint32_t)parameters->streaming_lines;
	core->groups = mem_alloc(GROUPS_KEPT * sizeof(*core->groups));
	core->stalls = mem_alloc(STALLS_KEPT * sizeof(*core->stalls));
	core->tlb = mem_alloc(sizeof(*core->tlb));
	core->fetched_line = core->merge_line = UINT64_MAX;
	micro_tlb_init(&core->micro[0], (uint32_t)parameters->micro_tlb_entries);
	micro_tlb_init(&core->micro[1], (uint32_t)parameters->micro_tlb_entries);
	main_tlb_init(core->tlb, (uint32_t)parameters->main_tlb_entries);
	core->instructions = new_level1(parameters, 1, err);
	core->data = core->instructions ? new_level1(parameters, 2, err) : NULL;
	if (!core->data || open_sides(core, parameters, policies, count, err)) {
		core_free(core);
		return NULL;
	}
	return core;
}

void core_free(struct core *core)
{
	if (!core)
		return;
	for (uint32_t i = 0; i < core->side_count; i++)
		level2_free(&core->sides[i].level2);
	cache_free(core->instructions);
	cache_free(core->data);
	scope_free(&core->groups);
	scope_free(&core->stalls);
	scope_free(&core->tlb);
	scope_free(&core);
}

void core_note_stall(struct core *core, uint8_t policy, enum cost cost, uint64_t ps,
		     uint64_t line, uint8_t reason, enum access access)
{
	if (!ps)
		return;
	core->stalls[core->stall_count++ % STALLS_KEPT] = (struct stall){
		.group = core->group_count - 1,
		.line = line,
		.ps = (uint32_t)ps,
		.policy = policy,
		.cost = (uint8_t)cost,
		.reason = reason,
		.access = (uint8_t)access,
	};
	if (policy == EVERY_POLICY)
		core->base_ps += ps;
	else
		core->sides[policy].stalled_ps += ps;
}

/* Kernel code and data are in sections of 1 MiB, all else in pages of 4 KiB. */
static uint64_t page_of(uint64_t address, uint32_t vaddr)
{
	if (vaddr >= 0xc0000000 && vaddr < 0xf0000000)
		return UINT64_C(1) << 40 | vaddr >> 20;
	return UINT64_C(1) << 41 | address >> 12;
}

void core_translate(struct core *core, uint64_t address, uint32_t vaddr, bool is_code)
{
	const enum access access = is_code ? ACCESS_CODE : ACCESS_READ;

	switch (tlb_find(&core->micro[is_code], core->tlb, page_of(address, vaddr))) {
	case TLB_MICRO_HIT:
		break;
	case TLB_MAIN_HIT:
		core_note_stall(core, EVERY_POLICY, COST_TLB, core->main_tlb_ps, address,
				CACHE_UNREMEMBERED, access);
		break;
	case TLB_WALK:
		core_note_stall(core, EVERY_POLICY, COST_TLB,
				core->main_tlb_ps + core->walk_ps, address,
				CACHE_UNREMEMBERED, access);
		break;
	}
}

/* A read that level 1 could not answer: the core waits, each policy for its own time. */
void core_wait_for_line(struct core *core, uint64_t line, enum access access,
			uint8_t owner)
{
	for (uint32_t i = 0; i < core->side_count; i++) {
		struct side *side = &core->sides[i];
		uint64_t now_ps = core_now_ps(core, i), start_ps, *until_ps;
		struct level2_answer answer;
		uint8_t policy = (uint8_t)i;

		until_ps = buffers_take(&side->fills, now_ps, &start_ps);
		answer = level2_read(&side->level2, line, access == ACCESS_CODE, owner,
				     start_ps);
		if (answer.was_there)
			answer.reason = CACHE_UNREMEMBERED;
		core_note_stall(core, policy, COST_BUFFERS,
				start_ps - now_ps + answer.buffers_ps, line,
				answer.reason, access);
		core_note_stall(core, policy, COST_BUS, answer.port_ps, line,
				answer.reason, access);
		core_note_stall(core, policy, COST_LEVEL2, answer.hit_ps, line,
				CACHE_UNREMEMBERED, access);
		core_note_stall(core, policy, COST_MEMORY, answer.memory_ps, line,
				answer.reason, access);
		*until_ps = core_now_ps(core, i);
	}
}

void core_fetch(struct core *core, uint64_t address, uint32_t vaddr,
		uint32_t instructions, uint8_t owner)
{
	const uint64_t line = core_line_of(address);
	struct cache_miss miss;

	core->groups[core->group_count++ % GROUPS_KEPT] =
		(struct group){.vaddr = vaddr, .instructions = (uint16_t)instructions};
	core->instructions_done += instructions;
	core->base_ps += instructions * core->instruction_ps;
	if (line == core->fetched_line)
		return;
	core->fetched_line = line;
	core_translate(core, address, vaddr, true);
	if (!(cache_access(core->instructions,
			   (struct cache_request){.address = line, .owner = owner},
			   &miss) &
	      CACHE_HIT))
		core_wait_for_line(core, line, ACCESS_CODE, owner);
}

void core_read_device(struct core *core, uint64_t address)
{
	core_note_stall(core, EVERY_POLICY, COST_DEVICES, core->device_ps, address,
			CACHE_UNREMEMBERED, ACCESS_READ);
}

void core_idle(struct core *core, uint64_t ps)
{
	core->base_ps += ps;
}

void core_enable_level2(struct core *core, bool on)
{
	for (uint32_t i = 0; i < core->side_count; i++)
		cache_enable(core->sides[i].level2.cache, on);
}

void core_lock(struct core *core, bool of_instructions, uint16_t ways)
{
	for (uint32_t i = 0; i < core->side_count; i++)
		if (!core->sides[i].level2.fixes_lockdown)
			core->sides[i].level2.locked[of_instructions] = ways;
}

void core_maintain_line(struct core *core, uint64_t address,
			enum cache_operation operation)
{
	for (uint32_t i = 0; i < core->side_count; i++)
		cache_maintain_line(core->sides[i].level2.cache, address, operation);
}

void core_maintain_ways(struct core *core, uint16_t ways, enum cache_operation operation)
{
	for (uint32_t i = 0; i < core->side_count; i++)
		cache_maintain_ways(core->sides[i].level2.cache, ways, operation, NULL,
				    NULL);
}
