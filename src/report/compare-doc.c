/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The order of a comparison's document, its figures and its checks. Computes nothing. */
#include "report/compare-doc.h"

#include <string.h>

#include "report/compare-doc-parts.h"

static const struct {
	const char *word;
	enum doc_mood mood;
} verdicts[] = {
	[COMPARE_WORSE] = {"worse", MOOD_BAD},
	[COMPARE_BETTER] = {"better", MOOD_GOOD},
	[COMPARE_MIXED] = {"mixed", MOOD_BAD},
	[COMPARE_NO_DIFFERENCE] = {"no-difference", MOOD_GOOD},
	[COMPARE_NOT_COMPARABLE] = {"not-comparable", MOOD_BAD},
	[COMPARE_SETUPS_ONLY] = {"set-ups-only", MOOD_UNSURE},
};

static const struct {
	const char *word, *holds_for;
} bases[] = {
	[BASIS_NOTHING] = {"nothing", ""},
	[BASIS_FIGURES] = {"figures", "these runs"},
	[BASIS_SLICES] = {"slices", "these runs"},
	[BASIS_RUNS] = {"runs", "the set-ups"},
	[BASIS_PAIRS] = {"pairs", "the set-ups"},
};

static const char *const results[] = {
	[CHECK_SAME] = "same",
	[CHECK_QUALIFIES] = "differs",
	[CHECK_REFUSES] = "refused",
	[CHECK_UNKNOWN] = "unknown",
};

static void add_names(struct doc *doc, const char *key, const char *label,
		      const struct compare_side *side)
{
	const char **names = arena_array(&doc->arena, side->count, sizeof(*names));
	struct str shown = {0};

	for (uint32_t i = 0; i < side->count; i++) {
		names[i] = side->runs[i].name;
		str_addf(&shown, "%s%s", i ? ", " : "", names[i]);
		if (compare_run_modelled(&side->runs[i]))
			str_addf(&shown, " (MODELLED, not measured: %s)",
				 compare_run_modelled(&side->runs[i]));
	}
	doc_list(doc, &doc->root, key, NULL, names, side->count);
	doc_field(doc, &doc->root, NULL, label,
		  cell_text(doc_text(doc, "%s", str_text(&shown))));
	str_free(&shown);
}

static const struct doc_column check_columns[] = {
	{.key = "check", .title = "", .left = true},
	{.key = "a", .title = "A", .left = true},
	{.key = "b", .title = "B", .left = true},
	{.key = "result", .title = "", .left = true},
	{.key = "why"},
};

static bool is_mismatch(const struct check_outcome *check)
{
	return check->result == CHECK_QUALIFIES || check->result == CHECK_REFUSES;
}

static void add_all_checks(struct doc *doc, struct doc_node *section,
			   const struct comparison *comparison)
{
	struct doc_node *table =
		doc_table(doc, section, "checks", NULL, check_columns, 5);

	for (uint32_t i = 0; i < comparison->check_count; i++) {
		const struct check_outcome *check = &comparison->checks[i];
		struct cell *row = doc_row(doc, table);

		row[0] = cell_text(check->id);
		row[1] = cell_text(check->a);
		row[2] = cell_text(check->b);
		row[3] = cell_text(results[check->result]);
		row[4] = cell_text(is_mismatch(check) ? check->why : NULL);
	}
}

/* Text: a table of what is not the same; what neither side tells is among the unknown. */
static void add_mismatches(struct doc *doc, struct doc_node *section,
			   const struct comparison *comparison)
{
	struct doc_node *table = NULL;

	for (uint32_t i = 0; i < comparison->check_count; i++) {
		const struct check_outcome *check = &comparison->checks[i];
		struct cell *row;

		if (check->result == CHECK_SAME || (!check->a && !check->b))
			continue;
		if (!table)
			table = doc_table(doc, section, NULL, "", check_columns, 4);
		row = doc_row(doc, table);
		row[0] = cell_text(check->title);
		row[1] = cell_text(check->a);
		row[2] = cell_text(check->b);
		row[3] = cell_text(results[check->result]);
	}
	for (uint32_t i = 0; i < comparison->check_count; i++)
		if (is_mismatch(&comparison->checks[i]))
			doc_sentence(doc, section,
				     doc_text(doc, "%s: %s.", comparison->checks[i].title,
					      comparison->checks[i].why));
}

static void add_same(struct doc *doc, struct doc_node *section,
		     const struct comparison *comparison)
{
	struct str same = {0};

	for (uint32_t i = 0; i < comparison->check_count; i++) {
		const struct check_outcome *check = &comparison->checks[i];

		if (check->result != CHECK_SAME)
			continue;
		str_addf(&same, "%s%s %s", same.length ? "; " : "", check->title,
			 check->a);
		if (strcmp(check->a, check->b))
			str_addf(&same, " / %s", check->b);
	}
	if (same.length)
		doc_sentence(doc, section,
			     doc_text(doc, "The same, amounts to a twentieth: %s.",
				      str_text(&same)));
	str_free(&same);
}

static void add_checks(struct doc *doc, const struct comparison *comparison)
{
	struct doc_node *section =
		doc_section(doc, &doc->root, "comparable", "Comparable?");

	doc_field(doc, section, "answer", NULL,
		  cell_text(comparison->refused     ? "no"
			    : comparison->qualified ? "qualified"
						    : "yes"));
	add_all_checks(doc, section, comparison);
	add_mismatches(doc, section, comparison);
	add_same(doc, section, comparison);
}

void compare_doc(struct doc *doc, const struct comparison *comparison)
{
	const struct sentences *remarks = &comparison->remarks;
	const struct sentences *unknown = &comparison->unknown;

	doc_verdict(doc, &doc->root, "verdict", verdicts[comparison->verdict].mood,
		    verdicts[comparison->verdict].word, comparison->sentence);
	doc_field(doc, &doc->root, "sentence", NULL, cell_text(comparison->sentence));
	doc_field(doc, &doc->root, "holds_for", NULL,
		  cell_text(bases[comparison->basis].holds_for));
	add_names(doc, "a", "A", &comparison->a);
	add_names(doc, "b", "B", &comparison->b);
	if (comparison->check_count)
		add_checks(doc, comparison);
	if (comparison->basis != BASIS_NOTHING)
		compare_doc_add_figures(doc, comparison, bases[comparison->basis].word);
	compare_doc_add_setup(doc, comparison);
	doc_list(doc, &doc->root, "remarks", "Remarks", remarks->text, remarks->count);
	doc_list(doc, &doc->root, "unknown", "Unknown", unknown->text, unknown->count);
}
