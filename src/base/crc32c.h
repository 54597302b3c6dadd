/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CRC-32C (Castagnoli), as in RFC 3720 appendix B.4: reflected polynomial
 * 0x82f63b78, start and final inversion. crc32c(0, "123456789", 9) is 0xe3069283.
 */
#ifndef BASE_CRC32C_H
#define BASE_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* crc is 0 for the first piece, then the result so far. */
uint32_t crc32c(uint32_t crc, const void *bytes, size_t count);

#endif
