/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Disturbances: those seen, in total and where; the names of those not seen; those that
 * are unknown, and why. Never a wall of zeros.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "report/summary-parts.h"

/* With more places than that only the greatest are listed; JSON has them all. */
enum { PLACES_SHOWN = 16, GREATEST_SHOWN = 8 };

static const struct doc_column text_columns[] = {
	{.title = ""},
	{.title = "total"},
	{.title = "where", .left = true},
};

static const struct doc_column json_columns[] = {
	{.key = "cpu"},
	{.key = "stream"},
	{.key = "value"},
};

static int64_t total_of(const struct summary *summary,
			const struct summary_counter *counter)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < counter->instances; i++)
		if (summary_takes_instance(summary, counter, i))
			sum = saturate_add(sum, counter->value[i]);
	return sum;
}

static bool is_zero(const struct summary *summary, const struct summary_counter *counter)
{
	for (uint32_t i = 0; i < counter->instances; i++)
		if (counter->value[i] && summary_takes_instance(summary, counter, i))
			return false;
	return true;
}

static void add_value(struct str *out, const struct summary_counter *counter,
		      int64_t value)
{
	if (!strcmp(counter->what.unit, "ns"))
		num_add_time(out, value);
	else if (value >= 0)
		num_add_count(out, (uint64_t)value);
	else
		str_addf(out, "%lld", (long long)value);
	if (strcmp(counter->what.unit, "ns") && strcmp(counter->what.unit, "count"))
		str_addf(out, " %s", counter->what.unit);
}

static void add_place(const struct summary_describer *describer, struct str *out,
		      const struct summary_counter *counter, uint32_t instance)
{
	if (!strcmp(counter->what.scope, "cpu"))
		str_addf(out, "cpu %lld", (long long)describer->summary->cpus[instance]);
	else if (!strcmp(counter->what.scope, "stream"))
		str_add(out, summary_stream_label(describer, instance));
	str_add(out, ": ");
	add_value(out, counter, counter->value[instance]);
}

/* In descending order of value: the instance behind `after`; the first when that is -1. */
static int64_t next_greatest(const struct summary *summary,
			     const struct summary_counter *counter, int64_t after)
{
	int64_t best = -1;

	for (uint32_t i = 0; i < counter->instances; i++) {
		int64_t value = counter->value[i];

		if (!value || !summary_takes_instance(summary, counter, i))
			continue;
		if (after >= 0 && (value > counter->value[after] ||
				   (value == counter->value[after] && i <= after)))
			continue;
		if (best < 0 || value > counter->value[best])
			best = i;
	}
	return best;
}

/* Where there are many: those that have most of it. */
static void add_greatest_places(const struct summary_describer *describer,
				struct str *out, const struct summary_counter *counter,
				uint32_t places)
{
	int64_t instance = -1;

	str_add(out, "most on ");
	for (uint32_t i = 0; i < GREATEST_SHOWN; i++) {
		instance = next_greatest(describer->summary, counter, instance);
		str_add(out, i ? ", " : "");
		add_place(describer, out, counter, (uint32_t)instance);
	}
	str_addf(out, ", and %u more", places - GREATEST_SHOWN);
}

static void add_all_places(const struct summary_describer *describer, struct str *out,
			   const struct summary_counter *counter)
{
	for (uint32_t i = 0; i < counter->instances; i++) {
		if (!counter->value[i] ||
		    !summary_takes_instance(describer->summary, counter, i))
			continue;
		str_add(out, out->length ? ", " : "");
		add_place(describer, out, counter, i);
	}
}

static void add_places(const struct summary_describer *describer, struct str *out,
		       const struct summary_counter *counter)
{
	const struct summary *summary = describer->summary;
	uint32_t places = 0;

	for (uint32_t i = 0; i < counter->instances; i++)
		places +=
			counter->value[i] && summary_takes_instance(summary, counter, i);
	if (!strcmp(counter->what.scope, "machine"))
		str_add(out, "the machine");
	else if (places > PLACES_SHOWN)
		add_greatest_places(describer, out, counter, places);
	else
		add_all_places(describer, out, counter);
	if (!counter->what.per_slice && summary->cut_in_time)
		str_add(out, " (over the whole run)");
}

static void add_row(const struct summary_describer *describer, struct doc_node *table,
		    const struct summary_counter *counter)
{
	struct cell *row = doc_row(describer->doc, table);
	struct str text = {0};

	row[0] = cell_text(counter->what.name);
	add_value(&text, counter, total_of(describer->summary, counter));
	row[1] = cell_text(arena_copy(&describer->doc->arena, str_text(&text)));
	str_clear(&text);
	add_places(describer, &text, counter);
	row[2] = cell_text(arena_copy(&describer->doc->arena, str_text(&text)));
	str_free(&text);
}

static void add_member(const struct summary_describer *describer, struct doc_node *items,
		       const struct summary_counter *counter)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, items, NULL, NULL), *table;
	const char *why = summary_why_not_counted(summary, counter);
	bool known = !*why;

	doc_field(doc, to, "name", NULL, cell_text(counter->what.name));
	doc_field(doc, to, "unit", NULL, cell_text(counter->what.unit));
	doc_field(doc, to, "scope", NULL, cell_text(counter->what.scope));
	doc_field(doc, to, "whole_run", NULL,
		  cell_of(CELL_BOOL, !counter->what.per_slice));
	doc_field(doc, to, "unavailable", NULL, cell_text(why));
	doc_field(doc, to, "total", NULL,
		  known ? cell_of(CELL_INTEGER, total_of(summary, counter))
			: cell_none());
	table = doc_table(doc, to, "instances", NULL, json_columns,
			  sizeof(json_columns) / sizeof(json_columns[0]));
	for (uint32_t i = 0; known && i < counter->instances; i++) {
		struct cell *row;

		if (!summary_takes_instance(summary, counter, i))
			continue;
		row = doc_row(doc, table);
		if (!strcmp(counter->what.scope, "cpu"))
			row[0] = cell_of(CELL_INTEGER, summary->cpus[i]);
		if (!strcmp(counter->what.scope, "stream"))
			row[1] = cell_of(CELL_INTEGER, i);
		row[2] = cell_of(CELL_INTEGER, counter->value[i]);
	}
}

static void say_the_rest(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct str none = {0}, unknown = {0};
	struct doc *doc = describer->doc;

	for (uint32_t i = 0; i < summary->head.counter_count; i++) {
		const struct summary_counter *counter = &summary->counters[i];
		const char *why = summary_why_not_counted(summary, counter);

		if (summary_is_load(counter))
			continue;
		if (*why)
			str_addf(&unknown, "%s%s (%s)",
				 unknown.length ? "; " : "Unknown: ", counter->what.name,
				 why);
		else if (is_zero(summary, counter))
			str_addf(&none, "%s%s",
				 none.length ? ", " : "None seen: ", counter->what.name);
	}
	if (none.length)
		doc_sentence(doc, &doc->root, arena_copy(&doc->arena, str_text(&none)));
	if (unknown.length)
		doc_sentence(doc, &doc->root,
			     arena_copy(&doc->arena, str_text(&unknown)));
	str_free(&none);
	str_free(&unknown);
}

static void add_text(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	struct doc_node *table = NULL;

	for (uint32_t i = 0; i < summary->head.counter_count; i++) {
		const struct summary_counter *counter = &summary->counters[i];

		if (*counter->what.unavailable || is_zero(summary, counter) ||
		    summary_is_load(counter))
			continue;
		if (!table)
			table = doc_table(doc, &doc->root, NULL, "Disturbances",
					  text_columns,
					  sizeof(text_columns) / sizeof(text_columns[0]));
		add_row(describer, table, counter);
	}
	if (!table)
		doc_section(doc, &doc->root, NULL, "Disturbances");
	if (!summary->head.counter_count)
		doc_sentence(doc, &doc->root, "None were counted in this run.");
	say_the_rest(describer);
}

void summary_add_disturbances(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc_node *items =
		doc_items(describer->doc, &describer->doc->root, "disturbances");

	for (uint32_t i = 0; i < summary->head.counter_count; i++)
		if (!summary_is_load(&summary->counters[i]))
			add_member(describer, items, &summary->counters[i]);
	if (describer->level == SUMMARY_FULL)
		add_text(describer);
}
