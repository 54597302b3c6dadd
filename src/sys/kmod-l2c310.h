/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of the cache controller, as the kernel module whylate.ko reads them. */
#ifndef SYS_KMOD_L2C310_H
#define SYS_KMOD_L2C310_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "sys/root.h"

struct kmod_register {
	uint32_t offset; /* from the base, in bytes */
	uint32_t value;
};

enum { KMOD_L2C310_ROOM = 48 };

/*
 * How many there are, in the order of offsets, and the controller's address. -1 with *err: no
 * module, no right, or no controller in the device tree.
 */
int kmod_read_l2c310(const struct root *root, uint64_t *base,
		     struct kmod_register registers[KMOD_L2C310_ROOM], struct err *err);

#endif
