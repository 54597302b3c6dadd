/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A patch that gives Linux's driver of the L2C-310 the parameter l2x0_write_allocate=. It is
 * made from the driver's own text, so that it applies to just that file without fuzz. All
 * forms since 2.6.3x compute AUX_CTRL in the same two lines; what differs is what they save for
 * a resume.
 */
#ifndef L2C310_KERNEL_PATCH_H
#define L2C310_KERNEL_PATCH_H

#include "base/err.h"
#include "base/str.h"

#define KERNEL_PATCH_DRIVER "arch/arm/mm/cache-l2x0.c"

/* Where kernels have the list of their parameters; NULL behind the last. */
extern const char *const kernel_patch_lists[];

struct kernel_list {
	const char *name; /* one of kernel_patch_lists; NULL: there is none */
	struct str text;
};

/* Appends words on what it is, then the diff. -1 says which part of the driver is unknown. */
int kernel_patch_make(struct str *out, const struct str *driver,
		      const struct kernel_list *list, struct err *err);

#endif
