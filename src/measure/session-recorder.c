/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The recorder's thread: it looks four times a slice, and tells what is new. */
#include <errno.h>
#include <unistd.h>

#include "base/num.h"
#include "measure/session-parts.h"
#include "sys/clock.h"

/* The first time shortly after the slice's end. */
#define LOOK_NS (SLICE_NS / 4)
#define LOOK_DELAY_NS (20 * NS_PER_MS)

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

int64_t session_time_ns(const struct session *session)
{
	return recorder_clock_ns() - session->start_ns;
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

int session_start_recorder(struct session *session, struct err *err)
{
	int error = pthread_create(&session->thread, NULL, recorder_thread, session);

	if (error) {
		errno = error;
		return err_errno(err, "cannot start the recorder's thread");
	}
	session->has_thread = true;
	return 0;
}

void session_end_recorder(struct session *session)
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
