/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The exact mean of n values, which is why n comes first: their sum may need more than 64
 * bits, and 32-bit machines have no wider type. The sum is quotient * n + remainder.
 */
#ifndef BASE_MEAN_H
#define BASE_MEAN_H

#include <stdint.h>

#include "base/saturate.h"

struct mean {
	int64_t n, quotient, remainder; /* 0 <= remainder < n */
};

/* 1 <= n < INT64_MAX / 2 */
static inline struct mean mean_of(int64_t n)
{
	return (struct mean){.n = n};
}

static inline void mean_add(struct mean *mean, int64_t value)
{
	int64_t down = value % mean->n < 0;
	int64_t remainder = mean->remainder + value % mean->n + down * mean->n;
	int64_t up = remainder >= mean->n;

	mean->quotient += value / mean->n + (up - down);
	mean->remainder = remainder - up * mean->n;
}

/* The mean in 1/parts, rounded to the nearest, halves up; n * parts must fit into 62 bits. */
static inline int64_t mean_rounded(const struct mean *mean, int64_t parts)
{
	int64_t twice = 2 * mean->remainder * parts / mean->n;

	return saturate_add(saturate_mul(mean->quotient, parts), (twice + 1) / 2);
}

#endif
