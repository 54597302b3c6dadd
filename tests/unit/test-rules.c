/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rules/: every rule against small set-ups; the tables' own order. */
#include "rules/rules.h"

#include <stdio.h>
#include <string.h>

#include "rule-cases.h"
#include "test.h"

static const struct rule_case_table *const tables[] = {
	&rule_cases_cache_controller,
	&rule_cases_cpu,
	&rule_cases_kernel,
	&rule_cases_tasks,
	&rule_cases_run,
	&rule_cases_hardware,
	&rule_cases_memory,
	&rule_cases_timing,
	&rule_cases_imported,
};

enum { TABLES = sizeof(tables) / sizeof(tables[0]) };

static const struct rule_result *result_of(const struct rule_result *results,
					   size_t count, const char *id)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(results[i].rule->id, id))
			return &results[i];
	return NULL;
}

static bool holds(const char *evidence, const char *words)
{
	char part[200];

	while (*words) {
		size_t length = strcspn(words, "|");

		snprintf(part, sizeof(part), "%.*s", (int)length, words);
		if (!strstr(evidence, part))
			return false;
		words += length + (words[length] == '|');
	}
	return true;
}

static void check_result(const struct rule_case *row, size_t number,
			 const struct rule_result *result)
{
	static const char *const names[] = {"unknown", "ok", "bad", "not applicable"};
	const struct rule_finding *finding;
	bool good;

	CHECK(result);
	if (!result) {
		printf("  no rule '%s'\n", row->rule);
		return;
	}
	finding = &result->finding;
	good = finding->verdict == row->verdict && holds(finding->evidence, row->words) &&
	       *finding->evidence;
	if (row->advice) {
		char both[1000];

		snprintf(both, sizeof(both), "%s; %s", finding->fix, finding->undo);
		good = good && holds(both, row->advice);
	}
	if (row->verdict == RULE_BAD && (row->weight || row->is_note))
		good = good && finding->weight == row->weight;
	CHECK(good);
	if (!good)
		printf("  row %zu, %s: wanted %s with |%s|, got %s (weight %d): %s\n",
		       number, row->rule, names[row->verdict], row->words,
		       names[finding->verdict], finding->weight, finding->evidence);
}

/* What add_run() opened: rules see it as const, and so it comes back. */
static void close_run(const struct rule_input *input)
{
	if (input->after) {
		setup_free((struct setup *)(uintptr_t)facts_setup(input->after));
		facts_free((struct facts *)(uintptr_t)input->after);
	}
	if (input->detail) {
		if (input->run)
			summary_close((struct summary *)(uintptr_t)input->run);
		detail_close((struct detail *)(uintptr_t)input->detail);
	}
}

static void ask_row(const struct rule_case *row, size_t number)
{
	struct setup setup = {0};
	struct arena arena = {0};
	struct rule_input input = {0};
	const struct rule_result *results;
	struct facts *facts;
	size_t count;

	for (int i = 0; i < RULE_CASE_FILES && row->files[i].path; i++)
		setup_put(&setup, &(struct setup_file){
					  .path = row->files[i].path,
					  .text = row->files[i].text,
					  .length = strlen(row->files[i].text),
				  });
	facts = facts_of(&setup);
	input.facts = facts;
	if (row->add_run)
		row->add_run(&input, &arena);
	results = rules_ask(&input, &arena, &count);
	check_result(row, number, result_of(results, count, row->rule));
	close_run(&input);
	facts_free(facts);
	arena_free(&arena);
	setup_free(&setup);
}

static void answers_each_row(void)
{
	for (size_t i = 0; i < TABLES; i++)
		for (size_t j = 0; tables[i]->cases[j].rule; j++)
			ask_row(&tables[i]->cases[j], j);
}

static bool has_row(const char *rule, enum rule_verdict verdict)
{
	for (size_t i = 0; i < TABLES; i++) {
		for (size_t j = 0; tables[i]->cases[j].rule; j++)
			if (!strcmp(tables[i]->cases[j].rule, rule) &&
			    tables[i]->cases[j].verdict == verdict)
				return true;
		for (size_t j = 0; tables[i]->cannot[j].rule; j++)
			if (!strcmp(tables[i]->cannot[j].rule, rule) &&
			    tables[i]->cannot[j].verdict == verdict)
				return true;
	}
	return false;
}

static void leaves_no_verdict_untested(void)
{
	static const struct {
		enum rule_verdict verdict;
		const char *name;
	} wanted[] = {{RULE_BAD, "bad"}, {RULE_OK, "ok"}, {RULE_UNKNOWN, "unknown"}};

	for (size_t i = 0; rules[i]; i++)
		for (size_t j = 0; j < 3; j++) {
			bool there = has_row(rules[i]->id, wanted[j].verdict);

			CHECK(there);
			if (!there)
				printf("  rule %s has no '%s' row\n", rules[i]->id,
				       wanted[j].name);
		}
}

static void fills_every_field(void)
{
	for (size_t i = 0; rules[i]; i++) {
		const struct rule *rule = rules[i];

		CHECK(rule->id && *rule->id && rule->title && *rule->title);
		CHECK(rule->looks_at && *rule->looks_at && rule->effect && *rule->effect);
		CHECK(rule->fix && *rule->fix && rule->undo && *rule->undo);
		CHECK(rule->prove && *rule->prove && rule->find_out && *rule->find_out);
		CHECK(rule->basis && rule->judge);
		for (size_t j = 0; j < i; j++)
			CHECK(strcmp(rules[j]->id, rule->id) != 0);
	}
}

/* Nothing is known: nothing may be good, and nothing bad. */
static void knows_nothing_of_nothing(void)
{
	struct setup setup = {0};
	struct facts *facts = facts_of(&setup);
	struct arena arena = {0};
	size_t count;
	const struct rule_result *results =
		rules_ask(&(struct rule_input){.facts = facts}, &arena, &count);

	for (size_t i = 0; i < count; i++) {
		enum rule_verdict verdict = results[i].finding.verdict;

		CHECK(verdict == RULE_UNKNOWN || verdict == RULE_NOT_APPLICABLE);
		if (verdict == RULE_OK || verdict == RULE_BAD)
			printf("  rule %s: %s\n", results[i].rule->id,
			       results[i].finding.evidence);
	}
	facts_free(facts);
	arena_free(&arena);
	setup_free(&setup);
}

static const struct test tests[] = {
	{"answers_each_row", answers_each_row},
	{"leaves_no_verdict_untested", leaves_no_verdict_untested},
	{"fills_every_field", fills_every_field},
	{"knows_nothing_of_nothing", knows_nothing_of_nothing},
};

TEST_MAIN(tests)
