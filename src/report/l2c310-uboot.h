/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Commands for U-Boot that set write allocate before Linux starts, as a document. */
#ifndef REPORT_L2C310_UBOOT_H
#define REPORT_L2C310_UBOOT_H

#include <stdbool.h>
#include <stdint.h>

#include "report/doc.h"

struct l2c310_uboot {
	uint32_t aux_ctrl; /* as it is now, or is assumed to be */
	uint32_t base;     /* of the controller */
	bool aux_is_assumed, base_is_assumed;
	uint32_t field; /* of bits 24:23: index of stub_settings */
};

void l2c310_uboot_doc(struct doc *doc, const struct l2c310_uboot *recipe);

#endif
