/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A run that arrives piece by piece, read while it does: a summary and a live view of it
 * are told from a thread of its own.
 */
#ifndef CMD_ON_FEED_H
#define CMD_ON_FEED_H

#include <stdbool.h>
#include <stddef.h>

#include "analyse/live.h"
#include "cmd/live.h"
#include "run/reader.h"

struct on_feed;

/*
 * name is for messages. *notes_fd is where notes for the run file are sent to, -1 once that is
 * closed; it must outlive the feed.
 */
int on_feed_open(const char *name, const int *notes_fd, struct on_feed **feed,
		 struct err *err);

void on_feed_put(struct on_feed *feed, const void *bytes, size_t count);

/* The run's head has been read. */
bool on_feed_has_begun(struct on_feed *feed);

/* To look at under the host's lock. */
struct summary *on_feed_summary(struct on_feed *feed);

/* For live_view_open(); both live as long as the feed. */
struct live *on_feed_live(struct on_feed *feed);
const struct live_host *on_feed_host(struct on_feed *feed);

/* Nothing more comes: summary and *report are complete. -1 with *err: it was no run. */
int on_feed_finish(struct on_feed *feed, struct reader_report *report, struct err *err);

/* NULL is nothing. */
void on_feed_close(struct on_feed *feed);

#endif
