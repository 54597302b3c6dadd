/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bit strings: what is not in the inner loop of a decoder. */
#include "run/bits.h"

void bits_put(struct bits_out *to, uint64_t value, unsigned int bits)
{
	to->window = to->window << bits | value;
	for (to->count += bits; to->count >= 8; to->count -= 8)
		str_add_char(to->out, (char)(to->window >> (to->count - 8)));
}

void bits_finish(struct bits_out *to)
{
	bits_put(to, 0, (8 - to->count) & 7);
}

void bits_end(struct bits_in *bits, struct bytes *from)
{
	from->bad |= bits->count < 0;
	from->at = from->bad ? from->end : bits->at - bits->count / 8;
}

static unsigned int smaller(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

void rice_put(struct bits_out *to, uint64_t value, unsigned int k)
{
	unsigned int length = bits_length(value);

	if (value >> k < RICE_ESCAPE) {
		unsigned int ones = (unsigned int)(value >> k);

		bits_put(to, (UINT64_C(2) << ones) - 2, ones + 1);
		bits_put(to, value & ((UINT64_C(1) << k) - 1), k);
		return;
	}
	bits_put(to, (1 << RICE_ESCAPE) - 1, RICE_ESCAPE);
	bits_put(to, length, 7);
	while (length) {
		unsigned int piece = smaller(length, 32);

		length -= piece;
		bits_put(to, value >> length & UINT32_MAX >> (32 - piece), piece);
	}
}

uint64_t rice_get_escaped(struct bits_in *from)
{
	unsigned int length;
	uint64_t value = 0;

	bits_get(from, RICE_ESCAPE);
	length = bits_get(from, 7);
	if (length > 64) {
		from->count = -1;
		return 0;
	}
	while (length) {
		unsigned int piece = smaller(length, 32);

		bits_fill(from);
		length -= piece;
		value = value << piece | bits_get(from, piece);
	}
	return value;
}
