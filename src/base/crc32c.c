/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Eight bytes a step from eight tables ("slicing by 8"): fast enough everywhere
 * that no processor-specific instruction is worth its second code path. The measuring
 * half alone writes little and must be small: a byte a step from one table.
 */
#include "base/crc32c.h"

#include "base/bytes.h"
#include "base/crc32c-table.h"

uint32_t crc32c(uint32_t crc, const void *bytes, size_t count)
{
	const uint8_t *at = bytes;

	crc = ~crc;
#ifdef WHYLATE_HOST
	for (; count >= 8; count -= 8, at += 8) {
		uint32_t low = crc ^ get_u32(at);
		uint32_t high = get_u32(at + 4);

		crc = crc32c_table[7][low & 0xff] ^ crc32c_table[6][low >> 8 & 0xff] ^
		      crc32c_table[5][low >> 16 & 0xff] ^ crc32c_table[4][low >> 24] ^
		      crc32c_table[3][high & 0xff] ^ crc32c_table[2][high >> 8 & 0xff] ^
		      crc32c_table[1][high >> 16 & 0xff] ^ crc32c_table[0][high >> 24];
	}
#endif
	for (; count; count--)
		crc = crc >> 8 ^ crc32c_table[0][(crc ^ *at++) & 0xff];
	return ~crc;
}
