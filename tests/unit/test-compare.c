/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * compare/: series, resampling, the difference of set-ups and verdicts, on made-up runs whose
 * truth is known.
 */
#include "compare/compare.h"

#include <math.h>
#include <stdlib.h>

#include "rules/rules.h"
#include "stats/prng.h"
#include "test.h"

#define S INT64_C(1000000000)

static struct histogram_slice slice_histogram;

static struct slice_series *open_series(uint32_t streams)
{
	static const struct run_stream what[] = {{.period_ns = 1000000},
						 {.period_ns = 1000000},
						 {.period_ns = 0}};
	const struct run_head head = {.slice_ns = S,
				      .streams = what,
				      .stream_count = streams};
	struct slice_series *series = slice_series_open();
	struct run_sink sink = slice_series_sink(series);

	sink.head(sink.self, &head);
	return series;
}

static void add_slice(struct slice_series *series, uint32_t stream, uint32_t number,
		      const int64_t *late_ns, size_t count)
{
	struct run_sink sink = slice_series_sink(series);
	struct run_slice slice = {.stream = stream,
				  .number = number,
				  .end_bucket = HISTOGRAM_BUCKETS,
				  .histogram = &slice_histogram};

	histogram_slice_clear(&slice_histogram);
	for (size_t i = 0; i < count; i++)
		histogram_slice_add(&slice_histogram, late_ns[i]);
	sink.slice(sink.self, &slice);
}

static void a_slice_is_that_of_all_streams_but_spin(void)
{
	static const int64_t low[] = {10, 20, 30}, high[] = {100, 110}, gap[] = {200};
	struct slice_series *series = open_series(3);

	add_slice(series, 0, 0, low, 3);
	add_slice(series, 2, 0, gap, 1);
	add_slice(series, 1, 0, high, 2);
	add_slice(series, 0, 2, low, 1);
	slice_series_conclude(series);
	CHECK_INT(series->slice_count, 2);
	CHECK_INT(series->slices[0].count, 5);
	CHECK_INT(series->slices[0].p50_ns, 30);
	CHECK_INT(series->slices[0].max_ns, 110);
	CHECK_INT(series->slices[1].number, 2);
	CHECK_INT(series->slices[1].count, 1);
	CHECK_INT(series->stretch_count, 2);
	CHECK_INT(series->stretches[0].bucket[20], 1);
	CHECK_INT(series->stretches[0].bucket[200], 0);
	slice_series_close(series);
}

static void stretches_are_put_together(void)
{
	static const int64_t one[] = {50};
	struct slice_series *series = open_series(1);
	uint64_t sum = 0;

	for (uint32_t i = 0; i < 5 * SERIES_STRETCHES + 3; i++)
		add_slice(series, 0, i, one, 1);
	slice_series_conclude(series);
	CHECK_INT(series->shift, 3);
	CHECK_INT(series->stretch_count, (5 * SERIES_STRETCHES + 3 + 7) / 8);
	CHECK_INT(series->stretches[0].stats.count, 8);
	for (uint32_t i = 0; i < series->stretch_count; i++)
		sum += series->stretches[i].bucket[50];
	CHECK_INT(sum, 5 * SERIES_STRETCHES + 3);
	slice_series_close(series);
}

/* Slices whose level is an autoregression, 100 samples each, around centre_ns. */
static struct slice_series *draw_series(uint64_t seed, uint32_t slices, double centre_ns,
					double rho)
{
	struct slice_series *series = open_series(1);
	struct prng prng = {seed};
	double level = 0;
	int64_t late_ns[100];

	prng.state = prng_next(&prng);
	for (uint32_t i = 0; i < slices; i++) {
		level = rho * level + prng_unit(&prng) - 0.5;
		for (int j = 0; j < 100; j++)
			late_ns[j] = (int64_t)(centre_ns * (1 + 0.05 * level) *
					       (0.9 + 0.2 * prng_unit(&prng)));
		add_slice(series, 0, i, late_ns, 100);
	}
	slice_series_conclude(series);
	return series;
}

static const struct resample_plan plan = {.replicates = 300,
					  .seed = 1,
					  .limit_ns = {11000},
					  .limit_count = 1};

static void a_difference_lies_in_its_interval(void)
{
	struct slice_series *a = draw_series(1, 200, 10000, 0.5);
	struct slice_series *b = draw_series(2, 200, 11000, 0.5);
	CLEANUP(arena_free) struct arena arena = {0};
	const struct resampled *resampled = resample(a, b, &plan, &arena);
	double low = INFINITY, high = -INFINITY, again;

	CHECK(resampled != NULL);
	for (uint32_t i = 0; i < resampled->replicates; i++) {
		low = fmin(low, resampled->percentile_ns[0][i]);
		high = fmax(high, resampled->percentile_ns[0][i]);
	}
	CHECK(low > 700 && low < 1000 && high > 1000 && high < 1300);
	CHECK(resampled->above_ppm[0][0] > 100000);
	CHECK(resampled->dominance > 0.8 && resampled->dominance < 1);
	again = resample(a, b, &plan, &arena)->avg_ns[299];
	CHECK(again == resampled->avg_ns[299]);
	slice_series_close(a);
	slice_series_close(b);
}

static void too_short_a_run_has_no_interval(void)
{
	struct slice_series *a =
		draw_series(1, RESAMPLE_STRETCHES_AT_LEAST - 1, 10000, 0);
	struct slice_series *b = draw_series(2, 200, 10000, 0);
	CLEANUP(arena_free) struct arena arena = {0};

	CHECK(resample(a, b, &plan, &arena) == NULL);
	CHECK(resample(b, a, &plan, &arena) == NULL);
	slice_series_close(a);
	slice_series_close(b);
}

static int compare_numbers(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Nominal: 6 of 120 runs that are alike. Naive single slices miss in a third. */
static void intervals_hold_what_they_promise(void)
{
	int missed = 0;

	for (uint64_t i = 0; i < 120; i++) {
		struct slice_series *a = draw_series(100 + 2 * i, 200, 10000, 0.7);
		struct slice_series *b = draw_series(101 + 2 * i, 200, 10000, 0.7);
		CLEANUP(arena_free) struct arena arena = {0};
		const struct resampled *resampled = resample(a, b, &plan, &arena);

		qsort(resampled->avg_ns, 300, sizeof(double), compare_numbers);
		missed += resampled->avg_ns[7] > 0 || resampled->avg_ns[292] < 0;
		slice_series_close(a);
		slice_series_close(b);
	}
	CHECK(missed >= 1 && missed <= 15);
}

static struct facts *make_facts(const struct setup *setup, const char *governor,
				const char *in_force, const char *release)
{
	struct facts *facts = facts_open(setup);

	for (int i = 0; i < 4; i++)
		facts_put_text(facts, "x",
			       facts_format(facts, "cpu.%d.cpufreq.governor", i),
			       governor);
	facts_put_text(facts, "x", "l2c310.write_allocate_in_force", in_force);
	facts_put_text(facts, "x", "l2c310.write_allocate",
		       strcmp(in_force, "no") ? "follows-pages" : "forced-off");
	facts_put_text(facts, "x", "kernel.release", release);
	facts_put_text(facts, "x", "kernel.build", release);
	facts_put_text(facts, "x", "cmdline.line", "quiet");
	return facts;
}

static void differences_are_ranked(void)
{
	CLEANUP(setup_free) struct setup setup = {0};
	CLEANUP(arena_free) struct arena arena = {0};
	struct facts *a = make_facts(&setup, "performance", "no", "3.0");
	struct facts *b = make_facts(&setup, "powersave", "yes", "3.4");
	struct fact_diff diff;

	facts_put_text(b, "x", "cmdline.isolcpus", "1");
	facts_put_integer(b, "x", "some.thing", 5, "ns");
	diff = fact_diff(a, b, &arena);
	CHECK_INT(diff.count, 4);
	CHECK_TEXT(diff.items[0].name, "l2c310.write_allocate_in_force");
	CHECK_INT(diff.items[0].knowledge->class, FACT_KNOWN_CAUSE);
	CHECK_TEXT(diff.items[0].a, "no");
	CHECK_TEXT(diff.items[0].b, "yes");
	CHECK_TEXT(diff.items[1].name, "cpu.0.cpufreq.governor");
	CHECK_INT(diff.items[1].knowledge->class, FACT_KNOWN_CAUSE);
	CHECK_INT(diff.items[1].alike, 4);
	/* The command line is known whole: what one lacks is absent, not unknown. */
	CHECK_TEXT(diff.items[2].name, "cmdline.isolcpus");
	CHECK_TEXT(diff.items[2].a, "absent");
	CHECK_TEXT(diff.items[3].name, "kernel.release");
	CHECK_INT(diff.irrelevant, 2);
	CHECK_INT(diff.same, 1);
	CHECK_INT(diff.one_sided_count, 1);
	CHECK_TEXT(diff.one_sided[0].name, "some.thing");
	CHECK_TEXT(diff.one_sided[0].b, "5 ns");
	CHECK(diff.one_sided[0].a == NULL);
	facts_free(a);
	facts_free(b);
}

static void what_is_unknown_is_no_difference(void)
{
	CLEANUP(setup_free) struct setup setup = {0};
	CLEANUP(arena_free) struct arena arena = {0};
	struct facts *a = make_facts(&setup, "performance", "no", "3.0");
	struct facts *b = make_facts(&setup, "performance", "unknown", "3.0");
	struct fact_diff diff = fact_diff(a, b, &arena);

	/* The setting differs and is no known cause as long as it may not be in force. */
	CHECK_INT(diff.count, 1);
	CHECK_TEXT(diff.items[0].name, "l2c310.write_allocate");
	CHECK_INT(diff.items[0].knowledge->class, FACT_PLAUSIBLE);
	CHECK_INT(diff.one_sided_count, 1);
	diff = fact_diff(a, a, &arena);
	CHECK_INT(diff.count, 0);
	diff = fact_diff(a, NULL, &arena);
	CHECK(diff.a_known && !diff.b_known);
	CHECK_INT(diff.count, 0);
	facts_free(a);
	facts_free(b);
}

static bool rule_exists(const char *id)
{
	for (size_t i = 0; rules[i]; i++)
		if (!strcmp(rules[i]->id, id))
			return true;
	return false;
}

static void the_table_is_sound(void)
{
	for (uint32_t i = 0; i < fact_knowledge_count; i++) {
		const struct fact_knowledge *row = &fact_knowledge[i];
		bool told = row->class != FACT_IRRELEVANT;

		CHECK(row->pattern && *row->pattern);
		CHECK((*row->title && *row->why && *row->experiment) == told);
		if (row->rule && !rule_exists(row->rule))
			CHECK_TEXT(row->rule, "a rule's id");
		/* No row is hidden by the same pattern before it. */
		for (uint32_t j = 0; j < i; j++)
			CHECK(strcmp(fact_knowledge[j].pattern, row->pattern) ||
			      fact_knowledge[j].applies);
	}
	CHECK_TEXT(fact_knowledge[fact_knowledge_count - 1].pattern, "*");
}

static const struct test tests[] = {
	{"slices", a_slice_is_that_of_all_streams_but_spin},
	{"stretches", stretches_are_put_together},
	{"difference", a_difference_lies_in_its_interval},
	{"too-short", too_short_a_run_has_no_interval},
	{"coverage", intervals_hold_what_they_promise},
	{"ranked", differences_are_ranked},
	{"unknown", what_is_unknown_is_no_difference},
	{"table", the_table_is_sound},
};

TEST_MAIN(tests)
