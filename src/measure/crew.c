/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads and their memory. The loop that they run is worker.c's. */
#include "measure/crew.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sys/clock.h"
#include "sys/memory.h"
#include "sys/privilege.h"

/* Spikes of a second or more of overload at 10 kHz; raw: of every sample, several seconds. */
enum { RING_SAMPLES = 4096, RING_SAMPLES_MAX = 1 << 20, STACK_BYTES = 64 << 10 };

/* Ends a sleep early: its handler does nothing, the system call returns EINTR. */
#define SIGNAL_WAKE (SIGRTMIN + 1)

struct crew_member {
	struct crew *crew;
	const struct plan_stream *stream; /* its own; those of its stages are before it */
	struct worker *worker;            /* with lanes and rings behind it */
	size_t worker_bytes;
	pthread_t thread;
	bool has_thread;
	atomic_bool has_ended; /* set by the thread, read by crew_has_ended() */
	struct err err;        /* why it cannot start */
	struct err complaint;  /* what its wake source counted otherwise */
};

struct crew {
	const struct plan *plan;
	const struct root *root;
	struct crew_member *members;
	uint32_t member_count;
	/* One for each stream. */
	struct worker **workers;
	struct lane **lanes;
	pid_t *tids;
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	uint32_t ready; /* under the mutex, like the next two */
	bool is_released;
	bool is_dismissed;
	int64_t start_ns;
};

/* Stack that the loop and a signal frame may use is there before it is needed. */
static __attribute__((noinline)) void touch_stack(void)
{
	volatile char stack[STACK_BYTES / 2];

	for (size_t i = 0; i < sizeof(stack); i += 1024)
		stack[i] = 0;
}

static uint32_t first_stream(const struct crew_member *member)
{
	return (uint32_t)(member->stream - member->crew->plan->streams) + 1 -
	       member->worker->lane_count;
}

/* Of this thread, and of the task that is a stage before it. */
static void note_tids(struct crew_member *member)
{
	const struct worker *worker = member->worker;
	pid_t *tids = member->crew->tids + first_stream(member);

	for (uint32_t i = 0; i + 1 < worker->lane_count; i++)
		if (worker->ops->stages[i].is_task)
			tids[i] = worker->wake.thread_tid;
	tids[worker->lane_count - 1] = sched_thread_id();
}

static int take_place(struct crew_member *member, struct err *err)
{
	const struct plan_stream *stream = member->stream;
	struct cpuset one = {0};

	if (stream->cpu >= 0) {
		cpuset_add(&one, stream->cpu);
		if (sched_set_cpus(0, &one) < 0)
			return privilege_explain_cpu(member->crew->root, stream->cpu,
						     errno, err);
	}
	sched_minimise_timer_slack();
	touch_stack();
	if (stream->ops->open && stream->ops->open(&member->worker->wake, err) < 0)
		return -1;
	note_tids(member);
	if (sched_set(&stream->wish) < 0)
		return privilege_explain_policy(member->crew->root, &stream->wish, errno,
						err);
	return 0;
}

/* Tells that this thread is ready and waits for the start. false: there is none. */
static bool wait_for_start(struct crew *crew)
{
	bool go;

	pthread_mutex_lock(&crew->mutex);
	crew->ready++;
	pthread_cond_broadcast(&crew->changed);
	while (!crew->is_released && !crew->is_dismissed)
		pthread_cond_wait(&crew->changed, &crew->mutex);
	go = crew->is_released;
	pthread_mutex_unlock(&crew->mutex);
	return go;
}

static void wait_for_dismissal(struct crew *crew)
{
	pthread_mutex_lock(&crew->mutex);
	while (!crew->is_dismissed)
		pthread_cond_wait(&crew->changed, &crew->mutex);
	pthread_mutex_unlock(&crew->mutex);
}

static void measure(struct crew_member *member)
{
	struct worker *worker = member->worker;
	const struct wake_ops *ops = worker->ops;

	if (ops->arm &&
	    ops->arm(&worker->wake, worker->first_due_ns - worker->warm_up_ns) < 0) {
		worker->error = errno;
		return;
	}
	worker_loop(worker);
	if (ops->check)
		ops->check(&worker->wake, &member->complaint);
}

/* For ps and traces: "wl-nanosleep/3" on CPU 3. */
static void name_thread(const struct crew_member *member)
{
	char name[32];

	snprintf(name, sizeof(name), "wl-%s/%d", member->stream->ops->name,
		 member->stream->cpu);
	sched_name_thread(name);
}

static void *member_thread(void *argument)
{
	struct crew_member *member = argument;
	const struct wake_ops *ops = member->stream->ops;

	name_thread(member);
	take_place(member, &member->err);
	if (wait_for_start(member->crew))
		measure(member);
	atomic_store_explicit(&member->has_ended, true, memory_order_release);
	/* Open until then: what a source has made belongs to the set-up of the run. */
	wait_for_dismissal(member->crew);
	if (ops->close)
		ops->close(&member->worker->wake);
	return NULL;
}

static uint32_t ring_size(const struct run_plan *asked, const struct plan_stream *stream)
{
	uint32_t size = RING_SAMPLES;
	int64_t samples;

	if (!asked->raw)
		return size;
	samples = stream->ops->wait_gap ? RING_SAMPLES_MAX
					: 4 * CLOCK_NS_PER_S / asked->period_ns;
	while (size < samples && size < RING_SAMPLES_MAX)
		size *= 2;
	return size;
}

static int64_t round_up(int64_t value, int64_t step)
{
	return (value + step - 1) / step * step;
}

/* Worker, lanes and rings, in one piece of locked memory. */
static struct worker *map_worker(struct crew_member *member, uint32_t samples)
{
	const uint32_t lanes = wake_lanes(member->stream->ops);
	const size_t lanes_at = (size_t)round_up((int64_t)sizeof(struct worker), 64);
	const size_t rings_at = lanes_at + lanes * sizeof(struct lane);
	struct run_sample *ring;
	struct worker *worker;

	member->worker_bytes = rings_at + lanes * samples * sizeof(struct run_sample);
	worker = memory_map(member->worker_bytes);
	if (!worker)
		return NULL;
	worker->lanes = (struct lane *)(void *)((char *)worker + lanes_at);
	worker->lane_count = lanes;
	ring = (struct run_sample *)(void *)((char *)worker + rings_at);
	for (uint32_t i = 0; i < lanes; i++, ring += samples) {
		worker->lanes[i].ring.samples = ring;
		worker->lanes[i].ring.size = samples;
	}
	return worker;
}

/* What to open the wake source with. */
static void prepare_wake(struct crew_member *member, struct worker *worker)
{
	const struct plan_stream *first =
		&member->crew->plan->streams[first_stream(member)];

	worker->wake.root = member->crew->root;
	worker->wake.cpu = member->stream->cpu;
	worker->wake.period_ns = worker->period_ns;
	worker->wake.threshold_ns = member->crew->plan->asked.spin_threshold_ns;
	worker->wake.fd = -1;
	for (uint32_t i = 0; i + 1 < worker->lane_count; i++)
		if (first[i].stage->is_task)
			worker->wake.thread_priority = first[i].wish.priority;
}

static int make_worker(struct crew *crew, struct crew_member *member, atomic_bool *stop,
		       int64_t slice_ns, struct err *err)
{
	const struct run_plan *asked = &crew->plan->asked;
	const struct plan_stream *stream = member->stream;
	struct worker *worker = map_worker(member, ring_size(asked, stream));

	if (!worker)
		return err_errno(err, "no memory for a stream");
	member->worker = worker;
	worker->ops = stream->ops;
	worker->period_ns = stream->ops->wait_gap ? 0 : asked->period_ns;
	worker->slice_ns = slice_ns;
	worker->sample_limit = asked->samples ? (uint64_t)asked->samples : UINT64_MAX;
	worker->stop_at_ns = asked->stop_at_ns ? asked->stop_at_ns : INT64_MAX;
	worker->keep_ns = asked->raw        ? INT64_MIN
			  : asked->spike_ns ? asked->spike_ns
					    : INT64_MAX;
	worker->stop = stop;
	prepare_wake(member, worker);
	worker_prepare(worker);
	return 0;
}

static int start_thread(struct crew_member *member, struct err *err)
{
	pthread_attr_t attributes;
	int error;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, (size_t)PTHREAD_STACK_MIN + STACK_BYTES);
	error = pthread_create(&member->thread, &attributes, member_thread, member);
	pthread_attr_destroy(&attributes);
	if (error) {
		errno = error;
		return err_errno(err, "cannot start a thread for a stream");
	}
	member->has_thread = true;
	return 0;
}

static void ignore_signal(int number)
{
	(void)number;
}

static void prepare_wake_signal(void)
{
	struct sigaction action = {.sa_handler = ignore_signal};
	sigset_t set;

	sigaction(SIGNAL_WAKE, &action, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGNAL_WAKE);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void wait_until_ready(struct crew *crew, uint32_t count)
{
	pthread_mutex_lock(&crew->mutex);
	while (crew->ready < count)
		pthread_cond_wait(&crew->changed, &crew->mutex);
	pthread_mutex_unlock(&crew->mutex);
}

/* One thread for all streams of one wake source on one CPU. */
static int start_member(struct crew *crew, struct crew_member *member, atomic_bool *stop,
			int64_t slice_ns, struct err *err)
{
	uint32_t own = (uint32_t)(member->stream - crew->plan->streams);

	member->crew = crew;
	if (make_worker(crew, member, stop, slice_ns, err) < 0)
		return -1;
	crew->workers[own] = member->worker;
	for (uint32_t i = 0; i < member->worker->lane_count; i++)
		crew->lanes[first_stream(member) + i] = &member->worker->lanes[i];
	return start_thread(member, err);
}

static int start_all(struct crew *crew, atomic_bool *stop, int64_t slice_ns,
		     struct err *err)
{
	uint32_t started = 0;
	int status = 0;

	for (uint32_t i = 0; !status && i < crew->plan->stream_count; i++) {
		struct crew_member *member = &crew->members[crew->member_count];

		if (crew->plan->streams[i].stage)
			continue;
		crew->member_count++;
		member->stream = &crew->plan->streams[i];
		status = start_member(crew, member, stop, slice_ns, err);
		started += !status;
	}
	wait_until_ready(crew, started);
	for (uint32_t i = 0; !status && i < crew->member_count; i++)
		if (crew->members[i].err.kind) {
			*err = crew->members[i].err;
			status = -1;
		}
	return status;
}

static int lock_memory(const struct plan *plan, const struct root *root, struct err *err)
{
	bool is_needed = false;

	for (uint32_t i = 0; i < plan->stream_count; i++)
		is_needed |= plan->streams[i].wish.policy != POLICY_OTHER;
	memory_touch_program();
	if (memory_lock_current() < 0 && is_needed)
		return privilege_explain_memory_lock(root, errno, err);
	return 0;
}

int crew_open(const struct plan *plan, const struct root *root, atomic_bool *stop,
	      int64_t slice_ns, struct crew **result, struct err *err)
{
	struct crew *crew = mem_alloc(sizeof(*crew));

	crew->plan = plan;
	crew->root = root;
	crew->members = mem_alloc(plan->stream_count * sizeof(*crew->members));
	crew->workers = mem_alloc(plan->stream_count * sizeof(struct worker *));
	crew->lanes = mem_alloc(plan->stream_count * sizeof(struct lane *));
	crew->tids = mem_alloc(plan->stream_count * sizeof(*crew->tids));
	pthread_mutex_init(&crew->mutex, NULL);
	pthread_cond_init(&crew->changed, NULL);
	prepare_wake_signal();
	if (start_all(crew, stop, slice_ns, err) < 0 ||
	    lock_memory(plan, root, err) < 0) {
		crew_close(crew);
		return -1;
	}
	*result = crew;
	return 0;
}

struct worker *const *crew_workers(const struct crew *crew)
{
	return crew->workers;
}

struct lane *const *crew_lanes(const struct crew *crew)
{
	return crew->lanes;
}

const char *crew_complaint(const struct crew *crew, uint32_t stream)
{
	for (uint32_t i = 0; i < crew->member_count; i++)
		if (crew->members[i].stream == &crew->plan->streams[stream] &&
		    crew->members[i].complaint.kind)
			return crew->members[i].complaint.text;
	return NULL;
}

const pid_t *crew_tids(const struct crew *crew)
{
	return crew->tids;
}

static void set_times(struct crew *crew, struct worker *worker,
		      const struct plan_stream *stream, int64_t start_ns)
{
	const struct run_plan *asked = &crew->plan->asked;

	worker->start_ns = start_ns;
	worker->first_due_ns = start_ns + stream->offset_ns;
	worker->warm_up_ns = worker->period_ns
				     ? round_up(asked->warm_up_ns, worker->period_ns)
				     : asked->warm_up_ns;
	worker->end_ns = asked->duration_ns ? start_ns + asked->duration_ns : INT64_MAX;
}

void crew_release(struct crew *crew, int64_t start_ns)
{
	for (uint32_t i = 0; i < crew->member_count; i++)
		set_times(crew, crew->members[i].worker, crew->members[i].stream,
			  start_ns);
	pthread_mutex_lock(&crew->mutex);
	crew->is_released = true;
	pthread_cond_broadcast(&crew->changed);
	pthread_mutex_unlock(&crew->mutex);
}

bool crew_has_ended(const struct crew *crew)
{
	for (uint32_t i = 0; i < crew->member_count; i++)
		if (!atomic_load_explicit(&crew->members[i].has_ended,
					  memory_order_acquire))
			return false;
	return true;
}

bool crew_end(struct crew *crew, int64_t patience_ns)
{
	const struct timespec pause = {.tv_nsec = 2 * 1000 * 1000};
	int64_t began_ns = clock_read_ns(CLOCK_MONOTONIC);

	for (uint32_t i = 0; i < crew->member_count; i++) {
		struct crew_member *member = &crew->members[i];

		/* Again and again: it may have come just before the sleep that it was to end. */
		while (!atomic_load_explicit(&member->has_ended, memory_order_acquire)) {
			if (clock_read_ns(CLOCK_MONOTONIC) - began_ns > patience_ns)
				return false;
			pthread_kill(member->thread, SIGNAL_WAKE);
			nanosleep(&pause, NULL);
		}
	}
	return true;
}

static void dismiss(struct crew *crew)
{
	pthread_mutex_lock(&crew->mutex);
	crew->is_dismissed = true;
	pthread_cond_broadcast(&crew->changed);
	pthread_mutex_unlock(&crew->mutex);
}

void crew_close(struct crew *crew)
{
	if (!crew)
		return;
	dismiss(crew);
	for (uint32_t i = 0; i < crew->member_count; i++) {
		if (crew->members[i].has_thread)
			pthread_join(crew->members[i].thread, NULL);
		memory_unmap(crew->members[i].worker, crew->members[i].worker_bytes);
	}
	pthread_mutex_destroy(&crew->mutex);
	pthread_cond_destroy(&crew->changed);
	free(crew->members);
	free(crew->workers);
	free(crew->lanes);
	free(crew->tids);
	free(crew);
}
