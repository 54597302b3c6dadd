/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Samples from one worker to the recorder, without locks: one writer, one reader. A full
 * ring refuses; the worker counts what did not fit.
 */
#ifndef MEASURE_RING_H
#define MEASURE_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "run/record.h"

struct ring {
	_Atomic uint32_t
		head;  /* next to write; written by the worker, read by ring_take() */
	uint32_t size; /* power of two */
	struct run_sample *samples;         /* times of CLOCK_MONOTONIC here */
	_Alignas(64) _Atomic uint32_t tail; /* next to read; written by ring_take() */
};

/* In the real-time thread. false: full. */
static inline bool ring_put(struct ring *ring, int64_t due_ns, int64_t late_ns)
{
	uint32_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
	uint32_t tail = atomic_load_explicit(&ring->tail, memory_order_acquire);

	if (head - tail == ring->size)
		return false;
	ring->samples[head & (ring->size - 1)] = (struct run_sample){due_ns, late_ns};
	atomic_store_explicit(&ring->head, head + 1, memory_order_release);
	return true;
}

/* In the recorder. false: empty. */
static inline bool ring_take(struct ring *ring, struct run_sample *sample)
{
	uint32_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
	uint32_t head = atomic_load_explicit(&ring->head, memory_order_acquire);

	if (head == tail)
		return false;
	*sample = ring->samples[tail & (ring->size - 1)];
	atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
	return true;
}

#endif
