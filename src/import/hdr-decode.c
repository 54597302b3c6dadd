/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * HdrHistogram's own coding: counts in the order of values as ZigZag LEB128, a negative
 * number being so many zeros. Buckets double: each has as many sub-buckets as the digits ask
 * for, and all but the first use the upper half of them.
 */
#include "base/saturate.h"
#include "import/hdr-parts.h"

static int base64_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

bool hdr_add_base64(struct str *out, const char *text, size_t length)
{
	uint32_t bits = 0;
	int count = 0;

	while (length && text[length - 1] == '=')
		length--;
	for (size_t i = 0; i < length; i++) {
		int value = base64_value(text[i]);

		if (value < 0)
			return false;
		bits = bits << 6 | (uint32_t)value;
		count += 6;
		if (count < 8)
			continue;
		count -= 8;
		str_add_char(out, (char)(bits >> count & 0xff));
	}
	return length % 4 != 1;
}

static int64_t get_i64(const uint8_t *from)
{
	return (int64_t)((uint64_t)hdr_get_u32(from) << 32 | hdr_get_u32(from + 4));
}

/*
 * LEB128 of at most nine bytes, the ninth with all of its bits; then ZigZag. false at the
 * end.
 */
static bool next_number(const uint8_t **at, const uint8_t *end, int64_t *number)
{
	uint64_t value = 0;

	for (int shift = 0; *at < end; shift += 7) {
		uint8_t byte = *(*at)++;

		if (shift == 56) {
			value |= (uint64_t)byte << 56;
			byte = 0;
		} else {
			value |= (uint64_t)(byte & 0x7f) << shift;
		}
		if (byte < 0x80) {
			*number = (int64_t)(value >> 1) ^ -(int64_t)(value & 1);
			return true;
		}
	}
	return false;
}

/* The shape of a histogram, from its head. */
struct shape {
	uint32_t unit_bits; /* the lowest value that is told apart is 2^this */
	uint32_t half_bits; /* half of a bucket's sub-buckets are 2^this */
};

static uint32_t bits_of(uint64_t value)
{
	return 63 - (uint32_t)__builtin_clzll(value | 1);
}

static bool read_shape(const uint8_t *head, struct shape *shape)
{
	static const uint64_t largest_exact[] = {2, 20, 200, 2000, 20000, 200000};
	uint32_t digits = hdr_get_u32(head + 12);
	int64_t lowest = get_i64(head + 16);
	uint32_t bits;

	if (digits >= sizeof(largest_exact) / sizeof(largest_exact[0]) || lowest < 1)
		return false;
	bits = bits_of(largest_exact[digits] - 1) + 1;
	shape->half_bits = bits - 1;
	shape->unit_bits = bits_of((uint64_t)lowest);
	return shape->unit_bits + bits < 62;
}

/* From and to of the count with this index; false beyond int64_t. */
static bool edges_of(const struct shape *shape, uint64_t index, int64_t *from_ns,
		     int64_t *to_ns)
{
	uint64_t half = UINT64_C(1) << shape->half_bits;
	uint64_t bucket = index >> shape->half_bits;
	uint64_t sub = (index & (half - 1)) + half;
	uint64_t shift;

	if (bucket == 0) {
		sub -= half;
		bucket = 1;
	}
	shift = bucket - 1 + shape->unit_bits;
	if (shift + shape->half_bits + 1 >= 63)
		return false;
	*from_ns = (int64_t)(sub << shift);
	*to_ns = (int64_t)((sub + 1) << shift);
	return true;
}

static bool add_count(struct foreign_builder *builder, int64_t index,
		      const struct shape *shape, uint64_t place, int64_t count,
		      struct hdr_totals *totals)
{
	int64_t from_ns, to_ns;

	if (!edges_of(shape, place, &from_ns, &to_ns))
		return false;
	foreign_count_in_bin(builder, index, from_ns, to_ns, count);
	totals->count = saturate_add(totals->count, count);
	if (totals->min_ns == RUN_UNKNOWN)
		totals->min_ns = from_ns;
	totals->max_ns = from_ns;
	return true;
}

bool hdr_read(struct foreign_builder *builder, int64_t index, const struct str *plain,
	      struct hdr_totals *totals)
{
	const uint8_t *head = (const uint8_t *)str_text(plain), *at, *end;
	struct shape shape;
	uint64_t place = 0;
	int64_t number;

	if (plain->length < HDR_HEAD || hdr_get_u32(head) != HDR_COOKIE ||
	    hdr_get_u32(head + 4) > plain->length - HDR_HEAD ||
	    hdr_get_u32(head + 8) != 0 || !read_shape(head, &shape))
		return false;
	at = head + HDR_HEAD;
	end = at + hdr_get_u32(head + 4);
	while (next_number(&at, end, &number)) {
		if (number < 0) {
			if (number == INT64_MIN || -number > INT32_MAX)
				return false;
			place += (uint64_t)-number;
		} else {
			if (number &&
			    !add_count(builder, index, &shape, place, number, totals))
				return false;
			place++;
		}
	}
	return at == end;
}
