/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The worker threads of a run: created, given policy, CPU and memory, held until all are
 * ready, released together, ended. What they measure is for the recorder.
 */
#ifndef MEASURE_CREW_H
#define MEASURE_CREW_H

#include <stdatomic.h>
#include <sys/types.h>

#include "measure/plan.h"
#include "measure/worker.h"

struct crew;

/* All threads exist, have their policy, and wait. -1 with *err, and nothing left behind. */
int crew_open(const struct plan *plan, const struct root *root, atomic_bool *stop,
	      int64_t slice_ns, struct crew **crew, struct err *err);

/*
 * One for each stream. Streams of stages before a thread's own have no worker (NULL), and
 * those of interrupts no thread (0).
 */
struct worker *const *crew_workers(const struct crew *crew);
struct lane *const *crew_lanes(const struct crew *crew);
const pid_t *crew_tids(const struct crew *crew);

/*
 * After the end: what the wake source of that stream has counted otherwise than we have, one
 * sentence; NULL: nothing.
 */
const char *crew_complaint(const struct crew *crew, uint32_t stream);

/* Releases them. start_ns, of CLOCK_MONOTONIC, is run time 0 and far enough ahead. */
void crew_release(struct crew *crew, int64_t start_ns);

/* All have left their loops. The threads stay, so that their counters can still be read. */
bool crew_has_ended(const struct crew *crew);

/*
 * Wakes those that sleep until all have left their loops, or for patience_ns. The stop flag
 * must be set. false: some get no processor.
 */
bool crew_end(struct crew *crew, int64_t patience_ns);

/* Ends the threads, wherever they wait, and frees everything. NULL is fine. */
void crew_close(struct crew *crew);

#endif
