/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "rules/table.h"

const struct rule *const rules[] = {
	&rule_governor,
	&rule_write_allocate,
	&rule_l2c310_errata,
	NULL,
};

static const char *keep(struct rule_finding *finding, const char *format, va_list values)
	PRINTF_LIKE(2, 0);

static const char *keep(struct rule_finding *finding, const char *format, va_list values)
{
	const char *kept;
	char *text = NULL;

	if (vasprintf(&text, format, values) < 0)
		mem_exhausted();
	kept = arena_copy(finding->arena, text);
	free(text);
	return kept;
}

enum rule_verdict rule_say(struct rule_finding *finding, enum rule_verdict verdict,
			   const char *format, ...)
{
	va_list values;

	va_start(values, format);
	finding->evidence = keep(finding, format, values);
	va_end(values);
	return verdict;
}

const char *rule_text(struct rule_finding *finding, const char *format, ...)
{
	const char *text;
	va_list values;

	va_start(values, format);
	text = keep(finding, format, values);
	va_end(values);
	return text;
}

const struct rule_result *rules_ask(const struct rule_input *input, struct arena *arena,
				    size_t *count)
{
	struct rule_result *results;

	for (*count = 0; rules[*count]; (*count)++)
		;
	results = arena_array(arena, *count, sizeof(*results));
	for (size_t i = 0; i < *count; i++) {
		results[i] = (struct rule_result){
			.rule = rules[i],
			.finding = {.weight = rules[i]->weight,
				    .evidence = "",
				    .fix = rules[i]->fix,
				    .undo = rules[i]->undo,
				    .arena = arena},
		};
		results[i].finding.verdict = rules[i]->judge(input, &results[i].finding);
	}
	return results;
}
