/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "compare/checks.h"

#include <string.h>

#include "base/num.h"
#include "compare/check-rows.h"

/* All runs of a side: their values, each once; NULL as soon as one is not known. */
static const char *of_side(const struct check *check, const struct compare_side *side,
			   struct arena *arena)
{
	struct str all = {0};

	for (uint32_t i = 0; i < side->count; i++) {
		const char *one = side->runs[i].has_figures
					  ? check->property(&side->runs[i], arena)
					  : NULL;

		if (!one) {
			str_free(&all);
			return NULL;
		}
		if (!all.length || strcmp(str_text(&all), one))
			check_add_part(&all, one);
	}
	return check_keep(&all, arena);
}

static void check_property(const struct check *check, const struct compare_side *a,
			   const struct compare_side *b, struct arena *arena,
			   struct check_outcome *outcome)
{
	outcome->a = of_side(check, a, arena);
	outcome->b = of_side(check, b, arena);
	outcome->result = CHECK_UNKNOWN;
	/* One invalid run is enough, whatever the other is. */
	if (check->bad && ((outcome->a && strstr(outcome->a, check->bad)) ||
			   (outcome->b && strstr(outcome->b, check->bad))))
		outcome->result = check->mismatch;
	else if (outcome->a && outcome->b)
		outcome->result =
			strcmp(outcome->a, outcome->b) ? check->mismatch : CHECK_SAME;
}

static int64_t sum_of_side(const struct check *check, const struct compare_side *side)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < side->count; i++) {
		int64_t one = side->runs[i].has_figures ? check->amount(&side->runs[i])
							: RUN_UNKNOWN;

		if (one == RUN_UNKNOWN)
			return RUN_UNKNOWN;
		sum += one / side->count;
	}
	return sum;
}

static const char *amount_text(const struct check *check, int64_t amount,
			       struct arena *arena)
{
	struct str text = {0};

	if (amount == RUN_UNKNOWN)
		return NULL;
	if (check->is_time)
		num_add_time(&text, amount);
	else
		num_add_count(&text, (uint64_t)amount);
	return check_keep(&text, arena);
}

/* Of several runs the mean is told. */
static void check_amount(const struct check *check, const struct compare_side *a,
			 const struct compare_side *b, struct arena *arena,
			 struct check_outcome *outcome)
{
	int64_t a_amount = sum_of_side(check, a), b_amount = sum_of_side(check, b);
	int64_t larger = a_amount > b_amount ? a_amount : b_amount;

	outcome->a = amount_text(check, a_amount, arena);
	outcome->b = amount_text(check, b_amount, arena);
	outcome->result = CHECK_UNKNOWN;
	if (a_amount != RUN_UNKNOWN && b_amount != RUN_UNKNOWN)
		outcome->result =
			(a_amount < b_amount ? b_amount - a_amount
					     : a_amount - b_amount) > larger / 20
				? check->mismatch
				: CHECK_SAME;
	/* Without a sample there is nothing that could differ. */
	if (!strcmp(check->id, "samples") && (!a_amount || !b_amount))
		outcome->result = CHECK_REFUSES;
}

const struct check_outcome *checks_make(const struct compare_side *a,
					const struct compare_side *b, struct arena *arena,
					uint32_t *count)
{
	struct check_outcome *outcomes;

	*count = check_row_count;
	outcomes = arena_array(arena, *count, sizeof(*outcomes));
	for (uint32_t i = 0; i < *count; i++) {
		outcomes[i] = (struct check_outcome){.id = check_rows[i].id,
						     .title = check_rows[i].title,
						     .why = check_rows[i].why};
		(check_rows[i].amount ? check_amount : check_property)(&check_rows[i], a,
								       b, arena,
								       &outcomes[i]);
	}
	return outcomes;
}
