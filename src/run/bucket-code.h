/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The counts of one slice's histogram as a bit string that needs no other slice.
 *
 * Counts vary slowly from bucket to bucket, so each one is told as its distance from what
 * its two predecessors let expect. With a and b the counts one and two buckets before (0
 * before the first), x = 3a + b is four times the expected count, n its length in bits:
 *
 *   x = 0    r zero buckets follow (not told for the first bucket, where r = 0), then a
 *            non-zero one. r + 2^z as unary(length - 1 - z) and its lower bits, where z =
 *            {0,0,1,2,3,3,4,4}[min(length of the previous r, 7)]; then rice(count - 1, 0).
 *            The first bucket is rice(count, 0).
 *   x < 8    rice(count, 0)
 *   else     p = 15x / 64; f = 2(p - count) - 1 if count < p, 2(count - p) if p <= count
 *            <= 2p, else count; rice(f, n < 6 ? n - 3 : n - 4)
 *
 * A second at 10 kHz takes about 150 bytes so, against 270 for varint columns under zstd.
 */
#ifndef RUN_BUCKET_CODE_H
#define RUN_BUCKET_CODE_H

#include "run/bits.h"

/* bucket[first] and bucket[end - 1] are not 0. */
void bucket_code_put(struct bits_out *to, const uint32_t *bucket, uint32_t first,
		     uint32_t end);

/* Sets the counts of [first, end), which are 0 before. false: impossible contents. */
bool bucket_code_get(struct bits_in *from, uint32_t *bucket, uint32_t first,
		     uint32_t end);

#endif
