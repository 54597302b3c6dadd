/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts the parts of a run together, in order, and takes them apart again. */
#include "measure/session-parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/num.h"
#include "measure/wake-ops.h"
#include "sys/clock.h"
#include "sys/dma-latency.h"
#include "sys/memory.h"

/* From the release of the workers to their first due time. */
#define LEAD_NS (30 * NS_PER_MS)

static bool is_realtime(const struct plan_stream *stream)
{
	return stream->wish.policy == POLICY_FIFO || stream->wish.policy == POLICY_RR;
}

/* Threads that sleep nearly always cannot starve anyone and need no watchdog beside them. */
static bool needs_watchdog(const struct session *session)
{
	for (uint32_t i = 0; i < session->plan->stream_count; i++) {
		const struct plan_stream *stream = &session->plan->streams[i];

		if (is_realtime(stream) && (stream->ops->wait_gap ||
					    session->calibration.wake_cost_ns >
						    session->plan->asked.period_ns / 10))
			return true;
	}
	return false;
}

static int start_watchdog(struct session *session, struct err *err)
{
	int highest = 0;

	if (!needs_watchdog(session))
		return 0;
	for (uint32_t i = 0; i < session->plan->stream_count; i++)
		if (!session->plan->streams[i].stage &&
		    session->plan->streams[i].wish.priority > highest)
			highest = session->plan->streams[i].wish.priority;
	return watchdog_start(session->root, highest + 1, &session->plan->housekeeping,
			      &session->stop, &session->watchdog, err);
}

static int open_parts(struct session *session, struct err *err)
{
	const struct plan *plan = session->plan;
	int64_t hold_us = plan->asked.hold_dma_latency_us;

	/* Whatever whylate was started under, its own threads are ordinary ones. */
	sched_set(&(struct sched_wish){.policy = POLICY_OTHER});
	memory_use_one_pool();
	session->news_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (session->news_fd < 0)
		return err_errno(err, "cannot create an eventfd");
	/* First: it changes what a wake-up costs. */
	if (hold_us >= 0) {
		session->hold_fd = dma_latency_hold(session->root, (int32_t)hold_us, err);
		if (session->hold_fd < 0)
			return -1;
	}
	session->clock = clock_measure_quality();
	if (plan->stream_count &&
	    (calibrate(plan, session->root, &session->calibration, err) < 0 ||
	     plan_check_cost(plan, session->root, session->calibration.wake_cost_ns,
			     err) < 0))
		return -1;
	if (crew_open(plan, session->root, &session->stop, SLICE_NS, &session->crew,
		      err) < 0)
		return -1;
	return start_watchdog(session, err);
}

int session_open(const struct plan *plan, const struct root *root,
		 struct session **result, struct err *err)
{
	struct session *session = mem_alloc(sizeof(*session));
	pthread_condattr_t attributes;

	session->plan = plan;
	session->root = root;
	session->hold_fd = session->news_fd = -1;
	pthread_mutex_init(&session->lock, NULL);
	pthread_mutex_init(&session->ending_lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&session->ending_changed, &attributes);
	pthread_condattr_destroy(&attributes);
	if (open_parts(session, err) < 0) {
		session_close(session);
		return -1;
	}
	*result = session;
	return 0;
}

/* The caller's sinks and the watch's. */
static void join_sinks(struct session *session, const struct run_sink *const *sinks)
{
	size_t count = 0;

	while (sinks[count])
		count++;
	session->sinks = arena_array(&session->arena, count + 2, sizeof(*session->sinks));
	memcpy(session->sinks, sinks, count * sizeof(*sinks));
	session->sinks[count] = watch_sink(session->watch);
}

static void open_recorder(struct session *session)
{
	const struct run_plan *asked = &session->plan->asked;
	const struct recorder_setup setup = {
		.lanes = crew_lanes(session->crew),
		.streams = session->streams,
		.stream_count = session->plan->stream_count,
		.start_ns = session->start_ns,
		.slice_ns = SLICE_NS,
		.spike_ns = asked->spike_ns,
		/* Sleeping for longer wakes later than the calibration did. */
		.spike_first_ns = 3 * session->calibration.late_ns,
		.stop_at_ns = asked->stop_at_ns ? asked->stop_at_ns : INT64_MAX,
		.spike_auto = asked->spike_auto,
		.raw = asked->raw,
		.load = session->load,
		.counters = session->counters,
		.sinks = session->sinks,
	};

	session->recorder = recorder_open(&setup);
	recorder_begin(session->recorder);
}

int session_start(struct session *session, const struct run_sink *const *sinks,
		  const struct recorder_load *load, struct err *err)
{
	const struct plan *plan = session->plan;
	const pid_t *tids = crew_tids(session->crew);

	if (cpuset_next(&plan->housekeeping, 0) >= 0)
		sched_set_cpus(0, &plan->housekeeping); /* the recorder's thread, too */
	session->load = *load;
	session->watch =
		watch_open(session->root, plan, tids, session_tell_event, session);
	session->counters =
		counters_open(session->root, &plan->cpus, tids, plan->stream_count);
	join_sinks(session, sinks);
	session_describe_streams(session);
	/* A meter does not wait for us. */
	session->start_ns = clock_now_ns() + (plan->stream_count ? LEAD_NS : 0) +
			    plan->asked.warm_up_ns;
	if (plan->asked.warm_up_ns)
		session->start_ns += plan->asked.period_ns;
	open_recorder(session);
	session->has_started = true;
	crew_release(session->crew, session->start_ns);
	session_tell_head(session);
	session_tell_obtained(session);
	return session_start_recorder(session, err);
}

int session_news_fd(const struct session *session)
{
	return session->news_fd;
}

bool session_take_news(struct session *session)
{
	uint64_t count;

	return read(session->news_fd, &count, sizeof(count)) == sizeof(count);
}

bool session_has_ended(const struct session *session)
{
	return session->plan->stream_count && crew_has_ended(session->crew);
}

void session_lock(struct session *session)
{
	pthread_mutex_lock(&session->lock);
}

void session_unlock(struct session *session)
{
	pthread_mutex_unlock(&session->lock);
}

static const char *how_it_ended(struct session *session, bool was_interrupted)
{
	const struct run_plan *asked = &session->plan->asked;

	if (asked->stop_at_ns &&
	    recorder_look(session->recorder).max_ns >= asked->stop_at_ns)
		return "stopped";
	if (was_interrupted && (asked->duration_ns || asked->samples))
		return "interrupted";
	return "complete";
}

static int64_t earlier(int64_t a_ns, int64_t b_ns)
{
	int64_t time_ns = a_ns < b_ns ? a_ns : b_ns;

	return time_ns < 0 ? 0 : time_ns;
}

bool session_end_workers(struct session *session, int64_t patience_ns)
{
	if (!session->stopped_ns)
		session->stopped_ns = session_time_ns(session);
	atomic_store_explicit(&session->stop, true, memory_order_relaxed);
	return crew_end(session->crew, patience_ns);
}

void session_stop(struct session *session)
{
	if (session->has_stopped)
		return;
	session->has_stopped = true;
	session_end_workers(session, INT64_MAX);
	session_end_recorder(session);
}

void session_finish(struct session *session, bool was_interrupted)
{
	struct run_end end = {0};
	bool has_failed;

	session_stop(session);
	has_failed = session_tell_failures(session);
	end.ended = has_failed ? "interrupted" : how_it_ended(session, was_interrupted);
	/* The last slice goes on to a due time that may never have come. */
	end.end_ns = session->plan->stream_count
			     ? earlier(recorder_told_ns(session->recorder),
				       session->stopped_ns)
			     : session->stopped_ns;
	end.recorded_ns = end.end_ns;
	end.recorder_cpu_ns = session->recorder_cpu_ns;
	end.checked = watch_state(session->watch);
	session_tell_end(session, &end);
}

void session_close(struct session *session)
{
	if (!session)
		return;
	atomic_store_explicit(&session->stop, true, memory_order_relaxed);
	session_end_recorder(session);
	watchdog_stop(session->watchdog);
	if (session->has_started)
		crew_end(session->crew, INT64_MAX);
	crew_close(session->crew);
	recorder_close(session->recorder);
	counters_close(session->counters);
	watch_close(session->watch);
	if (session->hold_fd >= 0)
		close(session->hold_fd);
	if (session->news_fd >= 0)
		close(session->news_fd);
	pthread_mutex_destroy(&session->lock);
	pthread_mutex_destroy(&session->ending_lock);
	pthread_cond_destroy(&session->ending_changed);
	arena_free(&session->arena);
	free(session);
}
