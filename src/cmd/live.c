/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Frames go to the alternate screen: what an engineer had on the terminal stays in its
 * scrollback unharmed, resizing a window cannot smear a picture over it (terminals reflow
 * the normal screen, so that no cursor address is right any more), and in the end only the
 * summary and the warnings stand there, which is what one copies into a report.
 */
#include "cmd/live.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/num.h"
#include "report/live.h"
#include "report/out.h"
#include "sys/terminal.h"

#define FRAME_NS NS_PER_S
#define LINES_NS (10 * NS_PER_S)
#define MESSAGE_NS (5 * NS_PER_S)

enum { NOTE_BYTES = 400, ESCAPE = 033, DELETE = 0177, BACKSPACE = 010, KILL_LINE = 025 };

struct live_view {
	struct live *live;
	const struct live_host *host;
	const struct live_state *state;
	bool on_screen;    /* as opened */
	bool has_terminal; /* it shows frames now */
	bool has_keys;     /* none come any more when false */
	bool typing, paused, help, ending;
	int64_t next_ns;    /* run time of the next frame or lines */
	int64_t first;      /* as in struct live_mode */
	int64_t message_ns; /* run time until which it is shown */
	struct str note, message, said, warning;
	struct termios before;
};

bool live_view_has_screen(void)
{
	return sys_is_terminal(STDIN_FILENO) && sys_terminal_has_cursor(STDERR_FILENO) &&
	       sys_terminal_is_ours(STDIN_FILENO);
}

static struct live_style style_of_screen(void)
{
	struct live_style style = {
		.columns = 80,
		.rows = 24,
		.colour = sys_terminal_has_colour(STDERR_FILENO),
		.ascii = !sys_locale_is_utf8(),
	};

	sys_terminal_size(STDERR_FILENO, &style.columns, &style.rows);
	return style;
}

static struct live_mode mode_of(const struct live_view *view)
{
	bool has_message =
		view->message.length && view->state->time_ns < view->message_ns;

	return (struct live_mode){
		.paused = view->paused,
		.help = view->help,
		.first = view->first,
		.note = view->typing ? str_text(&view->note) : NULL,
		.message = has_message ? str_text(&view->message) : NULL,
		.warning = view->warning.length ? str_text(&view->warning) : NULL,
	};
}

static void look(struct live_view *view, bool only_for_trouble)
{
	int64_t time_ns = view->host->time_ns(view->host->self);

	if (view->host->lock)
		view->host->lock(view->host->self);
	if (only_for_trouble)
		live_look_for_trouble(view->live);
	else
		view->state = live_look(view->live, time_ns);
	if (view->host->unlock)
		view->host->unlock(view->host->self);
}

/* Somebody who stopped the terminal, or a line that is slow, must not hold up the run. */
static bool can_take_more(void)
{
	struct pollfd screen = {.fd = STDERR_FILENO, .events = POLLOUT};

	return poll(&screen, 1, 0) == 1;
}

static void draw(struct live_view *view)
{
	const struct live_style style = style_of_screen();
	const struct live_mode mode = mode_of(view);
	CLEANUP(str_free) struct str frame = {0};
	struct err ignored;

	if (!view->has_terminal || !can_take_more())
		return;
	live_frame(&frame, view->state, &mode, &style);
	report_print_aside(&frame, &ignored);
}

static void write_sequence(const char *sequence)
{
	CLEANUP(str_free) struct str text = {0};
	struct err ignored;

	str_add(&text, sequence);
	report_print_aside(&text, &ignored);
}

static void take_terminal(struct live_view *view)
{
	if (!view->on_screen || view->has_terminal ||
	    !sys_terminal_is_ours(STDIN_FILENO) ||
	    sys_terminal_take_keys(STDIN_FILENO, &view->before) < 0)
		return;
	view->has_terminal = view->has_keys = true;
	write_sequence(live_enter_screen);
}

static void give_back_terminal(struct live_view *view)
{
	if (!view->has_terminal)
		return;
	view->has_terminal = false;
	write_sequence(live_leave_screen);
	sys_terminal_give_back(STDIN_FILENO, &view->before);
}

static void print_lines(const struct live_view *view)
{
	if (view->state->plan.meter && *view->state->plan.meter) {
		CLEANUP(str_free) struct str line = {0};

		live_meter_line(&line, view->state);
		report_say("%s", str_text(&line));
	}
	for (uint32_t i = 0; i < view->state->stream_count; i++) {
		CLEANUP(str_free) struct str line = {0};

		live_line(&line, view->state, i);
		report_say("%s", str_text(&line));
	}
}

struct live_view *live_view_open(struct live *live, const struct live_host *host,
				 bool on_screen)
{
	struct live_view *view = mem_alloc(sizeof(*view));

	view->live = live;
	view->host = host;
	view->on_screen = view->has_keys = on_screen;
	view->first = -1;
	view->next_ns = on_screen ? FRAME_NS : LINES_NS;
	take_terminal(view);
	look(view, false);
	draw(view);
	return view;
}

/* Line by line, since that cleans them. */
static void repeat_said(const struct live_view *view)
{
	const char *at = str_text(&view->said);

	while (*at) {
		int bytes = (int)strcspn(at, "\n");

		report_say("%.*s", bytes, at);
		at += bytes + 1;
	}
}

void live_view_close(struct live_view *view)
{
	if (!view)
		return;
	give_back_terminal(view);
	repeat_said(view);
	str_free(&view->note);
	str_free(&view->message);
	str_free(&view->said);
	str_free(&view->warning);
	free(view);
}

int live_view_fd(const struct live_view *view)
{
	return view && view->has_terminal && view->has_keys ? STDIN_FILENO : -1;
}

void live_view_tick(struct live_view *view)
{
	int64_t time_ns, every_ns;

	if (!view)
		return;
	time_ns = view->host->time_ns(view->host->self);
	every_ns = view->on_screen ? FRAME_NS : LINES_NS;
	if (time_ns < view->next_ns)
		return;
	view->next_ns = (time_ns / every_ns + 1) * every_ns;
	look(view, view->paused);
	if (!view->on_screen) {
		print_lines(view);
		return;
	}
	/* It may have come to the foreground meanwhile. */
	take_terminal(view);
	draw(view);
}

void live_view_redraw(struct live_view *view)
{
	if (view)
		draw(view);
}

void live_view_suspend(struct live_view *view)
{
	if (view)
		give_back_terminal(view);
}

void live_view_resume(struct live_view *view)
{
	if (!view)
		return;
	take_terminal(view);
	draw(view);
}

void live_view_say(struct live_view *view, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	if (!view || !view->on_screen) {
		report_say("%s", text);
		return;
	}
	str_clear(&view->warning);
	str_add(&view->warning, text);
	str_addf(&view->said, "%s\n", text);
	draw(view);
}

static void tell(struct live_view *view, const char *what)
{
	str_clear(&view->message);
	str_add(&view->message, what);
	view->message_ns = view->state->time_ns + MESSAGE_NS;
}

static void keep_note(struct live_view *view)
{
	const char *text = view->note.length ? str_text(&view->note) : "mark";

	view->typing = false;
	if (!view->host->note)
		tell(view, "notes cannot be kept here");
	else if (view->host->note(view->host->self, text))
		tell(view, "noted");
	else
		tell(view, "the note could not be kept");
}

/* A whole character, whatever its bytes. */
static void erase_last(struct str *text)
{
	while (text->length &&
	       ((unsigned char)text->text[text->length - 1] & 0xc0) == 0x80)
		text->length--;
	if (text->length)
		text->length--;
	if (text->text)
		text->text[text->length] = '\0';
}

static void type(struct live_view *view, unsigned char key)
{
	switch (key) {
	case '\r':
	case '\n':
		keep_note(view);
		break;
	case ESCAPE:
		view->typing = false;
		break;
	case DELETE:
	case BACKSPACE:
		erase_last(&view->note);
		break;
	case KILL_LINE:
		str_clear(&view->note);
		break;
	default:
		if (key >= ' ' && view->note.length < NOTE_BYTES)
			str_add_char(&view->note, (char)key);
		break;
	}
}

/* By so many streams; pages: by so many screens of them. */
static void scroll(struct live_view *view, int64_t by, bool pages)
{
	const struct live_style style = style_of_screen();
	const struct live_mode mode = mode_of(view);
	int64_t shown = live_frame_streams(view->state, &mode, &style);
	int64_t last = view->state->stream_count - shown;

	view->first = view->first < 0 ? 0 : view->first + by * (pages ? shown : 1);
	if (view->first > last)
		view->first = last;
	if (view->first < 0)
		view->first = 0;
}

static void press(struct live_view *view, unsigned char key)
{
	switch (key) {
	case 'p':
	case ' ':
		view->paused = !view->paused;
		if (!view->paused)
			look(view, false);
		break;
	case 'm':
		str_clear(&view->note);
		view->typing = true;
		break;
	case 'q':
		view->ending = true;
		break;
	case 'h':
	case '?':
		view->help = !view->help;
		break;
	case 'j':
	case 'k':
		scroll(view, key == 'j' ? 1 : -1, false);
		break;
	case 'w':
		view->first = -1;
		break;
	default:
		break;
	}
}

/* What arrow and page keys send (ECMA-48 CSI, SS3). Returns its length; 0: none of them. */
static size_t press_sequence(struct live_view *view, const char *at, size_t left)
{
	size_t length = 2;

	if (left < 3 || at[0] != ESCAPE || (at[1] != '[' && at[1] != 'O'))
		return 0;
	while (length < left && (at[length] < '@' || at[length] > '~'))
		length++;
	if (length == left)
		return left;
	if (!view->typing && (at[length] == 'A' || at[length] == 'B'))
		scroll(view, at[length] == 'B' ? 1 : -1, false);
	if (!view->typing && at[length] == '~' && (at[2] == '5' || at[2] == '6'))
		scroll(view, at[2] == '6' ? 1 : -1, true);
	return length + 1;
}

bool live_view_take_keys(struct live_view *view)
{
	struct pollfd keys = {.fd = live_view_fd(view), .events = POLLIN};
	char typed[256];
	long count;

	if (keys.fd < 0 || poll(&keys, 1, 0) != 1)
		return true;
	count = io_read_some(keys.fd, typed, sizeof(typed));
	view->has_keys = count > 0;
	for (long i = 0; i < count;) {
		size_t sequence = press_sequence(view, typed + i, (size_t)(count - i));

		if (!sequence && view->typing)
			type(view, (unsigned char)typed[i]);
		else if (!sequence)
			press(view, (unsigned char)typed[i]);
		i += sequence ? (long)sequence : 1;
	}
	draw(view);
	return !view->ending;
}
