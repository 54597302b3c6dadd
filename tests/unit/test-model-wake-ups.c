/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Wake-ups, told by hand to the whole model: a toy kernel whose way to the task is known, and
 * loads of which one knows what they displace. What the model leaves behind is read as whylate
 * reads it.
 */
#include "test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "model/model.h"
#include "modelled/explain.h"

static const char kallsyms[] = "c0300000 T _stext\n"
			       "c0300100 T irq_handler\n"
			       "c0300200 T hrtimer_interrupt\n"
			       "c0300300 t __schedule\n"
			       "c0300400 t do_nanosleep\n"
			       "c0300500 T sys_clock_gettime\n"
			       "c0310000 T memcpy\n"
			       "c0320000 T other\n";

enum { LINE = 32, LEVEL2_BYTES = 1 << 20 };
enum { TASK = (int)0xc1000000, LOAD = (int)0xc2000000 };
#define RAM UINT64_C(0x60000000)
#define BUFFER (RAM + (64 << 20))

struct toy {
	char folder[64], symbols[96], trace[96];
	struct model model;
};

static void open_toy(struct toy *toy, const char *policies)
{
	struct model_options options = {.policies = policies};
	struct err err = {0};
	int fd;

	*toy = (struct toy){.folder = "/tmp/model-XXXXXX"};
	CHECK(mkdtemp(toy->folder) != NULL);
	snprintf(toy->symbols, sizeof(toy->symbols), "%s/kallsyms", toy->folder);
	snprintf(toy->trace, sizeof(toy->trace), "%s/trace", toy->folder);
	fd = open(toy->symbols, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	CHECK_INT(io_write_all(fd, kallsyms, sizeof(kallsyms) - 1), 0);
	close(fd);
	options.symbols = toy->symbols;
	options.output = toy->trace;
	CHECK_INT(model_open(&toy->model, &options, &err), 0);
	model_access_device(&toy->model, GUEST_LEVEL2 + 0x100, true, 1);
}

static void run_code(struct toy *toy, uint32_t vaddr, uint32_t lines)
{
	for (uint32_t i = 0; i < lines; i++) {
		uint32_t at = vaddr + i * LINE;
		struct code code = model_code(&toy->model, at, RAM + (at & 0xfffffff), 8);

		model_execute(&toy->model, &code);
	}
}

/* Code at vaddr goes through bytes of memory. */
static void touch(struct toy *toy, uint32_t vaddr, uint64_t from, uint32_t bytes,
		  bool is_store)
{
	struct code code = model_code(&toy->model, vaddr, RAM + (vaddr & 0xfffffff), 8);

	model_execute(&toy->model, &code);
	for (uint64_t at = 0; at < bytes; at += 8)
		model_access(&toy->model, &code, from + at, 0x10000, 8, is_store);
}

/* 8 instructions of each phase, then the task. late_ns as the guest would say. */
static void wake_up(struct toy *toy)
{
	static const uint32_t way[] = {0xc0300100, 0xc0300200, 0xc0300300, 0xc0300400,
				       0xc0300500};
	struct code vector = model_code(&toy->model, 0xffff0018, RAM + 0xff0018, 1);

	model_execute(&toy->model, &vector);
	for (size_t i = 0; i < sizeof(way) / sizeof(way[0]); i++) {
		if (i == 3)
			model_switch(&toy->model, (uint32_t)TASK);
		run_code(toy, way[i], 1);
	}
	model_mark(&toy->model, 41);
	model_switch(&toy->model, (uint32_t)LOAD);
}

static void begin(struct toy *toy)
{
	model_switch(&toy->model, (uint32_t)LOAD);
	run_code(toy, 0x20000, 1); /* a program: from here on it counts */
}

static void read_back(struct toy *toy, struct model_trace *trace)
{
	CLEANUP(str_free) struct str text = {0};
	struct err err = {0};

	CHECK_INT(model_close(&toy->model, &err), 0);
	CHECK_INT(io_read_file(toy->trace, 1 << 24, &text, &err), 0);
	if (model_trace_read(trace, "trace", str_text(&text), text.length, &err))
		CHECK_TEXT(err.text, "");
	unlink(toy->trace);
	unlink(toy->symbols);
	rmdir(toy->folder);
}

static uint64_t part(const struct model_trace *trace, uint32_t wake_up, uint32_t policy,
		     enum phase phase, enum cost cost)
{
	return trace->wake_ups[wake_up]
		.side[policy]
		.ps[(uint32_t)phase * trace->costs.count + cost];
}

static void phases_and_sums(void)
{
	struct toy toy;
	struct model_trace trace;
	uint64_t instruction_ps;

	open_toy(&toy, "wa-on,wa-off");
	begin(&toy);
	wake_up(&toy);
	run_code(&toy, 0x20000, 400);
	wake_up(&toy);
	instruction_ps = toy.model.core->instruction_ps;
	read_back(&toy, &trace);
	CHECK_INT(trace.wake_up_count, 2);
	CHECK_INT(trace.wake_ups[1].instructions, 41);
	CHECK_INT(trace.wake_ups[1].guest_late_ns, 41);
	CHECK_INT(part(&trace, 1, 0, PHASE_PENDING, COST_INSTRUCTIONS), 0);
	CHECK_INT(part(&trace, 1, 0, PHASE_INTERRUPT, COST_INSTRUCTIONS),
		  9 * instruction_ps);
	for (int phase = PHASE_TIMER; phase < PHASES; phase++)
		CHECK_INT(part(&trace, 1, 1, (enum phase)phase, COST_INSTRUCTIONS),
			  8 * instruction_ps);
	/* The first one missed all that it ran, the second nothing. */
	CHECK(part(&trace, 0, 0, PHASE_TIMER, COST_MEMORY) > 0);
	CHECK_INT(part(&trace, 1, 0, PHASE_TIMER, COST_MEMORY), 0);
	model_trace_free(&trace);
}

/* The timer expired while interrupts were off: the wait is part of the wake-up. */
static void what_was_held_up_counts(void)
{
	struct toy toy;
	struct model_trace trace;

	open_toy(&toy, "wa-on");
	begin(&toy);
	run_code(&toy, 0xc0320000, 1);
	model_access_device(&toy.model, GUEST_TIMER_COUNTER, true, 16); /* 160 ns */
	model_access_device(&toy.model, GUEST_TIMER_CONTROL, true, 1);
	run_code(&toy, 0xc0320000, 25); /* 200 instructions */
	wake_up(&toy);
	/* And while it slept: all since it woke. Far enough behind the first. */
	run_code(&toy, 0x20000, 300);
	model_access_device(&toy.model, GUEST_TIMER_COUNTER, true, 100000);
	model_access_device(&toy.model, GUEST_TIMER_CONTROL, true, 1);
	model_sleep(&toy.model);
	run_code(&toy, 0xc0320000, 3);
	wake_up(&toy);
	read_back(&toy, &trace);
	CHECK_INT(trace.wake_ups[0].pending_instructions, 40);
	CHECK_INT(trace.wake_ups[1].pending_instructions, 24);
	CHECK(trace.wake_ups[1].side[0].clock_ps - trace.wake_ups[0].side[0].clock_ps >
	      UINT64_C(999000000));
	model_trace_free(&trace);
}

static void a_task_that_did_not_sleep(void)
{
	struct toy toy;
	struct model_trace trace;

	open_toy(&toy, "wa-on");
	begin(&toy);
	wake_up(&toy);
	run_code(&toy, 0x20000, 1000);
	model_mark(&toy.model, 10);
	wake_up(&toy);
	read_back(&toy, &trace);
	CHECK_INT(trace.wake_up_count, 3);
	CHECK_INT(trace.unmatched, 1);
	CHECK(!trace.wake_ups[1].is_matched);
	model_trace_free(&trace);
}

/* Whose lines the second wake-up's had to go for, when that goes through twice the cache. */
static void check_evictor(uint32_t vaddr, bool is_store, uint32_t current,
			  enum owner expected)
{
	enum { PATH_LINES = 6 };
	struct toy toy;
	struct model_trace trace;
	struct explanation explanation;

	open_toy(&toy, "wa-on,wa-off");
	begin(&toy);
	wake_up(&toy);
	/* Level 1 has to lose the way, too: as much code as it holds. */
	run_code(&toy, 0x30000, 4096);
	wake_up(&toy);
	model_switch(&toy.model, current);
	touch(&toy, vaddr, BUFFER, 2 * LEVEL2_BYTES, is_store);
	model_switch(&toy.model, (uint32_t)LOAD);
	run_code(&toy, 0x30000, 4096);
	wake_up(&toy);
	read_back(&toy, &trace);
	explain(&explanation, &trace);
	CHECK(explanation.policy[0].lost_to[expected] >= PATH_LINES);
	/* Stores past the cache displace nothing of it; reads do under both. */
	if (is_store)
		CHECK(explanation.policy[1].lost_to[expected] < PATH_LINES / 2);
	else
		CHECK(explanation.policy[1].lost_to[expected] >= PATH_LINES);
	for (int owner = 0; owner < OWNERS; owner++)
		if (owner != (int)expected && owner != OWNER_LOAD_CODE)
			CHECK_INT(explanation.policy[0].lost_to[owner], 0);
	CHECK_INT(explanation.policy[0].other_ps, 0);
	CHECK_INT(explanation.policy[1].other_ps, 0);
	explain_free(&explanation);
	model_trace_free(&trace);
}

static void the_loads_stores_displace(void)
{
	check_evictor(0x20000, true, (uint32_t)LOAD, OWNER_LOAD_STORES);
}

static void the_loads_reads_displace(void)
{
	check_evictor(0x20000, false, (uint32_t)LOAD, OWNER_LOAD_READS);
}

static void the_kernels_copies_displace(void)
{
	check_evictor(0xc0310000, true, (uint32_t)LOAD, OWNER_COPIES);
}

static void the_task_itself_displaces(void)
{
	check_evictor(0x20000, false, (uint32_t)TASK, OWNER_TASK);
}

static void damage_is_refused(void)
{
	static const char good[] = "whylate-model 1\nphases a\ncosts b\nowners c\n"
				   "policy 0 wa-on 0x03070000\n";
	struct model_trace trace;
	struct err err = {0};

	CHECK_INT(model_trace_read(&trace, "t", "", 0, &err), -1);
	CHECK_TEXT(err.text, "t: not what a model leaves behind; boards/model makes it");
	model_trace_free(&trace);
	CHECK_INT(model_trace_read(&trace, "t", good, sizeof(good) - 1, &err), -1);
	CHECK(strstr(err.text, "t: cut off or damaged") != NULL);
	model_trace_free(&trace);
}

static void a_guest_that_never_marks(void)
{
	CLEANUP(str_free) struct str text = {0};
	struct toy toy;
	struct model_trace trace;
	struct err err = {0};

	open_toy(&toy, "wa-on");
	begin(&toy);
	run_code(&toy, 0x20000, 10);
	CHECK_INT(model_close(&toy.model, &err), 0);
	CHECK_INT(io_read_file(toy.trace, 1 << 24, &text, &err), 0);
	CHECK_INT(model_trace_read(&trace, "t", str_text(&text), text.length, &err), -1);
	CHECK(strstr(err.text, "t: the guest never marked a wake-up") != NULL);
	model_trace_free(&trace);
	/* Any byte that is not as it was shows. */
	text.text[text.length / 2] ^= 1;
	CHECK_INT(model_trace_read(&trace, "t", str_text(&text), text.length, &err), -1);
	CHECK(strstr(err.text, "cut off or damaged") != NULL);
	model_trace_free(&trace);
	unlink(toy.trace);
	unlink(toy.symbols);
	rmdir(toy.folder);
}

static const struct test tests[] = {
	{"phases_and_sums", phases_and_sums},
	{"what_was_held_up_counts", what_was_held_up_counts},
	{"a_task_that_did_not_sleep", a_task_that_did_not_sleep},
	{"the_loads_stores_displace", the_loads_stores_displace},
	{"the_loads_reads_displace", the_loads_reads_displace},
	{"the_kernels_copies_displace", the_kernels_copies_displace},
	{"the_task_itself_displaces", the_task_itself_displaces},
	{"damage_is_refused", damage_is_refused},
	{"a_guest_that_never_marks", a_guest_that_never_marks},
};

TEST_MAIN(tests)
