/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the time of all wake-ups of a trace went, under each policy. All sums are of whole ps, so
 * that parts and wholes agree; what no part accounts for is told as such.
 */
#ifndef MODELLED_EXPLAIN_H
#define MODELLED_EXPLAIN_H

#include "modelled/trace.h"

/* One policy. The arrays are by the trace's numbers. */
struct explained {
	uint64_t total_ps;
	uint64_t by_cost[TRACE_NAMES];
	uint64_t by_phase[TRACE_NAMES];
	uint64_t by_both[TRACE_NAMES][TRACE_NAMES]; /* phase, cost */
	uint64_t other_ps; /* in no function that has a name, or in none at all */
	uint64_t misses;   /* of level 2 */
	uint64_t lost_to[TRACE_NAMES]; /* misses by whose line took the place */
	uint64_t lost_otherwise;
};

struct explanation {
	const struct model_trace *trace;
	uint32_t wake_ups; /* that are accounted for */
	uint64_t instructions, pending_instructions;
	struct explained policy[TRACE_POLICIES];
	uint32_t slowest, fastest;
	uint32_t *functions; /* by their time, the longest first */
	uint32_t *lines;     /* of the slowest policy, the same */
	uint32_t line_count;
	struct arena arena;
};

void explain(struct explanation *explanation, const struct model_trace *trace);
void explain_free(struct explanation *explanation);

/* A function's time under a policy. */
uint64_t explain_function_ps(const struct explanation *explanation, uint32_t function,
			     uint32_t policy);

/* What costs, phases and owners are called for people; the name itself where it is unknown. */
const char *explain_words(const char *name);

#endif
