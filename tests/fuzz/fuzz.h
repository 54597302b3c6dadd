/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What fuzz targets share: the entry point, and how they say that something is wrong. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

/* A condition that no input may break. */
static inline void require(bool condition)
{
	if (!condition)
		__builtin_trap();
}

/* The input as a text in a block of its own size, so that reading past it is seen. */
static inline char *fuzz_text(const uint8_t *bytes, size_t count)
{
	char *text = mem_alloc(count + 1);

	for (size_t i = 0; i < count; i++)
		text[i] = (char)bytes[i];
	return text;
}

#endif
