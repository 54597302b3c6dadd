/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The timing model, told by hand: each time is worked out here from the parameters. */
#include "test.h"

#include "model/core.h"

/* Round figures: a cycle is 1 ns, a line takes memory's bus for 32 ns. */
static const char round_figures[] = "core-mhz = 1000\n"
				    "load-hit-cycles = 1\n"
				    "main-tlb-cycles = 0\nwalk-cycles = 0\n"
				    "l2-hit-cycles = 20\nl2-busy-cycles = 0\n"
				    "dram-row-miss-ns = 100\ndram-row-hit-ns = 80\n"
				    "dram-mbytes-per-s = 1000\n"
				    "streaming-lines = 4\n";

enum { NS = 1000, LINE = 32 };
#define RAM UINT64_C(0x60000000)
#define HIGH UINT32_C(0xf1000000) /* an address that is no section's */

static struct parameters parameters_with(const char *more)
{
	struct parameters parameters;
	struct err err = {0};

	parameters_set_defaults(&parameters);
	CHECK_INT(parameters_read(&parameters, "round", round_figures, &err), 0);
	CHECK_INT(parameters_read(&parameters, "more", more, &err), 0);
	return parameters;
}

static struct core *open_core(const char *list, const char *more)
{
	struct parameters parameters = parameters_with(more);
	struct policy policies[POLICIES_MAX];
	struct err err = {0};
	int count = policies_parse(policies, list, &parameters, &err);
	struct core *core = core_new(&parameters, policies, (uint32_t)count, &err);

	CHECK(core != NULL);
	core_enable_level2(core, true);
	return core;
}

static uint64_t read_at(struct core *core, uint64_t address)
{
	uint64_t before_ps = core_now_ps(core, 0);

	core_access(core, address, HIGH, 4, false, OWNER_TASK);
	return core_now_ps(core, 0) - before_ps;
}

static void write_lines(struct core *core, uint64_t address, uint32_t lines,
			uint32_t bytes)
{
	for (uint64_t at = 0; at < (uint64_t)lines * LINE; at += 8)
		if (at % LINE < bytes)
			core_access(core, address + at, HIGH, 8, true, OWNER_LOAD_STORES);
}

static void rows_and_queues_of_memory(void)
{
	struct parameters parameters = parameters_with("dram-queue-lines = 2\n");
	struct dram dram;
	struct dram_read read;

	dram_init(&dram, &parameters);
	read = dram_read(&dram, RAM, 0);
	CHECK_INT(read.wait_ps, 0);
	CHECK_INT(read.latency_ps, 100 * NS); /* the row was closed */
	read = dram_read(&dram, RAM + LINE, 1000 * NS);
	CHECK_INT(read.latency_ps, 80 * NS); /* and is open now */
	read = dram_read(&dram, RAM + LINE, 1000 * NS);
	CHECK_INT(read.wait_ps, 32 * NS); /* the bus, for one line */
	/* Two writes wait without hindering a read but for the line that is being written. */
	CHECK_INT(dram_write(&dram, RAM, 2000 * NS), 2000 * NS);
	CHECK_INT(dram_write(&dram, RAM, 2000 * NS), 2000 * NS);
	read = dram_read(&dram, RAM, 2010 * NS);
	CHECK_INT(read.wait_ps, 22 * NS);
	/* A longer queue has to become shorter first. */
	for (int i = 0; i < 4; i++)
		dram_write(&dram, RAM, 3000 * NS);
	read = dram_read(&dram, RAM, 3000 * NS);
	CHECK_INT(read.wait_ps, 64 * NS);
	CHECK_INT(dram.lines_read, 5);
	CHECK_INT(dram.lines_written, 6);
}

static void a_core_waits_for_what_it_reads(void)
{
	struct core *core = open_core("wa-on", "");

	core_fetch(core, RAM, HIGH, 8, OWNER_TASK);
	CHECK_INT(core_now_ps(core, 0), (8 + 20 + 100) * NS);
	core_fetch(core, RAM, HIGH, 8, OWNER_TASK);
	CHECK_INT(core_now_ps(core, 0), (16 + 20 + 100) * NS);
	/* Level 2 has it and level 1 for data has not. */
	CHECK_INT(read_at(core, RAM + 4), 20 * NS);
	CHECK_INT(read_at(core, RAM + 8), 1 * NS);
	/* The same row of memory. */
	CHECK_INT(read_at(core, RAM + LINE), (20 + 80) * NS);
	core_free(core);
}

static void translation_costs(void)
{
	struct core *core = open_core("wa-on", "main-tlb-cycles = 7\nwalk-cycles = 9\n"
					       "micro-tlb-entries = 1\n");

	CHECK_INT(read_at(core, RAM), (7 + 9 + 20 + 100) * NS);
	CHECK_INT(read_at(core, RAM), 1 * NS);
	read_at(core, RAM + 4096);
	CHECK_INT(read_at(core, RAM), (7 + 1) * NS);
	core_free(core);
}

/* Whole lines that are written go where the policy says, and need no line from memory. */
static void streams_of_stores(void)
{
	enum { LINES = 64, STREAMED = LINES - 4 - 1 };
	struct core *core = open_core("wa-on,wa-off", "");
	const struct level2 *on = &core->sides[0].level2, *off = &core->sides[1].level2;

	write_lines(core, RAM, LINES, LINE);
	/* Four of them were brought in before it was a stream; the last is still merged. */
	CHECK_INT(on->dram.lines_read, 4);
	CHECK_INT(off->dram.lines_read, 4);
	CHECK_INT(on->dram.lines_written, 0);
	CHECK_INT(off->dram.lines_written, STREAMED);
	CHECK(cache_find(on->cache, RAM + 32 * LINE, NULL));
	CHECK(!cache_find(off->cache, RAM + 32 * LINE, NULL));
	CHECK(!cache_find(core->data, RAM + 32 * LINE, NULL));
	CHECK(cache_find(core->data, RAM + 3 * LINE, NULL));
	core_free(core);
}

/* Half lines are no stream: level 1 brings each in. */
static void half_lines_are_brought_in(void)
{
	enum { LINES = 32 };
	struct core *core = open_core("wa-on,wa-off", "");

	write_lines(core, RAM, LINES, LINE / 2);
	CHECK_INT(core->sides[0].level2.dram.lines_read, LINES);
	CHECK_INT(core->sides[1].level2.dram.lines_read, LINES);
	CHECK(cache_find(core->data, RAM + (LINES - 1) * LINE, NULL));
	core_free(core);
}

/* A part of a line that level 2 takes has to be completed from memory; one it does not, not. */
static void parts_of_lines_in_level2(void)
{
	struct core *core = open_core("wa-on,wa-off", "");
	struct level2 *on = &core->sides[0].level2, *off = &core->sides[1].level2;

	level2_write(on, RAM, false, OWNER_LOAD_STORES, 0);
	level2_write(off, RAM, false, OWNER_LOAD_STORES, 0);
	CHECK_INT(on->dram.lines_read, 1);
	CHECK_INT(on->dram.lines_written, 0);
	CHECK_INT(off->dram.lines_read, 0);
	CHECK_INT(off->dram.lines_written, 1);
	core_free(core);
}

/* With the store slots of level 2 taken, the next line waits for memory to take one. */
static void stores_wait_for_slots(void)
{
	struct core *core = open_core("wa-off", "dram-queue-lines = 1\n"
						"l2-store-slots = 1\n");
	struct level2 *level2 = &core->sides[0].level2;

	CHECK_INT(level2_write(level2, RAM, true, 0, 0), 0);
	CHECK_INT(level2_write(level2, RAM + LINE, true, 0, 0), 0);
	CHECK_INT(level2_write(level2, RAM + 2 * LINE, true, 0, 0), 0);
	/* The third is accepted when one of two has been written, and holds the slot so long. */
	CHECK_INT(level2_write(level2, RAM + 3 * LINE, true, 0, 0), 32 * NS);
	core_free(core);
}

static void locked_ways_keep_instructions(void)
{
	/* Data may only go into way 0, instructions everywhere else. */
	struct core *core = open_core("lockdown=fffe:0001", "");
	struct level2 *level2 = &core->sides[0].level2;
	const uint64_t way = 65536;

	level2_read(level2, RAM, true, OWNER_TASK, 0);
	for (uint64_t i = 1; i < 40; i++)
		level2_read(level2, RAM + i * way, false, OWNER_LOAD_READS, 0);
	CHECK(cache_find(level2->cache, RAM, NULL));
	CHECK(!cache_find(level2->cache, RAM + 38 * way, NULL));
	CHECK(cache_find(level2->cache, RAM + 39 * way, NULL));
	core_free(core);
}

static void the_guest_rules_its_controller(void)
{
	struct core *core = open_core("wa-on,lockdown=0:0", "");
	struct level2 *obeys = &core->sides[0].level2, *fixed = &core->sides[1].level2;

	core_lock(core, false, 0xffff);
	read_at(core, RAM);
	CHECK(!cache_find(obeys->cache, RAM, NULL));
	CHECK(cache_find(fixed->cache, RAM, NULL));
	core_maintain_ways(core, 0xffff, CACHE_INVALIDATE);
	CHECK(!cache_find(fixed->cache, RAM, NULL));
	core_enable_level2(core, false);
	read_at(core, RAM + LINE);
	CHECK(!cache_find(fixed->cache, RAM + LINE, NULL));
	core_free(core);
}

/* Those of 1000 MB/s ask for a line each 32 ns, idle time or not. */
static void masters_take_what_they_are_given(void)
{
	struct core *core = open_core("wa-off", "masters-write-mbytes-per-s = 500\n"
						"dram-mbytes-per-s = 4000\n");

	core_idle(core, 64000 * NS);
	read_at(core, RAM);
	CHECK_INT(core->sides[0].level2.dram.lines_written, 1000);
	core_free(core);
}

static void the_same_twice(void)
{
	uint64_t ps[2];

	for (int run = 0; run < 2; run++) {
		struct core *core = open_core("wa-on,wa-off", "");
		uint32_t state = 1;

		for (int i = 0; i < 200000; i++) {
			state = state * 1664525 + 1013904223;
			core_fetch(core, RAM + (state >> 8 & 0xfffe0), HIGH, 3,
				   OWNER_KERNEL);
			core_access(core, RAM + (state >> 4 & 0xffffff), HIGH, 4,
				    state >> 31, OWNER_LOAD_READS);
		}
		ps[run] = core_now_ps(core, 0) + core_now_ps(core, 1);
		core_free(core);
	}
	CHECK_INT(ps[0], ps[1]);
}

static const struct test tests[] = {
	{"rows_and_queues_of_memory", rows_and_queues_of_memory},
	{"a_core_waits_for_what_it_reads", a_core_waits_for_what_it_reads},
	{"translation_costs", translation_costs},
	{"streams_of_stores", streams_of_stores},
	{"half_lines_are_brought_in", half_lines_are_brought_in},
	{"parts_of_lines_in_level2", parts_of_lines_in_level2},
	{"stores_wait_for_slots", stores_wait_for_slots},
	{"locked_ways_keep_instructions", locked_ways_keep_instructions},
	{"the_guest_rules_its_controller", the_guest_rules_its_controller},
	{"masters_take_what_they_are_given", masters_take_what_they_are_given},
	{"the_same_twice", the_same_twice},
};

TEST_MAIN(tests)
