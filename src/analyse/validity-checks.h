/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to analyse/: a verdict in the making, and the checks of every stream. */
#ifndef ANALYSE_VALIDITY_CHECKS_H
#define ANALYSE_VALIDITY_CHECKS_H

#include "analyse/summary.h"
#include "base/str.h"

struct verdict {
	struct summary *summary;
	bool invalid, unknown;
};

/* One more reason, and what follows from it. The sentence is copied. */
void validity_note(struct verdict *verdict, enum validity means, const char *sentence);

/* All checks of streams that lead to `means`. */
void validity_check_streams(struct verdict *verdict, enum validity means);

/* "cpu 3 (nanosleep)" */
void validity_add_stream(struct str *out, const struct run_stream *what, uint32_t number);

#endif
