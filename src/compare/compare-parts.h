/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to compare/: the steps of a comparison, one file each. */
#ifndef COMPARE_COMPARE_PARTS_H
#define COMPARE_COMPARE_PARTS_H

#include "compare/compare.h"

#define COMPARE_LEVEL 0.95
#define COMPARE_ALPHA 0.05

/* A new row with everything unknown but the figures; valid until the next one. */
struct compare_row *compare_add_row(struct comparison *comparison, const char *stream,
				    enum measure measure, int64_t a_ns, int64_t b_ns);

/* What a difference must exceed to count: the margin asked for, or 1 % of A's figure. */
int64_t compare_margin_ns(const struct comparison *comparison,
			  const struct compare_row *row);

/* How many runs of a side ended at their first sample above a limit. */
uint32_t compare_stopped_runs(const struct compare_side *side);

/*
 * A run that stopped itself has the limit's maximum, not its own. Leaving such runs out would
 * leave out the latest ones of all, so one of them is enough: no maxima are compared.
 */
bool compare_maxima_are_cut_off(const struct comparison *comparison);

/* By how many samples the histogram and the count of one of a report's threads differ. */
int64_t compare_run_surplus(const struct compare_run *run);

/* p-values of all that decides, adjusted together, and what they show. */
void compare_adjust(struct comparison *comparison);

/* Fill in basis, rows and tails. */
void compare_one_run_each(struct comparison *comparison);
void compare_several_runs(struct comparison *comparison);
void compare_tails(struct comparison *comparison);

/* From everything else to verdict, sentence, remarks and unknowns. */
void compare_conclude(struct comparison *comparison);
/* What is to be said of the figures. */
void compare_remark(struct comparison *comparison);
const char *compare_sentence(struct comparison *comparison);

/* "12.352", "1475": us with as many decimals as it takes; "+" before a difference. */
void compare_add_us(struct str *out, int64_t ns);
void compare_add_signed_us(struct str *out, int64_t ns);

#endif
