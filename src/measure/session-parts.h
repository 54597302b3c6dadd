/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For the files session*.c alone. */
#ifndef MEASURE_SESSION_PARTS_H
#define MEASURE_SESSION_PARTS_H

#include <pthread.h>

#include "base/num.h"
#include "measure/calibrate.h"
#include "measure/crew.h"
#include "measure/session.h"
#include "measure/watch.h"
#include "measure/watchdog.h"
#include "sys/clock.h"

#define SLICE_NS NS_PER_S

struct session {
	const struct plan *plan;
	const struct root *root;
	struct arena arena;
	struct clock_quality clock;
	struct calibration calibration;
	struct crew *crew;
	struct watch *watch;
	struct watchdog *watchdog;
	struct counters *counters;
	struct recorder *recorder;
	struct recorder_load load;
	struct run_stream *streams;
	const struct run_sink **sinks; /* the caller's, and the watch's */
	int64_t start_ns;
	int64_t stopped_ns; /* run time of session_end_workers(); 0: not yet */
	int64_t recorder_cpu_ns;
	int hold_fd, news_fd;
	atomic_bool stop; /* set by anyone, read by every worker */
	pthread_t thread;
	bool has_thread;
	bool has_started, has_stopped;
	pthread_mutex_t lock; /* sinks and recorder */
	pthread_mutex_t ending_lock;
	pthread_cond_t ending_changed;
	bool is_ending; /* under ending_lock */
};

/* What is known when the streams are: their rows, the counters, the host. */
void session_describe_streams(struct session *session);
void session_tell_head(struct session *session);
/* Rights as they were obtained. */
void session_tell_obtained(struct session *session);
/* The lock is held by the caller. */
void session_tell_event(void *self, const struct run_event *event);
/* A worker that could not go on, or a watchdog that had to step in. true: there was one. */
bool session_tell_failures(struct session *session);
void session_tell_end(struct session *session, const struct run_end *end);

/* -1 with *err. */
int session_start_recorder(struct session *session, struct err *err);
/* It looks for a last time. Does nothing when there is none. */
void session_end_recorder(struct session *session);

#endif
