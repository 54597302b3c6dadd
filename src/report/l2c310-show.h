/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A machine's level 2 cache controller: device tree, registers, log, and whether they agree. */
#ifndef REPORT_L2C310_SHOW_H
#define REPORT_L2C310_SHOW_H

#include "l2c310/agreement.h"
#include "report/l2c310-doc.h"

enum { L2C310_SEEN_MAX = 16 };

struct l2c310_machine {
	const char *about;      /* "this machine", or a folder */
	const char *compatible; /* of the device tree's node; NULL: there is none */
	const char *node;       /* its path */
	bool has_base;          /* in the device tree */
	uint64_t base;
	const char *
		why_no_registers; /* a sentence without a full stop; NULL: they are read */
	const char *through;      /* what they were read through: "/dev/mem" */
	struct l2c310_item seen[L2C310_SEEN_MAX]; /* registers, in the order of offsets */
	size_t seen_count;
	struct l2c_log log; /* found: false: no line of it */
	enum l2c_parameter parameter;
};

/* The register if it was read; NULL. */
const struct l2c310_item *l2c310_seen(const struct l2c310_machine *machine,
				      enum l2c_register_id id);

/* Whether something contradicts something else. */
bool l2c310_show_doc(struct doc *doc, const struct l2c310_machine *machine);

#endif
