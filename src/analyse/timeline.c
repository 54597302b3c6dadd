/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Per-slice maxima in bounded memory, whatever slice numbers a file claims. */
#include "analyse/timeline.h"

#include <stdlib.h>

#include "base/arena.h"

static int64_t later_of(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static void halve(struct timeline *timeline)
{
	uint32_t count = timeline->count;

	for (uint32_t i = 0; i < count; i += 2) {
		int64_t second =
			i + 1 < count ? timeline->max_ns[i + 1] : TIMELINE_ABSENT;

		timeline->max_ns[i / 2] = later_of(timeline->max_ns[i], second);
	}
	timeline->count = (count + 1) / 2;
	timeline->shift++;
}

static void grow(struct timeline *timeline, uint32_t cells)
{
	if (cells > timeline->room) {
		uint32_t room = timeline->room * 2 > cells ? timeline->room * 2 : cells;

		timeline->max_ns =
			mem_grow(timeline->max_ns, room * sizeof(*timeline->max_ns));
		timeline->room = room;
	}
	while (timeline->count < cells)
		timeline->max_ns[timeline->count++] = TIMELINE_ABSENT;
}

void timeline_add(struct timeline *timeline, uint32_t slice_number, int64_t max_ns)
{
	uint32_t cell;

	if (max_ns < TIMELINE_EMPTY)
		max_ns = TIMELINE_EMPTY;
	if (!timeline->count || slice_number < timeline->first)
		timeline->first = slice_number;
	while (slice_number >> timeline->shift >= TIMELINE_CELLS)
		halve(timeline);
	cell = slice_number >> timeline->shift;
	if (cell >= timeline->count)
		grow(timeline, cell + 1);
	timeline->max_ns[cell] = later_of(timeline->max_ns[cell], max_ns);
}

void timeline_free(struct timeline *timeline)
{
	free(timeline->max_ns);
	*timeline = (struct timeline){0};
}
