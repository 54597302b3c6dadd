/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Simulated runs: scripted lateness in, exactly that histogram, overruns, early wake-ups
 * and spikes out, through the real worker loop, recorder, writer and reader.
 */
#include "sys/clock.h"
#include "test.h"

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include "run/reader.h"
#include "run/writer.h"
#include "worker-rig.h"

#define MS INT64_C(1000000)
#define S (1000 * MS)
#define START (INT64_C(5000) * S) /* as after some uptime */

/*
 * The script: lateness as a function of the activation's number alone, so that the
 * expectation is computed without any of the code under test.
 */
static int64_t scripted_late_ns(int64_t activation)
{
	uint64_t mixed = (uint64_t)activation * UINT64_C(0x9e3779b97f4a7c15);

	mixed ^= mixed >> 29;
	if (activation % 100003 == 77)
		return 3 * MS + 400000 + (int64_t)(mixed % 1000); /* misses three */
	if (activation % 30011 == 5)
		return 200000 + (int64_t)(mixed % 700000); /* a spike */
	if (activation % 5003 == 9)
		return -(int64_t)(mixed % 2000) - 1; /* early */
	return 2000 + (int64_t)(mixed % 30000);
}

struct script {
	int64_t start_ns, period_ns;
	struct rig_stepper stepper;
};

static int64_t late_of(void *self, int64_t due_ns)
{
	const struct script *script = self;

	return scripted_late_ns((due_ns - script->start_ns) / script->period_ns);
}

static void after(void *self, int64_t now_ns)
{
	rig_step(&((struct script *)self)->stepper, now_ns);
}

/* What must come out, by plain counting. */
struct expected {
	uint64_t count, overruns, early;
	int64_t sum_ns, min_ns, max_ns;
	uint64_t *exact; /* wake-ups of each lateness below 4 ms */
	struct run_sample spikes[2000];
	uint32_t spike_count;
};

enum { EXACT_VALUES = 4000000 };

static void expect(struct expected *expected, int64_t period_ns, int64_t activations,
		   int64_t spike_ns)
{
	expected->min_ns = INT64_MAX;
	expected->max_ns = INT64_MIN;
	expected->exact = mem_alloc(EXACT_VALUES * sizeof(uint64_t));
	for (int64_t i = 0; i < activations; i++) {
		int64_t late_ns = scripted_late_ns(i), missed = 0;

		if (late_ns >= period_ns)
			missed = late_ns / period_ns;
		expected->count++;
		expected->sum_ns += late_ns;
		expected->overruns += (uint64_t)missed;
		if (late_ns < 0)
			expected->early++;
		else
			expected->exact[late_ns]++;
		expected->min_ns =
			late_ns < expected->min_ns ? late_ns : expected->min_ns;
		expected->max_ns =
			late_ns > expected->max_ns ? late_ns : expected->max_ns;
		if (late_ns >= spike_ns && expected->spike_count < 2000)
			expected->spikes[expected->spike_count++] =
				(struct run_sample){i * period_ns, late_ns};
		i += missed;
	}
}

static void check_histogram(const struct histogram *total,
			    const struct expected *expected)
{
	const struct histogram_stats *stats = &total->stats;
	uint32_t differing = 0;

	CHECK_INT(stats->count, expected->count);
	CHECK_INT(stats->overruns, expected->overruns);
	CHECK_INT(stats->early, expected->early);
	CHECK_INT(stats->beyond, 0);
	CHECK_INT(stats->sum_ns, expected->sum_ns);
	CHECK_INT(stats->min_ns, expected->min_ns);
	CHECK_INT(stats->max_ns, expected->max_ns);
	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t count = 0;

		for (int64_t ns = histogram_low_ns(i);
		     ns <= histogram_high_ns(i) && ns < EXACT_VALUES; ns++)
			count += expected->exact[ns];
		differing += count != total->bucket[i];
	}
	CHECK_INT(differing, 0);
}

static void check_spikes(const struct heard *heard, const struct expected *expected)
{
	uint32_t differing = 0;

	CHECK_INT(heard->spike_count, expected->spike_count);
	for (uint32_t i = 0; i < heard->spike_count && i < expected->spike_count; i++)
		differing += heard->spikes[i].due_ns != expected->spikes[i].due_ns ||
			     heard->spikes[i].late_ns != expected->spikes[i].late_ns;
	CHECK_INT(differing, 0);
}

/* One stream: the worker's loop with the recorder stepped from inside its sleeps. */
static void simulate_stream(struct worker *worker, int64_t period_ns,
			    const struct run_sink *const *sinks,
			    const struct run_stream *stream)
{
	struct script script = {.start_ns = worker->start_ns, .period_ns = period_ns};
	struct simulation simulation = {.late_of = late_of,
					.after = after,
					.self = &script};
	const struct recorder_setup setup = {
		.lanes = &worker->lanes,
		.streams = stream,
		.stream_count = 1,
		.start_ns = worker->start_ns,
		.slice_ns = S,
		.spike_ns = worker->keep_ns,
		.sinks = sinks,
	};

	script.stepper.recorder = recorder_open(&setup);
	recorder_begin(script.stepper.recorder);
	simulate(&simulation);
	worker_loop(worker);
	recorder_finish(script.stepper.recorder);
	recorder_close(script.stepper.recorder);
}

/* The run file says the same. Without the judging half there is nothing to read it with. */
#ifdef WHYLATE_HOST
static void check_file(int fd, const struct expected *expected)
{
	static struct heard read_back;
	struct run_sink from_file = heard_sink(&read_back);
	struct reader_report report;
	struct err err = {0};

	lseek(fd, 0, SEEK_SET);
	CHECK_INT(reader_play(fd, "run", &from_file, &report, &err), 0);
	check_histogram(&read_back.total, expected);
	check_spikes(&read_back, expected);
	CHECK_INT(report.damaged_places, 0);
	CHECK(report.has_end);
	free(read_back.spikes);
}
#else
static void check_file(int fd, const struct expected *expected)
{
	(void)expected;
	CHECK(lseek(fd, 0, SEEK_END) > 0);
}
#endif

static void reproduces_an_hour(void)
{
	static struct expected expected;
	static struct heard heard;
	struct run_sink live = heard_sink(&heard);
	struct run_stream stream = {.period_ns = MS,
				    .wake = "nanosleep",
				    .context = "user"};
	struct run_head head = {.slice_ns = S, .streams = &stream, .stream_count = 1};
	int fd = memfd_create("run", 0), kept = dup(fd);
	struct writer *writer = writer_open(fd, "run");
	const struct run_sink *sinks[] = {writer_sink(writer), &live, NULL};
	atomic_bool stop = false;
	struct worker *worker = rig_worker(MS, START, 3600 * S, 4096, &stop);

	worker->keep_ns = 150000;
	worker->warm_up_ns = 200 * MS; /* must leave no trace */
	expect(&expected, MS, 3600000, 150000);
	CHECK(expected.overruns > 100 && expected.early > 700 &&
	      expected.spike_count > 100);
	sinks[0]->head(sinks[0]->self, &head);
	simulate_stream(worker, MS, sinks, &stream);
	sinks[0]->end(sinks[0]->self,
		      &(struct run_end){.ended = "complete", .end_ns = 3600 * S});
	writer_close(writer);

	check_histogram(&heard.total, &expected);
	check_spikes(&heard, &expected);
	CHECK_INT(heard.slices, 3600);
	CHECK(heard.spans_touch);
	CHECK_INT(heard.lost, 0);
	CHECK_INT(heard.events, 0);

	check_file(kept, &expected);
	close(kept);
	free(expected.exact);
	free(heard.spikes);
	rig_free(worker);
}

/* A recorder that does not come: slices get longer, and the totals stay exact. */
static void loses_nothing_when_the_recorder_sleeps(void)
{
	static struct expected expected;
	static struct heard heard;
	struct run_sink sink = heard_sink(&heard);
	const struct run_sink *sinks[] = {&sink, NULL};
	struct run_stream stream = {.period_ns = MS};
	atomic_bool stop = false;
	struct worker *worker = rig_worker(MS, START, 100 * S, 1024, &stop);
	struct script script = {.start_ns = START, .period_ns = MS};
	struct simulation simulation = {.late_of = late_of, .self = &script};
	struct recorder_setup setup = {
		.lanes = &worker->lanes,
		.streams = &stream,
		.stream_count = 1,
		.start_ns = START,
		.slice_ns = S,
		.sinks = sinks,
	};
	struct recorder *recorder = recorder_open(&setup);

	expect(&expected, MS, 100000, INT64_MAX);
	recorder_begin(recorder);
	simulate(&simulation);
	worker_loop(worker);
	recorder_finish(recorder);
	CHECK_INT(heard.slices, 2);
	CHECK(heard.spans_touch);
	check_histogram(&heard.total, &expected);
	recorder_close(recorder);
	free(expected.exact);
	rig_free(worker);
}

/* A full ring refuses, and what did not fit is counted. */
static void counts_samples_that_did_not_fit(void)
{
	static struct heard heard;
	struct run_sink sink = heard_sink(&heard);
	const struct run_sink *sinks[] = {&sink, NULL};
	struct run_stream stream = {.period_ns = MS};
	atomic_bool stop = false;
	struct worker *worker = rig_worker(MS, START, 10 * S, 256, &stop);
	struct script script = {.start_ns = START, .period_ns = MS};
	struct simulation simulation = {.late_of = late_of, .self = &script};
	struct recorder_setup setup = {
		.lanes = &worker->lanes,
		.streams = &stream,
		.stream_count = 1,
		.raw = true,
		.start_ns = START,
		.slice_ns = S,
		.sinks = sinks,
	};
	struct recorder *recorder = recorder_open(&setup);

	worker->keep_ns = INT64_MIN;
	recorder_begin(recorder);
	simulate(&simulation);
	worker_loop(worker);
	recorder_finish(recorder);
	CHECK_INT(heard.raw, 256);
	CHECK_INT(heard.raw + heard.lost, heard.total.stats.count);
	recorder_close(recorder);
	rig_free(worker);
}

struct fate {
	int64_t fails_at, late_ns;
	int64_t waits;
};

static int64_t fated_late_of(void *self, int64_t due_ns)
{
	struct fate *fate = self;

	(void)due_ns;
	return ++fate->waits == fate->fails_at ? fate->late_ns : 5000;
}

static struct worker *run_fated(struct fate *fate, atomic_bool *stop, int64_t stop_at_ns,
				uint64_t sample_limit)
{
	struct worker *worker = rig_worker(MS, START, S / 2, 64, stop);
	struct simulation simulation = {.late_of = fated_late_of, .self = fate};

	worker->stop_at_ns = stop_at_ns;
	worker->sample_limit = worker->samples_left = sample_limit;
	simulate(&simulation);
	worker_loop(worker);
	return worker;
}

static void waits_again_after_a_signal(void)
{
	struct fate fate = {.fails_at = 100, .late_ns = SIMULATED_EINTR};
	atomic_bool stop = false;
	struct worker *worker = run_fated(&fate, &stop, INT64_MAX, UINT64_MAX);
	struct lane_slot *slot = lane_take(worker->lanes);

	CHECK_INT(slot->histogram.stats.count, 500);
	CHECK_INT(slot->histogram.stats.max_ns, 5000);
	CHECK_INT(fate.waits, 501);
	CHECK_INT(worker->error, 0);
	CHECK(!stop);
	rig_free(worker);
}

static void ends_when_it_cannot_wait(void)
{
	struct fate fate = {.fails_at = 100, .late_ns = SIMULATED_ENOSYS};
	atomic_bool stop = false;
	struct worker *worker = run_fated(&fate, &stop, INT64_MAX, UINT64_MAX);

	CHECK_INT(lane_take(worker->lanes)->histogram.stats.count, 99);
	CHECK_INT(worker->error, ENOSYS);
	CHECK(stop);
	rig_free(worker);
}

static void stops_at_a_lateness(void)
{
	struct fate fate = {.fails_at = 42, .late_ns = 77000};
	atomic_bool stop = false;
	struct worker *worker = run_fated(&fate, &stop, 77000, UINT64_MAX);
	struct lane_slot *slot = lane_take(worker->lanes);

	CHECK_INT(slot->histogram.stats.count, 42);
	CHECK_INT(slot->histogram.stats.max_ns, 77000);
	CHECK(stop);
	rig_free(worker);
}

static void ends_after_so_many_samples(void)
{
	struct fate fate = {0};
	atomic_bool stop = false;
	struct worker *worker = run_fated(&fate, &stop, INT64_MAX, 123);

	CHECK_INT(lane_take(worker->lanes)->histogram.stats.count, 123);
	CHECK(!stop);
	rig_free(worker);
}

/* A gap of 10 us at the end of every simulated millisecond. */
static bool scripted_gap(struct wake *wake, int64_t until_ns, const atomic_bool *stop,
			 struct wake_gap *gap)
{
	int64_t now_ns = clock_wait_until(clock_now_ns() + MS);

	(void)wake, (void)stop;
	*gap = (struct wake_gap){.begin_ns = now_ns - 10000, .length_ns = 10000};
	return now_ns < until_ns;
}

static int64_t never_late(void *self, int64_t due_ns)
{
	(void)self, (void)due_ns;
	return 0;
}

/* The threads run before the start, warm-up or not; their gaps until then do not count. */
static void counts_no_gap_before_the_start(void)
{
	const struct wake_ops gaps = {.name = "gaps", .wait_gap = scripted_gap};
	atomic_bool stop = false;
	struct worker *worker = rig_worker_of(&gaps, 0, START, S / 2, 64, &stop);
	struct simulation simulation = {.now_ns = START - 20 * MS, .late_of = never_late};
	struct lane_slot *slot;

	worker->sample_limit = 5;
	simulate(&simulation);
	worker_loop(worker);
	slot = lane_take(worker->lanes);
	CHECK(slot);
	if (slot) {
		CHECK_INT(slot->histogram.stats.count, 5);
		CHECK_INT(slot->begin_ns, START);
		CHECK_INT(slot->end_ns, START + 5 * MS);
	}
	rig_free(worker);
}

/* Lateness of exactly k periods: k were missed, and the next due time is behind now. */
static void follows_the_missed_rule_at_its_edges(void)
{
	static const struct {
		int64_t late_ns;
		uint64_t overruns, count;
	} cases[] = {
		{MS - 1, 0, 500},
		{MS, 1, 499},
		{2 * MS - 1, 1, 499},
		{2 * MS, 2, 498},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fate fate = {.fails_at = 10, .late_ns = cases[i].late_ns};
		atomic_bool stop = false;
		struct worker *worker = run_fated(&fate, &stop, INT64_MAX, UINT64_MAX);
		struct lane_slot *slot = lane_take(worker->lanes);

		CHECK_INT(slot->histogram.stats.overruns, cases[i].overruns);
		CHECK_INT(slot->histogram.stats.count, cases[i].count);
		rig_free(worker);
	}
}

/* How long a test is to be: short by default, whole in ./check or ./check --long. */
static int from_environment(const char *name, int fallback)
{
	const char *text = getenv(name);

	return text ? atoi(text) : fallback;
}

static int64_t cheap_late_of(void *self, int64_t due_ns)
{
	(void)self;
	return 5000 + (due_ns >> 17 & 1023);
}

/* The loop itself for as long as that: every sample counted, no sum off by one. */
static void loops_exactly_for_very_long(void)
{
	const int64_t seconds = 60 * from_environment("SIMULATED_LOOP_MINUTES", 30);
	const int streams = from_environment("SIMULATED_LOOP_STREAMS", 1);

	for (int i = 0; i < streams; i++) {
		static struct heard heard;
		struct run_sink sink = heard_sink(&heard);
		const struct run_sink *sinks[] = {&sink, NULL};
		struct run_stream stream = {.period_ns = 100000};
		atomic_bool stop = false;
		struct worker *worker = rig_worker(100000, START, seconds * S, 64, &stop);
		struct script script = {.start_ns = START, .period_ns = 100000};
		struct simulation simulation = {.late_of = cheap_late_of,
						.after = after,
						.self = &script};
		struct recorder_setup setup = {
			.lanes = &worker->lanes,
			.streams = &stream,
			.stream_count = 1,
			.start_ns = START,
			.slice_ns = S,
			.sinks = sinks,
		};
		int64_t sum_ns = 0;

		script.stepper.recorder = recorder_open(&setup);
		recorder_begin(script.stepper.recorder);
		simulate(&simulation);
		worker_loop(worker);
		recorder_finish(script.stepper.recorder);
		for (int64_t k = 0; k < seconds * 10000; k++)
			sum_ns += cheap_late_of(NULL, START + k * 100000);
		CHECK_INT(heard.total.stats.count, seconds * 10000);
		CHECK_INT(heard.total.stats.sum_ns, sum_ns);
		CHECK_INT(heard.slices, seconds);
		CHECK_INT(heard.total.stats.overruns, 0);
		recorder_close(script.stepper.recorder);
		rig_free(worker);
		memset(&heard, 0, sizeof(heard));
	}
}

#ifdef WHYLATE_HOST
/*
 * 15 hours at 10 kHz on 64 CPUs: 34 560 000 000 samples. Slots are filled as a worker
 * would have done, and all else is real.
 */
struct fleet {
	int fd;
	struct histogram *total;
	uint64_t slices;
	bool failed;
};

static void fleet_slice(void *self, const struct run_slice *slice)
{
	struct fleet *fleet = self;

	fleet->slices++;
	histogram_add_slice_range(fleet->total, slice->histogram, slice->first_bucket,
				  slice->end_bucket);
}

static void *read_fleet(void *argument)
{
	struct fleet *fleet = argument;
	struct run_sink sink = {.self = fleet, .slice = fleet_slice};
	struct reader_report report;
	struct err err = {0};

	fleet->failed = reader_play(fleet->fd, "pipe", &sink, &report, &err) < 0 ||
			report.damaged_places || report.missing_chunks || !report.has_end;
	return NULL;
}

static void fill_slot(struct worker *worker, int64_t begin_ns, uint32_t stream,
		      uint32_t slice)
{
	struct lane_slot *slot = &worker->lanes->slot[worker->turns & 1];
	struct histogram_stats *stats = &slot->histogram.stats;
	uint32_t first = 3000 + (slice * 7 + stream) % 64;

	slot->begin_ns = begin_ns;
	slot->end_ns = begin_ns + S;
	slot->keep_ns = INT64_MAX;
	slot->histogram.bucket[first] = 9000;
	slot->histogram.bucket[first + 1] = 999;
	slot->histogram.bucket[first + 40] = 1;
	stats->count = 10000;
	stats->min_ns = histogram_low_ns(first);
	stats->max_ns = histogram_high_ns(first + 40);
	stats->sum_ns = 10000 * histogram_low_ns(first);
	worker->turns++;
	atomic_store_explicit(&worker->lanes->closed, worker->turns,
			      memory_order_release);
}

static void stays_exact_for_15_hours_on_64_cpus(void)
{
	enum { STREAMS = 64 };
	const uint32_t slices = 60 * (uint32_t)from_environment("SIMULATED_MINUTES", 10);
	struct worker *workers[STREAMS];
	struct lane *lanes[STREAMS];
	static struct run_stream streams[STREAMS];
	static struct histogram total, expected;
	struct run_head head = {.slice_ns = S,
				.streams = streams,
				.stream_count = STREAMS};
	struct fleet fleet = {.total = &total};
	struct recorder_setup setup = {.lanes = lanes,
				       .streams = streams,
				       .stream_count = STREAMS,
				       .slice_ns = S};
	struct recorder *recorder;
	struct writer *writer;
	pthread_t thread;
	atomic_bool stop = false;
	int ends[2];

	CHECK_INT(pipe(ends), 0);
	fleet.fd = ends[0];
	histogram_clear(&total);
	histogram_clear(&expected);
	writer = writer_open(ends[1], "pipe");
	setup.sinks = (const struct run_sink *const[]){writer_sink(writer), NULL};
	for (uint32_t i = 0; i < STREAMS; i++) {
		streams[i].period_ns = 100000;
		workers[i] = rig_worker(100000, 0, INT64_MAX, 64, &stop);
		lanes[i] = workers[i]->lanes;
	}
	recorder = recorder_open(&setup);
	recorder_begin(recorder);
	pthread_create(&thread, NULL, read_fleet, &fleet);
	writer_sink(writer)->head(writer_sink(writer)->self, &head);
	for (uint32_t slice = 0; slice < slices; slice++) {
		for (uint32_t i = 0; i < STREAMS; i++) {
			fill_slot(workers[i], slice * S, i, slice);
			histogram_add_slice_range(
				&expected,
				&workers[i]
					 ->lanes->slot[(workers[i]->turns - 1) & 1]
					 .histogram,
				3000, 3200);
		}
		recorder_step(recorder, (slice + 1) * S);
	}
	writer_sink(writer)->end(writer_sink(writer)->self,
				 &(struct run_end){.ended = ""});
	writer_close(writer);
	pthread_join(thread, NULL);
	CHECK(!fleet.failed);
	CHECK_INT(fleet.slices, (uint64_t)slices * STREAMS);
	CHECK_INT(total.stats.count, UINT64_C(10000) * slices * STREAMS);
	CHECK_INT(recorder_look(recorder).count, UINT64_C(10000) * slices * STREAMS);
	CHECK(!memcmp(&total, &expected, sizeof(total)));
	recorder_close(recorder);
	for (uint32_t i = 0; i < STREAMS; i++)
		rig_free(workers[i]);
	close(ends[0]);
}
#endif

static const struct test tests[] = {
	{"reproduces-an-hour", reproduces_an_hour},
	{"loses-nothing-when-the-recorder-sleeps",
	 loses_nothing_when_the_recorder_sleeps},
	{"counts-samples-that-did-not-fit", counts_samples_that_did_not_fit},
	{"waits-again-after-a-signal", waits_again_after_a_signal},
	{"ends-when-it-cannot-wait", ends_when_it_cannot_wait},
	{"stops-at-a-lateness", stops_at_a_lateness},
	{"ends-after-so-many-samples", ends_after_so_many_samples},
	{"counts-no-gap-before-the-start", counts_no_gap_before_the_start},
	{"follows-the-missed-rule-at-its-edges", follows_the_missed_rule_at_its_edges},
	{"loops-exactly-for-very-long", loops_exactly_for_very_long},
#ifdef WHYLATE_HOST
	{"stays-exact-for-15-hours-on-64-cpus", stays_exact_for_15_hours_on_64_cpus},
#endif
};

TEST_MAIN(tests)
