/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of a level 2 cache controller, and what a kernel log says of it, as documents. */
#ifndef REPORT_L2C310_DOC_H
#define REPORT_L2C310_DOC_H

#include "l2c310/boot-log.h"
#include "l2c310/decode.h"
#include "report/doc.h"

/* How it is known what register a value is of. */
enum l2c310_from { L2C310_FROM_OPTION, L2C310_FROM_NAME, L2C310_FROM_VALUE };

/* One value and what it is of. */
struct l2c310_item {
	const char *given; /* as it was written; NULL: found in a log */
	enum l2c310_from from;
	enum l2c_controller controller; /* L2C_UNKNOWN: not said, taken as L2C-310 */
	uint8_t release;
	struct l2c_decoding decoding;
};

/* Values of one register stand side by side, with their differences. */
void l2c310_values_doc(struct doc *doc, const struct l2c310_item *items, size_t count);

/* name: where the log comes from. */
void l2c310_log_doc(struct doc *doc, const struct l2c_log *log, const char *name);

/* JSON members of one register in words: register, value, fields and so on. */
void l2c310_add_members(struct doc *doc, struct doc_node *parent,
			const struct l2c310_item *item);

/* The table of its fields and what they do to latency, as text. */
void l2c310_add_fields(struct doc *doc, struct doc_node *parent,
		       const struct l2c310_item *item);

#endif
