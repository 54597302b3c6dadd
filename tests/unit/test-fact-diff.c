/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compare/fact-diff: what a boot hands out anew, and what a log repeats, is no difference. */
#include "compare/fact-diff.h"

#include "base/str.h"

#include "test.h"

struct given {
	const char *name, *text;
};

static struct facts *make(const struct setup *setup, const struct given *given)
{
	struct facts *facts = facts_open(setup);

	for (; given->name; given++)
		facts_put_text(facts, "x", given->name, given->text);
	return facts;
}

static struct fact_diff differ(const struct given *a_given, const struct given *b_given,
			       struct arena *arena, struct facts *both[2])
{
	static const struct setup setup;

	both[0] = make(&setup, a_given);
	both[1] = make(&setup, b_given);
	return fact_diff(both[0], both[1], arena);
}

static void interrupts_go_by_their_names(void)
{
	static const struct given a[] = {
		{"irq.16.affinity", "0-3"},    {"irq.29.name", "GPC 27 Level serial"},
		{"irq.29.affinity", "0"},      {"irq.31.name", "PCI-MSI 0 Edge PME"},
		{"irq.31.affinity", "0-3"},    {"irq.40.name", "GPC 5 Level gone"},
		{"irq.40.affinity", "2"},      {"irq.50.name", "GPC 9 Level dma"},
		{"irq.50.affinity", "1"},      {"irq.51.name", "GPC 9 Level dma"},
		{"irq.51.affinity", "2"},      {"irq.default_affinity", "f"},
		{"mmc.mmc3:124b.name", "SD4"}, {NULL, NULL},
	};
	static const struct given b[] = {
		{"irq.29.name", "PCI-MSI 0 Edge PME"},
		{"irq.29.affinity", "0-3"},
		{"irq.31.name", "GPC 27 Level serial"},
		{"irq.31.affinity", "3"},
		{"irq.44.affinity", "1"},
		{"irq.60.name", "GPC 9 Level dma"},
		{"irq.60.affinity", "1"},
		{"irq.61.name", "GPC 9 Level dma"},
		{"irq.61.affinity", "2"},
		{"irq.default_affinity", "f"},
		{"mmc.mmc3:91bc.name", "SD4"},
		{NULL, NULL},
	};
	CLEANUP(arena_free) struct arena arena = {0};
	struct facts *both[2];
	struct fact_diff diff = differ(a, b, &arena, both);

	CHECK_INT(diff.count, 1);
	CHECK_TEXT(diff.items[0].name, "irq.29.affinity");
	CHECK_TEXT(diff.items[0].a, "0");
	CHECK_TEXT(diff.items[0].b, "3");
	CHECK_INT(diff.one_sided_count, 2);
	CHECK_TEXT(diff.one_sided[0].name, "irq.40.affinity");
	CHECK(!diff.one_sided[0].b);
	CHECK_TEXT(diff.one_sided[1].name, "irq.40.name");
	facts_free(both[0]);
	facts_free(both[1]);
}

/* Whole files as values: their size and the first line that differs are shown. */
static void long_texts_are_shown_by_what_differs(void)
{
	CLEANUP(str_free) struct str a_text = {0}, b_text = {0}, wide = {0};
	CLEANUP(arena_free) struct arena arena = {0};
	struct fact_diff diff;
	struct facts *both[2];

	for (int i = 0; i < 1000; i++) {
		str_addf(&a_text, "line %d\n", i);
		str_addf(&b_text, "line %d\n", i == 500 ? -1 : i);
		str_add(&wide, "wide");
	}
	const struct given a[] = {{"some.text", str_text(&a_text)},
				  {"some.wide", str_text(&wide)},
				  {NULL, NULL}};
	const struct given b[] = {{"some.text", str_text(&b_text)},
				  {"some.wide", "narrow"},
				  {NULL, NULL}};

	diff = differ(a, b, &arena, both);
	CHECK_INT(diff.count, 2);
	CHECK_TEXT(diff.items[0].a,
		   "1000 lines, the first that differs, 501: 'line 500'");
	CHECK_TEXT(diff.items[0].b, "1000 lines, the first that differs, 501: 'line -1'");
	CHECK(strlen(diff.items[1].a) < 250 && strstr(diff.items[1].a, "widewide' ..."));
	CHECK_TEXT(diff.items[1].b, "narrow");
	facts_free(both[0]);
	facts_free(both[1]);
}

static void numbers_are_all_there_is_without_names(void)
{
	static const struct given a[] = {{"irq.16.affinity", "0"}, {NULL, NULL}};
	static const struct given b[] = {{"irq.16.affinity", "1"},
					 {"irq.16.name", "timer"},
					 {NULL, NULL}};
	CLEANUP(arena_free) struct arena arena = {0};
	struct facts *both[2];
	struct fact_diff diff = differ(a, b, &arena, both);

	CHECK_INT(diff.count, 1);
	CHECK_TEXT(diff.items[0].name, "irq.16.affinity");
	facts_free(both[0]);
	facts_free(both[1]);
}

static void amounts_in_a_line_of_both_logs_do_not_matter(void)
{
	static const struct given a[] = {
		{"log.hrtimer_interrupt.first", "hrtimer: interrupt took 129611348 ns"},
		{"log.hrtimer_interrupt.longest", "129611348"},
		{"log.clock_unstable.first", "clocksource: tsc is unstable"},
		{NULL, NULL},
	};
	static const struct given b[] = {
		{"log.hrtimer_interrupt.first", "hrtimer: interrupt took 9436 ns"},
		{"log.hrtimer_interrupt.longest", "9436"},
		{"log.clock_unstable.first", "clocksource: hpet is unstable"},
		{NULL, NULL},
	};
	CLEANUP(arena_free) struct arena arena = {0};
	struct facts *both[2];
	struct fact_diff diff = differ(a, b, &arena, both);

	CHECK_INT(diff.irrelevant, 2);
	CHECK_INT(diff.count, 1);
	CHECK_TEXT(diff.items[0].name, "log.clock_unstable.first");
	facts_free(both[0]);
	facts_free(both[1]);
}

static const struct test tests[] = {
	{"long-texts", long_texts_are_shown_by_what_differs},
	{"names", interrupts_go_by_their_names},
	{"numbers", numbers_are_all_there_is_without_names},
	{"amounts", amounts_in_a_line_of_both_logs_do_not_matter},
};

TEST_MAIN(tests)
