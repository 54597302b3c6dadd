/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Streams through buffers far larger than the caches, and walks at random inside the last
 * one. Stores are plain words one by one: library functions would bypass the cache on some
 * processors, and whether a store allocates a line is what the writers are to show.
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "load/load-ops.h"
#include "load/size.h"
#include "sys/clock.h"

/* After so many the sum is brought up to date, and with a pace it computes. */
enum { STEP_WORDS = 1 << 17, PACED_WORDS = 1 << 13 };

/* NULL with errno. */
static uint64_t *map_buffer(size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

/* Large pages where there are: filling it is quicker, and what is streamed is memory. */
static uint64_t *map_stream(size_t bytes)
{
	uint64_t *buffer = map_buffer(bytes);

	if (buffer)
		madvise(buffer, bytes, MADV_HUGEPAGE);
	return buffer;
}

static size_t stream_words(const struct load_job *job)
{
	return (size_t)job->stream_bytes / sizeof(uint64_t) / STEP_WORDS * STEP_WORDS;
}

static size_t step_words(const struct load_job *job)
{
	return job->pace_mbytes_per_s ? PACED_WORDS : STEP_WORDS;
}

static void compute(uint64_t rounds)
{
	for (; rounds; rounds--)
		__asm__ volatile("" : : "r"(rounds));
}

static int64_t time_of(volatile uint64_t *buffer, uint64_t rounds)
{
	int64_t start_ns = clock_now_ns();

	for (size_t i = 0; buffer && i < PACED_WORDS; i++)
		buffer[i] = i;
	compute(rounds);
	return clock_now_ns() - start_ns;
}

/*
 * How much to compute between two steps for the pace. It must not sleep: timers would keep the
 * kernel's way to a wake-up in the cache, and one would measure those. Nor does it look at the
 * clock later, which takes a system call on some machines.
 */
static uint64_t rounds_for_pace(const struct load_job *job, volatile uint64_t *buffer)
{
	enum { TRIALS = 8, ROUNDS = 1000000 };
	int64_t step_ns, write_ns = INT64_MAX, rounds_ns = INT64_MAX;

	if (!job->pace_mbytes_per_s)
		return 0;
	for (int i = 0; i < TRIALS; i++) {
		int64_t one_ns = time_of(buffer, 0), all_ns = time_of(NULL, ROUNDS);

		write_ns = one_ns < write_ns ? one_ns : write_ns;
		rounds_ns = all_ns < rounds_ns ? all_ns : rounds_ns;
	}
	step_ns =
		(int64_t)(PACED_WORDS * sizeof(uint64_t)) * 1000 / job->pace_mbytes_per_s;
	if (step_ns <= write_ns || rounds_ns <= 0)
		return 0;
	return (uint64_t)((step_ns - write_ns) * ROUNDS / rounds_ns);
}

static void write_run(struct load_job *job)
{
	const size_t words = stream_words(job), step = step_words(job);
	volatile uint64_t *buffer = map_stream(words * sizeof(uint64_t));
	uint64_t rounds;

	if (!buffer)
		return;
	rounds = rounds_for_pace(job, buffer);
	for (uint64_t value = 1;; value++)
		for (size_t from = 0; from < words; from += step) {
			for (size_t i = from; i < from + step; i++)
				buffer[i] = value;
			load_count(job, step * sizeof(uint64_t));
			compute(rounds);
		}
}

static void read_run(struct load_job *job)
{
	const size_t words = stream_words(job), step = step_words(job);
	volatile uint64_t *buffer = map_stream(words * sizeof(uint64_t));
	uint64_t rounds;

	if (!buffer)
		return;
	rounds = rounds_for_pace(job, buffer);
	for (size_t i = 0; i < words; i++)
		buffer[i] = i; /* pages of their own, not the one of zeros */
	for (;;)
		for (size_t from = 0; from < words; from += step) {
			for (size_t i = from; i < from + step; i++)
				(void)buffer[i];
			load_count(job, step * sizeof(uint64_t));
			compute(rounds);
		}
}

static uint64_t random_next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* One cycle through all lines in random order (Sattolo's shuffle): no prefetcher follows. */
static void link_lines(uint64_t *buffer, size_t lines, size_t words_per_line)
{
	uint64_t state = 88172645463325252u;

	for (size_t i = 0; i < lines; i++)
		buffer[i * words_per_line] = i;
	for (size_t i = lines - 1; i > 0; i--) {
		size_t other = (size_t)(random_next(&state) % i);
		uint64_t next = buffer[i * words_per_line];

		buffer[i * words_per_line] = buffer[other * words_per_line];
		buffer[other * words_per_line] = next;
	}
}

static void cache_run(struct load_job *job)
{
	enum { LINE_BYTES = 64, STEPS = 100000 };
	const size_t words_per_line = LINE_BYTES / sizeof(uint64_t);
	const size_t lines = (size_t)job->cache_bytes / LINE_BYTES;
	uint64_t *buffer = map_buffer(lines * LINE_BYTES), at = 0;

	if (!buffer)
		return;
	link_lines(buffer, lines, words_per_line);
	for (;;) {
		for (int i = 0; i < STEPS; i++)
			at = *(volatile uint64_t *)&buffer[at * words_per_line];
		load_count(job, STEPS);
	}
}

static void page_fault_run(struct load_job *job)
{
	const size_t page_bytes = (size_t)sysconf(_SC_PAGESIZE), bytes = PAGE_FAULT_BYTES;

	for (;;) {
		volatile char *memory = (volatile char *)map_buffer(bytes);

		if (!memory)
			return;
		/* One fault for each page, not one for 2 MiB. */
		madvise((void *)(uintptr_t)memory, bytes, MADV_NOHUGEPAGE);
		for (size_t i = 0; i < bytes; i += page_bytes)
			memory[i] = 1;
		munmap((void *)(uintptr_t)memory, bytes);
		load_count(job, bytes / page_bytes);
	}
}

extern const struct load_ops stressor_memory_write;
const struct load_ops stressor_memory_write = {
	.name = "memory-write",
	.disturbs = "caches, memory bus: write allocate",
	.unit = "bytes",
	.parameter = "writers",
	.least = 1,
	.most = 1024,
	.counts_instances = true,
	.memory = MEMORY_STREAM,
	.uses = LOAD_USES_PACE,
	.run = write_run,
};

extern const struct load_ops stressor_memory_read;
const struct load_ops stressor_memory_read = {
	.name = "memory-read",
	.disturbs = "caches and memory bus",
	.unit = "bytes",
	.parameter = "readers",
	.least = 1,
	.most = 1024,
	.counts_instances = true,
	.memory = MEMORY_STREAM,
	.uses = LOAD_USES_PACE,
	.run = read_run,
};

extern const struct load_ops stressor_cache;
const struct load_ops stressor_cache = {
	.name = "cache",
	.disturbs = "last-level cache",
	.unit = "steps",
	.parameter = "walkers",
	.least = 1,
	.most = 1024,
	.counts_instances = true,
	.memory = MEMORY_CACHE,
	.run = cache_run,
};

extern const struct load_ops stressor_page_fault;
const struct load_ops stressor_page_fault = {
	.name = "page-fault",
	.disturbs = "memory management, TLB",
	.unit = "faults",
	.parameter = "processes",
	.least = 1,
	.most = 1024,
	.counts_instances = true,
	.memory = MEMORY_PAGES,
	.run = page_fault_run,
};
