/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A pipe, a thread with the reader at its end, and a lock around what it tells. */
#include "cmd/on-feed.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "analyse/summary.h"
#include "base/arena.h"
#include "base/io.h"
#include "base/saturate.h"
#include "base/str.h"
#include "cmd/lifeline.h"
#include "sys/clock.h"

enum { SINKS = 2 };

struct on_feed {
	const char *name;
	struct summary *summary;
	struct live *live;
	struct run_sink sinks[SINKS]; /* of these two, in this order */
	struct live_host host;
	const int *notes_fd;   /* to the other side; -1 once that is closed */
	pthread_mutex_t lock;  /* of all above and of the clock below */
	int64_t ran_ns, at_ns; /* run time up to which there are slices; clock then */
	pthread_t thread;
	bool is_reading;
	int pipe[2]; /* [1]: -1 once closed; [0] is the thread's */
	struct reader_report report;
	struct err err;
	int status;
};

/* What the reader tells, to both sinks. */

static void lock(void *self)
{
	pthread_mutex_lock(&((struct on_feed *)self)->lock);
}

static void unlock(void *self)
{
	pthread_mutex_unlock(&((struct on_feed *)self)->lock);
}

static void set_time(struct on_feed *feed, int64_t ran_ns)
{
	feed->ran_ns = ran_ns;
	feed->at_ns = clock_now_ns();
}

/* Slices come with a delay; between two of them time goes on as here. */
static int64_t time_of_run(void *self)
{
	struct on_feed *feed = self;
	int64_t time_ns;

	lock(feed);
	time_ns = saturate_add(feed->ran_ns, clock_now_ns() - feed->at_ns);
	unlock(feed);
	return time_ns;
}

static void tell_head(void *self, const struct run_head *head)
{
	struct on_feed *feed = self;

	lock(self);
	for (int i = 0; i < SINKS; i++)
		if (feed->sinks[i].head)
			feed->sinks[i].head(feed->sinks[i].self, head);
	if (!feed->at_ns)
		set_time(feed, saturate_sub(0, head->plan.warm_up_ns));
	unlock(self);
}

static void tell_obtained(void *self, const struct run_stream *streams, uint32_t count)
{
	struct on_feed *feed = self;

	lock(self);
	for (int i = 0; i < SINKS; i++)
		if (feed->sinks[i].obtained)
			feed->sinks[i].obtained(feed->sinks[i].self, streams, count);
	unlock(self);
}

static void tell_slice(void *self, const struct run_slice *slice)
{
	struct on_feed *feed = self;

	lock(self);
	for (int i = 0; i < SINKS; i++)
		if (feed->sinks[i].slice)
			feed->sinks[i].slice(feed->sinks[i].self, slice);
	if (slice->end_ns > feed->ran_ns)
		set_time(feed, slice->end_ns);
	unlock(self);
}

static void tell_spikes(void *self, uint32_t stream, const struct run_sample *spikes,
			uint32_t count)
{
	struct on_feed *feed = self;

	lock(self);
	for (int i = 0; i < SINKS; i++)
		if (feed->sinks[i].spikes)
			feed->sinks[i].spikes(feed->sinks[i].self, stream, spikes, count);
	unlock(self);
}

static void tell_counts(void *self, uint32_t slice_number, const struct run_count *counts,
			uint32_t count, bool whole_run)
{
	struct on_feed *feed = self;

	lock(self);
	for (int i = 0; i < SINKS; i++)
		if (feed->sinks[i].counts)
			feed->sinks[i].counts(feed->sinks[i].self, slice_number, counts,
					      count, whole_run);
	unlock(self);
}

static void tell_raw(void *self, uint32_t stream, const struct run_sample *samples,
		     uint32_t count)
{
	struct on_feed *feed = self;

	lock(self);
	for (int i = 0; i < SINKS; i++)
		if (feed->sinks[i].raw)
			feed->sinks[i].raw(feed->sinks[i].self, stream, samples, count);
	unlock(self);
}

static void tell_event(void *self, const struct run_event *event)
{
	struct on_feed *feed = self;

	lock(self);
	for (int i = 0; i < SINKS; i++)
		if (feed->sinks[i].event)
			feed->sinks[i].event(feed->sinks[i].self, event);
	unlock(self);
}

static void tell_setup(void *self, const struct run_setup *setup)
{
	struct on_feed *feed = self;

	lock(self);
	for (int i = 0; i < SINKS; i++)
		if (feed->sinks[i].setup)
			feed->sinks[i].setup(feed->sinks[i].self, setup);
	unlock(self);
}

static void tell_end(void *self, const struct run_end *end)
{
	struct on_feed *feed = self;

	lock(self);
	for (int i = 0; i < SINKS; i++)
		if (feed->sinks[i].end)
			feed->sinks[i].end(feed->sinks[i].self, end);
	unlock(self);
}

static void *read_run(void *self)
{
	struct on_feed *feed = self;
	const struct run_sink sink = {
		.self = feed,
		.head = tell_head,
		.obtained = tell_obtained,
		.slice = tell_slice,
		.spikes = tell_spikes,
		.counts = tell_counts,
		.raw = tell_raw,
		.event = tell_event,
		.setup = tell_setup,
		.end = tell_end,
	};

	feed->status =
		reader_play(feed->pipe[0], feed->name, &sink, &feed->report, &feed->err);
	close(feed->pipe[0]);
	return NULL;
}

/* One write, so that no sign of life gets between. */
static bool send_note(void *self, const char *text)
{
	const struct on_feed *feed = self;
	CLEANUP(str_free) struct str line = {0};

	str_addf(&line, "%c%s\n", LIFELINE_NOTE, text);
	return *feed->notes_fd >= 0 &&
	       write(*feed->notes_fd, line.text, line.length) == (ssize_t)line.length;
}

int on_feed_open(const char *name, const int *notes_fd, struct on_feed **feed_out,
		 struct err *err)
{
	struct on_feed *feed = mem_alloc(sizeof(*feed));

	*feed_out = feed;
	feed->name = name;
	feed->summary = summary_open(&(struct summary_filter){0});
	feed->live = live_open(feed->summary);
	feed->sinks[0] = summary_sink(feed->summary);
	feed->sinks[1] = live_sink(feed->live);
	feed->host = (struct live_host){
		.self = feed,
		.lock = lock,
		.unlock = unlock,
		.time_ns = time_of_run,
		.note = send_note,
	};
	feed->notes_fd = notes_fd;
	pthread_mutex_init(&feed->lock, NULL);
	feed->pipe[1] = -1;
	if (pipe2(feed->pipe, O_CLOEXEC) < 0)
		return err_errno(err, "cannot create a pipe");
	errno = pthread_create(&feed->thread, NULL, read_run, feed);
	if (errno) {
		close(feed->pipe[0]);
		return err_errno(err, "cannot start a thread");
	}
	feed->is_reading = true;
	return 0;
}

static void close_pipe(struct on_feed *feed)
{
	if (feed->pipe[1] >= 0)
		close(feed->pipe[1]);
	feed->pipe[1] = -1;
}

/* A reader that has given up says why in the end. */
void on_feed_put(struct on_feed *feed, const void *bytes, size_t count)
{
	if (feed->pipe[1] >= 0 && io_write_all(feed->pipe[1], bytes, count) < 0)
		close_pipe(feed);
}

bool on_feed_has_begun(struct on_feed *feed)
{
	bool has_begun;

	lock(feed);
	has_begun = feed->summary->has_head;
	unlock(feed);
	return has_begun;
}

struct summary *on_feed_summary(struct on_feed *feed)
{
	return feed->summary;
}

struct live *on_feed_live(struct on_feed *feed)
{
	return feed->live;
}

const struct live_host *on_feed_host(struct on_feed *feed)
{
	return &feed->host;
}

static void stop_reading(struct on_feed *feed)
{
	close_pipe(feed);
	if (feed->is_reading)
		pthread_join(feed->thread, NULL);
	feed->is_reading = false;
}

int on_feed_finish(struct on_feed *feed, struct reader_report *report, struct err *err)
{
	stop_reading(feed);
	*report = feed->report;
	if (feed->status < 0)
		*err = feed->err;
	return feed->status;
}

void on_feed_close(struct on_feed *feed)
{
	if (!feed)
		return;
	stop_reading(feed);
	live_close(feed->live);
	summary_close(feed->summary);
	pthread_mutex_destroy(&feed->lock);
	free(feed);
}
