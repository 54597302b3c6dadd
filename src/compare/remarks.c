/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Beside the verdict: what must be known of the figures to read them. Decides nothing. */
#include <string.h>

#include "compare/compare-parts.h"

static void remark(struct comparison *comparison, const char *text)
{
	sentences_add(&comparison->remarks, &comparison->arena, "%s", text);
}

static void remark_on_basis(struct comparison *comparison)
{
	switch (comparison->basis) {
	case BASIS_NOTHING:
		break;
	case BASIS_FIGURES:
		if (comparison->a.runs[0].foreign || comparison->b.runs[0].foreign)
			remark(comparison,
			       "One run each, as reported: no interval and no "
			       "p-value can be told.");
		else
			sentences_add(
				&comparison->remarks, &comparison->arena,
				"Fewer than %d slices in one of the runs: too short for "
				"an interval, so nothing is decided.",
				RESAMPLE_STRETCHES_AT_LEAST);
		break;
	case BASIS_SLICES:
		if (compare_runs_share_stream(&comparison->a.runs[0],
					      &comparison->b.runs[0]))
			remark(comparison,
			       "Both are modelled from one stream of instructions, so each "
			       "wake-up is a pair and the intervals are of the pairs; what "
			       "the model leaves out is in none of them.");
		else
			remark(comparison,
			       "One run a side: intervals are within these runs; what differs from "
			       "run to run of one set-up is unknown, so the verdict holds for these "
			       "runs, not for the set-ups. Several runs a side tell more.");
		break;
	case BASIS_RUNS:
	case BASIS_PAIRS:
		if (comparison->too_few_runs)
			remark(comparison,
			       comparison->basis == BASIS_PAIRS
				       ? "Too few pairs for a verdict: even if all agreed, "
					 "chance could not be ruled out at 5 %."
				       : "Too few runs for a verdict: even if every run of "
					 "one side were later than every run of the other, "
					 "chance could not be ruled out at 5 %.");
		break;
	}
	if (comparison->basis != BASIS_FIGURES && comparison->basis != BASIS_NOTHING)
		remark(comparison,
		       "p is adjusted for all questions that decide (Holm); nothing is "
		       "tested of the maximum inside a run.");
	if (comparison->basis == BASIS_PAIRS)
		remark(comparison,
		       "A and B are medians of the runs, a change is the middle of what "
		       "the pairs changed by, so it is not B less A; p (signs) is that "
		       "of one row alone: it is not adjusted.");
}

static bool are_truncated(const struct compare_side *side)
{
	for (uint32_t i = 0; i < side->count; i++) {
		const struct run_foreign *foreign = side->runs[i].foreign;

		for (uint32_t s = 0; foreign && s < foreign->stream_count; s++)
			if (foreign->streams[s].avg_is_truncated)
				return true;
	}
	return false;
}

/* "0.000" of a row that begins at 0 is no time of 0. */
static void remark_on_bins(struct comparison *comparison)
{
	int64_t a_ns = compare_run_bin_ns(&comparison->a.runs[0]);
	int64_t b_ns = compare_run_bin_ns(&comparison->b.runs[0]);
	CLEANUP(str_free) struct str a = {0}, b = {0};

	if (comparison->basis != BASIS_FIGURES || (a_ns <= 1 && b_ns <= 1))
		return;
	compare_add_us(&a, a_ns);
	compare_add_us(&b, b_ns);
	sentences_add(
		&comparison->remarks, &comparison->arena,
		"Percentiles are the edges that the reports' tools print for their rows "
		"(%s us wide in A and %s us in B), within their minimum and maximum: "
		"each may be off by so much, and 0 is less than one row, not no time.",
		str_text(&a), str_text(&b));
}

/* "A", "A and B"; of several runs "2 of 6 runs of A and 0 of 6 of B". */
static const char *stopped_runs(struct comparison *comparison)
{
	const struct compare_side *a = &comparison->a, *b = &comparison->b;
	uint32_t in_a = compare_stopped_runs(a), in_b = compare_stopped_runs(b);
	CLEANUP(str_free) struct str text = {0};

	if (a->count == 1 && b->count == 1)
		return in_a && in_b ? "A and B" : in_a ? "A" : "B";
	str_addf(&text, "%u of %u runs of A and %u of %u of B", in_a, a->count, in_b,
		 b->count);
	return arena_copy(&comparison->arena, str_text(&text));
}

static void remark_on_stops(struct comparison *comparison)
{
	if (compare_maxima_are_cut_off(comparison))
		sentences_add(
			&comparison->remarks, &comparison->arena,
			"%s stopped at the first sample above a limit, so how late it "
			"would have been in the end is unknown: maxima are not compared, "
			"nor counts above that limit.",
			stopped_runs(comparison));
}

/* A maximum of more samples: which way does that argue? */
static void remark_on_samples(struct comparison *comparison)
{
	const struct compare_figures *a = &comparison->a.runs[0].total;
	const struct compare_figures *b = &comparison->b.runs[0].total;
	double ratio = (double)b->count / (double)a->count;
	bool grew = b->value_ns[MEASURE_MAX] > a->value_ns[MEASURE_MAX];

	if (comparison->a.count > 1 || comparison->b.count > 1 || a->count <= 0 ||
	    b->count <= 0 || (ratio < 1.1 && ratio > 0.9) ||
	    compare_maxima_are_cut_off(comparison))
		return;
	if (ratio > 1)
		sentences_add(
			&comparison->remarks, &comparison->arena,
			"B holds %.3g times as many samples as A, and a maximum can only "
			"grow with samples: %s.",
			ratio,
			grew ? "that B's is greater shows nothing by itself"
			     : "that B's is smaller all the same is no accident of "
			       "counting");
	else
		sentences_add(
			&comparison->remarks, &comparison->arena,
			"A holds %.3g times as many samples as B, and a maximum can only "
			"grow with samples: %s.",
			1 / ratio,
			grew ? "that B's is greater all the same is no accident of "
			       "counting"
			     : "that B's is smaller shows nothing by itself");
}

static void remark_on_copies(struct comparison *comparison,
			     const struct compare_side *side)
{
	if (side->copies)
		sentences_add(&comparison->remarks, &comparison->arena,
			      "Each run counts once; left out: %s.", side->copies);
}

void compare_remark(struct comparison *comparison)
{
	remark_on_copies(comparison, &comparison->a);
	remark_on_copies(comparison, &comparison->b);
	remark_on_basis(comparison);
	remark_on_stops(comparison);
	remark_on_bins(comparison);
	remark_on_samples(comparison);
	if (are_truncated(&comparison->a) || are_truncated(&comparison->b))
		remark(comparison,
		       "Averages are truncated by the tool: each may be almost a "
		       "whole unit too small.");
}
