/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "capture/setup-watch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "capture/anonymous.h"
#include "sys/clock.h"

#define EVERY_NS (10 * NS_PER_S)
/* At most this part of a CPU's time. */
enum { ONE_IN = 500 };
/* A machine that changes all the time would fill memory and file; the end tells the rest. */
enum { MOST_CHANGES = 10000 };

struct setup_watch {
	const struct root *root;
	struct anonymous *anonymous; /* one for all readings: equal stays equal */
	struct setup known;
	struct setup watched; /* the last look at what is cheap */
	struct setup changes;
	size_t change_count;
	int64_t read_ns, took_ns;
};

static void take(struct setup_watch *watch, bool watched_only, struct setup *setup)
{
	const struct snapshot_options options = {
		.anonymous = watch->anonymous,
		.watched_only = watched_only,
	};

	watch->read_ns = clock_read_ns(CLOCK_MONOTONIC);
	snapshot_take(watch->root, &options, setup);
	watch->took_ns = clock_read_ns(CLOCK_MONOTONIC) - watch->read_ns;
}

struct setup_watch *setup_watch_open(const struct root *root, bool anonymous)
{
	struct setup_watch *watch = mem_alloc(sizeof(*watch));

	watch->root = root;
	watch->anonymous = anonymous ? anonymous_open(root) : NULL;
	take(watch, false, &watch->known);
	return watch;
}

void setup_watch_close(struct setup_watch *watch)
{
	if (!watch)
		return;
	anonymous_close(watch->anonymous);
	setup_free(&watch->known);
	setup_free(&watch->watched);
	setup_free(&watch->changes);
	free(watch);
}

const struct setup *setup_watch_known(const struct setup_watch *watch)
{
	return &watch->known;
}

int64_t setup_watch_read_ns(const struct setup_watch *watch)
{
	return watch->read_ns;
}

int64_t setup_watch_took_ns(const struct setup_watch *watch)
{
	return watch->took_ns;
}

bool setup_watch_is_due(const struct setup_watch *watch)
{
	int64_t pause_ns = ONE_IN * watch->took_ns;

	if (watch->change_count > MOST_CHANGES)
		return false;
	return clock_read_ns(CLOCK_MONOTONIC) - watch->read_ns >=
	       (pause_ns > EVERY_NS ? pause_ns : EVERY_NS);
}

static void add_part(const struct setup_watch *watch, const struct setup *of,
		     struct setup *part)
{
	for (size_t i = 0; i < of->count; i++) {
		const struct setup_file *file =
			setup_find(&watch->known, of->files[i].path);

		if (file)
			setup_put(part, file);
	}
}

/* What was not reached this time is not gone. */
static void compare(struct setup_watch *watch, const struct setup *now, bool everything)
{
	bool is_whole = !setup_find(now, SNAPSHOT_INCOMPLETE);
	struct setup part = {0};

	if (everything && is_whole) {
		setup_compare(&watch->known, now, &watch->changes);
		return;
	}
	add_part(watch, now, &part);
	if (is_whole)
		add_part(watch, &watch->watched, &part);
	setup_compare(&part, now, &watch->changes);
	setup_free(&part);
}

static void take_over(struct setup_watch *watch)
{
	for (size_t i = 0; i < watch->changes.count; i++)
		setup_put(&watch->known, &watch->changes.files[i]);
	watch->change_count += watch->changes.count;
}

const struct setup *setup_watch_look(struct setup_watch *watch, bool everything)
{
	struct setup now = {0};

	setup_free(&watch->changes);
	take(watch, !everything, &now);
	compare(watch, &now, everything);
	setup_free(&watch->watched);
	watch->watched = now;
	take_over(watch);
	return watch->changes.count ? &watch->changes : NULL;
}
