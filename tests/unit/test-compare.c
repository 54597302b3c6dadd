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

/* A report of one thread. */
static struct foreign_stream report_stream(int64_t count, int64_t avg_ns, int64_t max_ns,
					   int64_t overruns)
{
	return (struct foreign_stream){.cpu = RUN_UNKNOWN,
				       .priority = 80,
				       .period_ns = 1000000,
				       .context = "user",
				       .policy = "fifo",
				       .wake = "timer",
				       .name = "T: 0",
				       .count = count,
				       .min_ns = 1000,
				       .avg_ns = avg_ns,
				       .max_ns = max_ns,
				       .overruns = overruns,
				       .beyond = RUN_UNKNOWN,
				       .beyond_from_ns = RUN_UNKNOWN,
				       .resolution_ns = 1000};
}

static struct comparison *compare_reports(const struct foreign_stream *a,
					  const struct foreign_stream *b,
					  const char *b_rule, const char *b_ended)
{
	static struct run_foreign foreign[2];
	static struct compare_run runs[2];
	const struct compare_options options = {.replicates = 100, .seed = 1};

	for (int i = 0; i < 2; i++) {
		foreign[i] =
			(struct run_foreign){.tool = "cyclictest",
					     .missed_rule = i ? b_rule : "skip-and-hide",
					     .ended = i ? b_ended : "complete",
					     .duration_ns = 60 * S,
					     .streams = i ? b : a,
					     .stream_count = 1};
		runs[i] = (struct compare_run){.name = i ? "b" : "a",
					       .foreign = &foreign[i]};
	}
	return compare(&(struct compare_side){&runs[0], 1},
		       &(struct compare_side){&runs[1], 1}, &options);
}

static void expect_verdict(const struct foreign_stream *a, const struct foreign_stream *b,
			   enum compare_verdict verdict, int status)
{
	struct comparison *comparison =
		compare_reports(a, b, "skip-and-hide", "complete");

	CHECK_INT(comparison->verdict, verdict);
	CHECK_INT(compare_exit_status(comparison), status);
	CHECK_INT(comparison->basis, BASIS_FIGURES);
	compare_free(comparison);
}

/* Bins that hold every sample: the extremes and the average can be no others than theirs. */
static void no_verdict_rests_on_other_figures_than_the_bins(void)
{
	static const struct foreign_bin bins[] = {{2000, 3000, 59000},
						  {90000, 91000, 1000}};
	static const struct {
		int64_t min_ns, avg_ns, max_ns, beyond, count;
		const char *words; /* NULL: no contradiction */
	} rows[] = {
		{2000, 3000, 90000, 0, 60000, NULL},
		{2999, 5000, 91000, 0, 60000, NULL},
		{2000, 3000, 95000, 0, 60000, "maximum above the last row"},
		{1000, 3000, 90000, 0, 60000, "minimum below the first row"},
		{2000, 9000, 90000, 0, 60000, "another average than"},
		{2000, 2000, 90000, 0, 60000, "another average than"},
		/* It may be beyond them, or the one that is only in the count. */
		{2000, 3000, 95000, 1, 60001, NULL},
		{2000, 3000, 95000, 0, 60001, NULL},
		{2000, 3000, 95000, RUN_UNKNOWN, 60000, NULL},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct foreign_stream stream =
			report_stream(rows[i].count, rows[i].avg_ns, rows[i].max_ns, 0);
		struct comparison *comparison;

		stream.min_ns = rows[i].min_ns;
		stream.bins = bins;
		stream.bin_count = 2;
		stream.beyond = rows[i].beyond;
		stream.bins_are_complete = true;
		comparison =
			compare_reports(&stream, &stream, "skip-and-hide", "complete");
		if (rows[i].words) {
			CHECK_INT(comparison->verdict, COMPARE_NOT_COMPARABLE);
			CHECK(strstr(comparison->sentence, rows[i].words) != NULL);
		} else {
			CHECK(!strstr(comparison->sentence, "contradictory"));
		}
		compare_free(comparison);
	}
}

/* Threads with more samples than 63 bits count: no average and no percentile of both. */
static void counts_that_no_sum_holds_are_unknown(void)
{
	static const struct foreign_bin bins[] = {{100000, 101000, 5000000000000000000}};
	static struct foreign_stream streams[2];
	const struct run_foreign foreign = {.tool = "cyclictest",
					    .missed_rule = "skip-and-hide",
					    .ended = "complete",
					    .duration_ns = 60 * S,
					    .streams = streams,
					    .stream_count = 2};
	struct compare_run runs[] = {{.name = "a", .foreign = &foreign},
				     {.name = "b", .foreign = &foreign}};
	struct comparison *comparison;

	for (int i = 0; i < 2; i++) {
		streams[i] = report_stream(bins[0].count, 100000, 100000, 0);
		streams[i].index = i;
		streams[i].min_ns = 100000;
		streams[i].name = i ? "T: 1" : "T: 0";
		streams[i].bins = bins;
		streams[i].bin_count = 1;
		streams[i].beyond = 0;
		streams[i].bins_are_complete = true;
	}
	comparison = compare(&(struct compare_side){&runs[0], 1},
			     &(struct compare_side){&runs[1], 1},
			     &(struct compare_options){.replicates = 100, .seed = 1});
	CHECK(!strstr(comparison->sentence, "average"));
	CHECK(!strstr(comparison->sentence, "p99"));
	CHECK(strstr(comparison->sentence, "worst") != NULL);
	compare_free(comparison);
}

/* Which figure of a contradiction is wrong is unknown: no verdict, and it is named. */
static void no_verdict_rests_on_contradictions(void)
{
	static const struct foreign_bin bins[] = {{1000, 2000, 59000},
						  {90000, 91000, 1000}};
	const struct foreign_stream usual = report_stream(60000, 5000, 95000, 0);
	struct foreign_stream bad[6];
	static const char *const words[] = {"maximum below the last row",
					    "more samples in its histogram",
					    "fewer samples in its histogram",
					    "average above its maximum",
					    "average below its minimum",
					    "minimum above its maximum"};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct comparison *comparison;

		bad[i] = report_stream(60000, 5000, 95000, 0);
		bad[i].bins = i < 3 ? bins : NULL;
		bad[i].bin_count = i < 3 ? 2 : 0;
		bad[i].beyond = 0;
		if (i == 0)
			bad[i].max_ns = 40000;
		bad[i].count = i == 1 ? 50000 : i == 2 ? 70000 : 60000;
		bad[i].avg_ns = i == 3 ? 96000 : i == 4 ? 500 : 5000;
		if (i == 5)
			bad[i].min_ns = 99000;
		for (int swap = 0; swap < 2; swap++) {
			comparison = compare_reports(swap ? &bad[i] : &usual,
						     swap ? &usual : &bad[i],
						     "skip-and-hide", "complete");
			CHECK_INT(comparison->verdict, COMPARE_NOT_COMPARABLE);
			CHECK(strstr(comparison->sentence, words[i]) != NULL);
			compare_free(comparison);
		}
	}
	/* A count that was printed a moment earlier is told, and no contradiction. */
	bad[0] = usual;
	bad[0].bins = bins;
	bad[0].bin_count = 2;
	bad[0].count = 59980;
	bad[0].beyond = 0;
	expect_verdict(&usual, &bad[0], COMPARE_NO_DIFFERENCE, 0);
}

static void reports_are_compared_by_their_figures(void)
{
	struct foreign_stream usual = report_stream(60000, 5000, 40000, 0);
	struct foreign_stream later = report_stream(60000, 4000, 80000, 0);
	struct foreign_stream longer = report_stream(600000, 5000, 80000, 0);
	struct foreign_stream missing = report_stream(60000, 5000, 40000, 7);
	struct foreign_stream slower = report_stream(60000, 9000, 40000, 0);
	struct comparison *refused;

	expect_verdict(&usual, &usual, COMPARE_NO_DIFFERENCE, 0);
	/* The maximum decides, not the average. */
	expect_verdict(&usual, &later, COMPARE_WORSE, 1);
	expect_verdict(&later, &usual, COMPARE_BETTER, 0);
	/* More samples explain a greater maximum, never a smaller one. */
	expect_verdict(&usual, &longer, COMPARE_NO_DIFFERENCE, 0);
	expect_verdict(&longer, &usual, COMPARE_NO_DIFFERENCE, 0);
	longer.max_ns = 20000;
	expect_verdict(&usual, &longer, COMPARE_BETTER, 0);
	/* Nor is it better for an average when it is a multiple. */
	longer.max_ns = 90000;
	longer.avg_ns = 4000;
	expect_verdict(&usual, &longer, COMPARE_MIXED, 1);
	longer.max_ns = 70000;
	expect_verdict(&usual, &longer, COMPARE_BETTER, 0);
	expect_verdict(&usual, &missing, COMPARE_WORSE, 1);
	expect_verdict(&usual, &slower, COMPARE_WORSE, 1);
	refused = compare_reports(&usual, &later, "skip-and-count", "complete");
	CHECK_INT(refused->verdict, COMPARE_NOT_COMPARABLE);
	CHECK_INT(compare_exit_status(refused), 3);
	CHECK_INT(refused->row_count, 0);
	compare_free(refused);
}

/* How a property of both compares; in order of the table, so an unknown id fails. */
static enum check_result result_of(const struct comparison *comparison, const char *id)
{
	for (uint32_t i = 0; i < comparison->check_count; i++)
		if (!strcmp(comparison->checks[i].id, id))
			return comparison->checks[i].result;
	CHECK_TEXT(id, "a check's id");
	return CHECK_REFUSES;
}

static void a_part_that_one_side_does_not_say_is_unknown(void)
{
	/* What B says instead of "fifo", 80 and CPU unknown; what comes of A's against it. */
	static const struct {
		const char *policy;
		int64_t priority, a_cpu, b_cpu;
		enum check_result policy_is, priority_is, cpus_are;
	} rows[] = {
		{"", 80, RUN_UNKNOWN, 0, CHECK_UNKNOWN, CHECK_SAME, CHECK_UNKNOWN},
		{"fifo", RUN_UNKNOWN, 0, RUN_UNKNOWN, CHECK_SAME, CHECK_UNKNOWN,
		 CHECK_UNKNOWN},
		{"rr", 80, 0, 0, CHECK_QUALIFIES, CHECK_SAME, CHECK_SAME},
		{"fifo", 1, 0, 1, CHECK_SAME, CHECK_QUALIFIES, CHECK_QUALIFIES},
		{"other", RUN_UNKNOWN, 0, 0, CHECK_QUALIFIES, CHECK_QUALIFIES,
		 CHECK_SAME},
		{"", RUN_UNKNOWN, RUN_UNKNOWN, RUN_UNKNOWN, CHECK_UNKNOWN, CHECK_UNKNOWN,
		 CHECK_UNKNOWN},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct foreign_stream a = report_stream(60000, 5000, 40000, 0), b = a;
		struct comparison *comparison;

		a.cpu = rows[i].a_cpu;
		b.cpu = rows[i].b_cpu;
		b.policy = rows[i].policy;
		b.priority = rows[i].priority;
		comparison = compare_reports(&a, &b, "skip-and-hide", "complete");
		CHECK_INT(result_of(comparison, "policy"), rows[i].policy_is);
		CHECK_INT(result_of(comparison, "priority"), rows[i].priority_is);
		CHECK_INT(result_of(comparison, "cpus"), rows[i].cpus_are);
		CHECK_INT(result_of(comparison, "streams"), CHECK_SAME);
		compare_free(comparison);
	}
}

/* A run that stopped at its first late sample has no maximum of its own. */
static void a_stopped_run_has_no_maximum(void)
{
	struct foreign_stream usual = report_stream(60000, 5000, 40000, 0);
	struct foreign_stream later = report_stream(60000, 5000, 80000, 0);
	struct comparison *comparison =
		compare_reports(&usual, &later, "skip-and-hide", "stopped");
	bool told = false;

	CHECK_INT(comparison->verdict, COMPARE_NO_DIFFERENCE);
	for (uint32_t i = 0; i < comparison->row_count; i++)
		CHECK(comparison->rows[i].measure != MEASURE_MAX);
	for (uint32_t i = 0; i < comparison->remarks.count; i++)
		told |= !!strstr(comparison->remarks.text[i], "maxima are not compared");
	CHECK(told);
	compare_free(comparison);
}

static bool says(const struct sentences *sentences, const char *words)
{
	for (uint32_t i = 0; i < sentences->count; i++)
		if (strstr(sentences->text[i], words))
			return true;
	return false;
}

/* Leaving the stopped ones out would leave out the latest: then B, which is worse, wins. */
static void one_stopped_run_of_several_is_enough(void)
{
	enum { RUNS = 8 };
	struct foreign_stream streams[2 * RUNS];
	struct run_foreign foreign[2 * RUNS];
	struct compare_run runs[2 * RUNS];
	const struct compare_options options = {.replicates = 100, .seed = 1};

	for (int stopped = 0; stopped < 2; stopped++) {
		struct comparison *comparison;
		bool has_maximum = false;

		for (int i = 0; i < 2 * RUNS; i++) {
			streams[i] = report_stream(60000, 5000 + i % RUNS,
						   i < RUNS ? 50000 + i : 40000 + i, 0);
			foreign[i] =
				(struct run_foreign){.tool = "cyclictest",
						     .missed_rule = "skip-and-hide",
						     .ended = stopped && i > 2 * RUNS - 3
								      ? "stopped"
								      : "complete",
						     .streams = &streams[i],
						     .stream_count = 1};
			runs[i] =
				(struct compare_run){.name = "x", .foreign = &foreign[i]};
		}
		comparison = compare(&(struct compare_side){runs, RUNS},
				     &(struct compare_side){runs + RUNS, RUNS}, &options);
		for (uint32_t i = 0; i < comparison->row_count; i++)
			has_maximum |= comparison->rows[i].measure == MEASURE_MAX;
		CHECK(has_maximum == !stopped);
		CHECK_INT(comparison->verdict,
			  stopped ? COMPARE_NO_DIFFERENCE : COMPARE_BETTER);
		CHECK(says(&comparison->remarks,
			   "0 of 8 runs of A and 2 of 8 of B stopped") == stopped);
		compare_free(comparison);
	}
}

/* Ours: 999 wake-ups late by 10 us, the last by 150, which ends it at --stop-at 100us. */
static struct summary *stopped_summary(const char *ended)
{
	static const struct run_stream what[] = {{.cpu = 0,
						  .period_ns = 1000000,
						  .context = "user",
						  .wake = "nanosleep",
						  .policy = "other"}};
	const struct run_head head = {.slice_ns = S,
				      .streams = what,
				      .stream_count = 1,
				      .plan = {.stop_at_ns = 100000}};
	struct summary *summary = summary_open(&(struct summary_filter){0});
	struct run_sink sink = summary_sink(summary);
	struct run_slice slice = {.end_ns = S,
				  .end_bucket = HISTOGRAM_BUCKETS,
				  .histogram = &slice_histogram};

	histogram_slice_clear(&slice_histogram);
	for (int i = 0; i < 999; i++)
		histogram_slice_add(&slice_histogram, 10000);
	histogram_slice_add(&slice_histogram, 150000);
	sink.head(sink.self, &head);
	sink.slice(sink.self, &slice);
	sink.end(sink.self, &(struct run_end){.ended = ended, .end_ns = S});
	summary_conclude(summary);
	return summary;
}

static void a_stopped_run_of_ours_has_no_counts_above_its_limit(void)
{
	static const struct {
		const char *ended;
		int64_t limit_ns, a_least, b_least;
	} rows[] = {
		{"complete", 100000, 1, 1},
		{"stopped", 50000, 1, 1},
		{"stopped", 99998, 1, 1},
		{"stopped", 99999, 1, RUN_UNKNOWN},
		{"stopped", 200000, 0, RUN_UNKNOWN},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct summary *a = stopped_summary("complete");
		struct summary *b = stopped_summary(rows[i].ended);
		struct compare_run runs[] = {{.name = "a", .summary = a},
					     {.name = "b", .summary = b}};
		const struct compare_options options = {.limit_ns = rows[i].limit_ns};
		struct comparison *comparison =
			compare(&(struct compare_side){&runs[0], 1},
				&(struct compare_side){&runs[1], 1}, &options);

		CHECK_INT(comparison->tail_count, 1);
		CHECK_INT(comparison->tails[0].a_least, rows[i].a_least);
		CHECK_INT(comparison->tails[0].b_least, rows[i].b_least);
		CHECK(says(&comparison->remarks, "B stopped at the first sample") ==
		      !strcmp(rows[i].ended, "stopped"));
		compare_free(comparison);
		summary_close(a);
		summary_close(b);
	}
}

static const struct test tests[] = {
	{"sums", counts_that_no_sum_holds_are_unknown},
	{"contradictions", no_verdict_rests_on_contradictions},
	{"other-figures", no_verdict_rests_on_other_figures_than_the_bins},
	{"slices", a_slice_is_that_of_all_streams_but_spin},
	{"stretches", stretches_are_put_together},
	{"difference", a_difference_lies_in_its_interval},
	{"too-short", too_short_a_run_has_no_interval},
	{"coverage", intervals_hold_what_they_promise},
	{"ranked", differences_are_ranked},
	{"unknown", what_is_unknown_is_no_difference},
	{"table", the_table_is_sound},
	{"reports", reports_are_compared_by_their_figures},
	{"parts", a_part_that_one_side_does_not_say_is_unknown},
	{"stopped", a_stopped_run_has_no_maximum},
	{"stopped-of-several", one_stopped_run_of_several_is_enough},
	{"stopped-counts", a_stopped_run_of_ours_has_no_counts_above_its_limit},
};

TEST_MAIN(tests)
