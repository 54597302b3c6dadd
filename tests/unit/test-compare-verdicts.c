/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What may be compared, and what must not be concluded: of reports, parts unknown, runs cut short. */
#include "compare/compare.h"

#include <stdlib.h>
#include <string.h>

#include "test.h"

#define S INT64_C(1000000000)

static struct histogram_slice slice_histogram;

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
	{"reports", reports_are_compared_by_their_figures},
	{"parts", a_part_that_one_side_does_not_say_is_unknown},
	{"stopped", a_stopped_run_has_no_maximum},
	{"stopped-of-several", one_stopped_run_of_several_is_enough},
	{"stopped-counts", a_stopped_run_of_ours_has_no_counts_above_its_limit},
};

TEST_MAIN(tests)
