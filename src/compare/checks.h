/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Are two groups of runs comparable at all? One row a property. A known mismatch refuses or
 * qualifies the comparison, an unknown one is named; nothing unknown counts as the same.
 */
#ifndef COMPARE_CHECKS_H
#define COMPARE_CHECKS_H

#include "compare/compare-run.h"

enum check_result { CHECK_SAME, CHECK_QUALIFIES, CHECK_REFUSES, CHECK_UNKNOWN };

struct check_outcome {
	const char *id, *title; /* "period" */
	const char *a, *b;      /* NULL: unknown */
	enum check_result result;
	const char *why; /* of a mismatch: what it means */
};

struct compare_side {
	struct compare_run *runs;
	uint32_t count;
	const char *copies; /* of them, which do not count: "b (a copy of a)"; NULL */
};

/* One outcome for each row, in the order of the table; lives in the arena. */
const struct check_outcome *checks_make(const struct compare_side *a,
					const struct compare_side *b, struct arena *arena,
					uint32_t *count);

#endif
