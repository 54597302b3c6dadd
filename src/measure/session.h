/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A whole run: rights and calibration, the crew of workers, the recorder's thread, the
 * watch, the end. The caller looks after signals and the screen.
 */
#ifndef MEASURE_SESSION_H
#define MEASURE_SESSION_H

#include "measure/plan.h"
#include "measure/recorder.h"
#include "run/record.h"

struct session;

/*
 * Everything that can be refused is tried here: -1 with *err, and nothing is left behind.
 * Threads are there and wait. plan and root must outlive the session.
 */
int session_open(const struct plan *plan, const struct root *root,
		 struct session **session, struct err *err);

/*
 * Starts. load tells what the load does, for the counters. sinks, NULL behind the last, are
 * told everything from the recorder's thread, under session_lock(). -1 with *err.
 */
int session_start(struct session *session, const struct run_sink *const *sinks,
		  const struct recorder_load *load, struct err *err);

/* Becomes readable when there is news: a slice was told, or all workers have ended. */
int session_news_fd(const struct session *session);
/* Whether there was any since the last call. */
bool session_take_news(struct session *session);

/* All workers have. A meter's run has none, and ends with the meter. */
bool session_has_ended(const struct session *session);

/* Nothing is told to the sinks in between. */
void session_lock(struct session *session);
void session_unlock(struct session *session);

/* Run time, now. */
int64_t session_time_ns(const struct session *session);

/* Something the caller saw happen, as of now. Takes the lock itself. */
void session_event(struct session *session, const char *kind, const char *text,
		   bool invalidates);

/* What the meter printed, as of now. Takes the lock itself. */
void session_output(struct session *session, const char *text, size_t length);

/* Files of the machine's set-up, as they were at clock_ns (CLOCK_MONOTONIC). Takes the lock. */
void session_setup(struct session *session, int64_t clock_ns, bool changes,
		   const struct setup *setup);

/*
 * Tells the workers to end and gives them patience_ns. false: some get no processor to do so;
 * session_stop() would wait for them.
 */
bool session_end_workers(struct session *session, int64_t patience_ns);

/* Ends the workers if they have not ended, and tells what is left; the end is to come. */
void session_stop(struct session *session);

/*
 * Ends the workers if they have not ended, takes the rest, tells the end. was_interrupted:
 * a signal came before the run had all that it was asked for.
 */
void session_finish(struct session *session, bool was_interrupted);

void session_close(struct session *session);

#endif
