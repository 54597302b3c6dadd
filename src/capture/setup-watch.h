/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The set-up of this machine over a run: everything at first, what may be changed now and
 * then, everything at last. Costs little, and tells how much.
 */
#ifndef CAPTURE_SETUP_WATCH_H
#define CAPTURE_SETUP_WATCH_H

#include <stdint.h>

#include "capture/snapshot.h"

struct setup_watch;

/* Reads everything. root must outlive it. */
struct setup_watch *setup_watch_open(const struct root *root, bool anonymous);
void setup_watch_close(struct setup_watch *watch);

/* What is known by now: at first, and with all changes since. Valid until the next call. */
const struct setup *setup_watch_known(const struct setup_watch *watch);

/* CLOCK_MONOTONIC of the last reading, and what it cost. */
int64_t setup_watch_read_ns(const struct setup_watch *watch);
int64_t setup_watch_took_ns(const struct setup_watch *watch);

/* Is it time to look again? Every 10 s, less often where a look costs much. */
bool setup_watch_is_due(const struct setup_watch *watch);

/* Reads again what is cheap, or everything; NULL when nothing changed. Valid as above. */
const struct setup *setup_watch_look(struct setup_watch *watch, bool everything);

#endif
