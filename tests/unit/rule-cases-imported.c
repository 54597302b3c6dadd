/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about runs of other tools. */
#include "base/num.h"
#include "rule-cases.h"

#define US NS_PER_US

static struct run_foreign *add_foreign(struct rule_input *input, struct arena *arena,
				       const char *tool, uint32_t streams)
{
	struct run_foreign *foreign = arena_alloc(arena, sizeof(*foreign));
	struct foreign_stream *list = arena_array(arena, streams, sizeof(*list));

	for (uint32_t i = 0; i < streams; i++) {
		list[i] = foreign_unknown_stream;
		list[i].index = list[i].cpu = i;
		list[i].wake = "timer";
		list[i].resolution_ns = 1;
	}
	*foreign = foreign_unknown;
	foreign->tool = tool;
	foreign->streams = list;
	foreign->stream_count = streams;
	input->foreign = foreign;
	return foreign;
}

static struct foreign_stream *stream_of(struct rule_input *input, uint32_t number)
{
	return (struct foreign_stream *)(uintptr_t)&input->foreign->streams[number];
}

/* Rows of a second each: minimum, average, and every so many rows another maximum. */
static void add_rows(struct rule_input *input, struct arena *arena, uint32_t count,
		     int64_t max_ns, uint32_t every, int64_t spike_ns)
{
	struct foreign_row *rows = arena_array(arena, count, sizeof(*rows));
	struct foreign_stream *stream;

	add_foreign(input, arena, "xenomai-latency", 1);
	stream = stream_of(input, 0);
	for (uint32_t i = 0; i < count; i++)
		rows[i] = (struct foreign_row){
			.time_ns = (i + 1) * NS_PER_S,
			.length_ns = NS_PER_S,
			.min_ns = 1 * US,
			.avg_ns = 2 * US,
			.max_ns = every && i % every == every - 1 ? spike_ns : max_ns,
			.overruns = every && i % every == every - 1 ? 12 : 1,
			.mode_switches = 0,
		};
	stream->rows = rows;
	stream->row_count = count;
	stream->period_ns = 100 * US;
}

static void add_two_layers(struct rule_input *input, struct arena *arena)
{
	add_rows(input, arena, 100, 120 * US, 30, 1300 * US);
}

/* Beyond no period: it may matter, and no more. */
static void add_small_layers(struct rule_input *input, struct arena *arena)
{
	add_rows(input, arena, 100, 10 * US, 30, 50 * US);
}

static void add_one_layer(struct rule_input *input, struct arena *arena)
{
	add_rows(input, arena, 100, 120 * US, 30, 300 * US);
}

/* A third of all is no rare spike. */
static void add_frequent_spikes(struct rule_input *input, struct arena *arena)
{
	add_rows(input, arena, 99, 120 * US, 3, 1300 * US);
}

static void add_few_rows(struct rule_input *input, struct arena *arena)
{
	add_rows(input, arena, 7, 120 * US, 3, 1300 * US);
}

static void add_slow_rows(struct rule_input *input, struct arena *arena)
{
	struct foreign_row *rows;

	add_rows(input, arena, 10, 90 * US, 0, 0);
	rows = (struct foreign_row *)(uintptr_t)stream_of(input, 0)->rows;
	for (uint32_t i = 0; i < 10; i++) {
		rows[i].min_ns = 40 * US;
		rows[i].avg_ns = (i ? 58 : 60) * US;
	}
}

static void add_pair(struct rule_input *input, struct arena *arena, int64_t irq_us,
		     int64_t thread_us)
{
	static const int64_t others_us[] = {3, 13};

	add_foreign(input, arena, "rtla-timerlat-top", 4);
	for (uint32_t i = 0; i < 4; i++) {
		struct foreign_stream *stream = stream_of(input, i);

		stream->cpu = i / 2;
		stream->context = i % 2 ? "thread" : "irq";
		stream->max_ns = (i < 2 ? i ? thread_us : irq_us : others_us[i % 2]) * US;
		stream->last_ns = stream->max_ns;
	}
}

static void add_late_thread(struct rule_input *input, struct arena *arena)
{
	add_pair(input, arena, 24, 1035);
}

static void add_late_interrupt(struct rule_input *input, struct arena *arena)
{
	add_pair(input, arena, 1000, 1100);
}

static void add_quick_pair(struct rule_input *input, struct arena *arena)
{
	add_pair(input, arena, 5, 14);
}

static void add_threads_alone(struct rule_input *input, struct arena *arena)
{
	add_pair(input, arena, 24, 1035);
	for (uint32_t i = 0; i < 4; i++)
		stream_of(input, i)->context = "thread";
}

static void add_smis(struct rule_input *input, struct arena *arena, const int64_t *smis,
		     const int64_t *late_us)
{
	add_foreign(input, arena, "cyclictest", 2);
	for (uint32_t i = 0; i < 2; i++) {
		stream_of(input, i)->smis = smis[i];
		stream_of(input, i)->max_ns = late_us[i] * US;
	}
}

static void add_common_smis(struct rule_input *input, struct arena *arena)
{
	add_smis(input, arena, (int64_t[]){2, 2}, (int64_t[]){20831, 19910});
}

static void add_unlike_smis(struct rule_input *input, struct arena *arena)
{
	add_smis(input, arena, (int64_t[]){2, 2}, (int64_t[]){20831, 15});
}

static void add_no_smis(struct rule_input *input, struct arena *arena)
{
	add_smis(input, arena, (int64_t[]){0, 0}, (int64_t[]){20831, 19910});
}

static void add_hardware(struct rule_input *input, struct arena *arena)
{
	add_foreign(input, arena, "hwlatdetect", 1);
	stream_of(input, 0)->count = 6;
	stream_of(input, 0)->max_ns = 4022 * US;
}

static void add_no_gaps(struct rule_input *input, struct arena *arena)
{
	add_foreign(input, arena, "hwlatdetect", 1);
	stream_of(input, 0)->count = 0;
}

static void add_overload(struct rule_input *input, struct arena *arena)
{
	add_foreign(input, arena, "cyclictest", 1);
	stream_of(input, 0)->period_ns = 200 * US;
	stream_of(input, 0)->avg_ns = 116772 * US;
	stream_of(input, 0)->max_ns = 821199 * US;
}

/* clang-format off */
static const struct rule_case cases[] = {
	{"two-layers", RULE_BAD,
	 "97 of 100 seconds|of 120 us to 120 us|3 (rows 30, 60, 90) reach 1300 us|gaps of 30, 30 s|"
	 "from 2 gaps only|12 to 12 overruns|both layers exceed|points away from the governor|unknown",
	 {{0}}, add_two_layers, RULE_LIKELY},
	{"two-layers", RULE_BAD, "reach 50 us", {{0}}, add_small_layers, RULE_POSSIBLE},
	{"two-layers", RULE_OK, "of one kind", {{0}}, add_one_layer},
	{"two-layers", RULE_OK, "of one kind", {{0}}, add_frequent_spikes},
	{"two-layers", RULE_UNKNOWN, "7 stretches", {{0}}, add_few_rows},
	{"two-layers", RULE_NOT_APPLICABLE, "no run", {{0}}},

	{"memory-contention", RULE_BAD, "1.45 to 1.50 times|all 10|40 us|The load is not in the report",
	 {{0}}, add_slow_rows, RULE_POSSIBLE},
	{"memory-contention", RULE_OK, "2.00 to 2.00 times", {{0}}, add_one_layer},
	{"memory-contention", RULE_UNKNOWN, "7 stretches", {{0}}, add_few_rows},

	{"late-thread", RULE_BAD,
	 "CPU 0|interrupt is 24 us|thread 1035 us (both in the latest activation)|1011 us are lost|at most 13 us",
	 {{0}}, add_late_thread, RULE_LIKELY},
	{"late-thread", RULE_UNKNOWN, "thread (1100 us) and interrupt (1000 us at worst)|the same activation",
	 {{0}}, add_late_interrupt},
	{"late-thread", RULE_OK, "later than 14 us", {{0}}, add_quick_pair},
	{"late-thread", RULE_UNKNOWN, "does not tell", {{0}}, add_threads_alone},

	{"smi-columns", RULE_BAD, "all 2 CPUs|19910 us to 20831 us|each counted 2 SMIs, which are the same ones",
	 {{0}}, add_common_smis, RULE_CERTAIN},
	{"smi-columns", RULE_BAD, "not late alike", {{0}}, add_unlike_smis, RULE_LIKELY},
	{"smi-columns", RULE_OK, "no SMI", {{0}}, add_no_smis},
	{"smi-columns", RULE_UNKNOWN, "counts no SMIs", {{0}}, add_late_thread},

	{"hardware-gaps", RULE_BAD, "6 gaps, up to 4022 us|cannot be told", {{0}}, add_hardware, RULE_LIKELY},
	{"hardware-gaps", RULE_UNKNOWN, "no pass", {{0}}, add_no_gaps},
	{"hardware-gaps", RULE_NOT_APPLICABLE, "hwlatdetect", {{0}}, add_late_thread},

	{"overload", RULE_BAD, "583.9 times", {{0}}, add_overload},
	{0},
};
/* clang-format on */

static const struct rule_cannot cannot[] = {
	{"hardware-gaps", RULE_OK, "half of the time is not watched: nothing is proven"},
	{0},
};

const struct rule_case_table rule_cases_imported = {cases, cannot};
