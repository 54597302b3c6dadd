/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draws that can be repeated: the same seed gives the same results on every machine.
 * SplitMix64 (Steele, Lea & Flood, OOPSLA 2014), one 64-bit word of state.
 */
#ifndef STATS_PRNG_H
#define STATS_PRNG_H

#include <stdint.h>

struct prng {
	uint64_t state;
};

static inline uint64_t prng_next(struct prng *prng)
{
	uint64_t mixed = prng->state += UINT64_C(0x9e3779b97f4a7c15);

	mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
	return mixed ^ mixed >> 31;
}

/* 0 to below - 1; the bias is below 2^-32 for below < 2^32. */
static inline uint32_t prng_below(struct prng *prng, uint32_t below)
{
	return (uint32_t)((prng_next(prng) >> 32) * below >> 32);
}

/* In [0, 1), with 53 bits. */
static inline double prng_unit(struct prng *prng)
{
	return (double)(prng_next(prng) >> 11) * 0x1p-53;
}

#endif
