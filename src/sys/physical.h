/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of devices through /dev/mem: read only, 32 bits at a time. */
#ifndef SYS_PHYSICAL_H
#define SYS_PHYSICAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "sys/root.h"

/* One page's worth, of physical addresses from a multiple of 4096 on. */
enum { PHYSICAL_PAGE_BYTES = 4096 };

/*
 * Reads the words at address + offsets[0..count-1] in this order, until more() says that the
 * last one was not what it should be; it gets the index. How many were read, or -1 with *err:
 * no right, no /dev/mem, a kernel that refuses, or nothing that answers (a bus error, which
 * ends only a child of ours).
 */
int physical_read(const struct root *root, uint64_t address, const uint16_t *offsets,
		  size_t count, uint32_t *values,
		  bool (*more)(size_t index, uint32_t value), struct err *err);

#endif
