/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Describes what rules are made of: the facts of a machine, and the table of rules. */
#include "report/findings-doc.h"

#include <string.h>

static const char *const weight_words[] = {
	[RULE_NOTE] = "note",
	[RULE_POSSIBLE] = "possible",
	[RULE_LIKELY] = "likely",
	[RULE_CERTAIN] = "certain",
};

static struct cell value_of(const struct fact *fact)
{
	switch (fact->kind) {
	case FACT_UNKNOWN:
		return cell_none();
	case FACT_TEXT:
		return (struct cell){.kind = CELL_TEXT, .text = fact->text};
	case FACT_INTEGER:
		return cell_of(CELL_INTEGER, fact->integer);
	case FACT_BOOL:
		return cell_of(CELL_BOOL, fact->integer);
	}
	return cell_none();
}

/* Registers and masks are written as they are elsewhere: 0x46470001. */
static struct cell integer_for_people(struct doc *doc, const struct fact *fact)
{
	if (!*fact->unit)
		return value_of(fact);
	if (!strcmp(fact->unit, "hex"))
		return cell_text(doc_text(doc, "0x%llx", (long long)fact->integer));
	return cell_text(doc_text(doc, "%lld %s", (long long)fact->integer, fact->unit));
}

/* For people: one line a fact. */
static void add_fields(struct doc *doc, const struct facts *facts)
{
	struct doc_node *section = doc_section(doc, &doc->root, NULL, "");
	const struct fact *fact;
	size_t at = 0;

	while ((fact = facts_next(facts, NULL, &at))) {
		struct cell cell = value_of(fact);

		if (fact->kind == FACT_UNKNOWN)
			cell = cell_text(doc_text(doc, "unknown: %s: %s", fact->source,
						  fact->text));
		if (fact->kind == FACT_INTEGER)
			cell = integer_for_people(doc, fact);
		doc_field(doc, section, NULL, fact->name, cell);
	}
}

void facts_doc(struct doc *doc, const struct facts *facts)
{
	static const struct doc_column columns[] = {
		{"name"}, {"value"}, {"unit"}, {"why_unknown"}, {"source"},
	};
	struct doc_node *table = doc_table(doc, &doc->root, "facts", NULL, columns,
					   sizeof(columns) / sizeof(columns[0]));
	const struct fact *fact;
	size_t at = 0;

	while ((fact = facts_next(facts, NULL, &at))) {
		struct cell *cells = doc_row(doc, table);

		cells[0] = cell_text(fact->name);
		cells[1] = value_of(fact);
		cells[2] = cell_text(fact->unit);
		cells[3] = cell_text(fact->kind == FACT_UNKNOWN ? fact->text : "");
		cells[4] = cell_text(fact->source);
	}
	add_fields(doc, facts);
}

static void add_rules_for_reading(struct doc *doc)
{
	static const struct doc_column columns[] = {
		{NULL, "rule", true},
		{NULL, "what it asks", true},
	};
	struct doc_node *table = doc_table(doc, &doc->root, NULL, "", columns, 2);

	for (size_t i = 0; rules[i]; i++) {
		struct cell *cells = doc_row(doc, table);

		cells[0] = cell_text(rules[i]->id);
		cells[1] = cell_text(rules[i]->title);
	}
}

void rules_doc(struct doc *doc)
{
	static const struct doc_column columns[] = {
		{"rule"}, {"title"}, {"looks_at"}, {"weight"},   {"effect"},
		{"fix"},  {"undo"},  {"prove"},    {"find_out"}, {"basis"},
	};
	struct doc_node *table = doc_table(doc, &doc->root, "rules", NULL, columns,
					   sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; rules[i]; i++) {
		const char *texts[] = {
			rules[i]->id,       rules[i]->title,
			rules[i]->looks_at, weight_words[rules[i]->weight],
			rules[i]->effect,   rules[i]->fix,
			rules[i]->undo,     rules[i]->prove,
			rules[i]->find_out, rules[i]->basis,
		};
		struct cell *cells = doc_row(doc, table);

		for (size_t j = 0; j < sizeof(texts) / sizeof(texts[0]); j++)
			cells[j] = cell_text(texts[j]);
	}
	add_rules_for_reading(doc);
}
