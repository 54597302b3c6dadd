/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chunks: framing and checksums. What is in them is for others. */
#include "run/format.h"

#include <string.h>

#include "base/bytes.h"
#include "base/crc32c.h"

static uint16_t header_check(const uint8_t *header)
{
	uint32_t crc = crc32c(0, header, 6);

	return (uint16_t)crc32c(crc, header + 8, CHUNK_HEADER_BYTES - 8);
}

void chunk_add(struct str *out, enum chunk_kind kind, uint8_t version, uint32_t number,
	       const void *payload, size_t length)
{
	uint8_t header[CHUNK_HEADER_BYTES], crc[CHUNK_CRC_BYTES];

	memcpy(header, CHUNK_SYNC, 4);
	header[4] = (uint8_t)kind;
	header[5] = version;
	put_u32(header + 8, number);
	put_u32(header + 12, (uint32_t)length);
	put_u16(header + 6, header_check(header));
	put_u32(crc, crc32c(crc32c(0, header, sizeof(header)), payload, length));
	str_add_bytes(out, header, sizeof(header));
	str_add_bytes(out, payload, length);
	str_add_bytes(out, crc, sizeof(crc));
}

enum chunk_state chunk_parse(const uint8_t *bytes, size_t count, struct chunk *chunk)
{
	size_t sync_bytes = count < 4 ? count : 4;

	if (memcmp(bytes, CHUNK_SYNC, sync_bytes) != 0)
		return CHUNK_BAD;
	if (count < CHUNK_HEADER_BYTES)
		return CHUNK_INCOMPLETE;
	chunk->kind = bytes[4];
	chunk->version = bytes[5];
	chunk->number = get_u32(bytes + 8);
	chunk->length = get_u32(bytes + 12);
	chunk->payload = bytes + CHUNK_HEADER_BYTES;
	if (get_u16(bytes + 6) != header_check(bytes) ||
	    chunk->length > CHUNK_MAX_BYTES) {
		chunk->length = 0;
		return CHUNK_BAD;
	}
	if (count < (size_t)CHUNK_HEADER_BYTES + chunk->length + CHUNK_CRC_BYTES)
		return CHUNK_INCOMPLETE;
	if (get_u32(chunk->payload + chunk->length) !=
	    crc32c(0, bytes, (size_t)CHUNK_HEADER_BYTES + chunk->length))
		return CHUNK_BAD;
	return CHUNK_GOOD;
}
