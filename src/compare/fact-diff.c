/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "compare/fact-diff.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "compare/fact-names.h"
#include "rules/rules.h"

static const struct {
	const char *words, *key;
} classes[] = {
	[FACT_KNOWN_CAUSE] = {"known cause, proven elsewhere", "known-cause"},
	[FACT_CONFIRMED] = {"plausible, confirmed elsewhere", "confirmed-elsewhere"},
	[FACT_PLAUSIBLE] = {"plausible", "plausible"},
	[FACT_EFFECT_UNKNOWN] = {"effect unknown", "unknown"},
	[FACT_IRRELEVANT] = {"irrelevant", "irrelevant"},
};

const char *fact_class_words(enum fact_class class)
{
	return classes[class].words;
}

const char *fact_class_key(enum fact_class class)
{
	return classes[class].key;
}

const char *fact_value_text(const struct fact *fact, struct arena *arena)
{
	char text[64];

	switch (fact->kind) {
	case FACT_UNKNOWN:
		return NULL;
	case FACT_TEXT:
		if (!strcmp(fact->text, "unknown"))
			return NULL;
		return *fact->text ? fact->text : "given";
	case FACT_BOOL:
		return fact->integer ? "yes" : "no";
	case FACT_INTEGER:
		if (!strcmp(fact->unit, "hex"))
			snprintf(text, sizeof(text), "0x%08" PRIx64,
				 (uint64_t)fact->integer);
		else if (!*fact->unit || !strcmp(fact->unit, "count"))
			snprintf(text, sizeof(text), "%" PRId64, fact->integer);
		else
			snprintf(text, sizeof(text), "%" PRId64 " %s", fact->integer,
				 fact->unit);
		return arena_copy(arena, text);
	}
	return NULL;
}

struct differ {
	const struct facts *a, *b;
	struct arena *arena;
	struct fact_diff *diff;
	uint32_t room, one_sided_room;
	const struct rule_result *a_results, *b_results;
	size_t rules;
};

static const char *verdict_word(enum rule_verdict verdict)
{
	static const char *const words[] = {
		[RULE_UNKNOWN] = "unknown",
		[RULE_OK] = "ok",
		[RULE_BAD] = "bad",
		[RULE_NOT_APPLICABLE] = "not applicable",
	};

	return words[verdict];
}

/* What the rule says of A and B; "" when that is the same. */
static const char *verdicts_of(const struct differ *differ, const char *id)
{
	for (size_t i = 0; id && i < differ->rules; i++) {
		char text[200];

		if (strcmp(differ->a_results[i].rule->id, id) ||
		    differ->a_results[i].finding.verdict ==
			    differ->b_results[i].finding.verdict)
			continue;
		snprintf(text, sizeof(text), "rule %s: A %s, B %s", id,
			 verdict_word(differ->a_results[i].finding.verdict),
			 verdict_word(differ->b_results[i].finding.verdict));
		return arena_copy(differ->arena, text);
	}
	return "";
}

static struct fact_difference *add_item(struct differ *differ,
					struct fact_difference **items, uint32_t *count,
					uint32_t *room)
{
	if (*count == *room) {
		struct fact_difference *more;

		*room = *room ? 2 * *room : 64;
		more = arena_array(differ->arena, *room, sizeof(*more));
		if (*count)
			memcpy(more, *items, *count * sizeof(*more));
		*items = more;
	}
	return &(*items)[(*count)++];
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

/* The last part of a name: cpu.0.cpufreq.governor and cpu.1.cpufreq.governor agree. */
static bool same_kind(const char *a, const char *b)
{
	const char *a_end = strrchr(a, '.'), *b_end = strrchr(b, '.');

	return a_end && b_end && !strcmp(a_end, b_end);
}

/* Counts it with one that differs in the same way, if there is such. */
static bool joins(struct fact_difference *items, uint32_t count,
		  const struct fact_difference *item)
{
	for (uint32_t i = 0; i < count; i++) {
		if (items[i].knowledge == item->knowledge &&
		    strchr(item->knowledge->pattern, '*') &&
		    same_text(items[i].a, item->a) && same_text(items[i].b, item->b) &&
		    same_kind(items[i].name, item->name)) {
			items[i].alike++;
			return true;
		}
	}
	return false;
}

static void take_difference(struct differ *differ, const struct fact_difference *item)
{
	struct fact_diff *diff = differ->diff;

	if (item->knowledge->class == FACT_IRRELEVANT) {
		diff->irrelevant++;
		sentences_add(&diff->irrelevant_names, differ->arena, "%s", item->name);
		return;
	}
	if (item->a && item->b) {
		if (!joins(diff->items, diff->count, item))
			*add_item(differ, &diff->items, &diff->count, &differ->room) =
				*item;
	} else if (!joins(diff->one_sided, diff->one_sided_count, item)) {
		*add_item(differ, &diff->one_sided, &diff->one_sided_count,
			  &differ->one_sided_room) = *item;
	}
}

/*
 * A word of the command line that one side lacks is a difference, not ignorance: what a
 * complete list does not name is not there.
 */
static bool is_listed(const struct facts *facts, const char *name)
{
	return (str_starts(name, "cmdline.") && facts_known(facts, "cmdline.line")) ||
	       (str_starts(name, "config.") && facts_known(facts, "config.source"));
}

static const char *value_in(const struct facts *facts, const char *name,
			    struct arena *arena)
{
	const char *text = fact_value_text(facts_get(facts, name), arena);

	return !text && is_listed(facts, name) ? "absent" : text;
}

/* What is shown of a value: a whole file may be one. */
enum { SHOWN_BYTES = 200 };

/* Of a long text: its lines, and the one from which on the other side's differs. */
static const char *shorten(const char *text, const char *other, struct arena *arena)
{
	CLEANUP(str_free) struct str words = {0};
	const char *line = text;
	size_t number = 1, lines = 1, length;

	if (!text || (strlen(text) <= SHOWN_BYTES && !strchr(text, '\n')))
		return text;
	for (size_t i = 0; text[i]; i++)
		lines += text[i] == '\n' && text[i + 1];
	for (size_t i = 0; other && text[i] && text[i] == other[i]; i++)
		if (text[i] == '\n') {
			line = text + i + 1;
			number++;
		}
	if (lines > 1)
		str_addf(&words, "%zu lines, the first that differs, %zu: ", lines,
			 number);
	length = strcspn(line, "\n");
	str_addf(&words, "'%.*s'%s", (int)(length > SHOWN_BYTES ? SHOWN_BYTES : length),
		 line, length > SHOWN_BYTES ? " ..." : "");
	return arena_copy(arena, str_text(&words));
}

static void shorten_both(struct fact_difference *item, struct arena *arena)
{
	const char *a = shorten(item->a, item->b, arena);

	item->b = shorten(item->b, item->a, arena);
	item->a = a;
}

/* NULL: that side has no such thing. */
static void look_at(struct differ *differ, const char *a_name, const char *b_name)
{
	const char *name = a_name ? a_name : b_name;
	struct fact_difference item = {
		.name = name,
		.alike = 1,
		.a = a_name ? value_in(differ->a, a_name, differ->arena) : NULL,
		.b = b_name ? value_in(differ->b, b_name, differ->arena) : NULL,
		.verdicts = "",
	};

	if (same_text(item.a, item.b)) {
		differ->diff->same += item.a != NULL;
		return;
	}
	shorten_both(&item, differ->arena);
	item.knowledge = fact_knowledge_of(differ->a, differ->b, name);
	item.verdicts = verdicts_of(differ, item.knowledge->rule);
	take_difference(differ, &item);
}

/* By class, then by the order of the table, which is that of expected effect. */
static int compare_items(const void *a, const void *b)
{
	const struct fact_difference *x = a, *y = b;

	if (x->knowledge->class != y->knowledge->class)
		return (int)x->knowledge->class - (int)y->knowledge->class;
	if (x->knowledge != y->knowledge)
		return x->knowledge < y->knowledge ? -1 : 1;
	return strcmp(x->name, y->name);
}

static void ask_rules(struct differ *differ)
{
	const struct rule_input a = {.facts = differ->a}, b = {.facts = differ->b};

	differ->a_results = rules_ask(&a, differ->arena, &differ->rules);
	differ->b_results = rules_ask(&b, differ->arena, &differ->rules);
}

struct fact_diff fact_diff(const struct facts *a, const struct facts *b,
			   struct arena *arena)
{
	struct fact_diff diff = {.a_known = a != NULL, .b_known = b != NULL};
	struct differ differ = {.a = a, .b = b, .arena = arena, .diff = &diff};
	struct fact_names names;
	const struct fact *fact;
	size_t at = 0;

	if (!a || !b)
		return diff;
	ask_rules(&differ);
	names = fact_names_match(a, b, arena);
	while ((fact = facts_next(a, NULL, &at))) {
		const char *b_name = fact_names_in_b(&names, fact->name);

		if (!b_name || *b_name)
			look_at(&differ, fact->name, b_name);
	}
	at = 0;
	while ((fact = facts_next(b, NULL, &at))) {
		const char *a_name = fact_names_in_a(&names, fact->name);

		if (!a_name || (*a_name && facts_get(a, a_name)->name[0] == '\0'))
			look_at(&differ, a_name, fact->name);
	}
	if (diff.count)
		qsort(diff.items, diff.count, sizeof(*diff.items), compare_items);
	if (diff.one_sided_count)
		qsort(diff.one_sided, diff.one_sided_count, sizeof(*diff.one_sided),
		      compare_items);
	return diff;
}
