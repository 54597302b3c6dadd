/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "facts/facts.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "facts/topics.h"

struct facts {
	const struct setup *setup;
	struct arena arena;
	struct fact *facts; /* in the order of compare_names() */
	size_t count, room;
};

/* Runs of digits compare as numbers: cpu.2 comes before cpu.10. */
static int compare_names(const char *a, const char *b)
{
	for (; *a && *b; a++, b++) {
		if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			size_t a_digits = strspn(a, "0123456789");
			size_t b_digits = strspn(b, "0123456789");

			if (a_digits != b_digits)
				return a_digits < b_digits ? -1 : 1;
		}
		if (*a != *b)
			break;
	}
	return (unsigned char)*a - (unsigned char)*b;
}

struct facts *facts_open(const struct setup *setup)
{
	struct facts *facts = mem_alloc(sizeof(*facts));

	facts->setup = setup;
	return facts;
}

struct facts *facts_of(const struct setup *setup)
{
	struct facts *facts = facts_open(setup);

	for (size_t i = 0; facts_topics[i]; i++)
		facts_topics[i](facts, setup);
	return facts;
}

void facts_free(struct facts *facts)
{
	if (!facts)
		return;
	arena_free(&facts->arena);
	free(facts->facts);
	free(facts);
}

const struct setup *facts_setup(const struct facts *facts)
{
	return facts->setup;
}

static size_t place_of(const struct facts *facts, const char *name)
{
	size_t low = 0, high = facts->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_names(facts->facts[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct facts *facts, size_t place, const char *name)
{
	return place < facts->count && !strcmp(facts->facts[place].name, name);
}

/* What is put twice counts as it was put last. */
static void put(struct facts *facts, const char *name, struct fact fact)
{
	size_t place = place_of(facts, name);

	if (!is_at(facts, place, name)) {
		if (facts->count == facts->room) {
			facts->room = facts->room ? 2 * facts->room : 256;
			facts->facts = mem_grow(facts->facts,
						facts->room * sizeof(*facts->facts));
		}
		memmove(facts->facts + place + 1, facts->facts + place,
			(facts->count - place) * sizeof(*facts->facts));
		facts->count++;
		fact.name = arena_copy(&facts->arena, name);
	} else {
		fact.name = facts->facts[place].name;
	}
	facts->facts[place] = fact;
}

void facts_put_text(struct facts *facts, const char *source, const char *name,
		    const char *text)
{
	put(facts, name,
	    (struct fact){.kind = FACT_TEXT,
			  .text = arena_copy(&facts->arena, text),
			  .unit = "",
			  .source = source});
}

void facts_put_integer(struct facts *facts, const char *source, const char *name,
		       int64_t value, const char *unit)
{
	put(facts, name,
	    (struct fact){.kind = FACT_INTEGER,
			  .text = "",
			  .integer = value,
			  .unit = unit,
			  .source = source});
}

void facts_put_bool(struct facts *facts, const char *source, const char *name, bool value)
{
	put(facts, name,
	    (struct fact){.kind = FACT_BOOL,
			  .text = "",
			  .integer = value,
			  .unit = "",
			  .source = source});
}

void facts_put_unknown(struct facts *facts, const char *source, const char *name,
		       const char *why)
{
	put(facts, name,
	    (struct fact){.kind = FACT_UNKNOWN,
			  .text = arena_copy(&facts->arena, why),
			  .unit = "",
			  .source = source});
}

const char *facts_format(struct facts *facts, const char *format, ...)
{
	char *text = NULL;
	const char *kept;
	va_list values;

	va_start(values, format);
	if (vasprintf(&text, format, values) < 0)
		mem_exhausted();
	va_end(values);
	kept = arena_copy(&facts->arena, text);
	free(text);
	return kept;
}

const struct fact *facts_get(const struct facts *facts, const char *name)
{
	static const struct fact nobody_looked = {
		.name = "",
		.kind = FACT_UNKNOWN,
		.text = "nobody has looked",
		.unit = "",
		.source = "",
	};
	size_t place = place_of(facts, name);

	return is_at(facts, place, name) ? &facts->facts[place] : &nobody_looked;
}

int64_t facts_integer(const struct facts *facts, const char *name, int64_t fallback)
{
	const struct fact *fact = facts_get(facts, name);

	return fact->kind == FACT_INTEGER || fact->kind == FACT_BOOL ? fact->integer
								     : fallback;
}

const char *facts_text(const struct facts *facts, const char *name, const char *fallback)
{
	const struct fact *fact = facts_get(facts, name);

	return fact->kind == FACT_TEXT ? fact->text : fallback;
}

bool facts_known(const struct facts *facts, const char *name)
{
	return facts_get(facts, name)->kind != FACT_UNKNOWN;
}

static bool matches(const char *pattern, const char *name)
{
	while (*pattern && *name) {
		if (*pattern == '*') {
			pattern++;
			name += strcspn(name, ".");
		} else if (*pattern++ != *name++) {
			return false;
		}
	}
	return !*pattern && !*name;
}

const struct fact *facts_next(const struct facts *facts, const char *pattern, size_t *at)
{
	while (*at < facts->count) {
		const struct fact *fact = &facts->facts[(*at)++];

		if (!pattern || matches(pattern, fact->name))
			return fact;
	}
	return NULL;
}
