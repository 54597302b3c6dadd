/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The figures of a comparison: differences, pairs, counts above limits, how they were had. */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "report/compare-doc-parts.h"
#include "report/sample-words.h"

static struct cell cell_known(enum cell_kind kind, int64_t value)
{
	return value == RUN_UNKNOWN ? cell_none() : cell_of(kind, value);
}

static struct cell cell_p(double p)
{
	return isnan(p) ? cell_none()
			: cell_of(CELL_PROBABILITY, (int64_t)round(p * 1e6));
}

enum { DIFFERENCE_COLUMNS = 18 };

static const struct doc_column json_columns[DIFFERENCE_COLUMNS] = {
	{.key = "stream"},  {.key = "quantity"},       {.key = "a_ns"},
	{.key = "b_ns"},    {.key = "difference_ns"},  {.key = "factor_thousandths"},
	{.key = "low_ns"},  {.key = "high_ns"},        {.key = "no_larger_than_ns"},
	{.key = "p_ppm"},   {.key = "p_adjusted_ppm"}, {.key = "shown"},
	{.key = "mean_ns"}, {.key = "least_ns"},       {.key = "greatest_ns"},
	{.key = "up"},      {.key = "down"},           {.key = "sign_p_ppm"},
};

static const char *const shown_words[] = {
	[SHOWN_NOTHING] = "nothing",
	[SHOWN_LATER] = "later",
	[SHOWN_EARLIER] = "earlier",
};

static void fill_json_row(struct cell *row, const struct compare_row *from)
{
	row[0] = cell_text(from->stream);
	row[1] = cell_text(measure_name(from->measure));
	row[2] = cell_known(CELL_EXACT, from->a_ns);
	row[3] = cell_known(CELL_EXACT, from->b_ns);
	row[4] = cell_known(CELL_CHANGE, from->difference_ns);
	row[5] = cell_known(CELL_FACTOR, from->factor_thousandths);
	row[6] = cell_known(CELL_CHANGE, from->low_ns);
	row[7] = cell_known(CELL_CHANGE, from->high_ns);
	row[8] = cell_known(CELL_EXACT, from->no_larger_ns);
	row[9] = cell_p(from->p);
	row[10] = cell_p(from->p_adjusted);
	row[11] = cell_text(shown_words[from->shown]);
	if (from->mean_ns == RUN_UNKNOWN)
		return;
	row[12] = cell_of(CELL_CHANGE, from->mean_ns);
	row[13] = cell_of(CELL_CHANGE, from->least_ns);
	row[14] = cell_of(CELL_CHANGE, from->greatest_ns);
	row[15] = cell_count(from->up);
	row[16] = cell_count(from->down);
	row[17] = cell_p(from->sign_p);
}

/* What people see; the title says what the last four are. */
static const struct doc_column shown_columns[] = {
	{.title = "", .left = true},
	{.title = "A"},
	{.title = "B"},
	{.title = "change"},
	{.title = "factor"},
	{.title = "from"},
	{.title = "to"},
	{.title = "bound"},
	{.title = "p"},
};

static void fill_shown_row(struct cell *row, const struct compare_row *from,
			   const char *name)
{
	row[0] = cell_text(name);
	row[1] = cell_known(CELL_EXACT, from->a_ns);
	row[2] = cell_known(CELL_EXACT, from->b_ns);
	row[3] = cell_known(CELL_CHANGE, from->difference_ns);
	row[4] = cell_known(CELL_FACTOR, from->factor_thousandths);
	row[5] = cell_known(CELL_CHANGE, from->low_ns);
	row[6] = cell_known(CELL_CHANGE, from->high_ns);
	row[7] = cell_known(CELL_EXACT, from->no_larger_ns);
	row[8] = cell_p(isnan(from->p_adjusted) ? from->p : from->p_adjusted);
}

static bool is_total(const struct compare_row *row)
{
	return !strcmp(row->stream, "total");
}

enum { MANY_STREAMS = 8 };

/* Of single streams average, p99 and maximum, of many the maximum; the rest is in the JSON. */
static bool is_shown(const struct comparison *comparison, const struct compare_row *row)
{
	if (is_total(row) || row->measure == MEASURE_MAX)
		return true;
	return comparison->a.runs[0].stream_count <= MANY_STREAMS &&
	       (row->measure == MEASURE_AVG ||
		row->measure == (enum measure)(MEASURE_PERCENTILE + 2));
}

static bool any_interval(const struct comparison *comparison)
{
	for (uint32_t i = 0; i < comparison->row_count; i++)
		if (!isnan(comparison->rows[i].p))
			return true;
	return false;
}

/* Of both sides: those of different wake sources are not compared. */
static const struct sample_words *words_of(const struct comparison *comparison)
{
	const struct compare_run *run = &comparison->a.runs[0];

	return run->foreign ? sample_words_of_report(run->foreign)
			    : sample_words_of_total(run->summary);
}

static void add_differences(struct doc *doc, const struct comparison *comparison)
{
	uint32_t columns = any_interval(comparison) ? 9 : 5;
	const char *of = comparison->a.runs[0].total_of;
	struct doc_node *all = doc_table(doc, &doc->root, "differences", NULL,
					 json_columns, DIFFERENCE_COLUMNS);
	struct doc_node *table = doc_table(
		doc, &doc->root, NULL,
		doc_text(doc, "%s in us%s%s%s", words_of(comparison)->sizes,
			 *of ? ", total of context " : "", of,
			 columns == 9 ? " (from, to: 95 % interval of the change; bound: "
					"it is not larger, at 5 %)"
				      : ""),
		shown_columns, columns);

	for (uint32_t i = 0; i < comparison->row_count; i++) {
		const struct compare_row *row = &comparison->rows[i];
		struct cell cells[9] = {{0}};

		fill_json_row(doc_row(doc, all), row);
		if (!is_shown(comparison, row))
			continue;
		fill_shown_row(cells, row,
			       is_total(row) ? measure_name(row->measure)
					     : doc_text(doc, "%s %s", row->stream,
							measure_name(row->measure)));
		memcpy(doc_row(doc, table), cells, columns * sizeof(cells[0]));
	}
}

static const struct doc_column pair_columns[] = {
	{.title = "", .left = true},
	{.title = "mean"},
	{.title = "from"},
	{.title = "to"},
	{.title = "up"},
	{.title = "down"},
	{.title = "p (signs)"},
};

static void add_pairs(struct doc *doc, const struct comparison *comparison)
{
	struct doc_node *table =
		doc_table(doc, &doc->root, NULL,
			  doc_text(doc, "Change in us, in %u pairs", comparison->a.count),
			  pair_columns, 7);

	for (uint32_t i = 0; i < comparison->row_count; i++) {
		const struct compare_row *row = &comparison->rows[i];
		struct cell *cells;

		if (!is_shown(comparison, row))
			continue;
		cells = doc_row(doc, table);
		cells[0] = cell_text(
			doc_text(doc, "%s %s", row->stream, measure_name(row->measure)));
		cells[1] = cell_of(CELL_CHANGE, row->mean_ns);
		cells[2] = cell_of(CELL_CHANGE, row->least_ns);
		cells[3] = cell_of(CELL_CHANGE, row->greatest_ns);
		cells[4] = cell_count(row->up);
		cells[5] = cell_count(row->down);
		cells[6] = cell_p(row->sign_p);
	}
}

/* For people a range is one cell; a program gets both its ends. */
static const struct doc_column tail_columns[] = {
	{.title = "above", .left = true}, {.title = "A"},  {.title = "B"},
	{.title = "95 % from"},           {.title = "to"}, {.title = "p"},
};

static const struct doc_column tail_members[] = {
	{.key = "limit_ns"},         {.key = "a_least"}, {.key = "a_most"},
	{.key = "b_least"},          {.key = "b_most"},  {.key = "low_per_million"},
	{.key = "high_per_million"}, {.key = "p_ppm"},
};

/* Where a bin straddles the limit: so many for certain, and at most so many. */
static struct cell cell_range(struct doc *doc, int64_t least, int64_t most)
{
	if (least == RUN_UNKNOWN || least == most)
		return cell_known(CELL_INTEGER, least);
	return cell_text(
		doc_text(doc, "%lld to %lld", (long long)least, (long long)most));
}

static void add_interval(struct cell *cells, const struct compare_tail *tail)
{
	if (tail->has_interval) {
		cells[0] = cell_of(CELL_INTEGER, (int64_t)floor(tail->low_ppm));
		cells[1] = cell_of(CELL_INTEGER, (int64_t)ceil(tail->high_ppm));
	}
	cells[2] = cell_p(isnan(tail->p_adjusted) ? tail->p : tail->p_adjusted);
}

static void add_tails(struct doc *doc, const struct comparison *comparison)
{
	struct doc_node *table =
		doc_table(doc, &doc->root, NULL,
			  "Samples above a limit (interval: change of the "
			  "share, in parts of a million)",
			  tail_columns, 6);
	struct doc_node *members =
		doc_table(doc, &doc->root, "counts_above", NULL, tail_members, 8);

	for (uint32_t i = 0; i < comparison->tail_count; i++) {
		const struct compare_tail *tail = &comparison->tails[i];
		struct cell *row = doc_row(doc, table);
		struct cell *member = doc_row(doc, members);

		row[0] = member[0] = cell_of(CELL_TIME, tail->limit_ns);
		row[1] = cell_range(doc, tail->a_least, tail->a_most);
		row[2] = cell_range(doc, tail->b_least, tail->b_most);
		add_interval(row + 3, tail);
		member[1] = cell_known(CELL_INTEGER, tail->a_least);
		member[2] = cell_known(CELL_INTEGER, tail->a_most);
		member[3] = cell_known(CELL_INTEGER, tail->b_least);
		member[4] = cell_known(CELL_INTEGER, tail->b_most);
		add_interval(member + 5, tail);
	}
}

static void add_overruns(struct doc *doc, const struct comparison *comparison)
{
	struct doc_node *section = doc_section(doc, &doc->root, "overruns", NULL);

	doc_field(doc, section, "a", NULL,
		  cell_known(CELL_INTEGER, comparison->a_overruns));
	doc_field(doc, section, "b", NULL,
		  cell_known(CELL_INTEGER, comparison->b_overruns));
	doc_sentence(doc, section,
		     doc_text(doc, "Overruns: A %s, B %s.",
			      comparison->a_overruns == RUN_UNKNOWN
				      ? "unknown"
				      : doc_text(doc, "%lld",
						 (long long)comparison->a_overruns),
			      comparison->b_overruns == RUN_UNKNOWN
				      ? "unknown"
				      : doc_text(doc, "%lld",
						 (long long)comparison->b_overruns)));
}

static void add_statistics(struct doc *doc, const struct comparison *comparison,
			   const char *unit)
{
	const struct sample_words *words = words_of(comparison);
	const char *later = words == &sample_words_of_gaps ? "longer" : "later";
	const struct resampled *resampled = comparison->resampled;
	struct doc_node *section = doc_section(doc, &doc->root, "statistics", NULL);
	struct str block = {0};

	doc_field(doc, section, "unit", NULL, cell_text(unit));
	doc_field(doc, section, "seed", NULL,
		  resampled ? cell_count(comparison->options.seed) : cell_none());
	doc_field(doc, section, "replicates", NULL,
		  resampled ? cell_count(resampled->replicates) : cell_none());
	doc_field(doc, section, "a_block_ns", NULL,
		  resampled ? cell_of(CELL_TIME, resampled->block_ns[0]) : cell_none());
	doc_field(doc, section, "b_block_ns", NULL,
		  resampled ? cell_of(CELL_TIME, resampled->block_ns[1]) : cell_none());
	doc_field(doc, section, "p_a_below_b_ppm", NULL,
		  resampled ? cell_p(resampled->dominance) : cell_none());
	if (!resampled)
		return;
	num_add_time(&block, resampled->block_ns[0]);
	str_add(&block, " and ");
	num_add_time(&block, resampled->block_ns[1]);
	doc_sentence(doc, section,
		     doc_text(doc,
			      "P(A < B) is %.3f (0.5: neither is %s): the chance that a "
			      "%s of B is %s than one of A.",
			      resampled->dominance, later, words->one, later));
	doc_sentence(doc, section,
		     doc_text(doc, "Intervals: %u replicates of blocks of %s, seed %llu.",
			      resampled->replicates, str_text(&block),
			      (unsigned long long)comparison->options.seed));
	str_free(&block);
}

void compare_doc_add_figures(struct doc *doc, const struct comparison *comparison,
			     const char *unit)
{
	add_differences(doc, comparison);
	if (comparison->basis == BASIS_PAIRS)
		add_pairs(doc, comparison);
	add_overruns(doc, comparison);
	if (comparison->tail_count)
		add_tails(doc, comparison);
	add_statistics(doc, comparison, unit);
}
