/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Is a file a zImage, a kernel for 32-bit Arm that unpacks itself? If not, what is it? */
#ifndef L2C310_ZIMAGE_H
#define L2C310_ZIMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

/* Where each zImage has its words, little-endian, in bytes from its start. */
enum {
	ZIMAGE_MAGIC_AT = 0x24,
	ZIMAGE_START_AT = 0x28,
	ZIMAGE_END_AT = 0x2c,
	ZIMAGE_ORDER_AT = 0x30,
	ZIMAGE_HEAD_BYTES = 0x40,
};

#define ZIMAGE_MAGIC UINT32_C(0x016f2818)
#define ZIMAGE_ORDER UINT32_C(0x04030201)

struct zimage {
	uint32_t bytes;      /* that the header tells */
	uint32_t tree_bytes; /* of a device tree behind them; 0: none */
	uint32_t more_bytes; /* behind both */
	bool is_efi;         /* firmware can start it as an EFI program */
};

/* -1 with one sentence on what it is instead, or what of it is missing. */
int zimage_look(struct zimage *zimage, const void *file, size_t bytes, struct err *err);

#endif
