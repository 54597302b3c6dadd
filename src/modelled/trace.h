/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a model (model/, boards/model) left behind of one stream of instructions: all wake-ups,
 * under each policy, with what their time went to. docs/model.md describes the file. Nothing of
 * it is trusted: sums that contradict each other are refused like damage.
 */
#ifndef MODELLED_TRACE_H
#define MODELLED_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

enum { TRACE_POLICIES = 4, TRACE_NAMES = 24 };

/* Names that are numbers from there on: phases, costs, owners. */
struct trace_names {
	const char *name[TRACE_NAMES];
	uint32_t count;
};

struct trace_policy {
	const char *name;
	uint32_t aux_ctrl;
	const char *aux_text; /* "0x02870000" */
};

/* One wake-up under one policy. */
struct trace_side {
	uint64_t clock_ps;                  /* at its end, since the start */
	uint64_t lines_read, lines_written; /* by then, from and to memory */
	uint64_t total_ps;
	const uint64_t *ps; /* phase by phase, cost by cost */
};

struct trace_wake_up {
	int64_t guest_late_ns;
	bool is_matched; /* otherwise nothing else is known */
	uint64_t instructions, pending_instructions;
	struct trace_side side[TRACE_POLICIES];
};

struct trace_function {
	const char *name;
	uint64_t instructions;
	const uint64_t *ps; /* policy by policy, cost by cost */
};

/* Misses of level 2 in wake-ups by why the line was not there. */
struct trace_lost {
	uint32_t policy;
	const char *to; /* an owner; "first", "invalidated", "unknown" */
	uint64_t count, ps;
};

struct trace_line {
	uint32_t policy;
	uint64_t address, ps;
	const char *function;
	uint64_t other;          /* misses that nobody's line caused */
	const uint64_t *lost_to; /* by owner */
};

struct model_trace {
	struct trace_names phases, costs, owners;
	struct trace_policy policies[TRACE_POLICIES];
	uint32_t policy_count;
	int64_t memory_mbytes_per_s;
	struct trace_wake_up *wake_ups;
	struct trace_function *functions;
	struct trace_lost *lost;
	struct trace_line *lines;
	uint32_t wake_up_count, function_count, lost_count, line_count;
	uint32_t unmatched;
	uint32_t crc; /* of the whole of it: the same stream, the same parameters */
	struct arena arena;
};

/* name is for messages. -1: not of this form, damaged, cut off, or without a wake-up. */
int model_trace_read(struct model_trace *trace, const char *name, const char *text,
		     size_t length, struct err *err);
void model_trace_free(struct model_trace *trace);

#endif
