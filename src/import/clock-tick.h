/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Times that a coarse clock measured are multiples of its tick, however many decimals they
 * are printed with. Knows the rates that timers of real machines have.
 */
#ifndef IMPORT_CLOCK_TICK_H
#define IMPORT_CLOCK_TICK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CLOCK_TICKS_MAX = 32 };

/* Which ticks are still possible after the times seen so far; {0}: all. */
struct clock_ticks {
	bool excluded[CLOCK_TICKS_MAX];
	size_t seen; /* times that are neither 0 nor the same as the one before */
	int64_t last_ns;
};

struct clock_tick {
	int64_t hertz;
	int64_t resolution_ns; /* rounded */
	const char *name;      /* "3 MHz" */
};

void clock_ticks_see(struct clock_ticks *ticks, int64_t time_ns);

/*
 * The longest tick of which all times are multiples, within 1 ns of rounding; NULL when
 * there is none of 20 ns or more, or there are too few times to tell.
 */
const struct clock_tick *clock_ticks_find(const struct clock_ticks *ticks);

#endif
