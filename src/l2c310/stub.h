/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The switch for kernels that cannot be rebuilt: a page before a zImage that sets write
 * allocate and goes on to the kernel. stub.S is the page's code and says what it asks before it
 * writes. Works on images in memory.
 */
#ifndef L2C310_STUB_H
#define L2C310_STUB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

enum {
	STUB_BYTES = 4096, /* the page; the kernel stays aligned as it was */
	STUB_IMAGE_MAX_BYTES = 256 << 20, /* far above any zImage */
};

struct stub_board {
	const char *name, *what;
	uint32_t peripherals; /* PERIPHBASE, what the Cortex-A9's CBAR tells */
	uint32_t controller;  /* of the L2C-310 */
	const char *refused;  /* why a stub is no use there; NULL: it is */
	const char *note;     /* what else to know; NULL: nothing */
};

/* Ended by a row without a name. The first one is the usual one. */
extern const struct stub_board stub_boards[];

/* NULL: none of that name. */
const struct stub_board *stub_board_find(const char *name);

/* The words of --write-allocate; a word's index is what goes into bits 24:23. */
extern const char *const stub_settings[];

/* What a page says, and whether it and what follows are as they were made. */
struct stub {
	uint32_t field; /* index of stub_settings */
	uint32_t peripherals, controller;
	uint32_t image_bytes, image_crc;
	const struct stub_board *board; /* NULL: none of ours has these addresses */
	bool code_is_ours;              /* word by word what this version writes */
	bool image_is_whole;            /* length and CRC-32C are right */
};

/* Does the file start with a page of ours, of whatever version? */
bool stub_is_there(const void *file, size_t bytes);

/* Appends page and image. -1: the image or the board is not such that it can work. */
int stub_make(struct str *out, const struct stub_board *board, uint32_t field,
	      const void *image, size_t bytes, struct err *err);

/* Only where stub_is_there(). -1: another version's, or cut off. */
int stub_read(struct stub *stub, const void *file, size_t bytes, struct err *err);

/* Appends the image as it was. -1: there is no page, or not that image behind it. */
int stub_remove(struct str *out, const void *file, size_t bytes, struct err *err);

#endif
