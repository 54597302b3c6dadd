/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Once a second: did the run still get what it asked for? Clocks that stepped, a suspend,
 * policies or affinities that somebody changed, real-time throttling. Tells, never mends.
 */
#ifndef MEASURE_WATCH_H
#define MEASURE_WATCH_H

#include <sys/types.h>

#include "measure/plan.h"
#include "run/record.h"

struct watch;

/* tids: the streams' threads, in order. tell() is called in watch_look(). */
struct watch *watch_open(const struct root *root, const struct plan *plan,
			 const pid_t *tids,
			 void (*tell)(void *self, const struct run_event *event),
			 void *self);
void watch_close(struct watch *watch);

/* Fills got_* of every stream. YES: all as asked; NO: not; UNKNOWN: something unreadable. */
enum tristate watch_read_back(struct watch *watch, struct arena *arena,
			      const void *const *worker_memory,
			      struct run_stream *streams);

/* time_ns is the run time to put into events. */
void watch_look(struct watch *watch, int64_t time_ns);

/* Looks at slices and counters for the marks of real-time throttling. */
const struct run_sink *watch_sink(struct watch *watch);

/* YES: every look so far could read everything; UNKNOWN: some could not, or there was none. */
enum tristate watch_state(const struct watch *watch);

#endif
