/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What differs in two set-ups, first what is known to matter. */
#include "report/compare-doc-parts.h"

static const struct doc_column columns[] = {
	{.key = "rank"},       {.key = "fact"},        {.key = "alike"},
	{.key = "title"},      {.key = "a"},           {.key = "b"},
	{.key = "class"},      {.key = "class_words"}, {.key = "why"},
	{.key = "experiment"}, {.key = "verdicts"},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

static void fill_row(struct cell *row, const struct fact_difference *item, uint32_t rank)
{
	row[0] = cell_count(rank);
	row[1] = cell_text(item->name);
	row[2] = cell_count(item->alike);
	row[3] = cell_text(item->knowledge->title);
	row[4] = cell_text(item->a);
	row[5] = cell_text(item->b);
	row[6] = cell_text(fact_class_key(item->knowledge->class));
	row[7] = cell_text(fact_class_words(item->knowledge->class));
	row[8] = cell_text(item->knowledge->why);
	row[9] = cell_text(item->knowledge->experiment);
	row[10] = cell_text(item->verdicts);
}

static const char *names_of(struct doc *doc, const struct fact_difference *item)
{
	return item->alike > 1
		       ? doc_text(doc, "%s and %u more", item->name, item->alike - 1)
		       : item->name;
}

static const char *describe(struct doc *doc, const struct fact_difference *item)
{
	const struct fact_knowledge *knowledge = item->knowledge;

	return doc_text(doc, "%s: %s -> %s (%s): %s; %s. To prove it: %s.%s%s%s",
			knowledge->title, item->a, item->b, names_of(doc, item),
			fact_class_words(knowledge->class), knowledge->why,
			knowledge->experiment, *item->verdicts ? " (" : "",
			item->verdicts, *item->verdicts ? ")" : "");
}

static void add_items(struct doc *doc, struct doc_node *section,
		      const struct fact_diff *setup)
{
	const char **texts = arena_array(&doc->arena, setup->count + 1, sizeof(*texts));
	struct doc_node *table =
		doc_table(doc, section, "differences", NULL, columns, COLUMNS);

	for (uint32_t i = 0; i < setup->count; i++) {
		fill_row(doc_row(doc, table), &setup->items[i], i + 1);
		texts[i] = describe(doc, &setup->items[i]);
	}
	doc_list(doc, section, NULL, "", texts, setup->count);
}

/* All of them are in JSON; a kernel's configuration on one side alone is thousands. */
static void add_one_sided(struct doc *doc, struct doc_node *section,
			  const struct fact_diff *setup)
{
	struct doc_node *table =
		doc_table(doc, section, "known_of_one", NULL, columns, COLUMNS);
	enum { NAMED = 60 };
	struct str names = {0};

	for (uint32_t i = 0; i < setup->one_sided_count; i++) {
		const struct fact_difference *item = &setup->one_sided[i];

		fill_row(doc_row(doc, table), item, i + 1);
		if (i < NAMED)
			str_addf(&names, "%s%s (%s)", i ? ", " : "", names_of(doc, item),
				 item->a ? "A" : "B");
	}
	if (setup->one_sided_count > NAMED)
		str_addf(&names, " and %u more (--json names all)",
			 setup->one_sided_count - NAMED);
	if (setup->one_sided_count)
		doc_sentence(doc, section,
			     doc_text(doc, "Known of one side alone: %s.",
				      str_text(&names)));
	str_free(&names);
}

/* Counters and the like: named, the first of them at least. */
static void add_irrelevant(struct doc *doc, struct doc_node *section,
			   const struct fact_diff *setup)
{
	enum { NAMED = 6 };
	const struct sentences *all = &setup->irrelevant_names;
	CLEANUP(str_free) struct str names = {0};

	for (uint32_t i = 0; i < all->count && i < NAMED; i++)
		str_addf(&names, "%s%s", i ? ", " : ": ", all->text[i]);
	if (all->count > NAMED)
		str_addf(&names, " and %u more", all->count - NAMED);
	doc_list(doc, section, "irrelevant_facts", NULL, all->text, all->count);
	doc_sentence(doc, section,
		     doc_text(doc,
			      "%u %s the same; %u more %s in what cannot matter "
			      "(counters, process ids, stamps, derived texts)%s.",
			      setup->same, setup->same == 1 ? "fact is" : "facts are",
			      setup->irrelevant,
			      setup->irrelevant == 1 ? "differs" : "differ",
			      str_text(&names)));
}

void compare_doc_add_setup(struct doc *doc, const struct comparison *comparison)
{
	const struct fact_diff *setup = &comparison->setup;
	struct doc_node *section = doc_section(
		doc, &doc->root, "setup",
		setup->a_known && setup->b_known
			? "Differences of the set-up, what is known to matter "
			  "first"
			: NULL);

	doc_field(doc, section, "known_of_a", NULL, cell_of(CELL_BOOL, setup->a_known));
	doc_field(doc, section, "known_of_b", NULL, cell_of(CELL_BOOL, setup->b_known));
	doc_field(doc, section, "same", NULL, cell_count(setup->same));
	doc_field(doc, section, "irrelevant", NULL, cell_count(setup->irrelevant));
	if (!setup->a_known || !setup->b_known)
		return;
	add_items(doc, section, setup);
	if (!setup->count)
		doc_sentence(doc, section, "None that may matter.");
	add_one_sided(doc, section, setup);
	add_irrelevant(doc, section, setup);
}
