/* SPDX-License-Identifier: GPL-2.0 */
#ifndef WHYLATE_L2C310_H
#define WHYLATE_L2C310_H

#include <whylate/kmod.h>

/* Fills *answer, which is all 0. -ENODEV: the device tree names no such controller. */
int l2c310_read(struct whylate_kmod_l2c310 *answer);

#endif
