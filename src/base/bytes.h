/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Little-endian fields and variable-length integers, written to a str and read
 * from a span of bytes that is not trusted: a reader that runs past the end
 * yields zeros and remembers it in `bad`.
 */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct bytes {
	const uint8_t *at;
	const uint8_t *end;
	bool bad;
};

static inline size_t bytes_left(const struct bytes *bytes)
{
	return (size_t)(bytes->end - bytes->at);
}

static inline void put_u16(uint8_t *to, uint16_t value)
{
	to[0] = (uint8_t)value;
	to[1] = (uint8_t)(value >> 8);
}

static inline void put_u32(uint8_t *to, uint32_t value)
{
	put_u16(to, (uint16_t)value);
	put_u16(to + 2, (uint16_t)(value >> 16));
}

static inline uint16_t get_u16(const uint8_t *from)
{
	return (uint16_t)(from[0] | from[1] << 8);
}

static inline uint32_t get_u32(const uint8_t *from)
{
	return get_u16(from) | (uint32_t)get_u16(from + 2) << 16;
}

/* LEB128: seven bits a byte, lowest first, the top bit says that more follow. */
void bytes_add_varint(struct str *out, uint64_t value);

/* Signed values as 0, -1, 1, -2, ... -> 0, 1, 2, 3, ... */
void bytes_add_signed(struct str *out, int64_t value);

uint64_t bytes_varint(struct bytes *from);
int64_t bytes_signed(struct bytes *from);

/* A varint that must not be above max; otherwise `bad`, and 0. */
uint64_t bytes_varint_max(struct bytes *from, uint64_t max);

#endif
