/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "compare/fact-names.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"

struct fact_pair {
	const struct handed_out *kind;
	const char *a, *b; /* "29" in irq.29.name; NULL: not there */
	const char *called;
};

/* Things that are numbered anew at each boot, and the fact that says what each is. */
static const struct handed_out {
	const char *prefix, *called;
} handed_out[] = {
	{"irq.", ".name"}, {"mmc.", ".name"}, /* an SD card's address is drawn by lot */
};

enum { HANDED_OUT = sizeof(handed_out) / sizeof(handed_out[0]), LONGEST_NAME = 256 };

/* The kind of an instance's fact; its number is length bytes at *number. NULL: of none. */
static const struct handed_out *kind_of(const char *name, const char **number,
					size_t *length)
{
	for (size_t i = 0; i < HANDED_OUT; i++) {
		const char *end;

		if (!str_starts(name, handed_out[i].prefix))
			continue;
		*number = name + strlen(handed_out[i].prefix);
		end = strchr(*number, '.');
		if (!end)
			continue;
		*length = (size_t)(end - *number);
		return &handed_out[i];
	}
	return NULL;
}

static bool is_number(const char *number, const char *text, size_t length)
{
	return number && strlen(number) == length && !memcmp(number, text, length);
}

/* The first pair of that name which has no number of B yet. */
static struct fact_pair *find_partner(struct fact_names *names,
				      const struct handed_out *kind, const char *called)
{
	for (uint32_t i = 0; i < names->count; i++)
		if (names->pairs[i].kind == kind && !names->pairs[i].b &&
		    names->pairs[i].a && !strcmp(names->pairs[i].called, called))
			return &names->pairs[i];
	return NULL;
}

static void add(struct fact_names *names, const struct fact *fact, bool of_b)
{
	const char *number;
	size_t length;
	const struct handed_out *kind = kind_of(fact->name, &number, &length);
	struct fact_pair *pair;
	char text[LONGEST_NAME];

	if (!kind || fact->kind != FACT_TEXT || length >= sizeof(text) ||
	    strcmp(number + length, kind->called))
		return;
	snprintf(text, sizeof(text), "%.*s", (int)length, number);
	pair = of_b ? find_partner(names, kind, fact->text) : NULL;
	if (!pair) {
		pair = &names->pairs[names->count++];
		*pair = (struct fact_pair){.kind = kind, .called = fact->text};
	}
	*(of_b ? &pair->b : &pair->a) = arena_copy(names->arena, text);
}

static uint32_t count_named(const struct facts *facts)
{
	const struct fact *fact;
	uint32_t count = 0;

	for (size_t i = 0; i < HANDED_OUT; i++) {
		char pattern[LONGEST_NAME];
		size_t at = 0;

		snprintf(pattern, sizeof(pattern), "%s*%s", handed_out[i].prefix,
			 handed_out[i].called);
		while ((fact = facts_next(facts, pattern, &at)))
			count++;
	}
	return count;
}

struct fact_names fact_names_match(const struct facts *a, const struct facts *b,
				   struct arena *arena)
{
	struct fact_names names = {.a = a, .b = b, .arena = arena};
	const struct fact *fact;
	size_t at = 0;

	names.pairs = arena_array(arena, count_named(a) + count_named(b) + 1,
				  sizeof(*names.pairs));
	while ((fact = facts_next(a, NULL, &at)))
		add(&names, fact, false);
	at = 0;
	while ((fact = facts_next(b, NULL, &at)))
		add(&names, fact, true);
	return names;
}

/* Both sides say what those of this kind are called; else numbers are all there is. */
static bool are_named(const struct fact_names *names, const struct handed_out *kind)
{
	bool a = false, b = false;

	for (uint32_t i = 0; i < names->count; i++) {
		a |= names->pairs[i].kind == kind && names->pairs[i].a;
		b |= names->pairs[i].kind == kind && names->pairs[i].b;
	}
	return a && b;
}

static const char *translate(const struct fact_names *names, const char *name, bool to_b)
{
	const char *number, *other;
	size_t length;
	const struct handed_out *kind = kind_of(name, &number, &length);
	char text[LONGEST_NAME];

	if (!kind || !are_named(names, kind))
		return name;
	for (uint32_t i = 0; i < names->count; i++) {
		const struct fact_pair *pair = &names->pairs[i];

		if (pair->kind != kind ||
		    !is_number(to_b ? pair->a : pair->b, number, length))
			continue;
		other = to_b ? pair->b : pair->a;
		if (!other)
			return NULL;
		snprintf(text, sizeof(text), "%s%s%s", kind->prefix, other,
			 number + length);
		return arena_copy(names->arena, text);
	}
	return "";
}

const char *fact_names_in_b(const struct fact_names *names, const char *name)
{
	return translate(names, name, true);
}

const char *fact_names_in_a(const struct fact_names *names, const char *name)
{
	return translate(names, name, false);
}
