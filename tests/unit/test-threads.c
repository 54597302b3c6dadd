/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Workers and recorder in threads of their own, under simulated time, for ThreadSanitizer
 * to look at: the hand-over of slots and the rings. Totals must be exact whatever the
 * interleaving.
 */
#include "test.h"

#include <pthread.h>
#include <time.h>

#include "worker-rig.h"

#define MS INT64_C(1000000)
#define S (1000 * MS)

enum { WORKERS = 3, SECONDS = 120 };

static int64_t late_of(void *self, int64_t due_ns)
{
	(void)self;
	/* Let the recorder in now and then: on one core it would only see the end. */
	if (due_ns % (S / 4) == 0)
		nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
	return due_ns % (50 * MS) ? 4000 : 90000;
}

static void *worker_thread(void *argument)
{
	struct simulation simulation = {.late_of = late_of};

	simulate(&simulation);
	worker_loop(argument);
	return NULL;
}

struct machine {
	struct worker *workers[WORKERS];
	struct lane *lanes[WORKERS];
	struct run_stream streams[WORKERS];
	pthread_t threads[WORKERS];
	struct heard heard;
	struct run_sink sink;
	const struct run_sink *sinks[2];
	struct recorder *recorder;
	atomic_bool stop;
};

static void start(struct machine *machine, bool raw, bool spike_auto,
		  uint32_t ring_samples)
{
	struct recorder_setup setup = {
		.lanes = machine->lanes,
		.streams = machine->streams,
		.stream_count = WORKERS,
		.slice_ns = S,
		.spike_ns = spike_auto ? 0 : 50000,
		.spike_first_ns = 50000,
		.spike_auto = spike_auto,
		.raw = raw,
		.sinks = machine->sinks,
	};

	machine->sink = heard_sink(&machine->heard);
	machine->sinks[0] = &machine->sink;
	for (int i = 0; i < WORKERS; i++) {
		machine->streams[i].period_ns = MS;
		machine->workers[i] =
			rig_worker(MS, 0, SECONDS * S, ring_samples, &machine->stop);
		machine->lanes[i] = machine->workers[i]->lanes;
		machine->workers[i]->keep_ns = raw          ? INT64_MIN
					       : spike_auto ? INT64_MAX
							    : 50000;
	}
	machine->recorder = recorder_open(&setup);
	recorder_begin(machine->recorder);
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&machine->threads[i], NULL, worker_thread,
			       machine->workers[i]);
}

static void finish(struct machine *machine, int steps)
{
	for (int i = 0; i < steps; i++) {
		recorder_step(machine->recorder, i * S);
		nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
	}
	for (int i = 0; i < WORKERS; i++)
		pthread_join(machine->threads[i], NULL);
	recorder_finish(machine->recorder);
	CHECK_INT(machine->heard.total.stats.count, WORKERS * SECONDS * INT64_C(1000));
	CHECK_INT(machine->heard.total.stats.max_ns, 90000);
	CHECK_INT(machine->heard.events, 0);
	recorder_close(machine->recorder);
	for (int i = 0; i < WORKERS; i++)
		rig_free(machine->workers[i]);
	free(machine->heard.spikes);
}

static void hands_over_slices(void)
{
	static struct machine machine;

	start(&machine, false, false, 4096);
	finish(&machine, 1000);
	CHECK_INT(machine.heard.spike_count + machine.heard.lost, WORKERS * SECONDS * 20);
	CHECK(machine.heard.slices > 2 * WORKERS);
}

static void passes_raw_samples(void)
{
	static struct machine machine;

	start(&machine, true, false, 4096);
	finish(&machine, 1000);
	CHECK_INT(machine.heard.raw + machine.heard.lost,
		  WORKERS * SECONDS * INT64_C(1000));
	CHECK(machine.heard.raw > 0);
}

static void follows_the_tail(void)
{
	static struct machine machine;

	start(&machine, false, true, 4096);
	finish(&machine, 1000);
	CHECK(machine.heard.spike_count > 0);
}

static void stops_in_the_middle(void)
{
	static struct machine machine;
	int64_t count;

	start(&machine, false, false, 64);
	recorder_step(machine.recorder, 0);
	atomic_store_explicit(&machine.stop, true, memory_order_relaxed);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(machine.threads[i], NULL);
	recorder_finish(machine.recorder);
	count = (int64_t)machine.heard.total.stats.count;
	CHECK(count >= 0 && count <= WORKERS * SECONDS * INT64_C(1000));
	CHECK_INT(recorder_look(machine.recorder).count, count);
	recorder_close(machine.recorder);
	for (int i = 0; i < WORKERS; i++)
		rig_free(machine.workers[i]);
	free(machine.heard.spikes);
}

static const struct test tests[] = {
	{"hands-over-slices", hands_over_slices},
	{"passes-raw-samples", passes_raw_samples},
	{"follows-the-tail", follows_the_tail},
	{"stops-in-the-middle", stops_in_the_middle},
};

TEST_MAIN(tests)
