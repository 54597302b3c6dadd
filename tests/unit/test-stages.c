/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Activations in stages, under simulated time: the worker with the wake source kmod and a
 * module that is a script. Each stage's lateness is exactly what the script says, the due
 * times and overruns are those of the activation, and all slices turn together.
 */
#include "test.h"

#include <errno.h>

#include "simulated-kmod.h"
#include "worker-rig.h"

#define US INT64_C(1000)
#define MS (1000 * US)
#define S (1000 * MS)
#define START (INT64_C(5000) * S)

enum { IRQ, THREAD, USER, STAGES };

/* The script: no stage begins before the one that wakes it. */
static int64_t stage_late_ns(int stage, int64_t due_ns)
{
	const int64_t activation = (due_ns - START) / MS;
	int64_t late_ns = 2 * US + activation % 1000;

	if (stage == IRQ)
		return late_ns;
	late_ns += 10 * US + activation % 7 * 100;
	if (stage == THREAD)
		return activation % 101 == 5 ? late_ns + 300 * US : late_ns;
	late_ns += activation % 101 == 5 ? 320 * US : 5 * US;
	return activation % 1009 == 77 ? late_ns + 2 * MS : late_ns; /* misses two */
}

static int64_t user_late_of(void *self, int64_t due_ns)
{
	(void)self;
	return stage_late_ns(USER, due_ns);
}

static int64_t early_late_of(void *self, int stage, int64_t due_ns)
{
	(void)self;
	return stage_late_ns(stage, due_ns);
}

/* What the recorder tells of one run, by stream. */
struct told {
	struct histogram total[STAGES];
	struct run_sample *raw[STAGES];
	uint32_t raw_count[STAGES], spikes[STAGES];
	int64_t begin_ns[STAGES][64], end_ns[STAGES][64];
	uint64_t count[STAGES][64];
	uint32_t slices[STAGES];
};

static void take_slice(void *self, const struct run_slice *slice)
{
	struct told *told = self;
	uint32_t at = told->slices[slice->stream]++;

	told->begin_ns[slice->stream][at] = slice->begin_ns;
	told->end_ns[slice->stream][at] = slice->end_ns;
	told->count[slice->stream][at] = slice->histogram->stats.count;
	histogram_add_slice(&told->total[slice->stream], slice->histogram);
	CHECK_INT(slice->samples_lost, 0);
}

static void take_raw(void *self, uint32_t stream, const struct run_sample *samples,
		     uint32_t count)
{
	struct told *told = self;

	told->raw[stream] =
		mem_grow(told->raw[stream],
			 (told->raw_count[stream] + count) * sizeof(struct run_sample));
	memcpy(told->raw[stream] + told->raw_count[stream], samples,
	       count * sizeof(*samples));
	told->raw_count[stream] += count;
}

static void take_spikes(void *self, uint32_t stream, const struct run_sample *samples,
			uint32_t count)
{
	(void)samples;
	((struct told *)self)->spikes[stream] += count;
}

struct rig {
	struct worker *worker;
	struct simulated_kmod kmod;
	struct simulation simulation;
	struct rig_stepper stepper;
	struct told *told;
	struct run_sink sink;
	atomic_bool stop;
};

static void after(void *self, int64_t now_ns)
{
	if (((struct rig *)self)->stepper.recorder)
		rig_step(&((struct rig *)self)->stepper, now_ns);
}

static void rig_open(struct rig *rig, int64_t seconds)
{
	*rig = (struct rig){.kmod = {.late_of = early_late_of},
			    .simulation = {.late_of = user_late_of, .after = after},
			    .told = mem_alloc(sizeof(*rig->told))};
	rig->simulation.self = rig;
	for (int i = 0; i < STAGES; i++)
		histogram_clear(&rig->told->total[i]);
	rig->worker =
		rig_worker_of(&wake_kmod, MS, START, seconds * S, 1 << 16, &rig->stop);
	rig->sink = (struct run_sink){.self = rig->told,
				      .slice = take_slice,
				      .raw = take_raw,
				      .spikes = take_spikes};
	simulate(&rig->simulation);
	simulate_kmod(&rig->kmod);
}

/* Worker and recorder; the recorder looks often, or at the end alone. */
static void rig_run(struct rig *rig, bool raw, int64_t spike_ns, bool often)
{
	struct lane *lanes[STAGES];
	const struct run_stream streams[STAGES] = {
		[IRQ] = {.period_ns = MS, .context = "irq"},
		[THREAD] = {.period_ns = MS, .context = "thread"},
		[USER] = {.period_ns = MS, .context = "user"},
	};
	const struct run_sink *sinks[] = {&rig->sink, NULL};
	struct recorder *recorder;

	for (int i = 0; i < STAGES; i++)
		lanes[i] = &rig->worker->lanes[i];
	rig->worker->keep_ns = raw ? INT64_MIN : spike_ns ? spike_ns : INT64_MAX;
	recorder = recorder_open(&(struct recorder_setup){.lanes = lanes,
							  .streams = streams,
							  .stream_count = STAGES,
							  .start_ns = START,
							  .slice_ns = S,
							  .spike_ns = spike_ns,
							  .raw = raw,
							  .sinks = sinks});
	rig->stepper.recorder = often ? recorder : NULL;
	recorder_begin(recorder);
	worker_loop(rig->worker);
	recorder_finish(recorder);
	/* Of the wake-ups: the stages are not counted beside them. */
	CHECK_INT(recorder_look(recorder).count, rig->told->total[USER].stats.count);
	recorder_close(recorder);
}

static void rig_close(struct rig *rig)
{
	for (int i = 0; i < STAGES; i++)
		free(rig->told->raw[i]);
	free(rig->told);
	rig_free(rig->worker);
}

static void keeps_each_stage_of_each_activation(void)
{
	struct rig rig;
	struct told *told;
	uint32_t wrong = 0;
	int64_t due_ns = 0, missed = 0;

	rig_open(&rig, 20);
	told = rig.told;
	rig.worker->warm_up_ns = 100 * MS; /* must leave no trace */
	rig_run(&rig, true, 0, true);
	CHECK(told->raw_count[USER] > 19000);
	for (uint32_t k = 0; k < told->raw_count[USER]; k++) {
		for (int i = 0; i < STAGES; i++)
			wrong += told->raw[i][k].due_ns != due_ns ||
				 told->raw[i][k].late_ns !=
					 stage_late_ns(i, START + due_ns);
		missed += told->raw[USER][k].late_ns / MS;
		due_ns += MS * (1 + told->raw[USER][k].late_ns / MS);
	}
	CHECK_INT(wrong, 0);
	CHECK(missed > 20);
	for (int i = 0; i < STAGES; i++) {
		CHECK_INT(told->raw_count[i], told->raw_count[USER]);
		CHECK_INT(told->total[i].stats.count, told->raw_count[USER]);
		CHECK_INT(told->total[i].stats.overruns, missed);
		CHECK_INT(told->total[i].stats.count + (uint64_t)missed, 20000);
	}
	rig_close(&rig);
}

static void check_slices(const struct told *told, uint32_t slices)
{
	for (int i = 0; i < STAGES; i++) {
		CHECK_INT(told->slices[i], slices);
		for (uint32_t k = 0; k < slices && k < 64; k++) {
			CHECK_INT(told->begin_ns[i][k], told->begin_ns[USER][k]);
			CHECK_INT(told->end_ns[i][k], told->end_ns[USER][k]);
			CHECK_INT(told->count[i][k], told->count[USER][k]);
		}
	}
}

static void turns_all_slices_together(void)
{
	struct rig rig;

	rig_open(&rig, 20);
	rig_run(&rig, false, 0, true);
	check_slices(rig.told, 20);
	rig_close(&rig);
	/* A recorder that does not come: the slices of all stages get longer. */
	rig_open(&rig, 20);
	rig_run(&rig, false, 0, false);
	check_slices(rig.told, 2);
	rig_close(&rig);
}

/* One stage that was not taken keeps the others from turning. */
static void waits_for_the_slowest_lane(void)
{
	struct rig rig;
	struct lane *lanes;

	rig_open(&rig, 3);
	lanes = rig.worker->lanes;
	rig.simulation.after = NULL;
	rig.worker->end_ns = START + S + 10 * MS; /* into the second slice */
	worker_loop(rig.worker);
	CHECK_INT(rig.worker->turns, 2);
	for (int i = 0; i < STAGES; i++)
		CHECK_INT(lane_take(&lanes[i])->begin_ns, START);
	lane_give_back(&lanes[IRQ], lane_take(&lanes[IRQ]));
	lane_give_back(&lanes[USER], lane_take(&lanes[USER]));
	CHECK_INT(lane_take(&lanes[IRQ])->begin_ns, START + S);
	CHECK_INT(lane_take(&lanes[THREAD])->begin_ns, START);
	rig_close(&rig);
}

/* A spike of one stage is kept in the stages that it delays, by the lateness of each. */
static void keeps_spikes_by_stage(void)
{
	struct rig rig;
	uint32_t expected[STAGES] = {0};

	rig_open(&rig, 10);
	rig_run(&rig, false, 200 * US, true);
	for (int64_t due_ns = 0; due_ns < 10 * S;) {
		for (int i = 0; i < STAGES; i++)
			expected[i] += stage_late_ns(i, START + due_ns) >= 200 * US;
		due_ns += MS * (1 + stage_late_ns(USER, START + due_ns) / MS);
	}
	CHECK_INT(expected[IRQ], 0);
	CHECK(expected[THREAD] > 90 && expected[USER] > expected[THREAD]);
	for (int i = 0; i < STAGES; i++)
		CHECK_INT(rig.told->spikes[i], expected[i]);
	rig_close(&rig);
}

static void stops_and_compares_counts(void)
{
	struct rig rig;
	struct err err = {0};

	rig_open(&rig, 10);
	rig.worker->stop_at_ns = 300 * US;
	rig_run(&rig, false, 0, true);
	CHECK(rig.stop);
	CHECK_INT(rig.told->total[IRQ].stats.count, 6);
	CHECK_INT(rig.told->total[USER].stats.count, 6);
	CHECK_INT(wake_kmod.check(&rig.worker->wake, &err), 0);
	rig.kmod.woken++;
	CHECK_INT(wake_kmod.check(&rig.worker->wake, &err), -1);
	CHECK_INT(err.kind, ERR_INVALID);
	rig_close(&rig);
}

static int64_t interrupted_late_of(void *self, int64_t due_ns)
{
	struct rig *rig = self;

	if (due_ns == START + 50 * MS && rig->simulation.now_ns < due_ns) {
		rig->simulation.now_ns = due_ns;
		return SIMULATED_EINTR;
	}
	return user_late_of(self, due_ns);
}

/* A wait that a signal ends is no activation in any stage. */
static void waits_again_after_a_signal(void)
{
	struct rig rig;
	struct err err = {0};

	rig_open(&rig, 1);
	rig.simulation.late_of = interrupted_late_of;
	rig_run(&rig, false, 0, true);
	for (int i = 0; i < STAGES; i++)
		CHECK_INT(rig.told->total[i].stats.count +
				  rig.told->total[i].stats.overruns,
			  1000);
	CHECK_INT(wake_kmod.check(&rig.worker->wake, &err), 0);
	CHECK_INT(rig.worker->error, 0);
	rig_close(&rig);
}

static void says_why_it_cannot_open(void)
{
	struct wake wake = {.fd = -1};
	struct err err = {0};

	CHECK_INT(wake_kmod.open(&wake, &err), -1);
	CHECK_TEXT(err.text, "--wake kmod: there is no module here");
}

static const struct test tests[] = {
	{"keeps-each-stage-of-each-activation", keeps_each_stage_of_each_activation},
	{"turns-all-slices-together", turns_all_slices_together},
	{"waits-for-the-slowest-lane", waits_for_the_slowest_lane},
	{"keeps-spikes-by-stage", keeps_spikes_by_stage},
	{"stops-and-compares-counts", stops_and_compares_counts},
	{"waits-again-after-a-signal", waits_again_after_a_signal},
	{"says-why-it-cannot-open", says_why_it_cannot_open},
};

TEST_MAIN(tests)
