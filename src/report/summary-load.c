/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The load that whylate made: what it did in a second, and what it did in all. */
#include <string.h>

#include "report/amount.h"
#include "report/summary-parts.h"

bool summary_is_load(const struct summary_counter *counter)
{
	return !strcmp(counter->what.scope, "load");
}

/* As long as what the counters cover. */
static int64_t covered_ns(const struct summary *summary)
{
	int64_t to_ns = summary->last_ns;

	if (summary->filter.to_ns && summary->filter.to_ns < to_ns)
		to_ns = summary->filter.to_ns;
	return to_ns > summary->filter.from_ns ? to_ns - summary->filter.from_ns : 0;
}

static int64_t per_second(const struct summary *summary, int64_t total)
{
	int64_t ns = covered_ns(summary);

	return ns ? (int64_t)((double)total / ((double)ns / 1e9) + 0.5) : 0;
}

static const char *amount_text(const struct summary_describer *describer,
			       const char *unit, int64_t amount)
{
	CLEANUP(str_free) struct str text = {0};

	amount_add(&text, unit, amount);
	return arena_copy(&describer->doc->arena, str_text(&text));
}

static void add_row(const struct summary_describer *describer, struct doc_node *table,
		    const struct summary_counter *counter)
{
	struct cell *row = doc_row(describer->doc, table);
	const char *unit = counter->what.unit;

	row[0] = cell_text(counter->what.name);
	row[1] = row[2] = cell_none();
	if (*counter->what.unavailable)
		return;
	row[1] =
		cell_text(amount_text(describer, unit,
				      per_second(describer->summary, counter->value[0])));
	row[2] = cell_text(amount_text(describer, unit, counter->value[0]));
}

static void add_members(const struct summary_describer *describer)
{
	static const struct doc_column columns[] = {
		{.key = "name"},
		{.key = "unit"},
		{.key = "per_second"},
		{.key = "total"},
	};
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, &doc->root, "load", NULL), *table;

	doc_field(doc, to, "made", NULL, cell_text(summary->head.load.made));
	doc_field(doc, to, "cpus", NULL, cell_text(summary->head.load.cpus));
	doc_field(doc, to, "cage", NULL, cell_text(summary->head.load.cage));
	table = doc_table(doc, to, "rates", NULL, columns,
			  sizeof(columns) / sizeof(columns[0]));
	for (uint32_t i = 0; i < summary->head.counter_count; i++) {
		const struct summary_counter *counter = &summary->counters[i];
		struct cell *row;

		if (!summary_is_load(counter))
			continue;
		row = doc_row(doc, table);
		row[0] = cell_text(counter->what.name);
		row[1] = cell_text(counter->what.unit);
		row[2] = row[3] = cell_none();
		if (*counter->what.unavailable)
			continue;
		row[2] = cell_of(CELL_INTEGER, per_second(summary, counter->value[0]));
		row[3] = cell_of(CELL_INTEGER, counter->value[0]);
	}
}

void summary_add_load(const struct summary_describer *describer)
{
	static const struct doc_column columns[] = {
		{.title = ""},
		{.title = "a second"},
		{.title = "in all"},
	};
	const struct summary *summary = describer->summary;
	struct doc_node *table = NULL;

	add_members(describer);
	for (uint32_t i = 0; i < summary->head.counter_count; i++) {
		if (!summary_is_load(&summary->counters[i]))
			continue;
		if (!table)
			table = doc_table(describer->doc, &describer->doc->root, NULL,
					  "Load made by whylate", columns,
					  sizeof(columns) / sizeof(columns[0]));
		add_row(describer, table, &summary->counters[i]);
	}
}
