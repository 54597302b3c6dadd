/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The real worker loop and the real recorder under simulated time: what a test sets up to
 * run scripted lateness through them.
 */
#ifndef WORKER_RIG_H
#define WORKER_RIG_H

#include <stdlib.h>

#include "base/arena.h"
#include "measure/recorder.h"
#include "measure/worker.h"
#include "simulated-clock.h"

/* Everything a sink is told, added up. */
struct heard {
	struct histogram total;
	struct run_sample *spikes;
	uint32_t spike_count, spike_room;
	uint64_t slices, raw, lost, events;
	int64_t next_begin_ns; /* of one stream: spans must touch */
	bool spans_touch;
};

static inline void heard_slice(void *self, const struct run_slice *slice)
{
	struct heard *heard = self;

	histogram_add_slice(&heard->total, slice->histogram);
	heard->lost += slice->samples_lost;
	heard->spans_touch &= !heard->slices || slice->begin_ns == heard->next_begin_ns;
	heard->next_begin_ns = slice->end_ns;
	heard->slices++;
}

static inline void heard_spikes(void *self, uint32_t stream,
				const struct run_sample *samples, uint32_t count)
{
	struct heard *heard = self;

	(void)stream;
	if (heard->spike_count + count > heard->spike_room) {
		heard->spike_room = 2 * (heard->spike_count + count);
		heard->spikes = mem_grow(heard->spikes,
					 heard->spike_room * sizeof(*heard->spikes));
	}
	memcpy(heard->spikes + heard->spike_count, samples, count * sizeof(*samples));
	heard->spike_count += count;
}

static inline void heard_raw(void *self, uint32_t stream,
			     const struct run_sample *samples, uint32_t count)
{
	struct heard *heard = self;

	(void)stream, (void)samples;
	heard->raw += count;
}

static inline void heard_event(void *self, const struct run_event *event)
{
	struct heard *heard = self;

	(void)event;
	heard->events++;
}

static inline struct run_sink heard_sink(struct heard *heard)
{
	histogram_clear(&heard->total);
	heard->spans_touch = true;
	return (struct run_sink){.self = heard,
				 .slice = heard_slice,
				 .spikes = heard_spikes,
				 .raw = heard_raw,
				 .event = heard_event};
}

/* A worker of that source on the simulated clock; rig_free() it. */
static inline struct worker *rig_worker_of(const struct wake_ops *ops, int64_t period_ns,
					   int64_t start_ns, int64_t duration_ns,
					   uint32_t ring_samples, atomic_bool *stop)
{
	const uint32_t lanes = wake_lanes(ops);
	struct worker *worker = aligned_alloc(64, sizeof(*worker));

	memset(worker, 0, sizeof(*worker));
	worker->ops = ops;
	worker->period_ns = worker->wake.period_ns = period_ns;
	worker->slice_ns = 1000000000;
	worker->start_ns = worker->first_due_ns = start_ns;
	worker->end_ns = start_ns + duration_ns;
	worker->sample_limit = UINT64_MAX;
	worker->stop_at_ns = worker->keep_ns = INT64_MAX;
	worker->stop = stop;
	worker->lane_count = lanes;
	worker->lanes = aligned_alloc(64, lanes * sizeof(struct lane));
	memset(worker->lanes, 0, lanes * sizeof(struct lane));
	for (uint32_t i = 0; i < lanes; i++) {
		struct ring *ring = &worker->lanes[i].ring;

		ring->size = ring_samples;
		ring->samples = mem_alloc(ring_samples * sizeof(struct run_sample));
	}
	worker_prepare(worker);
	return worker;
}

static inline struct worker *rig_worker(int64_t period_ns, int64_t start_ns,
					int64_t duration_ns, uint32_t ring_samples,
					atomic_bool *stop)
{
	return rig_worker_of(&wake_nanosleep, period_ns, start_ns, duration_ns,
			     ring_samples, stop);
}

static inline void rig_free(struct worker *worker)
{
	for (uint32_t i = 0; i < worker->lane_count; i++)
		free(worker->lanes[i].ring.samples);
	free(worker->lanes);
	free(worker);
}

/* Steps the recorder whenever simulated time has gone on by a quarter of a second. */
struct rig_stepper {
	struct recorder *recorder;
	int64_t next_ns;
};

static inline void rig_step(struct rig_stepper *stepper, int64_t now_ns)
{
	if (now_ns < stepper->next_ns)
		return;
	stepper->next_ns = now_ns + 250000000;
	recorder_step(stepper->recorder, now_ns);
}

#endif
