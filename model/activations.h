/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From what the core did to wake-ups of the measuring task: when each began, when it ended, and
 * what its time went to, by phase, function, cache line and who had evicted that line.
 *
 * A wake-up ends at the marker that the task executes, which says how late the guest's own
 * clock found it. It begins with the interrupt that was taken first after the due time; where
 * that was held up, with the moment when the timer expired. The core keeps what it did for a
 * while, so nothing has to be known in advance.
 */
#ifndef MODEL_ACTIVATIONS_H
#define MODEL_ACTIVATIONS_H

#include "model/core.h"
#include "model/symbols.h"
#include "model/trace.h"

enum { VECTORS_KEPT = 64, LINES_ROOM = 1 << 16 };

/* An interrupt that was taken: the first group of its handler, and where its wait began. */
struct vector {
	uint64_t group, start_group;
	uint64_t instructions; /* done before it */
};

/* Misses of one line in wake-ups, under one policy. */
struct missed_line {
	uint64_t line; /* + 1; 0: not used */
	uint64_t ps;
	uint64_t lost_to[OWNERS], first_or_other;
	uint32_t function; /* that missed it last */
};

struct activations {
	struct core *core;
	const struct symbols *symbols;
	struct trace *trace;
	uint32_t policies;

	struct vector vectors[VECTORS_KEPT];
	uint64_t vector_count;
	uint64_t resume_group, resume_instructions;
	bool has_slept; /* since the timer was set */
	bool is_armed;
	uint64_t armed_at, armed_ns;

	uint64_t (*by_function)[POLICIES_MAX][COSTS]; /* ps */
	uint64_t *instructions_by_function;
	uint64_t lost_count[POLICIES_MAX][CACHE_REASONS];
	uint64_t lost_ps[POLICIES_MAX][CACHE_REASONS];
	struct missed_line *lines[POLICIES_MAX]; /* a hash table each, LINES_ROOM */
	uint64_t lines_not_kept;
	uint64_t count, unmatched;
	uint64_t total_ps[POLICIES_MAX];
};

void activations_init(struct activations *activations, struct core *core,
		      const struct symbols *symbols, struct trace *trace);
void activations_free(struct activations *activations);

/* The processor is about to fetch the interrupt vector. */
void activations_vector(struct activations *activations);

/* The timer will expire in so long; guest time is 1 ns an instruction while it does not sleep. */
void activations_timer(struct activations *activations, uint64_t in_ns);

/* It sleeps now, until the timer expires at the latest. */
void activations_sleep(struct activations *activations);
/* It has slept. */
void activations_resume(struct activations *activations);

/* The task's marker: it found itself late by that much. */
void activations_mark(struct activations *activations, int64_t late_ns);

/* Sums at the end of the trace. */
void activations_end(struct activations *activations);

#endif
