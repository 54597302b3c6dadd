/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about a run's own data, fed through the sinks that doctor uses. */
#include "analyse/detail.h"
#include "analyse/summary.h"
#include "rule-cases.h"

#define KERNEL "/proc/sys/kernel/"
#define SECOND_NS INT64_C(1000000000)
#define BUDGET                                           \
	{KERNEL "sched_rt_runtime_us", "950000\n"},      \
	{                                                \
		KERNEL "sched_rt_period_us", "1000000\n" \
	}
#define US 1000

#define NOTHING            \
	{                  \
		NULL, NULL \
	}

enum { MOST_STREAMS = 4 };

/*
 * A made-up run: one wake-up a slice and stream, as late as late_ns() says. What is left 0 is
 * as usual: see fill().
 */
struct shape {
	uint32_t streams, slices;
	int64_t period_ns;
	bool holds_dma_latency, is_spin, is_empty;
	const char *got_policy;
	int64_t (*late_ns)(uint32_t stream, uint32_t slice);
	int64_t (*steal_ns)(uint32_t slice);
	int64_t (*switches)(uint32_t slice);
	int64_t started_ns; /* on the machine's clock */
	int64_t smis;
	int64_t ipis; /* a slice and CPU; < 0: not counted */
	/* Due times of spikes of stream 0. */
	int64_t (*spike_at_ns)(uint32_t number);
	uint32_t spikes;
};

static const int64_t cpus[MOST_STREAMS] = {0, 1, 2, 3};
static const char *const cpu_names[MOST_STREAMS] = {"0", "1", "2", "3"};

static int64_t quiet(uint32_t stream, uint32_t slice)
{
	return (10 + (stream * 7 + slice * 3) % 5) * US;
}

static struct shape fill(const struct shape *shape)
{
	struct shape full = *shape;

	full.streams = shape->streams ? shape->streams : 2;
	full.slices = shape->is_empty ? 0 : shape->slices ? shape->slices : 60;
	full.period_ns = shape->is_spin     ? 0
			 : shape->period_ns ? shape->period_ns
					    : 1000 * US;
	full.got_policy = shape->got_policy ? shape->got_policy : "fifo";
	full.late_ns = shape->late_ns ? shape->late_ns : quiet;
	return full;
}

static void tell_head(const struct run_sink *sinks, const struct shape *shape)
{
	static const struct run_counter counters[] = {
		{"steal", "ns", "cpu", "", true},
		{"ipis", "count", "cpu", "", true},
		{"smi", "count", "machine", "", false},
		{"context_switches", "count", "machine", "", true},
	};
	static const struct run_counter unavailable[] = {
		{"steal", "ns", "cpu", "", true},
		{"ipis", "count", "cpu", "no such file", true},
		{"smi", "count", "machine", "no MSRs here", false},
		{"context_switches", "count", "machine", "no /proc/stat", true},
	};
	struct run_stream streams[MOST_STREAMS];
	struct run_head head = {
		.plan = {.period_ns = shape->period_ns,
			 .priority = 95,
			 .hold_dma_latency_us = shape->holds_dma_latency ? 0 : -1,
			 .cpus = "0-3",
			 .policy = "fifo",
			 .wake = "nanosleep",
			 .align = "staggered",
			 .missed_rule = RUN_MISSED_RULE,
			 .note = ""},
		.host = {.started_monotonic_ns = shape->started_ns,
			 .name = "",
			 .kernel = "",
			 .kernel_version = "",
			 .machine = "",
			 .program_version = ""},
		.load = {.made = "none", .cpus = "", .cage = ""},
		.slice_ns = SECOND_NS,
		.streams = streams,
		.counters = shape->ipis < 0 ? unavailable : counters,
		.cpus = cpus,
		.stream_count = shape->streams,
		.counter_count = 4,
		.cpu_count = shape->streams,
	};

	for (uint32_t i = 0; i < shape->streams; i++)
		streams[i] = (struct run_stream){.cpu = cpus[i],
						 .period_ns = shape->period_ns,
						 .tid = 100 + i,
						 .priority = 95,
						 .got_priority = 95,
						 .context = "user",
						 .wake = "nanosleep",
						 .lateness = "",
						 .policy = "fifo",
						 .got_policy = shape->got_policy,
						 .got_cpus = cpu_names[i],
						 .got_memory_locked = YES};
	for (int i = 0; i < 2; i++) {
		if (sinks[i].head)
			sinks[i].head(sinks[i].self, &head);
		if (sinks[i].obtained)
			sinks[i].obtained(sinks[i].self, streams, shape->streams);
	}
}

static void tell_slice(const struct run_sink *sinks, const struct shape *shape,
		       uint32_t number)
{
	static struct histogram_slice histogram;
	struct run_count counts[2 * MOST_STREAMS + 1];
	uint32_t count = 0;

	for (uint32_t i = 0; i < shape->streams; i++) {
		struct run_slice slice = {.stream = i,
					  .number = number,
					  .begin_ns = number * SECOND_NS,
					  .end_ns = (number + 1) * SECOND_NS,
					  .histogram = &histogram};

		memset(&histogram, 0, sizeof(histogram));
		histogram_slice_clear(&histogram);
		histogram_slice_add(&histogram, shape->late_ns(i, number));
		slice.first_bucket = 0;
		slice.end_bucket = HISTOGRAM_BUCKETS;
		for (int j = 0; j < 2; j++)
			sinks[j].slice(sinks[j].self, &slice);
		if (shape->steal_ns)
			counts[count++] =
				(struct run_count){0, i, shape->steal_ns(number)};
		if (shape->ipis > 0)
			counts[count++] = (struct run_count){1, i, shape->ipis};
	}
	if (shape->switches)
		counts[count++] = (struct run_count){3, 0, shape->switches(number)};
	for (int j = 0; j < 2; j++)
		sinks[j].counts(sinks[j].self, number, counts, count, false);
}

static void make_run(struct rule_input *input, const struct shape *shape)
{
	struct summary *summary = summary_open(&(struct summary_filter){0});
	struct detail *detail = detail_open();
	const struct run_sink sinks[] = {summary_sink(summary), detail_sink(detail)};
	static const struct run_end end = {.ended = "complete", .checked = YES};
	struct run_end told = end;

	tell_head(sinks, shape);
	for (uint32_t i = 0; i < shape->slices; i++)
		tell_slice(sinks, shape, i);
	for (uint32_t i = 0; i < shape->spikes; i++) {
		struct run_sample spike = {shape->spike_at_ns(i), 500 * US};

		sinks[1].spikes(sinks[1].self, 0, &spike, 1);
	}
	sinks[0].counts(sinks[0].self, shape->slices - 1,
			&(struct run_count){2, 0, shape->smis}, 1, true);
	told.end_ns = told.recorded_ns = shape->slices * SECOND_NS;
	sinks[0].end(sinks[0].self, &told);
	summary_conclude(summary);
	input->run = summary;
	input->detail = detail;
}

static int64_t one_busy(uint32_t stream, uint32_t slice)
{
	return stream == 0 && slice == 7 ? 1035 * US : quiet(stream, slice);
}

static int64_t one_often_busy(uint32_t stream, uint32_t slice)
{
	return stream == 0 && slice % 7 == 1 ? 1035 * US : quiet(stream, slice);
}

static int64_t all_spike_twice(uint32_t stream, uint32_t slice)
{
	return slice == 4 || slice == 40 ? 300 * US : quiet(stream, slice);
}

static int64_t all_spike(uint32_t stream, uint32_t slice)
{
	return slice % 10 == 4 ? (300 + stream) * US : quiet(stream, slice);
}

/* Stream 0 in slices 4, 14, ..., stream 1 in 5, 15, ... */
static int64_t each_spikes(uint32_t stream, uint32_t slice)
{
	return slice % 10 == 4 + stream ? 300 * US : quiet(stream, slice);
}

static int64_t hopeless(uint32_t stream, uint32_t slice)
{
	return (116772 + (int64_t)(stream + slice) % 2) * US;
}

static int64_t nearly(uint32_t stream, uint32_t slice)
{
	return 700 * US + quiet(stream, slice);
}

static int64_t throttled(uint32_t stream, uint32_t slice)
{
	return slice == 3 ? 52190 * US : quiet(stream, slice);
}

static int64_t often_throttled(uint32_t stream, uint32_t slice)
{
	return slice % 5 == 3 ? 50100 * US : quiet(stream, slice);
}

/* 30 to 79 ms, all as often. */
static int64_t all_sizes(uint32_t stream, uint32_t slice)
{
	return (30 + (stream * 7 + slice) % 50) * 1000 * US;
}

/* Lateness follows the steal time of the slice. */
static int64_t wavy(uint32_t slice)
{
	return (slice * 37 % 50) * 1000 * US;
}

static int64_t late_by_steal(uint32_t stream, uint32_t slice)
{
	return quiet(stream, slice) + wavy(slice) / 100;
}

static int64_t other_wave(uint32_t slice)
{
	return (slice * 23 % 50) * 1000 * US;
}

static int64_t each_ten_seconds(uint32_t number)
{
	return number * 10 * SECOND_NS + 123456789;
}

/* Every 31 to 37 s, no usual period. */
static int64_t about_33_seconds(uint32_t number)
{
	return (number * INT64_C(33700) + number * 7919 % 1500) * 1000000;
}

static int64_t anywhere(uint32_t number)
{
	return (number * INT64_C(2654435761) % 600) * SECOND_NS +
	       number * INT64_C(7919) % 1000 * 1000000;
}

static int64_t unevenly(uint32_t number)
{
	return number * number * SECOND_NS;
}

/* Every other ten seconds somebody works: 12000 context switches a second, not 3000. */
static bool is_worked(uint32_t slice)
{
	return slice / 10 % 2;
}

static int64_t work(uint32_t slice)
{
	return is_worked(slice) ? 12000 + slice : 3000 + slice;
}

static int64_t steady_work(uint32_t slice)
{
	return 3000 + slice;
}

static int64_t sleepy(uint32_t stream, uint32_t slice)
{
	return quiet(stream, slice) + (is_worked(slice) ? 0 : 100 * US);
}

static int64_t crowded(uint32_t stream, uint32_t slice)
{
	return quiet(stream, slice) + (is_worked(slice) ? 30 * US : 0);
}

#define SHAPE(name, ...)                                                    \
	static void name(struct rule_input *input, struct arena *arena)     \
	{                                                                   \
		const struct shape few = {__VA_ARGS__}, shape = fill(&few); \
                                                                            \
		(void)arena;                                                \
		make_run(input, &shape);                                    \
	}

SHAPE(add_quiet, .ipis = 3)
SHAPE(add_sleepy, .slices = 60, .late_ns = sleepy, .switches = work)
SHAPE(add_crowded, .slices = 60, .late_ns = crowded, .switches = work)
SHAPE(add_steady, .slices = 60, .late_ns = sleepy, .switches = steady_work)
SHAPE(add_late_start, .ipis = 3, .started_ns = 100 * SECOND_NS)
SHAPE(add_refused, .got_policy = "other")
SHAPE(add_not_read_back, .got_policy = "")
SHAPE(add_smis, .smis = 12)
SHAPE(add_held, .holds_dma_latency = true)
SHAPE(add_overload, .late_ns = hopeless, .period_ns = 200 * US)
SHAPE(add_nearly, .late_ns = nearly)
SHAPE(add_spin, .is_spin = true)
SHAPE(add_one_busy, .late_ns = one_busy)
SHAPE(add_one_often_busy, .late_ns = one_often_busy)
SHAPE(add_all_spike_twice, .late_ns = all_spike_twice)
SHAPE(add_often_throttled, .late_ns = often_throttled)
SHAPE(add_all_sizes, .late_ns = all_sizes)
SHAPE(add_one_stream, .streams = 1)
SHAPE(add_all_spike, .late_ns = all_spike)
SHAPE(add_each_spikes, .late_ns = each_spikes)
SHAPE(add_short, .slices = 5, .ipis = -1)
SHAPE(add_throttled, .late_ns = throttled)
SHAPE(add_no_slices, .is_empty = true)
SHAPE(add_by_steal, .late_ns = late_by_steal, .steal_ns = wavy)
SHAPE(add_other_steal, .late_ns = late_by_steal, .steal_ns = other_wave)
SHAPE(add_many_ipis, .ipis = 400)
SHAPE(add_grid, .spikes = 20, .spike_at_ns = each_ten_seconds)
SHAPE(add_rough_period, .spikes = 12, .spike_at_ns = about_33_seconds)
SHAPE(add_any_time, .spikes = 40, .spike_at_ns = anywhere)
SHAPE(add_uneven_spikes, .spikes = 5, .spike_at_ns = unevenly)
SHAPE(add_few_spikes, .spikes = 5, .spike_at_ns = each_ten_seconds)

/* Another tool's report of two CPUs, fed through the detail. */
static void add_report(struct rule_input *input, struct arena *arena,
		       struct foreign_stream *streams, uint32_t count)
{
	struct run_foreign *foreign = arena_alloc(arena, sizeof(*foreign));
	struct detail *detail = detail_open();
	struct run_sink sink = detail_sink(detail);

	*foreign = (struct run_foreign){.tool = "cyclictest",
					.streams = streams,
					.stream_count = count};
	sink.foreign(sink.self, foreign);
	input->foreign = foreign;
	input->detail = detail;
}

static struct foreign_stream usual_stream(int64_t cpu)
{
	return (struct foreign_stream){.cpu = cpu,
				       .priority = 80,
				       .period_ns = 1000 * US,
				       .context = "user",
				       .policy = "fifo",
				       .avg_ns = 5 * US,
				       .max_ns = 20000 * US,
				       .overruns = RUN_UNKNOWN,
				       .mode_switches = RUN_UNKNOWN,
				       .smis = 2};
}

/* cyclictest -v --smi: both CPUs late in loops 21, 71, 121 ... */
static void add_moments(struct rule_input *input, struct arena *arena, int moments,
			int64_t smis)
{
	enum { SAMPLES = 600 };
	struct foreign_stream *streams = arena_array(arena, 2, sizeof(*streams));

	for (int i = 0; i < 2; i++) {
		struct foreign_sample *samples =
			arena_array(arena, SAMPLES, sizeof(*samples));

		for (int j = 0; j < SAMPLES; j++)
			samples[j] = (struct foreign_sample){
				.cycle = j,
				.time_ns = RUN_UNKNOWN,
				.late_ns = j % 50 == 21 && j / 50 < moments ? 20000 * US
									    : 4 * US};
		streams[i] = usual_stream(i);
		streams[i].smis = smis;
		streams[i].samples = samples;
		streams[i].sample_count = SAMPLES;
	}
	add_report(input, arena, streams, 2);
}

static void add_same_moment(struct rule_input *input, struct arena *arena)
{
	add_moments(input, arena, 1, 2);
}

static void add_one_moment(struct rule_input *input, struct arena *arena)
{
	add_moments(input, arena, 1, RUN_UNKNOWN);
}

static void add_twelve_moments(struct rule_input *input, struct arena *arena)
{
	add_moments(input, arena, 12, RUN_UNKNOWN);
}

/* rtla timerlat: interrupt and thread of two CPUs. */
static void add_stages(struct rule_input *input, struct arena *arena, int64_t irq_ns,
		       int64_t thread_ns)
{
	struct foreign_stream *streams = arena_array(arena, 4, sizeof(*streams));

	for (int i = 0; i < 4; i++) {
		streams[i] = usual_stream(i / 2);
		streams[i].context = i % 2 ? "thread" : "irq";
		streams[i].max_ns = i % 2 ? 13 * US : 3 * US;
	}
	streams[0].max_ns = irq_ns;
	streams[1].max_ns = thread_ns;
	add_report(input, arena, streams, 4);
}

static void add_thread_late(struct rule_input *input, struct arena *arena)
{
	add_stages(input, arena, 24 * US, 1035 * US);
}

/* Maxima alone. */
static void add_one_late_thread(struct rule_input *input, struct arena *arena)
{
	add_stages(input, arena, 24 * US, 1035 * US);
}

static void add_irq_late(struct rule_input *input, struct arena *arena)
{
	add_stages(input, arena, 230 * US, 240 * US);
}

/* 120 rows of a second; in four of them the maximum is ten times as large. */
static void add_four_rows(struct rule_input *input, struct arena *arena)
{
	enum { ROWS = 120 };
	struct foreign_stream *stream = arena_alloc(arena, sizeof(*stream));
	struct foreign_row *rows = arena_array(arena, ROWS, sizeof(*rows));

	for (int j = 0; j < ROWS; j++)
		rows[j] = (struct foreign_row){.length_ns = SECOND_NS,
					       .time_ns = RUN_UNKNOWN,
					       .max_ns = j == 17 || j == 51 || j == 88 ||
									 j == 119
								 ? 1250 * US
								 : 120 * US};
	*stream = usual_stream(-1);
	stream->smis = RUN_UNKNOWN;
	stream->period_ns = 100 * US;
	stream->overruns = 117;
	stream->rows = rows;
	stream->row_count = ROWS;
	add_report(input, arena, stream, 1);
}

/* 60 rows of a second; those that stand out have no period, but whole seconds. */
static void add_ten_rows(struct rule_input *input, struct arena *arena)
{
	static const int late[] = {1, 8, 20, 22, 23, 29, 37, 42, 44, 57};
	enum { ROWS = 60 };
	struct foreign_stream *stream = arena_alloc(arena, sizeof(*stream));
	struct foreign_row *rows = arena_array(arena, ROWS, sizeof(*rows));

	for (int j = 0; j < ROWS; j++)
		rows[j] = (struct foreign_row){.length_ns = SECOND_NS,
					       .time_ns = RUN_UNKNOWN,
					       .max_ns = 120 * US};
	for (size_t i = 0; i < sizeof(late) / sizeof(late[0]); i++)
		rows[late[i]].max_ns = 2000 * US;
	*stream = usual_stream(-1);
	stream->smis = RUN_UNKNOWN;
	stream->rows = rows;
	stream->row_count = ROWS;
	add_report(input, arena, stream, 1);
}

/* cyclictest's own words: interval 200 us, average 116772 us. */
static void add_foreign(struct rule_input *input, struct arena *arena)
{
	struct foreign_stream *stream = arena_alloc(arena, sizeof(*stream));
	struct run_foreign *foreign = arena_alloc(arena, sizeof(*foreign));
	struct foreign_note *note = arena_alloc(arena, sizeof(*note));

	*stream = (struct foreign_stream){.cpu = 0,
					  .priority = 90,
					  .period_ns = 200 * US,
					  .context = "user",
					  .policy = "fifo",
					  .avg_ns = INT64_C(116772) * US,
					  .max_ns = INT64_C(821199) * US,
					  .overruns = RUN_UNKNOWN,
					  .smis = RUN_UNKNOWN,
					  .mode_switches = RUN_UNKNOWN};
	*note = (struct foreign_note){FOREIGN_INVALID,
				      "a running thread cannot show 0 ns"};
	*foreign = (struct run_foreign){.tool = "cyclictest",
					.streams = stream,
					.stream_count = 1,
					.notes = note,
					.note_count = 1};
	input->foreign = foreign;
}

/* clang-format off */
static const struct rule_case cases[] = {
	{"overload", RULE_BAD, "OVERLOAD|583.9 times|821|4106 periods", {NOTHING}, add_foreign, RULE_CERTAIN},
	{"overload", RULE_BAD, "OVERLOAD|583.9 times|200.0 us", {NOTHING}, add_overload, RULE_CERTAIN},
	{"overload", RULE_BAD, "near overload", {NOTHING}, add_nearly, RULE_LIKELY},
	{"overload", RULE_OK, "0.012 of the period", {NOTHING}, add_quiet},
	{"overload", RULE_UNKNOWN, "no stream", {NOTHING}, add_spin},
	{"overload", RULE_NOT_APPLICABLE, "no run", {NOTHING}},

	{"measuring-error", RULE_BAD, "fifo, got other", {NOTHING}, add_refused, RULE_CERTAIN},
	{"measuring-error", RULE_BAD, "cannot show 0 ns", {NOTHING}, add_foreign, RULE_CERTAIN},
	{"measuring-error", RULE_OK, "got what it asked for", {NOTHING}, add_quiet},
	{"measuring-error", RULE_UNKNOWN, "cpu 0", {NOTHING}, add_not_read_back},

	{"rt-throttling", RULE_BAD, "it acted before this run, and not during it",
	 {{"/dmesg.txt", "[   99.900000] sched: RT throttling activated\n"}}, add_late_start, .is_note = true},
	{"rt-throttling", RULE_BAD, "it acted: ",
	 {{"/dmesg.txt", "[  100.100000] sched: RT throttling activated\n"}}, add_late_start, RULE_CERTAIN},

	{"better-under-load", RULE_BAD, "2 of 2 streams|112.0 us|3014 context|12.0 us|12044|-0.7", {NOTHING}, add_sleepy, RULE_LIKELY},
	{"better-under-load", RULE_OK, "does not fall", {NOTHING}, add_crowded},
	{"better-under-load", RULE_UNKNOWN, "equally busy", {NOTHING}, add_steady},
	{"better-under-load", RULE_UNKNOWN, "fewer than 30", {NOTHING}, add_short},

	{"tool-cures", RULE_BAD, "at 0 us", {NOTHING}, add_held, .is_note = true},
	{"tool-cures", RULE_OK, "as it is", {NOTHING}, add_quiet},

	{"smi", RULE_BAD, "12 SMIs", {NOTHING}, add_smis, RULE_LIKELY},
	{"smi", RULE_OK, "no SMI", {NOTHING}, add_quiet},
	{"smi", RULE_UNKNOWN, "no count", {NOTHING}, add_short},
	{"smi", RULE_NOT_APPLICABLE, "no x86",
	 {{"/proc/cpuinfo", "Features\t: fp asimd evtstrm aes\n"}}, add_smis},

	{"ipis", RULE_BAD, "400 interrupts", {NOTHING}, add_many_ipis},
	{"ipis", RULE_OK, "3 a second", {NOTHING}, add_quiet},
	{"ipis", RULE_UNKNOWN, "no count", {NOTHING}, add_short},

	{"all-at-once", RULE_BAD, "6 of the 6|all 2 streams|0 SMIs were counted", {NOTHING}, add_all_spike, RULE_LIKELY},
	{"all-at-once", RULE_OK, "0 of 12", {NOTHING}, add_each_spikes},
	{"all-at-once", RULE_OK, "0 slices", {NOTHING}, add_quiet},
	{"all-at-once", RULE_UNKNOWN, "too few slices", {NOTHING}, add_short},
	{"all-at-once", RULE_UNKNOWN, "only one stream", {NOTHING}, add_one_stream},

	{"all-at-once", RULE_UNKNOWN, "2 slices|too few", {NOTHING}, add_all_spike_twice},
	{"all-at-once", RULE_UNKNOWN, "1 moments|too few|takes 10", {NOTHING}, add_one_moment},
	{"all-at-once", RULE_BAD, "12 of 12|all 2 streams", {NOTHING}, add_twelve_moments, RULE_LIKELY},
	{"all-at-once", RULE_BAD, "1 of 1|all 2 streams|2 SMIs", {NOTHING}, add_same_moment, RULE_CERTAIN},
	{"smi", RULE_BAD, "2 SMIs|all 2 streams|20.00 ms to 20.00 ms", {NOTHING}, add_same_moment, RULE_CERTAIN},

	{"missed-periods", RULE_BAD, "100.0 us|117 activations", {NOTHING}, add_four_rows},
	{"missed-periods", RULE_BAD, "200.0 us|unknown number", {NOTHING}, add_foreign, .is_note = true},
	{"missed-periods", RULE_OK, "no wake-up", {NOTHING}, add_quiet},
	{"missed-periods", RULE_UNKNOWN, "no maximum", {NOTHING}, add_spin},

	{"irq-late", RULE_BAD, "230.0 us late (CPU 0)", {NOTHING}, add_irq_late, RULE_LIKELY},
	{"irq-late", RULE_OK, "24.0 us", {NOTHING}, add_thread_late},
	{"irq-late", RULE_UNKNOWN, "does not tell", {NOTHING}, add_quiet},

	{"one-cpu", RULE_BAD, "CPU 0 alone|1.03 ms|14.0 us|1 time|8 would", {NOTHING}, add_one_busy, .is_note = true},
	{"one-cpu", RULE_BAD, "CPU 0 alone|1.03 ms|14.0 us|9 times", {NOTHING}, add_one_often_busy, RULE_LIKELY},
	{"one-cpu", RULE_BAD, "CPU 0 alone|one wake-up", {NOTHING}, add_one_late_thread, .is_note = true},
	{"one-cpu", RULE_OK, "no CPU stands out", {NOTHING}, add_all_spike},
	{"one-cpu", RULE_UNKNOWN, "fewer than two", {NOTHING}, add_one_stream},

	{"throttling-gaps", RULE_BAD, "2 gaps|50.00 ms|52.19 ms|too few", {BUDGET}, add_throttled, .is_note = true},
	{"throttling-gaps", RULE_BAD, "24 gaps|50.00 ms", {BUDGET}, add_often_throttled, RULE_LIKELY},
	{"throttling-gaps", RULE_BAD, "71 are nearly as long", {BUDGET}, add_all_sizes, .is_note = true},
	{"throttling-gaps", RULE_BAD, "it acted",
	 {BUDGET, {"/dmesg.txt", "sched: RT throttling activated\n"}}, add_throttled, RULE_CERTAIN},
	{"throttling-gaps", RULE_OK, "no gap", {BUDGET}, add_quiet},
	{"throttling-gaps", RULE_UNKNOWN, "no maximum", {BUDGET}, add_no_slices},
	{"throttling-gaps", RULE_NOT_APPLICABLE, "off", {{KERNEL "sched_rt_runtime_us", "-1\n"}}, add_throttled},

	{"time-grid", RULE_BAD, "20 spikes|grid of 10 s", {NOTHING}, add_grid},
	{"time-grid", RULE_BAD, "estimate from 11 gaps", {NOTHING}, add_rough_period},
	{"time-grid", RULE_OK, "no period", {NOTHING}, add_any_time},
	{"time-grid", RULE_OK, "10 spikes keep to no period of 5 s or more|rows of 1 s", {NOTHING}, add_ten_rows},
	{"time-grid", RULE_BAD, "10 s between|from 4 gaps only", {NOTHING}, add_few_spikes, .is_note = true},
	{"time-grid", RULE_BAD, "34 s between|31 to 37 s|from 3 gaps only", {NOTHING}, add_four_rows, .is_note = true},
	{"time-grid", RULE_UNKNOWN, "5 spikes|too few", {NOTHING}, add_uneven_spikes},
	{"time-grid", RULE_UNKNOWN, "kept no spikes", {NOTHING}, add_quiet},

	{"goes-with", RULE_BAD, "steal|60 slices", {NOTHING}, add_by_steal},
	{"goes-with", RULE_OK, "no counter", {NOTHING}, add_other_steal},
	{"goes-with", RULE_UNKNOWN, "fewer than 30", {NOTHING}, add_short},
	{0},
};
/* clang-format on */

static const struct rule_cannot cannot[] = {
	{"tool-cures", RULE_UNKNOWN,
	 "a run without a readable head is no run to the reader"},
	{0},
};

const struct rule_case_table rule_cases_run = {cases, cannot};
