/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to compare/: the properties that are looked at, a row each. */
#ifndef COMPARE_CHECK_ROWS_H
#define COMPARE_CHECK_ROWS_H

#include "base/str.h"
#include "compare/checks.h"

/* A property of one run as text; NULL when it is not known. */
typedef const char *property_fn(const struct compare_run *run, struct arena *arena);

struct check {
	const char *id, *title;
	property_fn *property;
	/* Instead: a number that may differ by a twentieth. RUN_UNKNOWN. */
	int64_t (*amount)(const struct compare_run *run);
	bool is_time; /* of the amount */
	enum check_result mismatch;
	const char *
		bad; /* a text that holds this is a mismatch whatever the other side's is */
	const char *why;
};

extern const struct check check_rows[];
extern const uint32_t check_row_count;

/* Parts that differ, each once: "0", "0, 1". */
void check_add_part(struct str *to, const char *part);

/* Do the figures of a report agree with each other? Else which do not. */
property_fn check_consistency;
#define CHECK_CONTRADICTORY "contradictory"

/* The text as one that lives in the arena, NULL when empty; frees it. */
const char *check_keep(struct str *text, struct arena *arena);

#endif
