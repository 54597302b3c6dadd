/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which ways of a set hold a line: bit i for way i. stride, the number of tags, is 4, 8 or
 * 16 and a constant where this is inlined. Three ways to the same bits: SSE2 can collect them
 * in one instruction, other vectors by or-ing, and without vectors (CACHE_SCALAR) it is a
 * loop.
 */
#ifndef MODEL_CACHE_MATCH_H
#define MODEL_CACHE_MATCH_H

#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#if defined(__SSE2__) && !defined(CACHE_SCALAR) && !defined(CACHE_GENERIC_VECTORS)
static inline __m128i match_four(const uint32_t *tag, uint32_t line)
{
	return _mm_cmpeq_epi32(_mm_load_si128((const __m128i *)(const void *)tag),
			       _mm_set1_epi32((int)line));
}

static inline uint32_t match(const uint32_t *tag, uint32_t line, uint32_t stride)
{
	__m128i four[4];

	if (stride == 4)
		return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(match_four(tag, line)));
#pragma GCC unroll 4
	for (uint32_t i = 0; i < 4; i++)
		four[i] = i < stride / 4 ? match_four(tag + 4 * i, line)
					 : _mm_setzero_si128();
	four[0] = _mm_packs_epi32(four[0], four[1]);
	four[2] = _mm_packs_epi32(four[2], four[3]);
	return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(four[0], four[2]));
}
#elif defined(__GNUC__) && !defined(CACHE_SCALAR)
typedef uint32_t lanes __attribute__((vector_size(16)));
typedef uint64_t lane_pairs __attribute__((vector_size(16)));

static inline uint32_t match(const uint32_t *tag, uint32_t line, uint32_t stride)
{
	const lanes wanted = {line, line, line, line}, bits = {1, 2, 4, 8};
	lanes found = {0}, four;
	lane_pairs both;

#pragma GCC unroll 4
	for (uint32_t i = 0; i < stride; i += 4) {
		memcpy(&four, tag + i, sizeof(four));
		found |= (lanes)(four == wanted) & (bits << i);
	}
	both = (lane_pairs)found;
	both[0] |= both[1];
	return (uint32_t)(both[0] | both[0] >> 32);
}
#else
static inline uint32_t match(const uint32_t *tag, uint32_t line, uint32_t stride)
{
	uint32_t found = 0;

	for (uint32_t i = 0; i < stride; i++)
		found |= (uint32_t)(tag[i] == line) << i;
	return found;
}
#endif

#endif
