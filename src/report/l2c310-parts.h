/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the documents about cache controllers share. Texts live as long as the document. */
#ifndef REPORT_L2C310_PARTS_H
#define REPORT_L2C310_PARTS_H

#include "report/l2c310-doc.h"

/* "24:23", "forced off" */
const char *l2c310_bits(struct doc *doc, const struct l2c_field *field);
const char *l2c310_meaning(struct doc *doc, const struct l2c_decoded *decoded);

/* "30, 29"; "0x02870000" */
const char *l2c310_bit_list(struct doc *doc, uint32_t bits);
const char *l2c310_hex(struct doc *doc, uint32_t value);

/* "L2C-310 r3p1-50rel0"; "an L2C-310" when nobody said which. */
const char *l2c310_controller(struct doc *doc, const struct l2c310_item *item);

/*
 * What fields do to latency: those in these bits, in which values differ, so that one of them
 * is in the state that is told; 0: those whose state now is told. No section without any.
 */
void l2c310_add_effects(struct doc *doc, struct doc_node *parent,
			const struct l2c_decoding *decoding, uint32_t bits);

static inline bool l2c310_is_one_bit(uint32_t bits)
{
	return bits && !(bits & (bits - 1));
}

#endif
