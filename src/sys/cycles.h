/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The processor's own counter, where user space may read it: what the busy loop of the
 * spin wake source looks at, since it is several times cheaper than any clock.
 */
#ifndef SYS_CYCLES_H
#define SYS_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

#include "sys/clock.h"

#if defined(__x86_64__) || defined(__i386__)
#define CYCLES_SOURCE "tsc"
static inline uint64_t cycles_now(void)
{
	return __builtin_ia32_rdtsc();
}
#elif defined(__aarch64__)
#define CYCLES_SOURCE "cntvct_el0"
static inline uint64_t cycles_now(void)
{
	uint64_t count;

	/* Without the barrier the read may be speculated early (rt-tests 1a17551). */
	__asm__ volatile("isb; mrs %0, cntvct_el0" : "=r"(count) : : "memory");
	return count;
}
#elif defined(__riscv) && __riscv_xlen == 64
#define CYCLES_SOURCE "rdtime"
static inline uint64_t cycles_now(void)
{
	uint64_t count;

	__asm__ volatile("rdtime %0" : "=r"(count));
	return count;
}
#else
/* ARMv7 may trap the generic timer or lack it: the clock itself is the counter. */
#define CYCLES_SOURCE "clock"
static inline uint64_t cycles_now(void)
{
	return (uint64_t)clock_now_ns();
}
#endif

/*
 * Counts per second against the measuring clock, from about 20 ms; 0 when the counter is
 * not usable as one (it stood still, went back, or two halves disagree by over 1 %).
 */
uint64_t cycles_measure_hz(void);

#endif
