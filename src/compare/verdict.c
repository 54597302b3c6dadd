/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From figures to a verdict. The tail decides before the middle: a better average with a
 * worse maximum is worse. What speaks against the verdict is told beside it.
 */
#include <string.h>

#include "compare/compare-parts.h"

static void count_shown(enum shown shown, uint32_t *later, uint32_t *earlier)
{
	*later += shown == SHOWN_LATER;
	*earlier += shown == SHOWN_EARLIER;
}

static enum compare_verdict decide_between(uint32_t later, uint32_t earlier)
{
	if (later && earlier)
		return COMPARE_MIXED;
	return later ? COMPARE_WORSE : COMPARE_BETTER;
}

/* Overruns of reports of the same length: a task that misses more periods is worse. */
static enum shown overruns_show(const struct comparison *comparison)
{
	int64_t a = comparison->a_overruns, b = comparison->b_overruns;

	if (comparison->basis != BASIS_FIGURES || a == RUN_UNKNOWN || b == RUN_UNKNOWN ||
	    (comparison->a.runs[0].summary && comparison->b.runs[0].summary))
		return SHOWN_NOTHING;
	return b > a ? SHOWN_LATER : b < a ? SHOWN_EARLIER : SHOWN_NOTHING;
}

/* What more samples do to a maximum is a little more, not a multiple of it. */
enum { MULTIPLE = 2 };

/*
 * A report's maximum that had more samples to grow in shows nothing by itself. But a run
 * with a multiple of the maximum is not called better for what lies below.
 */
static bool has_far_greater_maximum(const struct comparison *comparison)
{
	int64_t a_ns = comparison->a.runs[0].total.value_ns[MEASURE_MAX];
	int64_t b_ns = comparison->b.runs[0].total.value_ns[MEASURE_MAX];

	return comparison->basis == BASIS_FIGURES && a_ns > 0 && b_ns / MULTIPLE > a_ns &&
	       !compare_run_stopped_itself(&comparison->a.runs[0]) &&
	       !compare_run_stopped_itself(&comparison->b.runs[0]);
}

/* The highest quantity that shows anything decides, streams and total together. */
static enum compare_verdict decide(const struct comparison *comparison)
{
	uint32_t later = 0, earlier = 0;

	for (uint32_t i = 0; i < comparison->tail_count; i++)
		count_shown(comparison->tails[i].shown, &later, &earlier);
	if (overruns_show(comparison) != SHOWN_NOTHING)
		count_shown(overruns_show(comparison), &later, &earlier);
	for (int measure = MEASURES - 1; measure >= MEASURE_AVG; measure--) {
		for (uint32_t i = 0; i < comparison->row_count; i++) {
			const struct compare_row *row = &comparison->rows[i];

			if (row->decides && (int)row->measure == measure)
				count_shown(row->shown, &later, &earlier);
		}
		if (later || earlier)
			return decide_between(later, earlier);
	}
	return COMPARE_NO_DIFFERENCE;
}

static bool has_percentiles(const struct compare_side *side)
{
	for (uint32_t i = 0; i < side->count; i++)
		if (side->runs[i].total.value_ns[MEASURE_PERCENTILE] == RUN_UNKNOWN)
			return false;
	return true;
}

/* One sentence for what neither side tells, one for each side. */
static void name_unknown_checks(struct comparison *comparison)
{
	static const char *const where[] = {"in neither side's runs", "not in A's runs",
					    "not in B's runs"};

	for (int side = 0; side < 3; side++) {
		CLEANUP(str_free) struct str names = {0};

		for (uint32_t i = 0; i < comparison->check_count; i++) {
			const struct check_outcome *check = &comparison->checks[i];
			int missing = check->a ? 2 : check->b ? 1 : 0;

			if (check->result == CHECK_UNKNOWN && missing == side)
				str_addf(&names, "%s%s", names.length ? ", " : "",
					 check->title);
		}
		if (names.length)
			sentences_add(&comparison->unknown, &comparison->arena, "%s: %s",
				      str_text(&names), where[side]);
	}
}

static void name_unknown_setup(struct comparison *comparison)
{
	struct fact_diff *setup = &comparison->setup;

	if (!setup->a_known || !setup->b_known)
		sentences_add(&comparison->unknown, &comparison->arena,
			      "set-up: %s, so what else differs between A and B is "
			      "unknown, and no single cause can be named",
			      setup->a_known   ? "not known of B"
			      : setup->b_known ? "not known of A"
					       : "not known of either side");
}

/* What nobody could read on either side although a setup is there. */
static void name_unknown_facts(struct comparison *comparison)
{
	static const struct {
		const char *pattern, *words;
	} wanted[] = {
		{"cpu.*.cpufreq.governor", "CPU frequency governor"},
		{"cpu.*.idle.*.name", "idle states (C-states)"},
		{"clock.source", "clock source"},
		{"kernel.release", "kernel"},
	};

	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
		size_t a_at = 0, b_at = 0;
		const struct fact *a = NULL, *b = NULL;

		if (!comparison->a_facts || !comparison->b_facts)
			return;
		while ((a = facts_next(comparison->a_facts, wanted[i].pattern, &a_at)) &&
		       a->kind == FACT_UNKNOWN)
			;
		while ((b = facts_next(comparison->b_facts, wanted[i].pattern, &b_at)) &&
		       b->kind == FACT_UNKNOWN)
			;
		if (!a || !b)
			sentences_add(&comparison->unknown, &comparison->arena,
				      "%s: not in the set-up of %s", wanted[i].words,
				      a   ? "B"
				      : b ? "A"
					  : "either side");
	}
}

/* Is there a thread of which no CPU is told? */
static bool has_threads_without_cpu(const struct compare_side *side)
{
	for (uint32_t i = 0; i < side->count; i++) {
		const struct run_foreign *foreign = side->runs[i].foreign;

		for (uint32_t k = 0; foreign && k < foreign->stream_count; k++)
			if (foreign->streams[k].cpu == RUN_UNKNOWN)
				return true;
	}
	return false;
}

/* What a side's reports had, or should have had, and no figure rests on. */
static void name_lost_lines(struct comparison *comparison,
			    const struct compare_side *side, const char *name)
{
	uint64_t missing = 0, skipped = 0, cut = 0;
	int64_t surplus = 0;

	for (uint32_t i = 0; i < side->count; i++) {
		const struct run_foreign *foreign = side->runs[i].foreign;

		for (uint32_t s = 0; foreign && s < foreign->stream_count; s++)
			missing += foreign->streams[s].rows_missing;
		skipped += foreign ? foreign->lines_skipped : 0;
		if (compare_run_surplus(&side->runs[i]) > surplus)
			surplus = compare_run_surplus(&side->runs[i]);
		cut += foreign && !strcmp(foreign->ended, "cut-off");
	}
	if (missing)
		sentences_add(&comparison->unknown, &comparison->arena,
			      "%llu row%s of %s missing from its report",
			      (unsigned long long)missing, missing == 1 ? "" : "s", name);
	if (skipped)
		sentences_add(&comparison->unknown, &comparison->arena,
			      "%llu line%s of the report of %s not understood: what %s "
			      "would change is unknown",
			      (unsigned long long)skipped, skipped == 1 ? "" : "s", name,
			      skipped == 1 ? "it" : "they");
	if (surplus)
		sentences_add(
			&comparison->unknown, &comparison->arena,
			"%lld sample%s by which a histogram and its count differ in "
			"the report of %s: which of them is right",
			(long long)surplus, surplus == 1 ? "" : "s", name);
	if (cut)
		sentences_add(&comparison->unknown, &comparison->arena,
			      "the end of the report of %s: it is cut off", name);
}

static void name_unknown_figures(struct comparison *comparison)
{
	bool in_a = has_threads_without_cpu(&comparison->a);
	bool in_b = has_threads_without_cpu(&comparison->b);

	if (in_a || in_b)
		sentences_add(&comparison->unknown, &comparison->arena,
			      "CPUs: on which ones the threads of %s ran is not told; "
			      "threads of one number may have run on different CPUs",
			      in_a && in_b ? "either side"
			      : in_a       ? "A"
					   : "B");
	if (comparison->basis == BASIS_FIGURES &&
	    !(has_percentiles(&comparison->a) && has_percentiles(&comparison->b)))
		sentences_add(&comparison->unknown, &comparison->arena,
			      "histogram and percentiles: not in these reports");
	name_lost_lines(comparison, &comparison->a, "A");
	name_lost_lines(comparison, &comparison->b, "B");
}

/* Is there anything that both sides tell? Without it nothing is shown, not even sameness. */
static bool has_common_figure(const struct comparison *comparison)
{
	for (uint32_t i = 0; i < comparison->row_count; i++)
		if (comparison->rows[i].a_ns != RUN_UNKNOWN &&
		    comparison->rows[i].b_ns != RUN_UNKNOWN)
			return true;
	return comparison->a_overruns != RUN_UNKNOWN &&
	       comparison->b_overruns != RUN_UNKNOWN;
}

void compare_conclude(struct comparison *comparison)
{
	bool figures = comparison->check_count > 0;

	comparison->refused |= figures && !has_common_figure(comparison);
	if (!figures)
		comparison->verdict = COMPARE_SETUPS_ONLY;
	else if (comparison->refused)
		comparison->verdict = COMPARE_NOT_COMPARABLE;
	else
		comparison->verdict = decide(comparison);
	if (comparison->verdict == COMPARE_BETTER && has_far_greater_maximum(comparison))
		comparison->verdict = COMPARE_MIXED;
	if (figures && !comparison->refused) {
		compare_remark(comparison);
		name_unknown_figures(comparison);
	}
	name_unknown_checks(comparison);
	name_unknown_setup(comparison);
	name_unknown_facts(comparison);
	comparison->sentence = compare_sentence(comparison);
}
