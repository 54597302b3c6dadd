/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/crc32c: the published vectors, any cut into pieces, the table bit by bit. */
#include "base/crc32c.h"

#include "base/crc32c-table.h"
#include "test.h"

/* RFC 3720, appendix B.4, and the usual check value. */
static void agrees_with_published_vectors(void)
{
	static const uint8_t iscsi_read[48] = {
		0x01, 0xc0, 0, 0, 0, 0, 0, 0, 0,    0, 0, 0,    0, 0, 0, 0,
		0x14, 0,    0, 0, 0, 0, 4, 0, 0,    0, 0, 0x14, 0, 0, 0, 0x18,
		0x28, 0,    0, 0, 0, 0, 0, 0, 0x02, 0, 0, 0,    0, 0, 0, 0,
	};
	uint8_t bytes[32];

	CHECK_INT(crc32c(0, "", 0), 0);
	CHECK_INT(crc32c(0, "123456789", 9), 0xe3069283);
	memset(bytes, 0, 32);
	CHECK_INT(crc32c(0, bytes, 32), 0x8a9136aa);
	memset(bytes, 0xff, 32);
	CHECK_INT(crc32c(0, bytes, 32), 0x62a8ab43);
	for (int i = 0; i < 32; i++)
		bytes[i] = (uint8_t)i;
	CHECK_INT(crc32c(0, bytes, 32), 0x46dd794e);
	for (int i = 0; i < 32; i++)
		bytes[i] = (uint8_t)(31 - i);
	CHECK_INT(crc32c(0, bytes, 32), 0x113fdb5c);
	CHECK_INT(crc32c(0, iscsi_read, 48), 0xd9963a56);
}

/* The definition, bit by bit. */
static uint32_t slow_crc32c(const uint8_t *bytes, size_t count)
{
	uint32_t crc = UINT32_MAX;

	while (count--) {
		crc ^= *bytes++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
	}
	return ~crc;
}

static void pieces_equal_the_whole(void)
{
	uint8_t bytes[67];

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(i * 151 + 7);
	for (size_t start = 0; start < 9; start++)
		for (size_t end = start; end <= sizeof(bytes); end++)
			for (size_t cut = start; cut <= end; cut++) {
				uint32_t first = crc32c(0, bytes + start, cut - start);

				CHECK_INT(crc32c(first, bytes + cut, end - cut),
					  slow_crc32c(bytes + start, end - start));
			}
}

static void sees_every_flipped_bit(void)
{
	uint8_t bytes[100] = {0};
	uint32_t good = crc32c(0, bytes, sizeof(bytes));

	for (size_t bit = 0; bit < sizeof(bytes) * 8; bit++) {
		bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
		CHECK(crc32c(0, bytes, sizeof(bytes)) != good);
		bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
	}
}

/* Table k moves a byte through k more zero bytes. */
static void table_is_what_it_should_be(void)
{
	for (uint32_t n = 0; n < 256; n++) {
		uint32_t crc = n;

		for (int k = 0; k < 8; k++) {
			for (int bit = 0; bit < 8; bit++)
				crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
			CHECK_INT(crc32c_table[k][n], crc);
		}
	}
}

static const struct test tests[] = {
	{"agrees with published vectors", agrees_with_published_vectors},
	{"pieces equal the whole", pieces_equal_the_whole},
	{"sees every flipped bit", sees_every_flipped_bit},
	{"table is what it should be", table_is_what_it_should_be},
};

TEST_MAIN(tests)
