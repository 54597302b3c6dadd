/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The one sentence on top: what differs, by how much, how sure, and what to try first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "compare/compare-parts.h"

void compare_add_us(struct str *out, int64_t ns)
{
	if (ns % 1000)
		str_addf(out, "%.3f", (double)ns / 1e3);
	else
		str_addf(out, "%lld", (long long)(ns / 1000));
}

void compare_add_signed_us(struct str *out, int64_t ns)
{
	if (ns > 0)
		str_add_char(out, '+');
	compare_add_us(out, ns);
}

static const struct compare_row *find_row(const struct comparison *comparison,
					  const char *stream, enum measure measure)
{
	for (uint32_t i = 0; i < comparison->row_count; i++) {
		const struct compare_row *row = &comparison->rows[i];

		if (row->measure == measure && !strcmp(row->stream, stream) &&
		    row->difference_ns != RUN_UNKNOWN)
			return row;
	}
	return NULL;
}

/* "average 5.690 -> 18.042 us (+12.352, factor 3.171)" */
static void add_row(struct str *out, const struct compare_row *row)
{
	if (strcmp(row->stream, "total"))
		str_addf(out, "%s ", row->stream);
	str_addf(out, "%s ", measure_name(row->measure));
	compare_add_us(out, row->a_ns);
	str_add(out, " -> ");
	compare_add_us(out, row->b_ns);
	str_add(out, " us (");
	compare_add_signed_us(out, row->difference_ns);
	if (row->factor_thousandths != RUN_UNKNOWN)
		str_addf(out, ", factor %.3f", (double)row->factor_thousandths / 1e3);
	if (row->low_ns != RUN_UNKNOWN) {
		str_add(out, ", 95 % interval ");
		compare_add_signed_us(out, row->low_ns);
		str_add(out, " to ");
		compare_add_signed_us(out, row->high_ns);
	}
	if (row->up + row->down)
		str_addf(out, ", %u up, %u down", row->up, row->down);
	str_add_char(out, ')');
}

/* The row that decided: the highest measure that shows something, total before streams. */
static const struct compare_row *deciding_row(const struct comparison *comparison)
{
	for (int measure = MEASURES - 1; measure >= MEASURE_AVG; measure--)
		for (uint32_t i = 0; i < comparison->row_count; i++) {
			const struct compare_row *row = &comparison->rows[i];

			if (row->decides && (int)row->measure == measure &&
			    row->shown != SHOWN_NOTHING)
				return row;
		}
	return NULL;
}

/* Does it point the other way than the verdict? */
static bool is_against(const struct comparison *comparison, const struct compare_row *row)
{
	if (comparison->verdict == COMPARE_WORSE)
		return row->difference_ns < 0;
	return comparison->verdict == COMPARE_BETTER && row->difference_ns > 0;
}

static void add_also(struct str *out, const struct comparison *comparison,
		     const struct compare_row *row, const struct compare_row *told)
{
	bool several =
		comparison->basis == BASIS_RUNS || comparison->basis == BASIS_PAIRS;

	/* Of several runs only what is shown. */
	if (!row || row == told || (several && row->shown == SHOWN_NOTHING))
		return;
	str_add(out, is_against(comparison, row) ? ", although " : ", ");
	add_row(out, row);
}

/* Where there are several streams: which of them changed most in its maximum. */
static void add_place(struct str *out, const struct comparison *comparison,
		      const struct compare_row *deciding)
{
	const struct compare_row *most = NULL;

	if (strcmp(deciding->stream, "total") || deciding->measure != MEASURE_MAX)
		return;
	for (uint32_t i = 0; i < comparison->row_count; i++) {
		const struct compare_row *row = &comparison->rows[i];

		if (row->measure != MEASURE_MAX || row->difference_ns == RUN_UNKNOWN ||
		    !strcmp(row->stream, "total"))
			continue;
		if (!most || llabs(row->difference_ns) > llabs(most->difference_ns))
			most = row;
	}
	if (most && most->difference_ns)
		str_addf(out, ", most on %s", most->stream);
}

static void add_overruns(struct str *out, const struct comparison *comparison)
{
	int64_t a = comparison->a_overruns, b = comparison->b_overruns;

	if (a != RUN_UNKNOWN && b != RUN_UNKNOWN && a != b)
		str_addf(out, ", overruns %lld -> %lld", (long long)a, (long long)b);
}

/* The limit that was asked for. */
static void add_limit(struct str *out, const struct comparison *comparison)
{
	const struct compare_tail *tail = &comparison->tails[0];

	if (!comparison->options.limit_ns || !comparison->tail_count ||
	    tail->a_least == RUN_UNKNOWN || tail->b_least == RUN_UNKNOWN)
		return;
	str_add(out, ", samples above ");
	num_add_exact_time(out, tail->limit_ns);
	str_addf(out, " %lld -> %lld", (long long)tail->a_least,
		 (long long)tail->b_least);
}

/* Without a difference: how large one could be and not be seen. */
static void add_bound(struct str *out, const struct comparison *comparison)
{
	static const enum measure order[] = {MEASURE_PERCENTILE + 2, MEASURE_PERCENTILE,
					     MEASURE_AVG};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		const struct compare_row *row = find_row(comparison, "total", order[i]);

		if (!row || row->no_larger_ns == RUN_UNKNOWN)
			continue;
		str_addf(out, "; no difference larger than ");
		compare_add_us(out, row->no_larger_ns);
		str_addf(out, " us in %s (at 5 %%)", measure_name(row->measure));
		return;
	}
}

static void add_figures(struct str *out, const struct comparison *comparison)
{
	static const char *const words[] = {
		[COMPARE_WORSE] = "is worse than",
		[COMPARE_BETTER] = "is better than",
		[COMPARE_MIXED] = "is worse in part and better in part than",
		[COMPARE_NO_DIFFERENCE] = "is not shown to differ from",
	};
	const char *what =
		comparison->a.count == 1 && comparison->b.count == 1 ? "Run " : "";
	const struct compare_row *deciding = deciding_row(comparison);
	const struct compare_row *average = find_row(comparison, "total", MEASURE_AVG);
	const struct compare_row *worst = find_row(comparison, "total", MEASURE_MAX);

	str_addf(out, "%sB %s %sA: ", what, words[comparison->verdict],
		 *what ? "run " : "");
	if (!deciding)
		deciding = worst ? worst : average;
	if (!deciding) {
		str_add(out, "no figure is known of both");
		return;
	}
	add_row(out, deciding);
	add_place(out, comparison, deciding);
	add_overruns(out, comparison);
	add_limit(out, comparison);
	add_also(out, comparison, worst, deciding);
	if (comparison->basis == BASIS_FIGURES)
		add_also(out, comparison,
			 find_row(comparison, "total", MEASURE_PERCENTILE + 3), deciding);
	add_also(out, comparison, average, deciding);
	if (comparison->verdict == COMPARE_NO_DIFFERENCE)
		add_bound(out, comparison);
}

static void add_refusal(struct str *out, const struct comparison *comparison)
{
	bool first = true;

	str_add(out, "A and B are not comparable:");
	for (uint32_t i = 0; i < comparison->check_count; i++) {
		const struct check_outcome *check = &comparison->checks[i];

		if (check->result != CHECK_REFUSES)
			continue;
		str_addf(out, "%s %s %s / %s", first ? "" : ",", check->title,
			 check->a ? check->a : "unknown",
			 check->b ? check->b : "unknown");
		first = false;
	}
	if (first)
		str_add(out, " no figure is known of both");
}

/* The next that is of another kind. */
static const struct fact_difference *another_than_first(const struct fact_diff *setup)
{
	for (uint32_t i = 1; i < setup->count; i++)
		if (setup->items[i].knowledge != setup->items[0].knowledge)
			return &setup->items[i];
	return NULL;
}

/* The row that takes every name has none of its own. */
static const char *title_of(const struct fact_difference *difference)
{
	return strcmp(difference->knowledge->pattern, "*") ? difference->knowledge->title
							   : difference->name;
}

static void add_cause(struct str *out, const struct comparison *comparison)
{
	const struct fact_diff *setup = &comparison->setup;
	const struct fact_difference *first = setup->items, *other;

	if (!setup->a_known || !setup->b_known)
		return;
	if (!setup->count) {
		str_add(out, "; the set-ups do not differ in anything that may matter");
		return;
	}
	other = another_than_first(setup);
	str_addf(out, "; of %u %s in the set-up first: %s %s -> %s (%s", setup->count,
		 setup->count == 1 ? "difference" : "differences", title_of(first),
		 first->a, first->b, fact_class_words(first->knowledge->class));
	if (other)
		str_addf(out, "; also in question: %s, so prove by experiment",
			 title_of(other));
	else if (first->knowledge->class <= FACT_CONFIRMED)
		str_add(out, "; not proven here, so prove by experiment");
	str_add_char(out, ')');
}

static void add_setups(struct str *out, const struct comparison *comparison)
{
	str_addf(out, "No run to compare, set-ups alone");
	if (!comparison->setup.a_known || !comparison->setup.b_known)
		str_add(out, ", and one of them is unknown");
}

static void add_scope(struct str *out, const struct comparison *comparison)
{
	const struct compare_run *a = &comparison->a.runs[0], *b = &comparison->b.runs[0];
	bool is_one_each =
		comparison->basis == BASIS_SLICES || comparison->basis == BASIS_FIGURES;

	if (is_one_each && compare_runs_share_stream(a, b))
		str_add(out, "; both modelled, not measured, from one stream of "
			     "instructions and paired by wake-up");
	else if (is_one_each)
		str_add(out, "; one run a side: run-to-run variation is unknown");
	if (comparison->basis == BASIS_FIGURES && comparison->a.runs[0].summary &&
	    comparison->b.runs[0].summary)
		str_add(out, "; too short for an interval");
	if (comparison->too_few_runs)
		str_add(out, "; too few runs for a verdict");
}

const char *compare_sentence(struct comparison *comparison)
{
	CLEANUP(str_free) struct str out = {0};

	if (comparison->verdict == COMPARE_NOT_COMPARABLE)
		add_refusal(&out, comparison);
	else if (comparison->verdict == COMPARE_SETUPS_ONLY)
		add_setups(&out, comparison);
	else
		add_figures(&out, comparison);
	add_cause(&out, comparison);
	add_scope(&out, comparison);
	str_add_char(&out, '.');
	return arena_copy(&comparison->arena, str_text(&out));
}
