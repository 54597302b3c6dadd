/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/bytes: little-endian fields, varints, and input that is not to be trusted. */
#include "base/bytes.h"

#include "test.h"

static void is_little_endian(void)
{
	uint8_t bytes[6];

	put_u16(bytes, 0xa1b2);
	put_u32(bytes + 2, 0xfedcba98);
	CHECK(!memcmp(bytes, "\xb2\xa1\x98\xba\xdc\xfe", 6));
	CHECK_INT(get_u16(bytes), 0xa1b2);
	CHECK_INT(get_u32(bytes + 2), 0xfedcba98);
}

static struct bytes span(const void *from, size_t count)
{
	const uint8_t *at = from;

	return (struct bytes){.at = at, .end = at + count};
}

/* The encodings were computed by hand from the definition of LEB128. */
static void knows_varints(void)
{
	static const struct {
		uint64_t value;
		const char *bytes;
		size_t count;
	} rows[] = {
		{0, "\x00", 1},
		{1, "\x01", 1},
		{127, "\x7f", 1},
		{128, "\x80\x01", 2},
		{300, "\xac\x02", 2},
		{16383, "\xff\x7f", 2},
		{16384, "\x80\x80\x01", 3},
		{624485, "\xe5\x8e\x26", 3},
		{UINT32_MAX, "\xff\xff\xff\xff\x0f", 5},
		{UINT64_C(1) << 63, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 10},
		{UINT64_MAX, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct bytes from = span(rows[i].bytes, rows[i].count);
		struct str out = {0};

		bytes_add_varint(&out, rows[i].value);
		CHECK_INT(out.length, rows[i].count);
		CHECK(!memcmp(out.text, rows[i].bytes, rows[i].count));
		CHECK_INT(bytes_varint(&from), rows[i].value);
		CHECK(!from.bad);
		CHECK_INT(bytes_left(&from), 0);
		str_free(&out);
	}
}

static void knows_signed_ones(void)
{
	static const struct {
		int64_t value;
		uint64_t unsigned_value;
	} rows[] = {
		{0, 0},
		{-1, 1},
		{1, 2},
		{-2, 3},
		{2, 4},
		{-64, 127},
		{64, 128},
		{INT64_MAX, UINT64_MAX - 1},
		{INT64_MIN, UINT64_MAX},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct str out = {0};
		struct bytes from, again;

		bytes_add_signed(&out, rows[i].value);
		from = again = span(out.text, out.length);
		CHECK_INT(bytes_varint(&from), rows[i].unsigned_value);
		CHECK_INT(bytes_signed(&again), rows[i].value);
		CHECK(!again.bad);
		str_free(&out);
	}
}

static void refuses_what_is_cut_off(void)
{
	struct str out = {0};

	bytes_add_varint(&out, UINT64_MAX);
	for (size_t count = 0; count < out.length; count++) {
		struct bytes from = span(out.text, count);

		CHECK_INT(bytes_varint(&from), 0);
		CHECK(from.bad);
		CHECK_INT(bytes_left(&from), 0);
	}
	str_free(&out);
}

static void refuses_more_than_64_bits(void)
{
	static const struct {
		const char *bytes;
		size_t count;
	} rows[] = {
		{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10},
		{"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f", 10},
		{"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x81\x00", 11},
		{"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 11},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct bytes from = span(rows[i].bytes, rows[i].count);

		CHECK_INT(bytes_varint(&from), 0);
		CHECK(from.bad);
		CHECK_INT(bytes_varint(&from), 0);
	}
}

static void stays_bad(void)
{
	struct bytes from = span("\x05\x80", 2);

	CHECK_INT(bytes_varint(&from), 5);
	CHECK(!from.bad);
	CHECK_INT(bytes_signed(&from), 0);
	CHECK(from.bad);
	CHECK_INT(bytes_varint(&from), 0);
	CHECK(from.bad);
}

static void keeps_to_the_maximum(void)
{
	struct bytes from = span("\x64\x64\x01", 3);

	CHECK_INT(bytes_varint_max(&from, 100), 100);
	CHECK(!from.bad);
	CHECK_INT(bytes_varint_max(&from, 99), 0);
	CHECK(from.bad);
	CHECK_INT(bytes_left(&from), 0);
}

static void lists_several(void)
{
	struct str out = {0};
	struct bytes from;

	for (uint64_t value = 1; value; value <<= 1) {
		bytes_add_varint(&out, value);
		bytes_add_signed(&out, -(int64_t)(value >> 1));
	}
	from = span(out.text, out.length);
	for (uint64_t value = 1; value; value <<= 1) {
		CHECK_INT(bytes_varint(&from), value);
		CHECK_INT(bytes_signed(&from), -(int64_t)(value >> 1));
	}
	CHECK(!from.bad);
	CHECK_INT(bytes_left(&from), 0);
	str_free(&out);
}

static const struct test tests[] = {
	{"is little-endian", is_little_endian},
	{"knows varints", knows_varints},
	{"knows signed ones", knows_signed_ones},
	{"refuses what is cut off", refuses_what_is_cut_off},
	{"refuses more than 64 bits", refuses_more_than_64_bits},
	{"stays bad", stays_bad},
	{"keeps to the maximum", keeps_to_the_maximum},
	{"lists several", lists_several},
};

TEST_MAIN(tests)
