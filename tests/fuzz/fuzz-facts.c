/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A set-up of any text: all topics make facts of it, all rules give a verdict with evidence.
 * The input is a list of files: a line "== /path", and the text up to the next such line.
 */
#include <string.h>

#include "fuzz.h"
#include "rules/rules.h"

static void fill(struct setup *setup, const char *text)
{
	while (text && (text = strstr(text, "== /"))) {
		char path[256];
		const char *end = strchr(text, '\n');
		const char *next = end ? strstr(end, "\n== /") : NULL;
		size_t length = end ? (size_t)(end - text - 3) : 0;

		if (!end)
			return;
		if (length >= sizeof(path))
			length = sizeof(path) - 1;
		memcpy(path, text + 3, length);
		path[length] = '\0';
		end++;
		setup_put(setup,
			  &(struct setup_file){
				  .path = path,
				  .text = end,
				  .length = next && next >= end ? (size_t)(next + 1 - end)
								: strlen(end),
			  });
		text = next ? next + 1 : NULL;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	CLEANUP(scope_free) char *text = fuzz_text(bytes, count);
	struct setup setup = {0};
	struct arena arena = {0};
	const struct rule_result *results;
	const struct fact *fact;
	struct facts *facts;
	size_t at = 0;

	fill(&setup, text);
	facts = facts_of(&setup);
	while ((fact = facts_next(facts, "*.*", &at)))
		require(fact->name && fact->text && fact->unit && fact->source);
	results = rules_ask(&(struct rule_input){.facts = facts}, &arena, &count);
	for (size_t i = 0; i < count; i++)
		require(*results[i].finding.evidence && results[i].finding.fix);
	facts_free(facts);
	arena_free(&arena);
	setup_free(&setup);
	return 0;
}
