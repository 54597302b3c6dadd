/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How long a periodic thread is busy between reading the clock after its wake-up and going
 * to sleep again. Each thread fills an array of its own, in memory that is there before;
 * at the end of the program each goes to $PROBE_OUTPUT.N as text, one number of
 * nanoseconds a line. What is measured includes one read of the counter.
 */
#ifndef PROBE_H
#define PROBE_H

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { PROBE_THREADS = 64, PROBE_ROOM = 1 << 18 };

struct probe {
	uint64_t stamp; /* 0: the clock was not read since the last sleep */
	uint32_t count;
	uint32_t distance[PROBE_ROOM];
};

static struct probe *probes[PROBE_THREADS];
static _Atomic uint32_t probe_count;
static __thread struct probe *probe_own;
static uint64_t probe_first_ticks;
static struct timespec probe_first_time;

static inline uint64_t probe_ticks(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_lfence();
	return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
	uint64_t count;

	__asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(count) : : "memory");
	return count;
#else
#error "no counter known"
#endif
}

static void probe_start(void)
{
	uint32_t number = atomic_fetch_add(&probe_count, 1);

	if (number >= PROBE_THREADS)
		abort();
	probes[number] = mmap(NULL, sizeof(struct probe), PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (probes[number] == MAP_FAILED)
		abort();
	probe_own = probes[number];
}

/* Last of all after reading the clock. Threads that never sleep are not followed. */
static inline void probe_woke(void)
{
	if (probe_own)
		probe_own->stamp = probe_ticks();
}

/* First of all before sleeping. */
static inline void probe_sleeps(void)
{
	uint64_t ticks = probe_ticks();

	if (!probe_own)
		probe_start();
	if (probe_own->stamp && probe_own->count < PROBE_ROOM)
		probe_own->distance[probe_own->count++] =
			(uint32_t)(ticks - probe_own->stamp);
	probe_own->stamp = 0;
}

static void __attribute__((constructor)) probe_begin(void)
{
	clock_gettime(CLOCK_MONOTONIC, &probe_first_time);
	probe_first_ticks = probe_ticks();
}

static void probe_write(const struct probe *probe, uint32_t number, double ns_per_tick)
{
	char name[4096];
	FILE *out;

	snprintf(name, sizeof(name), "%s.%u", getenv("PROBE_OUTPUT"), number);
	out = fopen(name, "w");
	if (!out)
		return;
	for (uint32_t i = 0; i < probe->count; i++)
		fprintf(out, "%.1f\n", probe->distance[i] * ns_per_tick);
	fclose(out);
}

static void __attribute__((destructor)) probe_end(void)
{
	double ticks = (double)(probe_ticks() - probe_first_ticks), ns;
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	ns = (double)(now.tv_sec - probe_first_time.tv_sec) * 1e9 +
	     (double)(now.tv_nsec - probe_first_time.tv_nsec);
	for (uint32_t i = 0; getenv("PROBE_OUTPUT") && i < probe_count; i++)
		probe_write(probes[i], i, ns / ticks);
}

#endif
