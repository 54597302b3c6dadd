/* SPDX-License-Identifier: GPL-2.0-or-later */
/* False-positive rates of the tests: of all runs together, and by run for JSON. */
#include "report/compare-doc.h"

static const struct doc_column columns[] = {
	{.key = "test", .title = "", .left = true},
	{.key = "figure", .title = "", .left = true},
	{.key = "tests", .title = "tests"},
	{.key = "rejected", .title = "\"differs\""},
	{.key = "rejected_ppm", .title = "share"},
};

static const struct doc_column run_columns[] = {
	{.key = "run"},   {.key = "test"},     {.key = "figure"},
	{.key = "tests"}, {.key = "rejected"}, {.key = "rejected_ppm"},
};

static const char *const figures[] = {
	[SELF_CHECK_P50] = "p50",
	[SELF_CHECK_P99] = "p99",
};

static const char in_pairs_words[] = "slices in pairs, random order";
static const char in_order_words[] = "slices one after another";

static void fill_row(struct cell *row, const char *test, int figure,
		     const struct self_check_rate *rate)
{
	row[0] = cell_text(test);
	row[1] = cell_text(figures[figure]);
	row[2] = cell_count(rate->asked);
	if (!rate->asked)
		return;
	row[3] = cell_count(rate->rejected);
	row[4] = cell_of(CELL_PROBABILITY,
			 (int64_t)((double)rate->rejected / rate->asked * 1e6));
}

static void add_run_row(struct doc *doc, struct doc_node *table, const char *run,
			const char *test, int figure, const struct self_check_rate *rate)
{
	struct cell *row = doc_row(doc, table);

	row[0] = cell_text(run);
	fill_row(row + 1, test, figure, rate);
}

static void add_rate(struct self_check_rate *to, const struct self_check_rate *from)
{
	to->asked += from->asked;
	to->rejected += from->rejected;
}

static void add_figure(struct doc *doc, struct doc_node *table, struct doc_node *by_run,
		       const struct self_check *check, int figure)
{
	struct self_check_rate in_pairs = {0}, in_order = {0};

	for (uint32_t i = 0; i < check->run_count; i++) {
		const struct self_check_run *run = &check->runs[i];

		add_rate(&in_pairs, &run->in_pairs[figure]);
		add_rate(&in_order, &run->in_order[figure]);
		add_run_row(doc, by_run, run->name, in_pairs_words, figure,
			    &run->in_pairs[figure]);
		add_run_row(doc, by_run, run->name, in_order_words, figure,
			    &run->in_order[figure]);
	}
	fill_row(doc_row(doc, table), in_pairs_words, figure, &in_pairs);
	fill_row(doc_row(doc, table), in_order_words, figure, &in_order);
	fill_row(doc_row(doc, table), "slices between runs", figure,
		 &check->slices_between_runs[figure]);
	fill_row(doc_row(doc, table), "runs as units", figure,
		 &check->runs_as_units[figure]);
}

static void explain(struct doc *doc, const struct self_check *check)
{
	doc_sentence(
		doc, &doc->root,
		"Used by compare: runs as units, for a verdict on set-ups; blocks of "
		"slices, for an interval within one run. Slices between runs err "
		"more often than 5 % where runs have offsets of their own: that is "
		"why one run a side gives no verdict on set-ups.");
	if (check->run_count < SELF_CHECK_RUNS_AT_LEAST)
		doc_sentence(
			doc, &doc->root,
			doc_text(doc,
				 "Runs as units takes %d runs or more; these are %u.",
				 SELF_CHECK_RUNS_AT_LEAST, check->run_count));
}

void self_check_doc(struct doc *doc, const struct self_check *check)
{
	struct doc_node *table, *by_run;

	doc_sentence(doc, &doc->root,
		     doc_text(doc,
			      "How often each test says \"differs\" at 5 %% although "
			      "nothing was changed between %s (seed %llu):",
			      check->run_count == 1
				      ? "the parts of this run"
				      : doc_text(doc, "these %u runs", check->run_count),
			      (unsigned long long)check->seed));
	doc_field(doc, &doc->root, "runs", NULL, cell_count(check->run_count));
	doc_field(doc, &doc->root, "draws", NULL, cell_count(check->draws));
	doc_field(doc, &doc->root, "seed", NULL, cell_count(check->seed));
	doc_field(doc, &doc->root, "nominal_ppm", NULL, cell_of(CELL_PROBABILITY, 50000));
	table = doc_table(doc, &doc->root, "rates", "", columns,
			  sizeof(columns) / sizeof(columns[0]));
	by_run = doc_table(doc, &doc->root, "rates_by_run", NULL, run_columns,
			   sizeof(run_columns) / sizeof(run_columns[0]));
	for (int figure = 0; figure < SELF_CHECK_FIGURES; figure++)
		add_figure(doc, table, by_run, check, figure);
	explain(doc, check);
}
