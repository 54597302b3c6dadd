/* SPDX-License-Identifier: GPL-2.0-or-later */
/* analyse/: totals, cuts, gaps, worst wake-ups, and above all validity. */
#include "analyse/summary.h"

#include <stdlib.h>

#include "base/num.h"
#include "test.h"

enum { STREAMS = 2, PERIOD_NS = 1000000, PER_SLICE = 10 };

/* A run of two pinned streams that tests bend before they play it. */
struct script {
	struct run_stream asked[STREAMS], got[STREAMS];
	struct run_head head;
	struct run_end end;
	uint32_t slices;
	bool without_obtained, without_end, empty;
	int64_t late_ns;
	uint32_t lost;
	uint32_t skip_from, skip_to; /* slices of stream 1 that are not there */
};

static const char *const cpu_text[STREAMS] = {"0", "1"};
static const int64_t cpus[STREAMS] = {0, 1};

static const struct run_counter counters[] = {
	{.name = "steal",
	 .unit = "ns",
	 .scope = "cpu",
	 .unavailable = "",
	 .per_slice = true},
	{.name = "faults",
	 .unit = "count",
	 .scope = "stream",
	 .unavailable = "",
	 .per_slice = true},
	{.name = "smi", .unit = "count", .scope = "machine", .unavailable = "no MSR"},
};

static struct script good_script(void)
{
	struct script script = {
		.head =
			{
				.host = {.started_wall_ns = 1},
				.plan = {.period_ns = PERIOD_NS,
					 .hold_dma_latency_us = -1,
					 .priority = 95,
					 .cpus = "0-1",
					 .policy = "fifo",
					 .wake = "nanosleep",
					 .align = "together",
					 .missed_rule = RUN_MISSED_RULE,
					 .note = ""},
				.load = {.made = "none"},
				.slice_ns = NS_PER_S,
				.counters = counters,
				.counter_count = 3,
				.cpus = cpus,
				.cpu_count = STREAMS,
				.stream_count = STREAMS,
			},
		.end = {.ended = "complete", .checked = YES},
		.slices = 5,
		.late_ns = 2000,
	};

	for (int i = 0; i < STREAMS; i++) {
		script.asked[i] = (struct run_stream){
			.cpu = i,
			.period_ns = PERIOD_NS,
			.priority = 95,
			.context = "user",
			.wake = "nanosleep",
			.policy = "fifo",
		};
		script.got[i] = script.asked[i];
		script.got[i].got_policy = "fifo";
		script.got[i].got_priority = 95;
		script.got[i].got_cpus = cpu_text[i];
		script.got[i].got_memory_locked = YES;
	}
	return script;
}

static void play_slice(const struct script *script, const struct run_sink *sink,
		       uint32_t stream, uint32_t number,
		       struct histogram_slice *histogram)
{
	struct run_slice slice = {
		.stream = stream,
		.number = number,
		.begin_ns = number * NS_PER_S,
		.end_ns = (number + 1) * NS_PER_S,
		.samples_lost = script->lost,
		.end_bucket = HISTOGRAM_BUCKETS,
		.histogram = histogram,
	};

	histogram_slice_clear(histogram);
	for (int i = 0; i < PER_SLICE && !script->empty; i++)
		histogram_slice_add(histogram, script->late_ns + number * 100 + stream);
	histogram->stats.overruns =
		histogram->stats.count * (uint64_t)(script->late_ns / PERIOD_NS);
	sink->slice(sink->self, &slice);
}

static struct summary *play(struct script *script, const struct summary_filter *filter)
{
	struct histogram_slice *histogram = malloc(sizeof(*histogram));
	struct summary *summary = summary_open(filter);
	struct run_sink sink = summary_sink(summary);
	struct run_count counts[] = {{0, 0, 7}, {0, 1, 5}, {1, 1, 1}};

	script->head.streams = script->asked;
	sink.head(sink.self, &script->head);
	if (!script->without_obtained)
		sink.obtained(sink.self, script->got, STREAMS);
	for (uint32_t number = 0; number < script->slices; number++) {
		for (uint32_t stream = 0; stream < STREAMS; stream++)
			if (!stream || number < script->skip_from ||
			    number >= script->skip_to)
				play_slice(script, &sink, stream, number, histogram);
		sink.counts(sink.self, number, counts, 3, false);
	}
	script->end.end_ns = script->end.recorded_ns = script->slices * NS_PER_S;
	if (!script->without_end)
		sink.end(sink.self, &script->end);
	free(histogram);
	return summary;
}

static const struct summary_filter take_all;

/* The validity of a script, and the start of its first reason. */
static void check_verdict(struct script *script, enum validity validity,
			  const char *reason)
{
	struct summary *summary = play(script, &take_all);
	char start[200] = "";

	summary_conclude(summary);
	CHECK_INT(summary->validity, validity);
	if (summary->reasons.count)
		snprintf(start, sizeof(start), "%.*s", (int)strlen(reason),
			 summary->reasons.text[0]);
	CHECK_TEXT(start, reason);
	summary_close(summary);
}

static void adds_up(void)
{
	struct script script = good_script();
	struct summary *summary = play(&script, &take_all);

	summary_conclude(summary);
	CHECK_INT(summary->validity, VALIDITY_VALID);
	CHECK_TEXT(summary->ended, "complete");
	CHECK_INT(summary->total_measured.stats.count, 100);
	CHECK_INT(summary->total_measured.stats.min_ns, 2000);
	CHECK_INT(summary->total_measured.stats.max_ns, 2401);
	CHECK_INT(summary->streams[0].measured.stats.count, 50);
	CHECK_INT(summary->streams[1].measured.stats.max_ns, 2401);
	CHECK_INT(summary->counters[0].value[0], 35);
	CHECK_INT(summary->counters[0].value[1], 25);
	CHECK_INT(summary->counters[1].value[0], 0);
	CHECK_INT(summary->counters[1].value[1], 5);
	CHECK_INT(summary->timeline.count, 5);
	CHECK_INT(summary->timeline.max_ns[4], 2401);
	CHECK_INT(summary->worst.item[0].late_ns, 2401);
	CHECK(!summary->worst.item[0].exact);
	CHECK(!summary->limit_exceeded);
	summary_close(summary);
}

static void concludes_again(void)
{
	struct script script = good_script();
	struct summary *summary;

	script.without_end = true;
	summary = play(&script, &take_all);
	summary_set_running(summary, true);
	summary_conclude(summary);
	CHECK_TEXT(summary->ended, "running");
	CHECK_INT(summary->validity, VALIDITY_UNKNOWN);
	summary_sink(summary).end(summary, &script.end);
	summary_conclude(summary);
	CHECK_TEXT(summary->ended, "complete");
	CHECK_INT(summary->validity, VALIDITY_VALID);
	CHECK_INT(summary->total_measured.stats.count, 100);
	summary_close(summary);
}

static void cuts_by_cpu(void)
{
	struct script script = good_script();
	struct cpuset only_1 = {0};
	struct summary_filter filter = {.cpus = &only_1};
	struct summary *summary;

	cpuset_add(&only_1, 1);
	script.got[0].got_policy = "other"; /* not our business then */
	summary = play(&script, &filter);
	summary_conclude(summary);
	CHECK_INT(summary->selected_streams, 1);
	CHECK_INT(summary->validity, VALIDITY_VALID);
	CHECK_INT(summary->total_measured.stats.count, 50);
	CHECK_INT(summary->total_measured.stats.min_ns, 2001);
	CHECK(!summary_takes_instance(summary, &summary->counters[0], 0));
	CHECK(summary_takes_instance(summary, &summary->counters[0], 1));
	CHECK(summary_takes_instance(summary, &summary->counters[2], 0));
	summary_close(summary);
}

static void cuts_by_time(void)
{
	struct script script = good_script();
	struct summary_filter filter = {.from_ns = NS_PER_S / 2, .to_ns = 3 * NS_PER_S};
	struct summary *summary = play(&script, &filter);

	summary_conclude(summary);
	CHECK_INT(summary->total_measured.stats.count, 40); /* slices 1 and 2 */
	CHECK_INT(summary->total_measured.stats.min_ns, 2100);
	CHECK_INT(summary->total_measured.stats.max_ns, 2201);
	CHECK_INT(summary->timeline.first, 1);
	CHECK_INT(summary->counters[0].value[0], 14);
	CHECK_INT(summary->validity, VALIDITY_VALID);
	summary_close(summary);
}

static void counts_what_is_missing(void)
{
	struct script script = good_script();
	struct summary *summary;

	script.skip_from = 1;
	script.skip_to = 4;
	summary = play(&script, &take_all);
	summary_conclude(summary);
	CHECK_INT(summary->validity, VALIDITY_UNKNOWN);
	CHECK_INT(summary->streams[1].gaps, 1);
	CHECK_INT(summary->streams[1].missing_ns, 3 * NS_PER_S);
	CHECK_INT(summary->reasons.count, 1);
	CHECK_TEXT(summary->reasons.text[0],
		   "cpu 1 (nanosleep): 3.00 s missing, in 1 place");
	summary_close(summary);
}

static void is_invalid_on_proof(void)
{
	struct script script = good_script();

	script.got[1].got_policy = "other";
	check_verdict(&script, VALIDITY_INVALID,
		      "cpu 1 (nanosleep): asked for policy fifo, got other");
	script = good_script();
	script.got[0].got_priority = script.got[1].got_priority = 50;
	check_verdict(&script, VALIDITY_INVALID,
		      "cpu 0 (nanosleep): asked for priority 95, got 50; 1 more stream "
		      "likewise");
	script = good_script();
	script.got[0].got_cpus = "0-1";
	check_verdict(
		&script, VALIDITY_INVALID,
		"cpu 0 (nanosleep): asked for cpu 0 alone, was allowed to run on 0-1");
	script = good_script();
	script.got[0].got_memory_locked = NO;
	check_verdict(&script, VALIDITY_INVALID,
		      "cpu 0 (nanosleep): its memory was not locked");
	script = good_script();
	script.empty = true;
	check_verdict(&script, VALIDITY_INVALID,
		      "cpu 0 (nanosleep): not a single wake-up was recorded");
}

static void judges_losses_by_what_was_asked(void)
{
	struct script script = good_script();

	script.lost = 3;
	check_verdict(&script, VALIDITY_VALID, "");
	script.head.plan.spike_ns = 5;
	script.head.plan.spike_auto = true;
	check_verdict(&script, VALIDITY_VALID, "");
	script.head.plan.spike_auto = false;
	check_verdict(&script, VALIDITY_INVALID,
		      "cpu 0 (nanosleep): 15 spikes that were asked");
	script.head.plan.raw = true;
	check_verdict(&script, VALIDITY_INVALID,
		      "cpu 0 (nanosleep): 15 samples that were asked");
}

static void is_unknown_without_proof(void)
{
	struct script script = good_script();

	script.without_obtained = true;
	check_verdict(&script, VALIDITY_UNKNOWN, "what the kernel granted");
	script = good_script();
	script.got[0].got_policy = "";
	check_verdict(
		&script, VALIDITY_UNKNOWN,
		"cpu 0 (nanosleep): the policy that it ran with could not be read back");
	script = good_script();
	script.got[0].got_cpus = "";
	check_verdict(&script, VALIDITY_UNKNOWN, "cpu 0 (nanosleep): the CPUs");
	script = good_script();
	script.got[0].got_memory_locked = UNKNOWN;
	check_verdict(&script, VALIDITY_UNKNOWN, "cpu 0 (nanosleep): whether its memory");
	script = good_script();
	script.without_end = true;
	check_verdict(&script, VALIDITY_UNKNOWN,
		      "the run is truncated at 5.00 s of run time");
	script = good_script();
	script.end.checked = UNKNOWN;
	check_verdict(&script, VALIDITY_UNKNOWN, "the scheduling settings could not");
}

static void lets_invalid_win(void)
{
	struct script script = good_script();

	script.without_end = true;
	script.got[0].got_policy = "other";
	check_verdict(&script, VALIDITY_INVALID,
		      "cpu 0 (nanosleep): asked for policy fifo");
}

static void knows_policy_other(void)
{
	struct script script = good_script();

	for (int i = 0; i < STREAMS; i++) {
		script.asked[i].policy = "other";
		script.asked[i].priority = 0;
		script.got[i].got_policy = "other";
		script.got[i].got_priority = 0;
		script.got[i].got_memory_locked = NO;
	}
	check_verdict(&script, VALIDITY_VALID, "");
}

static void takes_events_and_damage(void)
{
	struct script script = good_script();
	struct summary *summary = play(&script, &take_all);
	struct run_event step = {.time_ns = 5,
				 .kind = "clock-step",
				 .text = "it stepped"};
	struct reader_report report = {.damaged_places = 1,
				       .damaged_bytes = 9,
				       .has_end = true};

	summary_sink(summary).event(summary, &step);
	summary_conclude(summary);
	CHECK_INT(summary->validity, VALIDITY_VALID);
	summary_set_file_report(summary, &report, false);
	summary_conclude(summary);
	CHECK_INT(summary->validity, VALIDITY_UNKNOWN);
	CHECK_INT(summary->reasons.count, 1);
	CHECK_INT(summary->unchecked.count, 0);
	step.invalidates = true;
	for (int i = 0; i < SUMMARY_EVENTS + 10; i++)
		summary_sink(summary).event(summary, &step);
	summary_conclude(summary);
	CHECK_INT(summary->validity, VALIDITY_INVALID);
	CHECK_TEXT(summary->reasons.text[0], "it stepped");
	/* What is unknown besides is no reason for that. */
	CHECK_TEXT(summary->reasons.text[summary->reasons.count - 1],
		   "1002 more events that invalidate the run");
	CHECK_INT(summary->unchecked.count, 1);
	CHECK_INT(summary->event_count, SUMMARY_EVENTS);
	CHECK_INT(summary->events_not_kept, 11);
	CHECK_INT(summary->invalidating_events, SUMMARY_EVENTS + 10);
	summary_close(summary);
}

static void sees_a_wrapped_bucket(void)
{
	struct script script = good_script();
	struct summary *summary = play(&script, &take_all);

	summary->streams[0].histogram->stats.count++;
	summary_conclude(summary);
	CHECK_INT(summary->validity, VALIDITY_INVALID);
	CHECK_TEXT(summary->reasons.text[0], "cpu 0 (nanosleep): its histogram holds 50 "
					     "wake-ups, but 51 were counted");
	summary_close(summary);
}

static void tells_the_limit(void)
{
	struct script script = good_script();
	struct summary *summary;

	script.head.plan.limit_ns = 2401;
	summary = play(&script, &take_all);
	summary_conclude(summary);
	CHECK(!summary->limit_exceeded);
	summary_close(summary);
	script.head.plan.limit_ns = 2400;
	summary = play(&script, &take_all);
	summary_conclude(summary);
	CHECK(summary->limit_exceeded);
	CHECK(summary->above_limit_at_least >= 1);
	CHECK(summary->above_limit_at_most >= summary->above_limit_at_least);
	summary_close(summary);
}

static void counts_missed_in(void)
{
	struct script script = good_script();
	struct summary *summary;

	script.late_ns = 3 * PERIOD_NS + PERIOD_NS / 2;
	summary = play(&script, &take_all);
	summary_conclude(summary);
	CHECK_INT(summary->total_measured.stats.count, 100);
	CHECK_INT(summary->total_with_missed.stats.count, 400);
	CHECK(summary->total_with_missed.percentile_ns[0] <
	      summary->total_measured.percentile_ns[0]);
	CHECK_INT(summary->total_with_missed.stats.max_ns,
		  summary->total_measured.stats.max_ns);
	summary_close(summary);
}

static void leaves_spin_out_of_the_total(void)
{
	struct script script = good_script();
	struct summary *summary;

	script.asked[1].period_ns = 0;
	script.asked[1].wake = "spin";
	summary = play(&script, &take_all);
	summary_conclude(summary);
	CHECK_INT(summary->total_measured.stats.count, 50);
	CHECK_INT(summary->streams[1].measured.stats.count, 50);
	CHECK_INT(summary->timeline.max_ns[4], 2400);
	summary_close(summary);
}

static void ignores_what_cannot_be(void)
{
	struct script script = good_script();
	struct summary *summary = play(&script, &take_all);
	struct run_sink sink = summary_sink(summary);
	struct run_sample sample = {.due_ns = INT64_MAX, .late_ns = INT64_MIN};
	struct run_count count[] = {{77, 0, 1}, {0, 99, 1}, {0, 0, INT64_MAX}, {0, 0, 5}};

	sink.spikes(sink.self, 99, &sample, 1);
	sink.raw(sink.self, 1, &sample, 1);
	sink.counts(sink.self, UINT32_MAX, count, 4, false);
	sink.head(sink.self, &script.head);
	summary_conclude(summary);
	CHECK_INT(summary->counters[0].value[0], INT64_MAX);
	CHECK_INT(summary->raw_kept, 1);
	CHECK_INT(summary->spikes_kept, 0);
	summary_close(summary);
}

static void bounds_the_timeline(void)
{
	struct timeline timeline = {0};

	timeline_add(&timeline, 3, 30);
	timeline_add(&timeline, 3, 20);
	timeline_add(&timeline, 1, INT64_MIN);
	CHECK_INT(timeline.count, 4);
	CHECK_INT(timeline.max_ns[3], 30);
	CHECK_INT(timeline.max_ns[1], TIMELINE_EMPTY);
	CHECK_INT(timeline.max_ns[0], TIMELINE_ABSENT);
	timeline_add(&timeline, TIMELINE_CELLS, 5);
	CHECK_INT(timeline.shift, 1);
	CHECK_INT(timeline.count, TIMELINE_CELLS / 2 + 1);
	CHECK_INT(timeline.max_ns[1], 30);
	CHECK_INT(timeline.max_ns[TIMELINE_CELLS / 2], 5);
	timeline_add(&timeline, UINT32_MAX, 6);
	CHECK(timeline.count <= TIMELINE_CELLS);
	CHECK_INT(timeline.max_ns[timeline.count - 1], 6);
	CHECK_INT(timeline.max_ns[0], 30);
	timeline_free(&timeline);
}

static void keeps_the_worst(void)
{
	struct worst_list list = {0}, slices = {0};
	struct worst_list merged;

	for (int64_t i = 0; i < 100; i++)
		worst_offer(&list, &(struct worst){.late_ns = i * 37 % 100,
						   .due_ns = i,
						   .exact = true});
	CHECK_INT(list.count, WORST_KEPT);
	CHECK_INT(list.item[0].late_ns, 99);
	CHECK_INT(list.item[WORST_KEPT - 1].late_ns, 100 - WORST_KEPT);
	worst_offer(&list, &list.item[0]);
	CHECK_INT(list.item[1].late_ns, 98);
	/* The first is explained by a spike, the second is not. */
	worst_offer(&slices, &(struct worst){.late_ns = 99, .end_ns = 100});
	worst_offer(&slices, &(struct worst){.late_ns = 200, .end_ns = 100});
	merged = worst_merge(&list, &slices);
	CHECK_INT(merged.item[0].late_ns, 200);
	CHECK(!merged.item[0].exact);
	CHECK_INT(merged.item[1].late_ns, 99);
	CHECK(merged.item[1].exact);
	CHECK_INT(merged.item[2].late_ns, 98);
}

static void knows_thin_percentiles(void)
{
	CHECK_INT(percentiles_thin_from(0), 0);
	CHECK_INT(percentiles_thin_from(19), 0);
	CHECK_INT(percentiles_thin_from(20), 1);
	CHECK_INT(percentiles_thin_from(100000), 5);
	CHECK_INT(percentiles_thin_from(999999), 5);
	CHECK_INT(percentiles_thin_from(1000000), PERCENTILES);
	CHECK_INT(percentiles_thin_from(UINT64_MAX), PERCENTILES);
	for (int i = 1; i < PERCENTILES; i++) /* ascending, and no two alike */
		CHECK(percentiles[i - 1].numerator * percentiles[i].denominator <
		      percentiles[i].numerator * percentiles[i - 1].denominator);
}

static const struct test tests[] = {
	{"adds-up", adds_up},
	{"concludes-again", concludes_again},
	{"cuts-by-cpu", cuts_by_cpu},
	{"cuts-by-time", cuts_by_time},
	{"counts-what-is-missing", counts_what_is_missing},
	{"is-invalid-on-proof", is_invalid_on_proof},
	{"judges-losses-by-what-was-asked", judges_losses_by_what_was_asked},
	{"is-unknown-without-proof", is_unknown_without_proof},
	{"lets-invalid-win", lets_invalid_win},
	{"knows-policy-other", knows_policy_other},
	{"takes-events-and-damage", takes_events_and_damage},
	{"sees-a-wrapped-bucket", sees_a_wrapped_bucket},
	{"tells-the-limit", tells_the_limit},
	{"counts-missed-in", counts_missed_in},
	{"leaves-spin-out-of-the-total", leaves_spin_out_of_the_total},
	{"ignores-what-cannot-be", ignores_what_cannot_be},
	{"bounds-the-timeline", bounds_the_timeline},
	{"keeps-the-worst", keeps_the_worst},
	{"knows-thin-percentiles", knows_thin_percentiles},
};

TEST_MAIN(tests)
