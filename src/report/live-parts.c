/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What stands above and below the streams of a live frame, in words. Knows nothing of rows. */
#include "report/live-parts.h"

#include <string.h>

#include "base/num.h"
#include "report/amount.h"
#include "report/cells.h"

enum { NAMES = 13, SECTION_LINES = 2 };

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

void live_make_head(struct live_lines *lines, const struct live_state *state,
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
void live_make_below(struct live_lines *lines, const struct live_state *state,
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

void live_make_foot(struct live_lines *lines, const struct live_mode *mode)
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
