/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to report/: a live frame's lines above and below the table of streams. */
#ifndef REPORT_LIVE_PARTS_H
#define REPORT_LIVE_PARTS_H

#include "report/live-lines.h"

/* Time, worst and plan; then what a person must not miss. */
void live_make_head(struct live_lines *lines, const struct live_state *state,
		    const struct live_mode *mode);

/* Loads, counters and events, or the help: what matters most comes first. */
void live_make_below(struct live_lines *lines, const struct live_state *state,
		     const struct live_mode *mode);

/* The keys, or the note that is being typed. */
void live_make_foot(struct live_lines *lines, const struct live_mode *mode);

#endif
