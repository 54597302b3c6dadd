/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to the reader of HdrHistogram logs: what one packed histogram holds. */
#ifndef IMPORT_HDR_PARTS_H
#define IMPORT_HDR_PARTS_H

#include "import/foreign-builder.h"
#include "import/import.h"

/* Big-endian words that begin them: without the bits that tell the width of a word. */
#define HDR_COOKIE_PACKED UINT32_C(0x1c849314)
#define HDR_COOKIE UINT32_C(0x1c849313)

enum {
	HDR_PACKED_HEAD = 8, /* cookie, length */
	HDR_HEAD = 40,
	HDR_PLAIN_MAX = 64 << 20,
};

struct hdr_totals {
	int64_t count, min_ns, max_ns; /* of lower edges; RUN_UNKNOWN when empty */
};

static inline uint32_t hdr_get_u32(const uint8_t *from)
{
	return (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 |
	       (uint32_t)from[2] << 8 | from[3];
}

/* Appends what base64 stands for; false when it is none. */
bool hdr_add_base64(struct str *out, const char *text, size_t length);

/* Adds the counts of an unpacked histogram to a stream; false when it makes no sense. */
bool hdr_read(struct foreign_builder *builder, int64_t index, const struct str *plain,
	      struct hdr_totals *totals);

#endif
