/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text of Xenomai's `latency` (2.x and 3.x) and of EVL's `latmus`: lines with a tag of three
 * letters and a bar in front. Lines are found wherever they begin, since consoles and mail
 * put things in front of them; two on one line are two; one on two lines is put together.
 * switchtest prints lines with the same tags: they are passed over.
 */
#include <string.h>

#include "base/num.h"
#include "import/clock-text.h"
#include "import/formats.h"
#include "import/xenomai.h"

struct reader {
	struct foreign_builder *builder;
	struct xenomai_run run;
	bool any;        /* the run has something in it */
	bool other_tool; /* rows are switchtest's */
	bool skipped;    /* "[...]" came behind the last row */
	bool has_header, is_latmus;
	int64_t header_s;   /* of an RTT line whose rows have not come yet */
	struct str pending; /* a row that may go on in the next line */
	uint64_t pending_line;
	uint64_t line;
	int64_t runs;
};

/* Ends the run and begins the next one. */
static void end_run(struct reader *reader)
{
	if (!reader->any)
		return;
	xenomai_conclude(&reader->run, reader->builder);
	xenomai_free_run(&reader->run);
	xenomai_open_run(&reader->run, ++reader->runs);
	reader->any = reader->skipped = reader->has_header = false;
}

/* The header belongs to what comes now: a row of ours. */
static void open_block(struct reader *reader)
{
	if (!reader->has_header)
		return;
	xenomai_add_block(&reader->run, reader->header_s);
	reader->has_header = false;
}

static bool is_empty(const struct xenomai_row *row)
{
	for (int i = 0; i < XENOMAI_COLUMNS; i++)
		if (row->value[i] != RUN_UNKNOWN)
			return false;
	return true;
}

static void keep_row(struct reader *reader, struct xenomai_row *row, uint64_t line)
{
	if (is_empty(row)) {
		reader->run.lines_lost++;
		return;
	}
	open_block(reader);
	row->line = line;
	row->after_skip = reader->skipped;
	reader->skipped = false;
	reader->any = true;
	xenomai_add_row(&reader->run, row);
}

static int columns_of(const struct xenomai_run *run, const char *cells)
{
	int bars = 0;

	if (run->columns)
		return run->columns;
	while ((cells = strchr(cells, '|'))) {
		cells++;
		bars++;
	}
	return bars == 5 ? 6 : 7;
}

/* A row that was waiting for its other half, which did not come. */
static void give_up_pending(struct reader *reader)
{
	const char *text = str_text(&reader->pending), *rest;
	struct xenomai_row row = {0};

	if (!reader->pending.length)
		return;
	xenomai_parse_row(&reader->run, text, columns_of(&reader->run, text), &row,
			  &rest);
	row.state = XENOMAI_DAMAGED;
	str_clear(&reader->pending);
	keep_row(reader, &row, reader->pending_line);
}

/* Is this line the other half? */
static bool complete_pending(struct reader *reader, const char *line)
{
	struct xenomai_row row = {0};
	const char *text, *rest;

	if (!reader->pending.length)
		return false;
	str_add(&reader->pending, line);
	text = str_text(&reader->pending);
	row.state = xenomai_parse_row(&reader->run, text, columns_of(&reader->run, text),
				      &row, &rest);
	if (row.state != XENOMAI_WHOLE) {
		reader->pending.length -= strlen(line);
		reader->pending.text[reader->pending.length] = '\0';
		return false;
	}
	row.state = XENOMAI_SPLIT;
	str_clear(&reader->pending);
	keep_row(reader, &row, reader->pending_line);
	return true;
}

static void on_row(struct reader *reader, const char *text)
{
	struct xenomai_row row = {0};
	const char *rest;

	if (reader->other_tool)
		return;
	row.state = xenomai_parse_row(&reader->run, text, columns_of(&reader->run, text),
				      &row, &rest);
	if (row.state == XENOMAI_CUT && text[strspn(text, " \t")]) {
		str_add(&reader->pending, text);
		reader->pending_line = reader->line;
		return;
	}
	keep_row(reader, &row, reader->line);
}

/* "RTT|  00:00:01  (periodic user-mode task, 1000 us period, priority 99)" */
static void on_header(struct reader *reader, const char *text)
{
	struct xenomai_run *run = &reader->run;
	int64_t seconds;

	if (!take_clock(&text, &seconds)) {
		run->lines_lost++;
		return;
	}
	/* Time does not go back, and a summary ends a run. */
	if (run->has_summary ||
	    (run->block_count && run->blocks[run->block_count - 1].start_s > seconds))
		end_run(reader);
	text += strspn(text, " \t");
	if (*text == '(')
		xenomai_take_setup(text, run);
	reader->skipped = false;
	reader->has_header = true;
	reader->header_s = seconds;
}

/* "RTH|----lat min|...": which columns there are. Mail may have cut it. */
static void on_columns(struct reader *reader, const char *text)
{
	reader->other_tool = strstr(text, "switches") != NULL;
	if (reader->other_tool) {
		reader->has_header = false;
		return;
	}
	if (strstr(text, "msw"))
		reader->run.columns = 7;
	else if (strstr(text, "overrun|") && strstr(text, "best"))
		reader->run.columns = 6;
}

/* "RTS|  1.622|  5.690|  42.186|  0|  0|    15:00:00/15:00:00" */
static void on_summary(struct reader *reader, const char *text)
{
	struct xenomai_run *run = &reader->run;
	int columns = run->columns ? run->columns - 2 : 5;
	struct xenomai_row row = {0};

	if (run->has_summary)
		end_run(reader);
	row.state = xenomai_parse_row(run, text, columns, &row, &text);
	if (row.state == XENOMAI_NO_ROW || row.value[XENOMAI_MAX] == RUN_UNKNOWN) {
		run->lines_lost++;
		return;
	}
	row.line = reader->line;
	run->summary = row;
	run->has_summary = reader->any = true;
	if (!take_clock(&text, &run->elapsed_s) || *text++ != '/' ||
	    !take_clock(&text, &run->asked_s))
		run->asked_s = RUN_UNKNOWN;
	/* latmus prints the hours that passed in front of the minutes it was asked for. */
	if (reader->is_latmus && run->elapsed_s >= 3600 && run->asked_s != run->elapsed_s)
		run->asked_s = RUN_UNKNOWN;
}

static void on_cell(struct reader *reader, const char *text)
{
	reader->any = true;
	xenomai_take_cell(&reader->run, text);
}

static void on_spread(struct reader *reader, const char *text)
{
	reader->any = true;
	xenomai_take_spread(&reader->run, text);
}

static void on_rule(struct reader *reader, const char *text)
{
	(void)reader, (void)text;
}

static const struct {
	char tag[5];
	void (*take)(struct reader *reader, const char *text);
} tags[] = {
	{"RTD|", on_row},     {"RTT|", on_header}, {"RTH|", on_columns},
	{"RTS|", on_summary}, {"HSD|", on_cell},   {"HSS|", on_spread},
	{"HSH|", on_rule},    {"---|", on_rule},
};

enum { TAGS = sizeof(tags) / sizeof(tags[0]), TAG_LENGTH = 4 };

/* The first tag at or behind text; *which says which. */
static const char *find_tag(const char *text, size_t *which)
{
	const char *bar = text;

	while ((bar = strchr(bar, '|'))) {
		for (size_t i = 0; bar - text >= TAG_LENGTH - 1 && i < TAGS; i++) {
			if (strncmp(bar - (TAG_LENGTH - 1), tags[i].tag, TAG_LENGTH))
				continue;
			*which = i;
			return bar - (TAG_LENGTH - 1);
		}
		bar++;
	}
	return NULL;
}

static void on_period(struct reader *reader, const char *text)
{
	int64_t period;

	end_run(reader);
	if (take_decimal_ns(&text, NS_PER_US, &period) && period > 0)
		reader->run.period_ns = period;
}

static void on_mode(struct reader *reader, const char *text)
{
	xenomai_take_setup(text, &reader->run);
}

static void on_unit(struct reader *reader, const char *text)
{
	(void)text;
	reader->run.says_us = true;
}

/* "Maximum latency exceeded:     812.345 > 500" */
static void on_limit(struct reader *reader, const char *text)
{
	int64_t worst;

	if (!take_decimal_ns(&text, NS_PER_US, &worst) || !take_word(&text, ">") ||
	    !take_decimal_ns(&text, NS_PER_US, &reader->run.limit_ns))
		reader->run.limit_ns = RUN_UNKNOWN;
}

/* "latency threshold is exceeded (200 >= 312.500), aborting." */
static void on_threshold(struct reader *reader, const char *text)
{
	if (!take_decimal_ns(&text, NS_PER_US, &reader->run.limit_ns))
		reader->run.limit_ns = RUN_UNKNOWN;
}

static void on_skip(struct reader *reader, const char *text)
{
	(void)text;
	reader->skipped = true;
	if (reader->run.block_count && !reader->has_header)
		reader->run.blocks[reader->run.block_count - 1].skip_behind = true;
}

static void on_version(struct reader *reader, const char *text)
{
	text += strspn(text, " \t");
	reader->builder->foreign.version = foreign_text(reader->builder, "%.100s", text);
}

/* Other lines, by their beginning. */
static const struct {
	const char *words;
	void (*take)(struct reader *reader, const char *text);
} beginnings[] = {
	{"== Sampling period:", on_period},
	{"== Test mode:", on_mode},
	{"== All results in microseconds", on_unit},
	{"Maximum latency exceeded:", on_limit},
	{"latency threshold is exceeded (", on_threshold},
	{"Xenomai version:", on_version},
	{"[...", on_skip},
	{"[snip", on_skip},
	{"...", on_skip},
	{"<snip", on_skip},
};

/* An option of the command line with a number: " -B 100". */
static int64_t option_of(const char *command, const char *option)
{
	const char *at = strstr(command, option);
	int64_t number;

	if (!at)
		return RUN_UNKNOWN;
	at += strlen(option);
	return take_integer(&at, &number) && number > 0 ? number : RUN_UNKNOWN;
}

/* "op@bench1:~# latency -s -T 60": behind a prompt, and nothing but options behind it. */
static void take_command(struct reader *reader, const char *line)
{
	static const char *const names[] = {"latency", "latmus"};
	const char *prompt = strstr(line, "# "), *at, *name = NULL;

	prompt = prompt ? prompt : strstr(line, "$ ");
	if (!prompt)
		return;
	at = prompt + 2 + strspn(prompt + 2, " ");
	for (int i = 0; i < 2 && !name; i++)
		name = strstr(at, names[i]);
	if (!name || (name > at && name[-1] != '/' && name[-1] != ' ') ||
	    !strchr(" ", name[strspn(name, "latencymus")]))
		return;
	end_run(reader);
	reader->builder->foreign.command = foreign_text(reader->builder, "%.200s", at);
	reader->run.bucket_ns = option_of(at, " -B");
	reader->run.bucket_count = option_of(at, " -H");
}

static void take_other(struct reader *reader, const char *line)
{
	if (!*line || complete_pending(reader, line))
		return;
	give_up_pending(reader);
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++)
		if (str_starts(line, beginnings[i].words)) {
			beginnings[i].take(reader, line + strlen(beginnings[i].words));
			return;
		}
	take_command(reader, line);
}

/* A line may hold several tagged ones, when a line end got lost. */
static void take_line(struct reader *reader, const char *line)
{
	CLEANUP(str_free) struct str piece = {0};
	size_t which, next;
	const char *tag = find_tag(line, &which), *behind;

	if (!tag) {
		take_other(reader, line);
		return;
	}
	give_up_pending(reader);
	while (tag) {
		tag += TAG_LENGTH;
		behind = find_tag(tag, &next);
		str_clear(&piece);
		if (behind)
			str_add_bytes(&piece, tag, (size_t)(behind - tag));
		tags[which].take(reader, behind ? str_text(&piece) : tag);
		if (behind)
			give_up_pending(reader);
		tag = behind;
		which = next;
	}
}

static int read_as(const char *tool, const struct import_report *report,
		   struct foreign_builder *builder, struct err *err)
{
	CLEANUP(lines_close) struct lines lines;
	struct reader reader = {.builder = builder, .is_latmus = !strcmp(tool, "latmus")};

	xenomai_describe(builder, tool);
	xenomai_open_run(&reader.run, 0);
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines)) {
		reader.line = lines.number;
		take_line(&reader, lines.line);
	}
	give_up_pending(&reader);
	builder->foreign.lines = lines.number;
	end_run(&reader);
	str_free(&reader.pending);
	xenomai_free_run(&reader.run);
	if (!reader.runs)
		return err_set(
			err, ERR_INPUT,
			"'%s' looks like output of %s, but no row of figures in it "
			"can be read",
			report->name, tool);
	if (reader.runs > 1)
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"the report holds %lld runs one after another: each is a "
			"stream of its own",
			(long long)reader.runs);
	return 0;
}

/* Lines of figures that are not switchtest's. */
static bool has_rows(const struct import_report *report)
{
	return import_has(report, "RTS|") || import_has(report, "HSS|") ||
	       (import_has(report, "RTD|") &&
		(import_has(report, "lat min") || !import_has(report, "ctx switches")));
}

/* latmus names the CPU in its headers, and says itself what it is. */
static bool is_latmus(const struct import_report *report)
{
	return import_has(report, "latmus") || import_has(report, " us period, CPU") ||
	       (import_has(report, "RTT|") && import_has(report, ", CPU"));
}

static int sniff_xenomai(const struct import_report *report)
{
	return has_rows(report) ? 90 : 0;
}

static int sniff_latmus(const struct import_report *report)
{
	return has_rows(report) && is_latmus(report) ? 92 : 0;
}

static int read_xenomai(const struct import_report *report,
			struct foreign_builder *builder, struct err *err)
{
	return read_as("xenomai-latency", report, builder, err);
}

static int read_latmus(const struct import_report *report,
		       struct foreign_builder *builder, struct err *err)
{
	return read_as("latmus", report, builder, err);
}

const struct import_format import_xenomai = {
	.name = "xenomai-latency",
	.what = "Xenomai latency: its rows, -s, -h",
	.sniff = sniff_xenomai,
	.read = read_xenomai,
};

const struct import_format import_latmus = {
	.name = "latmus",
	.what = "EVL latmus: its rows",
	.sniff = sniff_latmus,
	.read = read_latmus,
};
