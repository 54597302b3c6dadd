/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The bytes of a run file; docs/format.md tells strangers the same. A file is a sequence
 * of chunks, each complete in itself:
 *
 *   0  sync     4 bytes  89 57 4c 1a: not text, not valid UTF-8, ends a TYPE on DOS
 *   4  kind     u8       enum chunk_kind
 *   5  version  u8       of this kind's payload
 *   6  check    u16      low half of the CRC-32C of the other 14 header bytes
 *   8  number   u32      0, 1, 2, ...: a gap tells that chunks are missing
 *  12  length   u32      of the payload, at most CHUNK_MAX_BYTES
 *  16  payload
 *      crc      u32      CRC-32C of header and payload
 *
 * All integers are little-endian.
 */
#ifndef RUN_FORMAT_H
#define RUN_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define FORMAT_VERSION 1
#define CHUNK_SYNC "\x89WL\x1a"
#define CHUNK_HEADER_BYTES 16
#define CHUNK_CRC_BYTES 4
#define CHUNK_MAX_BYTES (16u << 20)

enum chunk_kind {
	CHUNK_HEAD =
		1, /* JSON: format, host, plan, load, streams, counters, cpus; twice */
	CHUNK_OBTAINED = 2, /* JSON: streams with what each got */
	CHUNK_SLICES = 3,   /* binary: histograms of one second */
	CHUNK_COUNTS = 4,   /* binary: growth of the counters */
	CHUNK_SPIKES = 5,   /* binary: samples late by the threshold or more */
	CHUNK_RAW = 6,      /* binary: all samples */
	CHUNK_EVENT = 7,    /* JSON */
	CHUNK_END = 8,      /* JSON */
	CHUNK_SETUP = 9,    /* binary: files of the machine's set-up, or what changed */
	CHUNK_FOREIGN = 10, /* JSON: what another tool reported */
	CHUNK_OUTPUT = 11,  /* binary: run time, what the meter printed */
};

struct chunk {
	uint8_t kind, version;
	uint32_t number, length;
	const uint8_t *payload;
};

/* Appends a whole chunk. length <= CHUNK_MAX_BYTES. */
void chunk_add(struct str *out, enum chunk_kind kind, uint8_t version, uint32_t number,
	       const void *payload, size_t length);

enum chunk_state {
	CHUNK_GOOD,
	CHUNK_BAD,        /* no chunk starts here */
	CHUNK_INCOMPLETE, /* it may, but more bytes are needed to tell */
};

/*
 * Looks at the bytes for a chunk that starts at the first of them. When BAD, length is how
 * many bytes of payload were checked in vain.
 */
enum chunk_state chunk_parse(const uint8_t *bytes, size_t count, struct chunk *chunk);

#endif
