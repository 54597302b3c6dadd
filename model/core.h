/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The timing core: a Cortex-A9 with its level 1, before as many memory systems as there are
 * policies. It is told what a core does, instruction by instruction, and says how long that
 * took under each policy.
 *
 * Level 1, TLBs and the merging of stores do not depend on what is behind them, so they are
 * there once; each policy has a clock of its own. A core waits for each line that it reads: no
 * two reads overlap, which a Cortex-A9 can do in part. Stores wait in the store buffer.
 *
 * Deterministic, integers alone, no state outside of struct core.
 */
#ifndef MODEL_CORE_H
#define MODEL_CORE_H

#include "model/level2.h"
#include "model/tlb.h"

/* What time goes to. */
enum cost {
	COST_INSTRUCTIONS,
	COST_LEVEL1, /* loads that hit, before their value can be used */
	COST_TLB,
	COST_LEVEL2,
	COST_MEMORY,
	COST_BUFFERS, /* waiting for buffers */
	COST_DEVICES, /* reading registers of devices */
	COST_BUS,     /* waiting for the port of level 2 or for memory's bus */
	COSTS,
};

extern const char *const cost_names[COSTS];

enum access { ACCESS_CODE, ACCESS_READ, ACCESS_WRITE };

/* One time that the core waited. */
struct stall {
	uint64_t group; /* number of the fetch that it belongs to */
	uint64_t line;  /* address of the line */
	uint32_t ps;
	uint8_t policy; /* EVERY_POLICY */
	uint8_t cost;
	uint8_t reason; /* of enum cache; CACHE_UNREMEMBERED where it was no miss */
	uint8_t access;
};

/* One run of instructions within a line. */
struct group {
	uint32_t vaddr;
	uint16_t instructions;
	uint16_t load_hits; /* loads that level 1 answered */
};

enum {
	EVERY_POLICY = 255,
	STALLS_KEPT = 1 << 18, /* rings: the latest ones */
	GROUPS_KEPT = 1 << 18,
};

/* How far one policy's clock is ahead of the instructions, and how much it moved. */
struct side {
	struct level2 level2;
	uint64_t stalled_ps;
	struct buffers fills, evictions, stores; /* level 1's */
};

struct core {
	struct side sides[POLICIES_MAX];
	uint32_t side_count;
	struct cache *instructions, *data;
	struct micro_tlb micro[2]; /* data, instructions */
	struct main_tlb *tlb;
	uint64_t base_ps; /* of instructions and idle time */
	uint64_t instructions_done;
	uint64_t instruction_ps, load_hit_ps, main_tlb_ps, walk_ps, device_ps; /* fixed */
	uint32_t streaming_lines;

	/* The line that stores are being merged in. */
	uint64_t merge_line, merge_mask;
	uint8_t merge_owner;
	bool merge_is_streamed; /* level 1 did not take it */
	uint32_t full_lines;    /* in a row */
	uint64_t fetched_line;

	uint64_t group_count, stall_count; /* ever */
	struct group *groups;
	struct stall *stalls;
};

struct core *core_new(const struct parameters *parameters, const struct policy *policies,
		      uint32_t count, struct err *err);
void core_free(struct core *core);

/* So many instructions within one line. address is physical. */
void core_fetch(struct core *core, uint64_t address, uint32_t vaddr,
		uint32_t instructions, uint8_t owner);

/* A load or store. May go into the next line. */
void core_access(struct core *core, uint64_t address, uint32_t vaddr, uint32_t bytes,
		 bool is_store, uint8_t owner);

/* A register of a device is read, which nothing caches. */
void core_read_device(struct core *core, uint64_t address);

/* Nothing was done for so long. */
void core_idle(struct core *core, uint64_t ps);

/* What the guest does with its controller. */
void core_enable_level2(struct core *core, bool on);
void core_lock(struct core *core, bool of_instructions, uint16_t ways);
void core_maintain_line(struct core *core, uint64_t address,
			enum cache_operation operation);
void core_maintain_ways(struct core *core, uint16_t ways, enum cache_operation operation);

/* A policy's clock. */
static inline uint64_t core_now_ps(const struct core *core, uint32_t policy)
{
	return core->base_ps + core->sides[policy].stalled_ps;
}

/* Private to core.c and core-data.c. */
void core_note_stall(struct core *core, uint8_t policy, enum cost cost, uint64_t ps,
		     uint64_t line, uint8_t reason, enum access access);
void core_wait_for_line(struct core *core, uint64_t line, enum access access,
			uint8_t owner);
void core_translate(struct core *core, uint64_t address, uint32_t vaddr, bool is_code);
uint64_t core_line_of(uint64_t address);

#endif
