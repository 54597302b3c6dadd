/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts the parts of a run together, in order, and takes them apart again. */
#include "measure/session.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/num.h"
#include "measure/calibrate.h"
#include "measure/crew.h"
#include "measure/wake-ops.h"
#include "measure/watch.h"
#include "measure/watchdog.h"
#include "sys/clock.h"
#include "sys/dma-latency.h"
#include "sys/host.h"
#include "sys/memory.h"
#include "version.h"

#define SLICE_NS NS_PER_S
/* The recorder looks four times a slice, the first time shortly after its end. */
#define LOOK_NS (SLICE_NS / 4)
#define LOOK_DELAY_NS (20 * NS_PER_MS)
/* From the release of the workers to their first due time. */
#define LEAD_NS (30 * NS_PER_MS)

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

static void describe_streams(struct session *session)
{
	const struct plan *plan = session->plan;

	session->streams = arena_array(&session->arena, plan->stream_count,
				       sizeof(*session->streams));
	for (uint32_t i = 0; i < plan->stream_count; i++) {
		const struct plan_stream *from = &plan->streams[i];

		session->streams[i] = (struct run_stream){
			.cpu = from->cpu,
			.offset_ns = from->offset_ns,
			.period_ns = from->ops->wait_gap ? 0 : plan->asked.period_ns,
			.tid = crew_tids(session->crew)[i],
			.context = from->stage ? from->stage->context : "user",
			.wake = from->ops->name,
			.lateness =
				from->stage ? from->stage->lateness : from->ops->lateness,
			.policy = plan_policy_name(from),
			.priority = from->wish.priority,
			.got_policy = "",
			.got_cpus = "",
		};
	}
}

static const char *why_missing(const struct session *session,
			       const struct counter_row *row)
{
	return row->scope == SCOPE_STREAM && !session->plan->stream_count
		       ? "whylate has no threads of its own here"
		       : row->missing;
}

/* Which counters there are: those that gave no value at all say why. */
static struct run_counter *describe_counters(struct session *session)
{
	const struct recorder_load *load = &session->load;
	struct run_counter *rows =
		arena_array(&session->arena, COUNTERS + load->count, sizeof(*rows));

	counters_read(session->counters, true);
	for (int id = 0; id < COUNTERS; id++) {
		const struct counter_row *row = &counter_rows[id];
		bool is_there = false;

		for (uint32_t i = 0;
		     i < counters_instances(session->counters, (enum counter_id)id); i++)
			is_there |= counters_get(session->counters, (enum counter_id)id,
						 i) != COUNTER_UNKNOWN;
		rows[id] = (struct run_counter){
			.name = row->name,
			.unit = row->unit,
			.scope = counter_scope_names[row->scope],
			.unavailable = is_there ? "" : why_missing(session, row),
			.per_slice = row->per_slice,
		};
	}
	for (uint32_t i = 0; i < load->count; i++)
		rows[COUNTERS + i] = load->rows[i];
	return rows;
}

static const int64_t *list_cpus(struct session *session, uint32_t *count)
{
	const struct cpuset *cpus = &session->plan->cpus;
	int64_t *numbers = arena_array(&session->arena, (size_t)cpuset_count(cpus),
				       sizeof(*numbers));

	*count = 0;
	for (int cpu = cpuset_next(cpus, 0); cpu >= 0; cpu = cpuset_next(cpus, cpu + 1))
		numbers[(*count)++] = cpu;
	return numbers;
}

static void name_host(struct session *session, struct run_host *host)
{
	struct utsname names = host_names();

	host->name = session->plan->anonymous
			     ? ""
			     : arena_copy(&session->arena, names.nodename);
	host->kernel = arena_copy(&session->arena, names.release);
	host->kernel_version = arena_copy(&session->arena, names.version);
	host->machine = arena_copy(&session->arena, names.machine);
	host->program_version = WHYLATE_VERSION;
}

static void tell_head(struct session *session)
{
	struct run_head head = {
		.plan = session->plan->asked,
		.load = session->plan->load,
		.slice_ns = SLICE_NS,
		.streams = session->streams,
		.counters = describe_counters(session),
		.stream_count = session->plan->stream_count,
		.counter_count = COUNTERS + session->load.count,
	};

	head.cpus = list_cpus(session, &head.cpu_count);
	name_host(session, &head.host);
	head.host.started_monotonic_ns = session->start_ns;
	head.host.started_wall_ns =
		clock_read_ns(CLOCK_REALTIME) + session->start_ns - clock_now_ns();
	head.host.clock_granularity_ns = session->clock.granularity_ns;
	head.host.clock_read_ns = session->clock.read_ns;
	head.host.wake_cost_ns = session->calibration.wake_cost_ns;
	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->head)
			(*sink)->head((*sink)->self, &head);
}

static const void *const *worker_addresses(const struct session *session)
{
	return (const void *const *)crew_workers(session->crew);
}

static void tell_obtained(struct session *session)
{
	watch_read_back(session->watch, &session->arena, worker_addresses(session),
			session->streams);
	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->obtained)
			(*sink)->obtained((*sink)->self, session->streams,
					  session->plan->stream_count);
}

static void tell_event(void *self, const struct run_event *event)
{
	const struct session *session = self;

	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->event)
			(*sink)->event((*sink)->self, event);
}

static void announce(struct session *session)
{
	const uint64_t one = 1;
	ssize_t ignored = write(session->news_fd, &one, sizeof(one));

	(void)ignored; /* full: the news are known already */
}

/* false: the run is ending. */
static bool sleep_until(struct session *session, int64_t due_ns)
{
	const struct timespec until = {.tv_sec = (time_t)(due_ns / NS_PER_S),
				       .tv_nsec = (long)(due_ns % NS_PER_S)};
	bool go_on;

	pthread_mutex_lock(&session->ending_lock);
	while (!session->is_ending &&
	       pthread_cond_timedwait(&session->ending_changed, &session->ending_lock,
				      &until) == 0)
		;
	go_on = !session->is_ending;
	pthread_mutex_unlock(&session->ending_lock);
	return go_on;
}

static int64_t recorder_clock_ns(void)
{
	return clock_read_ns(CLOCK_MONOTONIC);
}

static void step(struct session *session, int64_t *looked_slice)
{
	int64_t now_ns = recorder_clock_ns();
	int64_t slice = (now_ns - session->start_ns) / SLICE_NS;

	session_lock(session);
	if (slice > *looked_slice) {
		*looked_slice = slice;
		watch_look(session->watch, now_ns - session->start_ns);
	}
	recorder_step(session->recorder, now_ns);
	session_unlock(session);
	watchdog_feed(session->watchdog);
	announce(session);
}

/* One more look at threads that are still there, and all that they left. */
static void last_step(struct session *session)
{
	session_lock(session);
	watch_look(session->watch, session_time_ns(session));
	recorder_finish(session->recorder);
	session_unlock(session);
	session->recorder_cpu_ns = clock_read_ns(CLOCK_THREAD_CPUTIME_ID);
}

/* The next time for a look. */
static int64_t look_after(const struct session *session, int64_t now_ns)
{
	int64_t first_ns = session->start_ns + LOOK_DELAY_NS;

	if (now_ns < first_ns)
		return first_ns;
	return first_ns + ((now_ns - first_ns) / LOOK_NS + 1) * LOOK_NS;
}

static void *recorder_thread(void *argument)
{
	struct session *session = argument;
	int64_t looked_slice = -1, due_ns;
	bool go_on;

	sched_name_thread("wl-recorder");
	/* The first look is at the start itself: counters begin there. */
	for (go_on = sleep_until(session, session->start_ns); go_on;
	     go_on = sleep_until(session, due_ns)) {
		step(session, &looked_slice);
		due_ns = look_after(session, recorder_clock_ns());
	}
	last_step(session);
	return NULL;
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
	int error;

	if (cpuset_next(&plan->housekeeping, 0) >= 0)
		sched_set_cpus(0, &plan->housekeeping); /* the recorder's thread, too */
	session->load = *load;
	session->watch = watch_open(session->root, plan, tids, tell_event, session);
	session->counters =
		counters_open(session->root, &plan->cpus, tids, plan->stream_count);
	join_sinks(session, sinks);
	describe_streams(session);
	/* A meter does not wait for us. */
	session->start_ns = clock_now_ns() + (plan->stream_count ? LEAD_NS : 0) +
			    plan->asked.warm_up_ns;
	if (plan->asked.warm_up_ns)
		session->start_ns += plan->asked.period_ns;
	open_recorder(session);
	session->has_started = true;
	crew_release(session->crew, session->start_ns);
	tell_head(session);
	tell_obtained(session);
	error = pthread_create(&session->thread, NULL, recorder_thread, session);
	if (error) {
		errno = error;
		return err_errno(err, "cannot start the recorder's thread");
	}
	session->has_thread = true;
	return 0;
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

int64_t session_time_ns(const struct session *session)
{
	return recorder_clock_ns() - session->start_ns;
}

void session_event(struct session *session, const char *kind, const char *text,
		   bool invalidates)
{
	const struct run_event event = {session_time_ns(session), kind, text,
					invalidates};

	session_lock(session);
	tell_event(session, &event);
	session_unlock(session);
}

void session_output(struct session *session, const char *text, size_t length)
{
	const struct run_output output = {session_time_ns(session), text, length};

	session_lock(session);
	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->output)
			(*sink)->output((*sink)->self, &output);
	session_unlock(session);
}

void session_setup(struct session *session, int64_t clock_ns, bool changes,
		   const struct setup *setup)
{
	const struct run_setup told = {clock_ns - session->start_ns, changes,
				       setup->files, setup->count};

	session_lock(session);
	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->setup)
			(*sink)->setup((*sink)->self, &told);
	session_unlock(session);
}

static void end_recorder_thread(struct session *session)
{
	if (!session->has_thread)
		return;
	pthread_mutex_lock(&session->ending_lock);
	session->is_ending = true;
	pthread_cond_broadcast(&session->ending_changed);
	pthread_mutex_unlock(&session->ending_lock);
	pthread_join(session->thread, NULL);
	session->has_thread = false;
}

static void tell_error(struct session *session, uint32_t stream, int error)
{
	CLEANUP(str_free) struct str text = {0};

	str_addf(&text, "stream %u could not wait any more: %s", stream,
		 error == ENODEV ? "its CPU went offline" : strerror(error));
	session_event(session, "worker", str_text(&text), true);
}

/* A worker that could not go on, or a watchdog that had to step in. true: there was one. */
static bool tell_failures(struct session *session)
{
	bool has_failed = watchdog_has_fired(session->watchdog);

	for (uint32_t i = 0; i < session->plan->stream_count; i++) {
		const struct worker *worker = crew_workers(session->crew)[i];
		const char *complaint = crew_complaint(session->crew, i);

		if (complaint)
			session_event(session, "worker", complaint, true);
		if (!worker || !worker->error)
			continue;
		has_failed = true;
		tell_error(session, i, worker->error);
	}
	if (watchdog_has_fired(session->watchdog))
		session_event(
			session, "watchdog",
			"the real-time threads left the recorder no processor for 10 s; "
			"the watchdog ended the run",
			true);
	return has_failed;
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
	end_recorder_thread(session);
}

void session_finish(struct session *session, bool was_interrupted)
{
	struct run_end end = {0};
	bool has_failed;

	session_stop(session);
	has_failed = tell_failures(session);
	end.ended = has_failed ? "interrupted" : how_it_ended(session, was_interrupted);
	/* The last slice goes on to a due time that may never have come. */
	end.end_ns = session->plan->stream_count
			     ? earlier(recorder_told_ns(session->recorder),
				       session->stopped_ns)
			     : session->stopped_ns;
	end.recorded_ns = end.end_ns;
	end.recorder_cpu_ns = session->recorder_cpu_ns;
	end.checked = watch_state(session->watch);
	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->end)
			(*sink)->end((*sink)->self, &end);
}

void session_close(struct session *session)
{
	if (!session)
		return;
	atomic_store_explicit(&session->stop, true, memory_order_relaxed);
	end_recorder_thread(session);
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
