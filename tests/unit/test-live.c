/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The live view's frames and lines, and the sink that they are made from. */
#include "report/live.h"

#include <stdlib.h>

#include "made-run.h"
#include "test.h"

enum { MOST_STREAMS = 200 };

static const int widths[] = {1, 10, 20, 60, 80, 200};
static const int heights[] = {1, 2, 3, 5, 10, 24, 60, 250};
static const uint32_t counts[] = {1, 2, 64, MOST_STREAMS};

/* A run of `count` streams, 12 s old, with something in every part of the view. */
static struct live_state *make_state(uint32_t count)
{
	static struct live_counter counters[] = {
		{"steal", "ns", 123456789, 12345678, "cpu 1"},
		{"involuntary_switches", "count", 7, 0, "cpu 0"},
	};
	static struct live_load loads[] = {
		{"disk", "bytes", 312000000},
		{"fork", "forks", 4711},
		{"load command", "", -1},
	};
	struct live_state *state = calloc(1, sizeof(*state));

	state->time_ns = INT64_C(12030000000);
	state->plan = (struct run_plan){.duration_ns = INT64_C(60000000000),
					.period_ns = 1000000,
					.policy = "fifo",
					.priority = 95};
	state->streams = calloc(count, sizeof(*state->streams));
	state->stream_count = count;
	state->worst = 0;
	for (uint32_t i = 0; i < count; i++) {
		struct live_stream *stream = &state->streams[i];

		snprintf(stream->label, sizeof(stream->label), "cpu %u", i);
		stream->count = 12000;
		stream->has_now = true;
		stream->now_ns = 30000 + i * 100;
		stream->min_ns = 8100;
		stream->avg_ns = 31000;
		stream->p99_ns = 60200;
		stream->max_ns = 656400 - i * 1000;
		stream->first_bin = histogram_index(8100) >> LIVE_BIN_BITS;
		stream->end_bin = (histogram_index(656400) >> LIVE_BIN_BITS) + 1;
		for (uint32_t bin = stream->first_bin; bin < stream->end_bin; bin++)
			stream->bins[bin] = bin % 7 ? 1u << bin % 12 : 0;
		state->count += stream->count;
	}
	state->counters = counters;
	state->counter_count = 2;
	state->loads = loads;
	state->load_count = 3;
	state->events[0] =
		(struct run_event){INT64_C(7000000000), "note", "lights on", false};
	state->event_count = 1;
	return state;
}

static void free_state(struct live_state *state)
{
	str_free(&state->trouble);
	free(state->streams);
	free(state);
}

/* The length of one of the sequences that a frame may hold; 0: it is another. */
static size_t allowed_sequence(const char *at)
{
	static const char *const allowed[] = {
		"\033[H",  "\033[K",     "\033[J",     "\033[0m",
		"\033[1m", "\033[1;33m", "\033[1;31m",
	};

	for (size_t i = 0; i < sizeof(allowed) / sizeof(allowed[0]); i++)
		if (str_starts(at, allowed[i]))
			return strlen(allowed[i]);
	return 0;
}

/* The text of a frame without its sequences; every other control character is a failure. */
static void add_plain(struct str *plain, const char *frame)
{
	while (*frame) {
		size_t sequence = *frame == '\033' ? allowed_sequence(frame) : 0;

		if (*frame == '\033')
			CHECK(sequence > 0);
		else if (*frame == '\r')
			CHECK(frame[1] == '\n');
		else
			CHECK(*frame == '\n' || (unsigned char)*frame >= ' ');
		if (!sequence && *frame != '\r')
			str_add_char(plain, *frame);
		frame += sequence ? sequence : 1;
	}
}

static void check_size(const char *plain, const struct live_style *style)
{
	int columns = style->columns < 10 ? 10 : style->columns;
	int rows = style->rows < 2 ? 2 : style->rows, lines = 1;
	CLEANUP(str_free) struct str line = {0};

	for (; *plain; plain++) {
		if (*plain != '\n') {
			str_add_char(&line, *plain);
			continue;
		}
		CHECK((int)str_columns(str_text(&line)) <= columns);
		str_clear(&line);
		lines++;
	}
	CHECK((int)str_columns(str_text(&line)) <= columns);
	/* Behind the last line there may be an empty one, which erases what is below. */
	CHECK(lines <= rows);
}

static bool is_ascii(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return true;
}

/* Every stream has a row, or a line says how many have none. */
static void check_streams(const char *plain, uint32_t count)
{
	uint32_t rows = 0, more = 0;
	const char *said = strstr(plain, "\nand ");

	for (const char *at = plain; (at = strstr(at, "\ncpu ")); at++)
		rows++;
	if (said)
		more = (uint32_t)strtoul(said + 5, NULL, 10);
	CHECK_INT(rows + more, count);
}

static void draw(struct str *plain, const struct live_state *state,
		 const struct live_mode *mode, const struct live_style *style)
{
	CLEANUP(str_free) struct str frame = {0};

	live_frame(&frame, state, mode, style);
	CHECK(str_starts(str_text(&frame), "\033[H"));
	add_plain(plain, str_text(&frame));
	check_size(str_text(plain), style);
	if (style->ascii)
		CHECK(is_ascii(str_text(plain)));
	if (!style->colour)
		CHECK(!strstr(str_text(&frame), "m\033") &&
		      !strstr(str_text(&frame), "[1"));
}

static void check_mode(const struct live_state *state, const struct live_mode *mode)
{
	for (size_t w = 0; w < sizeof(widths) / sizeof(widths[0]); w++)
		for (size_t h = 0; h < sizeof(heights) / sizeof(heights[0]); h++)
			for (int i = 0; i < 4; i++) {
				const struct live_style style = {
					.columns = widths[w],
					.rows = heights[h],
					.ascii = i & 1,
					.colour = i & 2,
				};
				CLEANUP(str_free) struct str plain = {0};

				draw(&plain, state, mode, &style);
				if (style.columns >= 20 && style.rows >= 5)
					check_streams(str_text(&plain),
						      state->stream_count);
			}
}

static void fits_every_screen(void)
{
	static const struct live_mode modes[] = {
		{.first = -1},
		{.first = -1, .paused = true},
		{.first = -1, .help = true},
		{.first = 150, .note = "half a note \xc3\xa4"},
		{.first = 0, .message = "noted", .warning = "whylate: the disk is full"},
	};

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		struct live_state *state = make_state(counts[i]);

		for (size_t k = 0; k < sizeof(modes) / sizeof(modes[0]); k++)
			check_mode(state, &modes[k]);
		free_state(state);
	}
}

static void check_frame(const struct live_state *state, struct live_mode mode,
			struct live_style style, const char *expected)
{
	CLEANUP(str_free) struct str plain = {0};

	draw(&plain, state, &mode, &style);
	CHECK_TEXT(str_text(&plain), expected);
}

static void draws_frames(void)
{
	const struct live_mode usual = {.first = -1};
	struct live_state *state = make_state(2);

	check_frame(
		state, usual, (struct live_style){80, 24, false, false},
		"0:00:12  0:00:48 left  worst 656.4 us on cpu 0  24 000 samples\n"
		"\n"
		"in us     now     min     avg     p99     max  overruns  |10      |100     |1ms\n"
		"cpu 0    30.0     8.1    31.0    60.2   656.4         0  ▇█▂▅▇█▃▅▇█▃▅▇█▃▅▆▇     \n"
		"cpu 1    30.1     8.1    31.0    60.2   655.4         0  ▇█▂▅▇█▃▅▇█▃▅▇█▃▅▆▇     \n"
		"\n"
		"load         disk 312 MB/s  fork 4 711 forks/s  load command -\n"
		"last second  steal 12.35 ms (cpu 1)\n"
		"so far       steal 123.5 ms  involuntary switches 7\n"
		"events       0:00:07 note: lights on\n"
		"\n"
		"q end   p pause   m note   h help\n");
	check_frame(state, usual, (struct live_style){60, 24, false, true},
		    "0:00:12  0:00:48 left  worst 656.4 us on cpu 0\n"
		    "\n"
		    "in us    now    min    avg    p99    max overruns |10 |100\n"
		    "cpu 0   30.0    8.1   31.0   60.2  656.4        0 #+#+#+#+% \n"
		    "cpu 1   30.1    8.1   31.0   60.2  655.4        0 #+#+#+#+% \n"
		    "\n"
		    "load         disk 312 MB/s  fork 4 711 forks/s\n"
		    "             load command -\n"
		    "last second  steal 12.35 ms (cpu 1)\n"
		    "so far       steal 123.5 ms  involuntary switches 7\n"
		    "events       0:00:07 note: lights on\n"
		    "\n"
		    "q end   p pause   m note   h help\n");
	check_frame(state, usual, (struct live_style){20, 5, false, true},
		    "0:00:12\n"
		    "in us    now    max\n"
		    "cpu 0   30.0  656.4\n"
		    "cpu 1   30.1  655.4\n"
		    "q end   p pause");
	free_state(state);
}

static void keeps_the_worst(void)
{
	struct live_state *state = make_state(64);
	const struct live_style style = {60, 12, false, true};

	check_frame(state, (struct live_mode){.first = -1}, style,
		    "0:00:12  0:00:48 left  worst 656.4 us on cpu 0\n"
		    "in us    now    min    avg    p99    max overruns |10 |100\n"
		    "cpu 0   30.0    8.1   31.0   60.2  656.4        0 #+#+#+#+% \n"
		    "cpu 1   30.1    8.1   31.0   60.2  655.4        0 #+#+#+#+% \n"
		    "cpu 2   30.2    8.1   31.0   60.2  654.4        0 #+#+#+#+% \n"
		    "cpu 3   30.3    8.1   31.0   60.2  653.4        0 #+#+#+#+% \n"
		    "cpu 4   30.4    8.1   31.0   60.2  652.4        0 #+#+#+#+% \n"
		    "and 59 more streams, the worst of them 651.4 us on cpu 5\n"
		    "load         disk 312 MB/s  fork 4 711 forks/s\n"
		    "             load command -\n"
		    "last second  steal 12.35 ms (cpu 1)\n"
		    "q end   p pause   m note   h help");
	state->streams[50].max_ns = 9999000;
	check_frame(state, (struct live_mode){.first = -1}, style,
		    "0:00:12  0:00:48 left  worst 656.4 us on cpu 0\n"
		    "in us     now    min    avg    p99    max overruns |10 |100\n"
		    "cpu 0    30.0    8.1   31.0   60.2  656.4        0 #+#+#+#+%\n"
		    "cpu 1    30.1    8.1   31.0   60.2  655.4        0 #+#+#+#+%\n"
		    "cpu 2    30.2    8.1   31.0   60.2  654.4        0 #+#+#+#+%\n"
		    "cpu 3    30.3    8.1   31.0   60.2  653.4        0 #+#+#+#+%\n"
		    "cpu 50   35.0    8.1   31.0   60.2 9999.0        0 #+#+#+#+%\n"
		    "and 59 more streams, the worst of them 652.4 us on cpu 4\n"
		    "load         disk 312 MB/s  fork 4 711 forks/s\n"
		    "             load command -\n"
		    "last second  steal 12.35 ms (cpu 1)\n"
		    "q end   p pause   m note   h help");
	check_frame(state, (struct live_mode){.first = 61}, style,
		    "0:00:12  0:00:48 left  worst 656.4 us on cpu 0\n"
		    "in us     now    min    avg    p99    max overruns |10 |100\n"
		    "cpu 59   35.9    8.1   31.0   60.2  597.4        0 #+#+#+#+%\n"
		    "cpu 60   36.0    8.1   31.0   60.2  596.4        0 #+#+#+#+%\n"
		    "cpu 61   36.1    8.1   31.0   60.2  595.4        0 #+#+#+#+%\n"
		    "cpu 62   36.2    8.1   31.0   60.2  594.4        0 #+#+#+#+%\n"
		    "cpu 63   36.3    8.1   31.0   60.2  593.4        0 #+#+#+#+%\n"
		    "and 59 more streams, the worst of them 10.00 ms on cpu 50\n"
		    "load         disk 312 MB/s  fork 4 711 forks/s\n"
		    "             load command -\n"
		    "last second  steal 12.35 ms (cpu 1)\n"
		    "q end   p pause   m note   h help");
	CHECK_INT(live_frame_streams(state, &(struct live_mode){0}, &style), 5);
	free_state(state);
}

static bool shows(const struct live_state *state, const struct live_mode *mode,
		  int columns, int rows, const char *text)
{
	const struct live_style style = {columns, rows, false, false};
	CLEANUP(str_free) struct str plain = {0};

	draw(&plain, state, mode, &style);
	return strstr(str_text(&plain), text) != NULL;
}

static void says_trouble_first(void)
{
	struct live_state *state = make_state(200);
	struct live_mode mode = {.first = -1};

	CHECK(!shows(state, &mode, 80, 24, "INVALID"));
	state->is_invalid = true;
	state->more_troubles = 2;
	str_add(&state->trouble, "asked for policy fifo, got other");
	CHECK(shows(state, &mode, 80, 24,
		    "\nINVALID (and 2 more): asked for policy fifo, got other"));
	CHECK(shows(state, &mode, 20, 5, "\nINVALID"));
	mode.paused = true;
	CHECK(shows(state, &mode, 80, 5, "\nINVALID"));
	CHECK(shows(state, &mode, 80, 24, "\nPAUSED  the measurement goes on"));
	free_state(state);
}

static void obeys_no_text(void)
{
	struct live_state *state = make_state(2);
	struct live_mode mode = {.first = -1, .warning = "w\033]0;title\a"};

	state->is_invalid = true;
	str_add(&state->trouble, "t\033[2J\r\nx");
	state->events[0].text = "e\033[31m\xe2\x80\xae\xff";
	CHECK(shows(state, &mode, 80, 24, "\nw?]0;title?"));
	CHECK(shows(state, &mode, 80, 24, ": t?[2J  x\n"));
	CHECK(shows(state, &mode, 80, 24, "note: e?[31m??\n"));
	mode.note = "n\033c";
	CHECK(shows(state, &mode, 80, 24, "note: n?c_"));
	free_state(state);
}

static void shows_what_is_left(void)
{
	struct live_state *state = make_state(1);
	const struct live_mode mode = {.first = -1};

	CHECK(shows(state, &mode, 80, 24, "0:00:12  0:00:48 left  "));
	state->plan.samples = 20000;
	CHECK(shows(state, &mode, 80, 24, "0:00:12  0:00:08 left  "));
	state->plan.samples = state->plan.duration_ns = 0;
	CHECK(!shows(state, &mode, 80, 24, "left"));
	state->time_ns = -1;
	CHECK(shows(state, &mode, 80, 24, "warming up  "));
	free_state(state);
}

/* A busy loop has no period, and what it counts are gaps. */
static void says_what_is_counted(void)
{
	struct live_state *state = make_state(1);
	const struct live_mode mode = {.first = -1};

	state->plan.wake = "nanosleep,spin";
	CHECK(shows(state, &mode, 120, 24, "samples  every 1ms"));
	state->plan.wake = "spin";
	CHECK(shows(state, &mode, 120, 24, "gaps"));
	CHECK(!shows(state, &mode, 120, 24, "samples"));
	CHECK(!shows(state, &mode, 120, 24, "every"));
	free_state(state);
}

static void writes_lines(void)
{
	struct live_state *state = make_state(1);
	CLEANUP(str_free) struct str line = {0};

	live_line(&line, state, 0);
	CHECK_TEXT(str_text(&line),
		   "0:00:12  cpu 0  samples 12 000  min 8.10 us  avg 31.0 us  "
		   "p99 60.2 us  max 656.4 us  now 30.0 us  overruns 0");
	str_clear(&line);
	state->streams[0].count = 0;
	live_line(&line, state, 0);
	CHECK_TEXT(str_text(&line), "0:00:12  cpu 0  samples 0  min -  avg -  p99 -  "
				    "max -  now -  overruns 0");
	free_state(state);
}

struct rig {
	struct summary *summary;
	struct live *live;
	struct run_sink sinks[2];
};

static struct rig open_rig(void)
{
	struct rig rig = {.summary = summary_open(&(struct summary_filter){0})};

	rig.live = live_open(rig.summary);
	rig.sinks[0] = summary_sink(rig.summary);
	rig.sinks[1] = live_sink(rig.live);
	for (int i = 0; i < 2; i++)
		rig.sinks[i].head(rig.sinks[i].self, &made_head);
	made_obtained(&rig.sinks[0]);
	return rig;
}

static void close_rig(struct rig *rig)
{
	live_close(rig->live);
	summary_close(rig->summary);
}

static void tell_slice(struct rig *rig, uint32_t number, const int64_t *late_ns,
		       uint32_t count)
{
	struct histogram_slice *histogram = malloc(sizeof(*histogram));
	struct run_slice slice = {
		.number = number,
		.begin_ns = number * MADE_SLICE_NS,
		.end_ns = (number + 1) * MADE_SLICE_NS,
		.end_bucket = HISTOGRAM_BUCKETS,
		.histogram = histogram,
	};

	histogram_slice_clear(histogram);
	for (uint32_t i = 0; i < count; i++)
		histogram_slice_add(histogram, late_ns[i]);
	for (int i = 0; i < 2; i++)
		rig->sinks[i].slice(rig->sinks[i].self, &slice);
	free(histogram);
}

static void looks_at_streams(void)
{
	static const int64_t first[] = {100, 5000, 900000}, second[] = {-3, 7000};
	struct rig rig = open_rig();
	const struct live_state *state = live_look(rig.live, -5);
	const struct live_stream *stream = state->streams;

	CHECK_INT(state->stream_count, MADE_STREAMS);
	CHECK_TEXT(stream[1].label, "cpu 1 timerfd");
	CHECK_TEXT(stream[2].label, "stream 2 spin");
	CHECK_INT(state->worst, -1);
	tell_slice(&rig, 0, first, 3);
	CHECK_INT(stream->count, 0); /* not before the next look */
	live_look(rig.live, 1);
	CHECK_INT(stream->now_ns, 900000);
	CHECK_INT(stream->first_bin, histogram_index(100) >> LIVE_BIN_BITS);
	CHECK_INT(stream->end_bin, (histogram_index(900000) >> LIVE_BIN_BITS) + 1);
	CHECK_INT(stream->bins[histogram_index(5000) >> LIVE_BIN_BITS], 1);
	tell_slice(&rig, 1, second, 2);
	live_look(rig.live, 2);
	CHECK_INT(stream->count, 5);
	CHECK_INT(stream->now_ns, 7000);
	CHECK_INT(stream->min_ns, -3);
	CHECK_INT(stream->max_ns, 900000);
	CHECK_INT(stream->p99_ns, 900000);
	CHECK_INT(state->worst, 0);
	live_look(rig.live, 3);
	CHECK_INT(stream->now_ns, 7000); /* nothing new */
	close_rig(&rig);
}

static void looks_at_early_and_beyond(void)
{
	static const int64_t early[] = {-10, -20}, beyond[] = {HISTOGRAM_LIMIT_NS};
	struct rig rig = open_rig();
	const struct live_stream *stream;

	tell_slice(&rig, 0, early, 2);
	stream = live_look(rig.live, 1)->streams;
	CHECK_INT(stream->first_bin, stream->end_bin);
	close_rig(&rig);
	rig = open_rig();
	tell_slice(&rig, 0, beyond, 1);
	stream = live_look(rig.live, 1)->streams;
	CHECK_INT(stream->first_bin, stream->end_bin);
	CHECK_INT(stream->max_ns, HISTOGRAM_LIMIT_NS);
	close_rig(&rig);
}

static void looks_at_counters(void)
{
	static const struct run_count once[] = {{0, 0, 5},
						{0, 1, 10},
						{1, 2, 3},
						{9, 0, 1}};
	struct rig rig = open_rig();
	const struct live_state *state = live_look(rig.live, 0);

	CHECK_INT(state->counter_count, 0);
	for (int i = 0; i < 2; i++)
		rig.sinks[i].counts(rig.sinks[i].self, 0, once, 4, false);
	live_look(rig.live, 1);
	CHECK_INT(state->counter_count, 2);
	CHECK_TEXT(state->counters[0].name, "steal");
	CHECK_INT(state->counters[0].recent, 15);
	CHECK_TEXT(state->counters[0].where, "cpu 1");
	CHECK_TEXT(state->counters[1].where, "stream 2 spin");
	for (int i = 0; i < 2; i++)
		rig.sinks[i].counts(rig.sinks[i].self, 1, NULL, 0, false);
	live_look(rig.live, 2);
	CHECK_INT(state->counters[0].recent, 0);
	CHECK_INT(state->counters[0].total, 15);
	close_rig(&rig);
}

static void looks_for_trouble(void)
{
	const struct run_event event = {5, "stop", "it was stopped", true};
	struct rig rig = open_rig();
	const struct live_state *state = live_look(rig.live, 1);

	/* made_obtained() gives stream 1 another policy than it asked for. */
	CHECK(state->is_invalid);
	CHECK_INT(state->more_troubles, 0);
	rig.sinks[0].event(rig.sinks[0].self, &event);
	rig.sinks[0].event(rig.sinks[0].self, &event);
	live_look_for_trouble(rig.live);
	CHECK_INT(state->more_troubles, 1);
	CHECK_INT(state->event_count, 0);
	live_look(rig.live, 2);
	CHECK_TEXT(state->events[1].text, "it was stopped");
	close_rig(&rig);
}

static const struct test tests[] = {
	{"fits-every-screen", fits_every_screen},
	{"draws-frames", draws_frames},
	{"keeps-the-worst", keeps_the_worst},
	{"says-trouble-first", says_trouble_first},
	{"obeys-no-text", obeys_no_text},
	{"shows-what-is-left", shows_what_is_left},
	{"says-what-is-counted", says_what_is_counted},
	{"writes-lines", writes_lines},
	{"looks-at-streams", looks_at_streams},
	{"looks-at-early-and-beyond", looks_at_early_and_beyond},
	{"looks-at-counters", looks_at_counters},
	{"looks-for-trouble", looks_for_trouble},
};

TEST_MAIN(tests)
