/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A frame: how many rows each of its parts gets, and which streams are shown. */
#include "report/live.h"

#include <stdlib.h>

#include "base/num.h"
#include "report/cells.h"
#include "report/live-lines.h"
#include "report/live-parts.h"
#include "report/live-table.h"

enum { LEAST_COLUMNS = 10, LEAST_ROWS = 2 };

/* DEC private modes: 1049 the alternate screen, 25 the cursor, 7 wrapping of long lines. */
const char live_enter_screen[] = "\033[?1049h\033[?25l\033[?7l\033[H\033[J";
const char live_leave_screen[] = "\033[?7h\033[?25h\033[?1049l";

/* How many rows each part of the frame gets. */
struct rows {
	uint32_t head, streams, below, foot;
	bool has_titles, has_more, has_blanks;
};

struct parts {
	struct live_lines head, below, foot;
	struct rows rows;
};

static uint32_t at_most(uint32_t value, uint32_t limit)
{
	return value < limit ? value : limit;
}

/* Trouble first, then the streams; what is below gives way, down to a third. */
static struct rows share_rows(uint32_t rows, uint32_t streams, const struct parts *parts)
{
	struct rows share = {.head = 1};
	uint32_t left = rows - 1;

	share.foot = left >= 3;
	left -= share.foot;
	share.head += at_most(parts->head.count - 1, left > 1 ? left - 1 : 0);
	left -= share.head - 1;
	share.has_titles = left >= 3 || left > streams;
	left -= share.has_titles;
	share.below = left > streams ? left - streams : 0;
	if (share.below < left / 3)
		share.below = left / 3;
	share.below = at_most(share.below, parts->below.count);
	if (left < share.below + 1 && left)
		share.below = left - 1;
	left -= share.below;
	share.has_more = streams > left && left >= 2;
	share.streams = at_most(streams, left - share.has_more);
	share.has_blanks = left >= streams + 3;
	return share;
}

static struct live_style fitting(const struct live_style *style)
{
	struct live_style fit = *style;

	fit.columns = fit.columns < LEAST_COLUMNS ? LEAST_COLUMNS : fit.columns;
	fit.rows = fit.rows < LEAST_ROWS ? LEAST_ROWS : fit.rows;
	return fit;
}

static void make_parts(struct parts *parts, const struct live_state *state,
		       const struct live_mode *mode, const struct live_style *style)
{
	*parts = (struct parts){.head.style = style,
				.below.style = style,
				.foot.style = style};
	live_make_head(&parts->head, state, mode);
	live_make_below(&parts->below, state, mode);
	live_make_foot(&parts->foot, mode);
	parts->rows = share_rows((uint32_t)style->rows, state->stream_count, parts);
}

static void free_parts(struct parts *parts)
{
	live_lines_free(&parts->head);
	live_lines_free(&parts->below);
	live_lines_free(&parts->foot);
}

/* Of two streams the later one; a stream that has no wake-up yet is never the worse. */
static bool is_worse(const struct live_stream *a, const struct live_stream *b)
{
	return a->count && (!b->count || a->max_ns > b->max_ns);
}

/* Marks the `count` worst ones: each round looks for the worst of those that are left. */
static void mark_worst(const struct live_state *state, bool *marked, uint32_t count)
{
	for (uint32_t round = 0; round < count; round++) {
		int64_t best = -1;

		for (uint32_t i = 0; i < state->stream_count; i++)
			if (!marked[i] && (best < 0 || is_worse(&state->streams[i],
								&state->streams[best])))
				best = i;
		marked[best] = true;
	}
}

/* In the order of the streams, whichever they are: a row is found where it was. */
static void choose(const struct live_state *state, const struct live_mode *mode,
		   bool *marked, uint32_t count)
{
	int64_t first = mode->first;

	if (first < 0 || count == state->stream_count) {
		mark_worst(state, marked, count);
		return;
	}
	if (first > state->stream_count - count)
		first = state->stream_count - count;
	for (uint32_t i = 0; i < count; i++)
		marked[first + i] = true;
}

static void add_more(struct live_lines *lines, const struct live_state *state,
		     const bool *marked, uint32_t shown)
{
	CLEANUP(str_free) struct str text = {0};
	int64_t worst = -1;

	for (uint32_t i = 0; i < state->stream_count; i++)
		if (!marked[i] && state->streams[i].count &&
		    (worst < 0 || is_worse(&state->streams[i], &state->streams[worst])))
			worst = i;
	str_addf(&text, "and %u more streams", state->stream_count - shown);
	if (worst >= 0) {
		str_add(&text, ", the worst of them ");
		num_add_time(&text, state->streams[worst].max_ns);
		str_addf(&text, " on %s", state->streams[worst].label);
	}
	live_lines_begin(lines);
	live_lines_add(lines, LOOK_PLAIN, str_text(&text));
}

static void add_streams(struct live_lines *lines, const struct live_state *state,
			const struct live_mode *mode, const struct rows *rows)
{
	bool *marked = mem_alloc(state->stream_count + 1);
	uint32_t *shown = mem_alloc((state->stream_count + 1) * sizeof(*shown));
	uint32_t count = 0;

	choose(state, mode, marked, rows->streams);
	for (uint32_t i = 0; i < state->stream_count; i++)
		if (marked[i])
			shown[count++] = i;
	if (state->stream_count)
		live_table_add(lines, state, shown, count);
	if (rows->has_more)
		add_more(lines, state, marked, count);
	free(shown);
	free(marked);
}

/*
 * Erases behind the text, not before it, so that nothing blinks. A line that fills the
 * screen has nothing behind it, and erasing there would take its last character.
 */
static void emit(struct str *out, const struct live_lines *lines, uint32_t from,
		 uint32_t count, uint32_t *emitted)
{
	for (uint32_t i = from; i < from + count && i < lines->count; i++) {
		str_add(out, (*emitted)++ ? "\r\n" : "");
		str_add(out, str_text(&lines->line[i]));
		if (lines->width[i] < (uint32_t)lines->style->columns)
			str_add(out, "\033[K");
	}
}

static void emit_blank(struct str *out, uint32_t *emitted)
{
	str_add(out, (*emitted)++ ? "\r\n\033[K" : "\033[K");
}

void live_frame(struct str *out, const struct live_state *state,
		const struct live_mode *mode, const struct live_style *asked)
{
	const struct live_style style = fitting(asked);
	struct live_lines table = {.style = &style};
	struct parts parts;
	uint32_t emitted = 0, titles;

	make_parts(&parts, state, mode, &style);
	add_streams(&table, state, mode, &parts.rows);
	titles = !parts.rows.has_titles;
	str_add(out, "\033[H");
	emit(out, &parts.head, 0, parts.rows.head, &emitted);
	if (parts.rows.has_blanks)
		emit_blank(out, &emitted);
	emit(out, &table, titles, table.count - titles, &emitted);
	if (parts.rows.has_blanks)
		emit_blank(out, &emitted);
	emit(out, &parts.below, 0, parts.rows.below, &emitted);
	if (parts.rows.has_blanks)
		emit_blank(out, &emitted);
	if (parts.rows.foot)
		emit(out, &parts.foot, 0, 1, &emitted);
	if (emitted < (uint32_t)style.rows)
		str_add(out, "\r\n\033[J");
	live_lines_free(&table);
	free_parts(&parts);
}

uint32_t live_frame_streams(const struct live_state *state, const struct live_mode *mode,
			    const struct live_style *asked)
{
	const struct live_style style = fitting(asked);
	struct parts parts;

	make_parts(&parts, state, mode, &style);
	free_parts(&parts);
	return parts.rows.streams;
}

void live_meter_line(struct str *out, const struct live_state *state)
{
	const struct output_tail *meter = &state->meter;

	moment_add(out, state->time_ns, false);
	str_add(out, "  ");
	text_add_clean(out, meter->count ? meter->line[meter->count - 1] : "-", false);
}

void live_line(struct str *out, const struct live_state *state, uint32_t i)
{
	const struct live_stream *stream = &state->streams[i];
	const struct {
		const char *name;
		int64_t ns;
	} figures[] = {
		{"min", stream->min_ns}, {"avg", stream->avg_ns}, {"p99", stream->p99_ns},
		{"max", stream->max_ns}, {"now", stream->now_ns},
	};

	moment_add(out, state->time_ns, false);
	str_addf(out, "  %s  samples ", stream->label);
	num_add_count(out, stream->count);
	for (size_t k = 0; k < sizeof(figures) / sizeof(figures[0]); k++) {
		str_addf(out, "  %s ", figures[k].name);
		if (stream->count)
			num_add_time(out, figures[k].ns);
		else
			str_add_char(out, '-');
	}
	str_add(out, "  overruns ");
	num_add_count(out, stream->overruns);
}
