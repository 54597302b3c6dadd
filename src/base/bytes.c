/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Variable-length integers. */
#include "base/bytes.h"

void bytes_add_varint(struct str *out, uint64_t value)
{
	uint8_t bytes[10];
	size_t count = 0;

	for (; value >= 0x80; value >>= 7)
		bytes[count++] = (uint8_t)(value | 0x80);
	bytes[count++] = (uint8_t)value;
	str_add_bytes(out, bytes, count);
}

void bytes_add_signed(struct str *out, int64_t value)
{
	bytes_add_varint(out, (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0));
}

uint64_t bytes_varint(struct bytes *from)
{
	uint64_t value = 0;

	for (unsigned int shift = 0; shift < 64 && from->at < from->end; shift += 7) {
		uint8_t byte = *from->at++;

		if (shift == 63 && byte > 1)
			break;
		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return value;
	}
	from->bad = true;
	from->at = from->end;
	return 0;
}

int64_t bytes_signed(struct bytes *from)
{
	uint64_t value = bytes_varint(from);

	return (int64_t)(value >> 1 ^ (value & 1 ? UINT64_MAX : 0));
}

uint64_t bytes_varint_max(struct bytes *from, uint64_t max)
{
	uint64_t value = bytes_varint(from);

	if (value <= max)
		return value;
	from->bad = true;
	from->at = from->end;
	return 0;
}
