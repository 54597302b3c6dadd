/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading takes eight bytes a step from eight tables ("slicing by 8"): fast enough everywhere
 * that no processor-specific instruction is worth its second code path. A board only writes,
 * a few kilobytes a second: there four bits a step do, and 8 KiB of tables are spared.
 */
#include "base/crc32c.h"

#ifdef WHYLATE_HOST
#include "base/bytes.h"
#include "base/crc32c-table.h"

uint32_t crc32c(uint32_t crc, const void *bytes, size_t count)
{
	const uint8_t *at = bytes;

	crc = ~crc;
	for (; count >= 8; count -= 8, at += 8) {
		uint32_t low = crc ^ get_u32(at);
		uint32_t high = get_u32(at + 4);

		crc = crc32c_table[7][low & 0xff] ^ crc32c_table[6][low >> 8 & 0xff] ^
		      crc32c_table[5][low >> 16 & 0xff] ^ crc32c_table[4][low >> 24] ^
		      crc32c_table[3][high & 0xff] ^ crc32c_table[2][high >> 8 & 0xff] ^
		      crc32c_table[1][high >> 16 & 0xff] ^ crc32c_table[0][high >> 24];
	}
	for (; count; count--)
		crc = crc >> 8 ^ crc32c_table[0][(crc ^ *at++) & 0xff];
	return ~crc;
}
#else
/* What four bits behind the checksum make of it: every 16th of the table of bytes. */
static const uint32_t table_of_four_bits[16] = {
	0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3,
	0x61c69362, 0x7198540d, 0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
	0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
};

uint32_t crc32c(uint32_t crc, const void *bytes, size_t count)
{
	const uint8_t *at = bytes;

	crc = ~crc;
	for (; count; count--) {
		crc ^= *at++;
		crc = crc >> 4 ^ table_of_four_bits[crc & 15];
		crc = crc >> 4 ^ table_of_four_bits[crc & 15];
	}
	return ~crc;
}
#endif
