/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A frame: what stands above the streams, how many of them fit, what stands below. */
#include "report/live.h"

#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "report/amount.h"
#include "report/cells.h"
#include "report/live-lines.h"
#include "report/live-table.h"

enum { LEAST_COLUMNS = 10, LEAST_ROWS = 2, NAMES = 13, SECTION_LINES = 2 };

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

static void begin_section(struct live_lines *lines, const char *name)
{
	live_lines_begin(lines);
	live_lines_add(lines, LOOK_TITLE, name);
	live_lines_pad(lines, NAMES);
}

/* Time that is left by one measure or the other; INT64_MAX: until somebody ends it. */
static int64_t left_ns(const struct live_state *state)
{
	const struct run_plan *plan = &state->plan;
	int64_t left = plan->duration_ns ? plan->duration_ns - state->time_ns : INT64_MAX;
	int64_t samples, by_samples;

	if (plan->samples && plan->period_ns && state->stream_count) {
		samples = plan->samples -
			  (int64_t)state->streams[state->least_samples].count;
		by_samples =
			samples > 0 ? (int64_t)((double)samples * (double)plan->period_ns)
				    : 0;
		left = by_samples < left ? by_samples : left;
	}
	return left < 0 ? 0 : left;
}

static void add_times(struct live_lines *lines, const struct live_state *state,
		      uint32_t most)
{
	CLEANUP(str_free) struct str text = {0};

	if (state->time_ns < 0)
		str_add(&text, "warming up");
	else
		moment_add(&text, state->time_ns, false);
	live_lines_add(lines, LOOK_TITLE, str_text(&text));
	if (left_ns(state) == INT64_MAX)
		return;
	str_clear(&text);
	/* Rounded, so that it and the time passed add up to what was asked for. */
	moment_add(&text, left_ns(state) + NS_PER_S - 1, false);
	str_add(&text, " left");
	live_lines_add_part(lines, LOOK_PLAIN, str_text(&text), 2, 0, most);
}

static void add_summary(struct live_lines *lines, const struct live_state *state,
			uint32_t most)
{
	const struct run_plan *plan = &state->plan;
	bool only_gaps = plan->wake && !strcmp(plan->wake, "spin");
	CLEANUP(str_free) struct str text = {0};

	if (state->worst >= 0) {
		const struct live_stream *worst = &state->streams[state->worst];

		str_add(&text, "worst ");
		num_add_time(&text, worst->max_ns);
		str_addf(&text, " on %s", worst->label);
		live_lines_add_part(lines,
				    plan->limit_ns && worst->max_ns > plan->limit_ns
					    ? LOOK_BAD
					    : LOOK_PLAIN,
				    str_text(&text), 2, 0, most);
		str_clear(&text);
	}
	if (plan->meter && *plan->meter) {
		str_addf(&text, "measured by %s", plan->meter);
		live_lines_add_part(lines, LOOK_PLAIN, str_text(&text), 2, 0, most);
		return;
	}
	num_add_count(&text, state->count);
	str_add(&text, only_gaps ? " gaps" : " samples");
	live_lines_add_part(lines, LOOK_PLAIN, str_text(&text), 2, 0, most);
	str_clear(&text);
	if (!only_gaps) {
		str_add(&text, "every ");
		num_add_exact_time(&text, plan->period_ns);
		str_add(&text, ", ");
	}
	str_addf(&text, "%s", plan->policy ? plan->policy : "");
	if (plan->priority)
		str_addf(&text, " %lld", (long long)plan->priority);
	live_lines_add_part(lines, LOOK_PLAIN, str_text(&text), 2, 0, most);
}

/* What a person must not miss stands on top and stays. */
static void add_trouble(struct live_lines *lines, const struct live_state *state,
			const struct live_mode *mode)
{
	CLEANUP(str_free) struct str text = {0};

	if (state->is_invalid) {
		str_addf(&text, "INVALID");
		if (state->more_troubles)
			str_addf(&text, " (and %llu more)",
				 (unsigned long long)state->more_troubles);
		str_addf(&text, ": %s", str_text(&state->trouble));
		live_lines_begin(lines);
		live_lines_add(lines, LOOK_BAD, str_text(&text));
	}
	if (mode->warning) {
		live_lines_begin(lines);
		live_lines_add(lines, LOOK_BAD, mode->warning);
	}
}

static void make_head(struct live_lines *lines, const struct live_state *state,
		      const struct live_mode *mode)
{
	live_lines_begin(lines);
	add_times(lines, state, 1);
	add_summary(lines, state, 1);
	add_trouble(lines, state, mode);
}

/* Each load with what it does in a second. */
static void add_loads(struct live_lines *lines, const struct live_state *state)
{
	CLEANUP(str_free) struct str text = {0};
	uint32_t most = lines->count + SECTION_LINES;

	if (!state->load_count)
		return;
	begin_section(lines, "load");
	for (uint32_t i = 0; i < state->load_count; i++) {
		const struct live_load *load = &state->loads[i];

		str_clear(&text);
		str_addf(&text, "%s ", load->name);
		if (load->per_second >= 0) {
			amount_add(&text, load->unit, load->per_second);
			str_add(&text, "/s");
		} else {
			str_add(&text, "-");
		}
		live_lines_add_part(lines, LOOK_PLAIN, str_text(&text), 2, NAMES, most);
	}
}

static void write_counter(struct str *out, const struct live_counter *counter,
			  int64_t value)
{
	str_clear(out);
	for (const char *at = counter->name; *at; at++)
		str_add_char(out, (char)(*at == '_' ? ' ' : *at));
	str_add_char(out, ' ');
	if (str_starts(counter->unit, "ns"))
		num_add_time(out, value);
	else
		str_addf(out, "%lld", (long long)value);
}

/* Those of the last second with their place, which is what one looks for; or all so far. */
static void add_counters(struct live_lines *lines, const struct live_state *state,
			 bool recent)
{
	CLEANUP(str_free) struct str text = {0};
	uint32_t most = lines->count + SECTION_LINES, added = 0;

	begin_section(lines, recent ? "last second" : "so far");
	for (uint32_t i = 0; i < state->counter_count; i++) {
		const struct live_counter *counter = &state->counters[i];

		if (recent && !counter->recent)
			continue;
		write_counter(&text, counter, recent ? counter->recent : counter->total);
		if (recent && *counter->where)
			str_addf(&text, " (%s)", counter->where);
		live_lines_add_part(lines, recent ? LOOK_NOTICE : LOOK_PLAIN,
				    str_text(&text), 2, NAMES, most);
		added++;
	}
	if (!added)
		live_lines_add(lines, LOOK_PLAIN, "no disturbances");
}

static void add_events(struct live_lines *lines, const struct live_state *state)
{
	CLEANUP(str_free) struct str text = {0};

	for (uint32_t i = 0; i < state->event_count; i++) {
		const struct run_event *event = &state->events[i];

		begin_section(lines, i ? "" : "events");
		str_clear(&text);
		moment_add(&text, event->time_ns, false);
		str_addf(&text, " %s: %s", event->kind, event->text);
		live_lines_add(lines, event->invalidates ? LOOK_BAD : LOOK_PLAIN,
			       str_text(&text));
	}
}

static void add_help(struct live_lines *lines)
{
	static const char *const help[] = {
		"p, space   the picture stands still; the measurement goes on",
		"m          a note with its time for the run file",
		"q, Ctrl-C  end the run",
		"arrows, Page Up, Page Down  scroll; w: the worst streams again",
		"now        the greatest lateness (of spin: gap) of the last second",
		"p99 ...    of the whole run so far; 99 % were not later than p99",
		"picture    how many were how late, both on logarithmic scales",
	};

	for (size_t i = 0; i < sizeof(help) / sizeof(help[0]); i++) {
		live_lines_begin(lines);
		live_lines_add(lines, LOOK_PLAIN, help[i]);
	}
}

static void add_meter(struct live_lines *lines, const struct output_tail *meter)
{
	for (uint32_t i = 0; i < meter->count; i++) {
		begin_section(lines, i ? "" : "meter");
		live_lines_add(lines, LOOK_PLAIN, meter->line[i]);
	}
}

/* What matters most comes first: what does not fit is cut off at the end. */
static void make_below(struct live_lines *lines, const struct live_state *state,
		       const struct live_mode *mode)
{
	if (mode->help) {
		add_help(lines);
		return;
	}
	add_meter(lines, &state->meter);
	add_loads(lines, state);
	add_counters(lines, state, true);
	if (state->counter_count)
		add_counters(lines, state, false);
	add_events(lines, state);
}

/* The end of what is being typed must be seen, not its beginning. */
static void add_note(struct live_lines *lines, const char *note)
{
	static const char hint[] = "   (Enter: keep, Esc: drop)";
	size_t room = (size_t)lines->style->columns - 8, columns = str_columns(note);

	live_lines_add(lines, LOOK_TITLE, "note: ");
	for (; columns > room; columns--)
		note += str_utf8_length(note) ? str_utf8_length(note) : 1;
	live_lines_add(lines, LOOK_PLAIN, note);
	live_lines_add(lines, LOOK_PLAIN, "_");
	if (live_lines_left(lines) >= sizeof(hint))
		live_lines_add(lines, LOOK_PLAIN, hint);
}

static void make_foot(struct live_lines *lines, const struct live_mode *mode)
{
	const char *const keys[] = {"q end", "p pause", "m note",
				    mode->help ? "h back" : "h help"};

	live_lines_begin(lines);
	if (mode->note) {
		add_note(lines, mode->note);
		return;
	}
	if (mode->paused) {
		live_lines_add(lines, LOOK_NOTICE, "PAUSED");
		live_lines_add_part(lines, LOOK_PLAIN,
				    "the measurement goes on; p: go on showing", 2, 0, 1);
		return;
	}
	if (mode->message) {
		live_lines_add(lines, LOOK_NOTICE, mode->message);
		return;
	}
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		live_lines_add_part(lines, LOOK_PLAIN, keys[i], i ? 3 : 0, 0, 1);
}

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
	make_head(&parts->head, state, mode);
	make_below(&parts->below, state, mode);
	make_foot(&parts->foot, mode);
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
