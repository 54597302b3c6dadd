/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers that look random and are the same every time: xorshift64*. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/* state is not 0. */
static inline uint64_t random_next(uint64_t *state)
{
	*state ^= *state >> 12;
	*state ^= *state << 25;
	*state ^= *state >> 27;
	return *state * UINT64_C(0x2545f4914f6cdd1d);
}

/* 0 to below - 1. */
static inline uint32_t random_below(uint64_t *state, uint32_t below)
{
	return (uint32_t)((random_next(state) >> 32) * below >> 32);
}

/* Of every magnitude alike: 0 to 2^bits - 1, small ones as often as large ones. */
static inline uint64_t random_magnitude(uint64_t *state, unsigned int bits)
{
	unsigned int length = random_below(state, bits + 1);

	return length ? random_next(state) >> (64 - length) : 0;
}

#endif
