/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How fast the processor's counter runs. */
#include "sys/cycles.h"

#include <time.h>

struct cycles_mark {
	uint64_t cycles;
	int64_t ns;
};

/* A pair of both readings; the quickest of several, so that nothing came between. */
static struct cycles_mark take_mark(void)
{
	struct cycles_mark best = {0};
	uint64_t best_width = UINT64_MAX;

	for (int i = 0; i < 16; i++) {
		uint64_t before = cycles_now();
		int64_t ns = clock_now_ns();
		uint64_t width = cycles_now() - before;

		if (width < best_width) {
			best_width = width;
			best = (struct cycles_mark){before + width / 2, ns};
		}
	}
	return best;
}

static uint64_t hz_between(struct cycles_mark from, struct cycles_mark to)
{
	if (to.cycles <= from.cycles || to.ns <= from.ns)
		return 0;
	return (uint64_t)((double)(to.cycles - from.cycles) * 1e9 /
				  (double)(to.ns - from.ns) +
			  0.5);
}

uint64_t cycles_measure_hz(void)
{
	const struct timespec half = {.tv_nsec = 10 * 1000 * 1000};
	struct cycles_mark start = take_mark(), middle, end;
	uint64_t first, second;

	nanosleep(&half, NULL);
	middle = take_mark();
	nanosleep(&half, NULL);
	end = take_mark();
	first = hz_between(start, middle);
	second = hz_between(middle, end);
	if (!first || !second ||
	    (first > second ? first - second : second - first) > first / 100)
		return 0;
	return hz_between(start, end);
}
