/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/findings-doc.h"

#include <string.h>

#include "base/str.h"

/* The groups in which findings are shown, in their order. */
enum group { BAD, NOTE, NOT_KNOWN, OK, NOT_APPLICABLE, GROUPS };

static const char *const verdict_words[] = {
	[RULE_UNKNOWN] = "unknown",
	[RULE_OK] = "ok",
	[RULE_BAD] = "bad",
	[RULE_NOT_APPLICABLE] = "not-applicable",
};
static const char *const weight_words[] = {
	[RULE_NOTE] = "note",
	[RULE_POSSIBLE] = "possible",
	[RULE_LIKELY] = "likely",
	[RULE_CERTAIN] = "certain",
};

static enum group group_of(const struct rule_result *result)
{
	switch (result->finding.verdict) {
	case RULE_UNKNOWN:
		return NOT_KNOWN;
	case RULE_OK:
		return OK;
	case RULE_BAD:
		return result->finding.weight == RULE_NOTE ? NOTE : BAD;
	case RULE_NOT_APPLICABLE:
		return NOT_APPLICABLE;
	}
	return NOT_KNOWN;
}

bool findings_are_bad(const struct rule_result *results, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (group_of(&results[i]) == BAD)
			return true;
	return false;
}

/* Unknown for want of a set-up: the answer is the same as when nothing is known at all. */
static bool stays_open(const struct findings *findings, size_t i)
{
	const struct rule_finding *finding = &findings->results[i].finding;

	return findings->of_nothing && finding->verdict == RULE_UNKNOWN &&
	       findings->of_nothing[i].finding.verdict == RULE_UNKNOWN &&
	       !strcmp(findings->of_nothing[i].finding.evidence, finding->evidence);
}

static uint32_t count_open(const struct findings *findings)
{
	uint32_t count = 0;

	for (size_t i = 0; i < findings->count; i++)
		count += stays_open(findings, i);
	return count;
}

/* The one rule's answer. */
static const char *answer_of_one(struct doc *doc, const struct findings *findings)
{
	static const char *const words[] = {
		[BAD] = "something is bad for latency",
		[NOTE] = "something to note, which is no fault by itself",
		[NOT_KNOWN] = "neither good nor bad can be told; below is what is known",
		[OK] = "nothing bad",
		[NOT_APPLICABLE] = "the question does not arise here",
	};

	enum group group = group_of(&findings->results[0]);

	return doc_text(doc, "rule %s: %s%s", findings->only, words[group],
			group == OK && findings->incomplete ? " in what is left of it"
							    : "");
}

static const char *praise(const struct findings *findings, const uint32_t *counts)
{
	if (counts[BAD])
		return "something is bad for latency";
	if (!counts[OK] && !counts[NOTE])
		return counts[NOT_APPLICABLE] || count_open(findings) < counts[NOT_KNOWN]
			       ? "it tells of nothing whether it is good or bad"
			       : "it tells nothing";
	if (findings->incomplete)
		return "nothing bad in what is left of it";
	return counts[NOT_KNOWN] ? "nothing bad in what it tells" : "nothing bad";
}

static const char *answer_of_all(struct doc *doc, const struct findings *findings,
				 const uint32_t *counts)
{
	return doc_text(doc,
			"%s; %u bad, %u to note, %u unknown, %u ok, %u not applicable",
			praise(findings, counts), counts[BAD], counts[NOTE],
			counts[NOT_KNOWN], counts[OK], counts[NOT_APPLICABLE]);
}

static const char *verdict_word(const struct findings *findings, const uint32_t *counts)
{
	bool tells = counts[OK] || counts[NOTE];

	return counts[BAD] ? "bad" : tells && !findings->incomplete ? "ok" : "unknown";
}

static void add_verdict(struct doc *doc, const struct findings *findings,
			const uint32_t *counts)
{
	const char *word = verdict_word(findings, counts), *answer;
	bool is_good = !strcmp(word, "ok") && !findings->of_nothing;
	enum doc_mood mood = counts[BAD] ? MOOD_BAD : is_good ? MOOD_GOOD : MOOD_UNSURE;

	if (findings->warning)
		doc_verdict(doc, &doc->root, NULL, MOOD_UNSURE, "warning",
			    findings->warning);
	answer = findings->only ? answer_of_one(doc, findings)
				: answer_of_all(doc, findings, counts);
	doc_verdict(doc, &doc->root, "verdict", mood, word,
		    doc_text(doc, "%s%s: %s", findings->about,
			     findings->incomplete
				     ? doc_text(doc, ", a %s run", findings->incomplete)
				     : "",
			     answer));
	doc_field(doc, &doc->root, "about", NULL, cell_text(findings->about));
	doc_field(doc, &doc->root, "incomplete", NULL, cell_text(findings->incomplete));
	doc_field(doc, &doc->root, "warning", NULL, cell_text(findings->warning));
}

/* For JSON: every rule, in the order of the table. */
static void add_items(struct doc *doc, const struct findings *findings)
{
	struct doc_node *items = doc_items(doc, &doc->root, "findings");

	for (size_t i = 0; i < findings->count; i++) {
		const struct rule *rule = findings->results[i].rule;
		const struct rule_finding *finding = &findings->results[i].finding;
		struct doc_node *item = doc_section(doc, items, NULL, NULL);
		const struct {
			const char *key, *text;
		} members[] = {
			{"rule", rule->id},
			{"title", rule->title},
			{"verdict", verdict_words[finding->verdict]},
			{"weight", weight_words[finding->weight]},
			{"evidence", finding->evidence},
			{"effect", rule->effect},
			{"fix", finding->fix},
			{"undo", finding->undo},
			{"prove", rule->prove},
			{"find_out", rule->find_out},
		};

		for (size_t j = 0; j < sizeof(members) / sizeof(members[0]); j++)
			doc_field(doc, item, members[j].key, NULL,
				  cell_text(members[j].text));
	}
}

static void add_bad(struct doc *doc, const struct rule_result *result)
{
	const struct rule_finding *finding = &result->finding;
	struct doc_node *section =
		doc_section(doc, &doc->root, NULL,
			    doc_text(doc, "Bad: %s (%s; rule %s)", result->rule->title,
				     weight_words[finding->weight], result->rule->id));
	const struct {
		const char *label, *text;
	} fields[] = {
		{"Evidence", finding->evidence}, {"Effect", result->rule->effect},
		{"Fix", finding->fix},           {"Undo", finding->undo},
		{"Prove", result->rule->prove},
	};

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (*fields[i].text)
			doc_field(doc, section, NULL, fields[i].label,
				  cell_text(fields[i].text));
}

/* Worst first; among equals the order of the table, which is that of expected effect. */
static void add_all_bad(struct doc *doc, const struct findings *findings)
{
	for (int weight = RULE_CERTAIN; weight > RULE_NOTE; weight--)
		for (size_t i = 0; i < findings->count; i++)
			if (group_of(&findings->results[i]) == BAD &&
			    (int)findings->results[i].finding.weight == weight)
				add_bad(doc, &findings->results[i]);
}

static const char *sentence_of(struct doc *doc, const struct rule_result *result)
{
	const struct rule_finding *finding = &result->finding;

	if (finding->verdict == RULE_UNKNOWN)
		return doc_text(doc, "%s: %s. To find out: %s. (%s)", result->rule->title,
				finding->evidence, result->rule->find_out,
				result->rule->id);
	return doc_text(doc, "%s: %s. (%s)", result->rule->title, finding->evidence,
			result->rule->id);
}

static const char *open_sentence(struct doc *doc, const struct findings *findings,
				 uint32_t open)
{
	return doc_text(doc,
			"%s: %u question%s about it stay%s open (--all lists %s%s%s).",
			findings->no_setup, open, open == 1 ? "" : "s",
			open == 1 ? "s" : "", open == 1 ? "it" : "them",
			findings->add_setup ? "; " : "",
			findings->add_setup ? findings->add_setup : "");
}

static void add_unknown(struct doc *doc, const struct findings *findings, uint32_t count)
{
	const char **sentences = arena_array(&doc->arena, count + 2, sizeof(*sentences));
	uint32_t used = 0, open = findings->all ? 0 : count_open(findings);

	if (open)
		sentences[used++] = open_sentence(doc, findings, open);
	for (size_t i = 0; i < findings->count; i++)
		if (group_of(&findings->results[i]) == NOT_KNOWN &&
		    !(open && stays_open(findings, i)))
			sentences[used++] = sentence_of(doc, &findings->results[i]);
	doc_list(doc, &doc->root, NULL, "Unknown", sentences, used);
}

static void add_sentences(struct doc *doc, const struct findings *findings,
			  enum group group, uint32_t count, const char *title)
{
	const char **sentences = arena_array(&doc->arena, count + 1, sizeof(*sentences));
	uint32_t used = 0;

	for (size_t i = 0; i < findings->count; i++)
		if (group_of(&findings->results[i]) == group)
			sentences[used++] = sentence_of(doc, &findings->results[i]);
	doc_list(doc, &doc->root, NULL, title, sentences, used);
}

static void add_ids(struct doc *doc, struct doc_node *section,
		    const struct findings *findings, enum group group, const char *label)
{
	CLEANUP(str_free) struct str ids = {0};

	for (size_t i = 0; i < findings->count; i++)
		if (group_of(&findings->results[i]) == group)
			str_addf(&ids, "%s%s", ids.length ? ", " : "",
				 findings->results[i].rule->id);
	if (ids.length)
		doc_field(doc, section, NULL, label,
			  cell_text(doc_text(doc, "%s", str_text(&ids))));
}

void findings_doc(struct doc *doc, const struct findings *findings)
{
	uint32_t counts[GROUPS] = {0};
	struct doc_node *rest;

	for (size_t i = 0; i < findings->count; i++)
		counts[group_of(&findings->results[i])]++;
	add_verdict(doc, findings, counts);
	add_items(doc, findings);
	add_all_bad(doc, findings);
	add_sentences(doc, findings, NOTE, counts[NOTE], "To note");
	add_unknown(doc, findings, counts[NOT_KNOWN]);
	if (findings->all) {
		add_sentences(doc, findings, OK, counts[OK], "Ok");
		add_sentences(doc, findings, NOT_APPLICABLE, counts[NOT_APPLICABLE],
			      "Not applicable");
		return;
	}
	if (!counts[OK] && !counts[NOT_APPLICABLE])
		return;
	rest = doc_section(doc, &doc->root, NULL, "The rest (--all tells more)");
	add_ids(doc, rest, findings, OK, "Ok");
	add_ids(doc, rest, findings, NOT_APPLICABLE, "Not applicable");
}
