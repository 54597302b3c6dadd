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
	histogram_slice_clear(&worker->slot[0].histogram);
	histogram_slice_clear(&worker->slot[1].histogram);
	atomic_store_explicit(&worker->closed, 0, memory_order_relaxed);
	atomic_store_explicit(&worker->taken, 0, memory_order_relaxed);
	atomic_store_explicit(&worker->keep_request_ns, WORKER_KEEP_NONE,
			      memory_order_relaxed);
	worker->samples_left = worker->sample_limit;
	worker->turns = 0;
	worker->error = 0;
}

static bool is_stopped(const struct worker *worker)
{
	return atomic_load_explicit(worker->stop, memory_order_relaxed);
}

static int64_t smaller(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Whoever is early compares as very late, so that one test finds all that is not usual. */
static uint64_t rare_from(const struct worker *worker, int64_t keep_ns)
{
	int64_t rare_ns =
		smaller(smaller(keep_ns, worker->stop_at_ns), HISTOGRAM_LIMIT_NS);

	if (worker->period_ns)
		rare_ns = smaller(rare_ns, worker->period_ns);
	return rare_ns < 0 ? 0 : (uint64_t)rare_ns;
}

/* Begins a slice at due_ns. What is rare is settled here, for the whole slice. */
static struct worker_slot *slot_open(struct worker *worker, int64_t due_ns)
{
	struct worker_slot *slot = &worker->slot[worker->turns & 1];
	uint32_t request_ns =
		atomic_load_explicit(&worker->keep_request_ns, memory_order_relaxed);
	int64_t slices = (due_ns - worker->start_ns) / worker->slice_ns;

	slot->begin_ns = due_ns;
	slot->keep_ns = worker->keep_ns;
	if (request_ns != WORKER_KEEP_NONE)
		slot->keep_ns = smaller(slot->keep_ns, request_ns);
	worker->rare_ns = rare_from(worker, slot->keep_ns);
	worker->slice_end_ns = worker->start_ns + (slices + 1) * worker->slice_ns;
	return slot;
}

static void slot_hand_over(struct worker *worker, struct worker_slot *slot,
			   int64_t due_ns)
{
	slot->end_ns = due_ns;
	worker->turns++;
	atomic_store_explicit(&worker->closed, worker->turns, memory_order_release);
}

/* The slice's end has passed: the slot to fill from due_ns on. */
static struct worker_slot *slot_turn(struct worker *worker, struct worker_slot *slot,
				     int64_t due_ns)
{
	uint32_t taken = atomic_load_explicit(&worker->taken, memory_order_acquire);

	if (taken != worker->turns) {
		worker->slice_end_ns += worker->slice_ns;
		return slot;
	}
	slot_hand_over(worker, slot, due_ns);
	return slot_open(worker, due_ns);
}

/* What the user wants to know of by itself. The warm-up is nobody's business. */
static void keep(struct worker *worker, struct worker_slot *slot, int64_t due_ns,
		 int64_t late_ns)
{
	if (due_ns < worker->first_due_ns)
		return;
	bool is_the_end = late_ns >= worker->stop_at_ns;

	if ((late_ns >= slot->keep_ns || is_the_end) &&
	    !ring_put(&worker->ring, due_ns, late_ns))
		slot->samples_lost++;
	if (is_the_end)
		atomic_store_explicit(worker->stop, true, memory_order_relaxed);
}

/*
 * A wake-up out of the ordinary. Returns how many periods to go on by; 0: wait again for
 * the same due time, since the wait was only interrupted or failed.
 */
static int64_t add_rare(struct worker *worker, struct worker_slot *slot, int64_t due_ns,
			int64_t late_ns)
{
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
	slot->histogram.stats.overruns += (uint64_t)missed;
	histogram_slice_add(&slot->histogram, late_ns);
	keep(worker, slot, due_ns, late_ns);
	return missed + 1;
}

/*
 * Wake-ups on the grid from due_ns on, until end_ns. Returns the first that was not. What
 * the usual wake-up does not need is behind a test that it must make anyway.
 */
static int64_t loop_due_times(struct worker *worker, struct worker_slot **current,
			      int64_t due_ns, int64_t end_ns)
{
	int64_t (*const wait)(struct wake *, int64_t) = worker->ops->wait;
	const atomic_bool *const stop = worker->stop;
	struct worker_slot *slot = *current;
	int64_t turn_ns = smaller(worker->slice_end_ns, end_ns);

	while (!atomic_load_explicit(stop, memory_order_relaxed)) {
		int64_t late_ns;

		if (RARELY(due_ns >= turn_ns)) {
			if (due_ns >= end_ns)
				break;
			slot = slot_turn(worker, slot, due_ns);
			turn_ns = smaller(worker->slice_end_ns, end_ns);
		}
		late_ns = wait(&worker->wake, due_ns) - due_ns;
		if (RARELY((uint64_t)late_ns >= worker->rare_ns)) {
			int64_t periods = add_rare(worker, slot, due_ns, late_ns);

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
static int64_t loop_gaps(struct worker *worker, struct worker_slot **current,
			 int64_t now_ns, int64_t end_ns)
{
	struct worker_slot *slot = *current;
	struct wake_gap gap;

	while (now_ns < end_ns && worker->samples_left && !is_stopped(worker)) {
		int64_t until_ns = smaller(worker->slice_end_ns, end_ns);

		if (worker->ops->wait_gap(&worker->wake, until_ns, worker->stop, &gap)) {
			histogram_slice_add(&slot->histogram, gap.length_ns);
			keep(worker, slot, gap.begin_ns, gap.length_ns);
			worker->samples_left--;
		}
		now_ns = clock_now_ns();
		if (now_ns >= worker->slice_end_ns)
			slot = slot_turn(worker, slot, now_ns);
	}
	*current = slot;
	return now_ns;
}

static int64_t loop(struct worker *worker, struct worker_slot **slot, int64_t from_ns,
		    int64_t end_ns)
{
	if (worker->ops->wait_gap)
		return loop_gaps(worker, slot, from_ns, end_ns);
	return loop_due_times(worker, slot, from_ns, end_ns);
}

/* Everything as in the measurement, but one slice that is thrown away in the end. */
static int64_t warm_up(struct worker *worker)
{
	struct worker_slot *slot = slot_open(worker, worker->first_due_ns);
	int64_t due_ns;

	worker->slice_end_ns = INT64_MAX;
	worker->samples_left = UINT64_MAX;
	due_ns = loop(worker, &slot, worker->first_due_ns - worker->warm_up_ns,
		      worker->first_due_ns);
	worker->samples_left = worker->sample_limit;
	histogram_slice_clear(&slot->histogram);
	if (worker->period_ns)
		slot->histogram.stats.overruns =
			(uint64_t)((due_ns - worker->first_due_ns) / worker->period_ns);
	return due_ns;
}

void worker_loop(struct worker *worker)
{
	int64_t due_ns = warm_up(worker);
	struct worker_slot *slot = slot_open(worker, due_ns);

	due_ns = loop(worker, &slot, due_ns, worker->end_ns);
	if (due_ns > slot->begin_ns)
		slot_hand_over(worker, slot, due_ns);
}

struct worker_slot *worker_take(struct worker *worker)
{
	uint32_t closed = atomic_load_explicit(&worker->closed, memory_order_acquire);
	uint32_t taken = atomic_load_explicit(&worker->taken, memory_order_relaxed);

	return closed == taken ? NULL : &worker->slot[taken & 1];
}

void worker_give_back(struct worker *worker, struct worker_slot *slot)
{
	uint32_t taken = atomic_load_explicit(&worker->taken, memory_order_relaxed);

	histogram_slice_clear(&slot->histogram);
	slot->samples_lost = 0;
	atomic_store_explicit(&worker->taken, taken + 1, memory_order_release);
}
