/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads how a machine, or a collected tree of one, is set up: raw text, path by path. Never
 * judges, writes nothing, wakes no device, and gives up after a bounded time and size: what is
 * missing then is told in SNAPSHOT_INCOMPLETE.
 */
#ifndef CAPTURE_SNAPSHOT_H
#define CAPTURE_SNAPSHOT_H

#include <stdbool.h>

#include "run/setup.h"
#include "sys/root.h"

/* There when the capture was cut short; its text says why. */
#define SNAPSHOT_INCOMPLETE SETUP_ASKED "incomplete"

struct anonymous;

struct snapshot_options {
	struct anonymous *anonymous; /* takes out who and which this is; NULL: nobody */
	bool watched_only; /* what may be changed during a run, and is cheap to read */
};

/*
 * Adds everything to *setup, which is empty as a rule. Files that are there and cannot be
 * read come with their errno; those that are not there only where that tells something.
 */
void snapshot_take(const struct root *root, const struct snapshot_options *options,
		   struct setup *setup);

#endif
