/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All that is behind level 1, under one policy: the L2C-310 with its buffers, and memory. Several
 * of them can be asked the same in turn, each at its own time. Times are ps since the start.
 */
#ifndef MODEL_LEVEL2_H
#define MODEL_LEVEL2_H

#include "model/cache.h"
#include "model/dram.h"
#include "model/policy.h"

enum { BUFFERS_MAX = 16 };

/* So many places, each taken until some time. */
struct buffers {
	uint64_t free_ps[BUFFERS_MAX];
	uint32_t count;
};

/* Other masters that ask all the time: where in their memory they are. */
struct master {
	uint64_t period_ps; /* from line to line; 0: there is none */
	uint64_t next_ps;
	uint64_t base, bytes, at;
};

struct level2 {
	struct cache *cache;
	struct dram dram;
	uint64_t hit_ps, busy_ps; /* fixed */
	uint32_t prefetch_lines;
	bool prefetches[2];    /* data, instructions */
	bool fixes_lockdown;   /* the guest's lockdown is not obeyed */
	uint16_t locked[2];    /* data, instructions: ways of the core */
	uint16_t masters_lock; /* of other masters */

	uint64_t free_ps; /* the cache's port */
	struct buffers fills, evictions, stores;
	struct master writer, reader;
};

/* How long a line took, by what it waited for. */
struct level2_answer {
	uint64_t port_ps;    /* the cache was busy, or memory */
	uint64_t buffers_ps; /* all buffers were taken */
	uint64_t hit_ps;     /* the cache's own time, where the line was there */
	uint64_t memory_ps;  /* the same and memory's, where it was not */
	uint8_t reason;      /* of enum cache, where it was not */
	bool was_there;
};

int level2_init(struct level2 *level2, const struct parameters *parameters,
		const struct policy *policy, struct err *err);
void level2_free(struct level2 *level2);

/* A line for level 1 is asked for at now_ps. */
struct level2_answer level2_read(struct level2 *level2, uint64_t address,
				 bool is_instruction, uint8_t owner, uint64_t now_ps);

/* A line, or a part of one, comes from level 1; returns when it was taken. */
uint64_t level2_write(struct level2 *level2, uint64_t address, bool is_whole,
		      uint8_t owner, uint64_t now_ps);

/* Takes one of the places at now_ps or later, and returns when; its user sets until when. */
uint64_t *buffers_take(struct buffers *buffers, uint64_t now_ps, uint64_t *start_ps);

#endif
