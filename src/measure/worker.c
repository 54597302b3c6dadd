/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The real-time loop. Nothing here allocates, locks, prints, faults or calls the kernel,
 * but for the one wait that is being measured.
 */
#include "measure/worker.h"

#include <errno.h>

#include "sys/clock.h"

#define RARELY(condition) __builtin_expect(!!(condition), 0)

void worker_prepare(struct worker *worker)
{
	for (uint32_t i = 0; i < worker->lane_count; i++)
		lane_prepare(&worker->lanes[i]);
	worker->samples_left = worker->sample_limit;
	worker->turns = 0;
	worker->error = 0;
}

/* The thread's own wake-up is the last stage of an activation. */
static struct lane *own_lane(const struct worker *worker)
{
	return &worker->lanes[worker->lane_count - 1];
}

/* All lanes turn together. */
static struct lane_slot *open_slot_of(const struct worker *worker, struct lane *lane)
{
	return &lane->slot[worker->turns & 1];
}

static bool is_stopped(const struct worker *worker)
{
	return atomic_load_explicit(worker->stop, memory_order_relaxed);
}

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/*
 * Whoever is early compares as very late, so that one test finds all that is not usual. With
 * several stages nothing is: what they share is left out of the usual way.
 */
static uint64_t rare_from(const struct worker *worker, int64_t keep_ns)
{
	int64_t rare_ns =
		smaller(smaller(keep_ns, worker->stop_at_ns), HISTOGRAM_LIMIT_NS);

	if (worker->period_ns)
		rare_ns = smaller(rare_ns, worker->period_ns);
	return rare_ns < 0 || worker->lane_count > 1 ? 0 : (uint64_t)rare_ns;
}

static void lane_open(const struct worker *worker, struct lane *lane, int64_t due_ns)
{
	struct lane_slot *slot = open_slot_of(worker, lane);
	uint32_t request_ns =
		atomic_load_explicit(&lane->keep_request_ns, memory_order_relaxed);

	slot->begin_ns = due_ns;
	slot->keep_ns = worker->keep_ns;
	if (request_ns != LANE_KEEP_NONE)
		slot->keep_ns = smaller(slot->keep_ns, request_ns);
}

/*
 * Begins a slice at due_ns. What is rare is settled here, for the whole slice. Returns the
 * slot of the thread's own lane.
 */
static struct lane_slot *slice_open(struct worker *worker, int64_t due_ns)
{
	int64_t slices = (due_ns - worker->start_ns) / worker->slice_ns;
	struct lane_slot *slot = open_slot_of(worker, own_lane(worker));

	for (uint32_t i = 0; i < worker->lane_count; i++)
		lane_open(worker, &worker->lanes[i], due_ns);
	worker->rare_ns = rare_from(worker, slot->keep_ns);
	worker->slice_end_ns = worker->start_ns + (slices + 1) * worker->slice_ns;
	return slot;
}

static void slice_hand_over(struct worker *worker, int64_t due_ns)
{
	for (uint32_t i = 0; i < worker->lane_count; i++) {
		struct lane *lane = &worker->lanes[i];

		open_slot_of(worker, lane)->end_ns = due_ns;
		atomic_store_explicit(&lane->closed, worker->turns + 1,
				      memory_order_release);
	}
	worker->turns++;
}

/* The recorder has given back the other slot of every lane. */
static bool can_turn(const struct worker *worker)
{
	for (uint32_t i = 0; i < worker->lane_count; i++)
		if (atomic_load_explicit(&worker->lanes[i].taken, memory_order_acquire) !=
		    worker->turns)
			return false;
	return true;
}

/* The slice's end has passed: the slot to fill from due_ns on. */
static struct lane_slot *slice_turn(struct worker *worker, struct lane_slot *slot,
				    int64_t due_ns)
{
	if (!can_turn(worker)) {
		worker->slice_end_ns += worker->slice_ns;
		return slot;
	}
	slice_hand_over(worker, due_ns);
	return slice_open(worker, due_ns);
}

/* What the user wants to know of by itself. The warm-up is nobody's business. */
static void keep(struct worker *worker, struct lane *lane, int64_t due_ns,
		 int64_t late_ns)
{
	struct lane_slot *slot = open_slot_of(worker, lane);

	if (due_ns < worker->first_due_ns)
		return;
	bool is_the_end = late_ns >= worker->stop_at_ns;

	if ((late_ns >= slot->keep_ns || is_the_end) &&
	    !ring_put(&lane->ring, due_ns, late_ns))
		slot->samples_lost++;
	if (is_the_end)
		atomic_store_explicit(worker->stop, true, memory_order_relaxed);
}

static void add_stage(struct worker *worker, struct lane *lane, int64_t due_ns,
		      int64_t late_ns, int64_t missed)
{
	struct histogram_slice *histogram = &open_slot_of(worker, lane)->histogram;

	histogram->stats.overruns += (uint64_t)missed;
	histogram_slice_add(histogram, late_ns);
	keep(worker, lane, due_ns, late_ns);
}

/*
 * A wake-up out of the ordinary. Returns how many periods to go on by; 0: wait again for
 * the same due time, since the wait was only interrupted or failed.
 */
static int64_t add_rare(struct worker *worker, int64_t due_ns, int64_t late_ns)
{
	const uint32_t stamps = worker->lane_count - 1;
	bool has_failed = due_ns + late_ns == CLOCK_FAILED;
	int64_t missed = 0;

	if (has_failed && errno == EINTR)
		return 0;
	if (has_failed) {
		worker->error = errno;
		atomic_store_explicit(worker->stop, true, memory_order_relaxed);
		return 0;
	}
	if (late_ns >= worker->period_ns)
		missed = smaller(worker->ops->missed(&worker->wake, late_ns),
				 (worker->end_ns - 1 - due_ns) / worker->period_ns);
	for (uint32_t i = 0; i < stamps; i++)
		add_stage(worker, &worker->lanes[i], due_ns,
			  worker->wake.stamp_ns[i] - due_ns, missed);
	add_stage(worker, own_lane(worker), due_ns, late_ns, missed);
	return missed + 1;
}

/*
 * Wake-ups on the grid from due_ns on, until end_ns. Returns the first that was not. What
 * the usual wake-up does not need is behind a test that it must make anyway.
 */
static int64_t loop_due_times(struct worker *worker, struct lane_slot **current,
			      int64_t due_ns, int64_t end_ns)
{
	int64_t (*const wait)(struct wake *, int64_t) = worker->ops->wait;
	const atomic_bool *const stop = worker->stop;
	struct lane_slot *slot = *current;
	int64_t turn_ns = smaller(worker->slice_end_ns, end_ns);

	while (!atomic_load_explicit(stop, memory_order_relaxed)) {
		int64_t late_ns;

		if (RARELY(due_ns >= turn_ns)) {
			if (due_ns >= end_ns)
				break;
			slot = slice_turn(worker, slot, due_ns);
			turn_ns = smaller(worker->slice_end_ns, end_ns);
		}
		late_ns = wait(&worker->wake, due_ns) - due_ns;
		if (RARELY((uint64_t)late_ns >= worker->rare_ns)) {
			int64_t periods = add_rare(worker, due_ns, late_ns);

			due_ns += periods * worker->period_ns;
			if (!periods)
				continue;
		} else {
			histogram_slice_add_usual(&slot->histogram, late_ns);
			due_ns += worker->period_ns;
		}
		if (!--worker->samples_left)
			break;
	}
	*current = slot;
	return due_ns;
}

/* Gaps from now_ns on, until end_ns. Returns the time behind the last look. */
static int64_t loop_gaps(struct worker *worker, struct lane_slot **current,
			 int64_t now_ns, int64_t end_ns)
{
	struct lane_slot *slot = *current;
	struct wake_gap gap;

	while (now_ns < end_ns && worker->samples_left && !is_stopped(worker)) {
		int64_t until_ns = smaller(worker->slice_end_ns, end_ns);

		if (worker->ops->wait_gap(&worker->wake, until_ns, worker->stop, &gap)) {
			histogram_slice_add(&slot->histogram, gap.length_ns);
			keep(worker, own_lane(worker), gap.begin_ns, gap.length_ns);
			worker->samples_left--;
		}
		now_ns = clock_now_ns();
		if (now_ns >= worker->slice_end_ns)
			slot = slice_turn(worker, slot, now_ns);
	}
	*current = slot;
	return now_ns;
}

/* Gaps begin now, whatever the grid says: without a warm-up the start is still ahead. */
static int64_t loop(struct worker *worker, struct lane_slot **slot, int64_t from_ns,
		    int64_t end_ns)
{
	if (worker->ops->wait_gap)
		return loop_gaps(worker, slot, clock_now_ns(), end_ns);
	return loop_due_times(worker, slot, from_ns, end_ns);
}

/* What the warm-up has left in a lane is no part of the measurement. */
static void forget(struct worker *worker, int64_t due_ns)
{
	uint64_t overruns = 0;

	if (worker->period_ns)
		overruns =
			(uint64_t)((due_ns - worker->first_due_ns) / worker->period_ns);
	for (uint32_t i = 0; i < worker->lane_count; i++) {
		struct lane_slot *slot = open_slot_of(worker, &worker->lanes[i]);

		histogram_slice_clear(&slot->histogram);
		slot->histogram.stats.overruns = overruns;
	}
}

/* Everything as in the measurement, but one slice that is thrown away in the end. */
static int64_t warm_up(struct worker *worker)
{
	struct lane_slot *slot = slice_open(worker, worker->first_due_ns);
	int64_t due_ns;

	worker->slice_end_ns = INT64_MAX;
	worker->samples_left = UINT64_MAX;
	due_ns = loop(worker, &slot, worker->first_due_ns - worker->warm_up_ns,
		      worker->first_due_ns);
	worker->samples_left = worker->sample_limit;
	forget(worker, due_ns);
	return due_ns;
}

void worker_loop(struct worker *worker)
{
	int64_t due_ns = warm_up(worker);
	struct lane_slot *slot = slice_open(worker, due_ns);

	due_ns = loop(worker, &slot, due_ns, worker->end_ns);
	if (due_ns > slot->begin_ns)
		slice_hand_over(worker, due_ns);
}
