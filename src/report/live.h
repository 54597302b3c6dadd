/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The live view as text. A frame is a function of what it is given: it asks no clock and
 * no terminal, so tests need neither.
 */
#ifndef REPORT_LIVE_H
#define REPORT_LIVE_H

#include "analyse/live.h"
#include "base/str.h"

struct live_style {
	int columns, rows; /* of the screen; fewer than 10 by 2 are taken as that */
	bool colour, ascii;
};

/* What the person at the keys wants to see. */
struct live_mode {
	bool paused, help;
	int64_t first;       /* topmost stream after scrolling; -1: the worst ones */
	const char *note;    /* the note being typed; NULL: none */
	const char *message; /* what the last key did; NULL: nothing to say */
	const char *warning; /* stays; NULL: none */
};

/*
 * Adds the whole frame: cursor home, then lines that each erase what was behind them, no
 * line wider and no more lines than the screen. Written at once it does not flicker.
 */
void live_frame(struct str *out, const struct live_state *state,
		const struct live_mode *mode, const struct live_style *style);

/* How many streams a frame has room for: for scrolling by pages. */
uint32_t live_frame_streams(const struct live_state *state, const struct live_mode *mode,
			    const struct live_style *style);

/* One stream so far, for where there is no screen. Ends without a line end. */
void live_line(struct str *out, const struct live_state *state, uint32_t stream);

/* The same of a run that another tool measures: what it printed last. */
void live_meter_line(struct str *out, const struct live_state *state);

/* To be written before the first frame and behind the last one. */
extern const char live_enter_screen[], live_leave_screen[];

#endif
