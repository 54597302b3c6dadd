/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to report/: the live view's table of streams. */
#ifndef REPORT_LIVE_TABLE_H
#define REPORT_LIVE_TABLE_H

#include "report/live-lines.h"

/*
 * The titles, then the streams in `shown`, in that order. On a narrow screen columns are
 * left out, the most telling ones last: the stream, now and max always stay.
 */
void live_table_add(struct live_lines *lines, const struct live_state *state,
		    const uint32_t *shown, uint32_t count);

#endif
