/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines with a tag. A row that stops short waits for the next line; one of switchtest, which
 * uses the same tags, is passed over.
 */
#include <string.h>

#include "import/clock-text.h"
#include "import/xenomai-reader.h"

void xenomai_end_run(struct xenomai_reader *reader)
{
	if (!reader->any)
		return;
	xenomai_conclude(&reader->run, reader->builder);
	xenomai_free_run(&reader->run);
	xenomai_open_run(&reader->run, ++reader->runs);
	if (reader->runs == 1)
		reader->second_line = reader->line;
	reader->any = reader->skipped = reader->has_header = false;
}

/* The header belongs to what comes now: a row of ours. */
static void open_block(struct xenomai_reader *reader)
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

static void keep_row(struct xenomai_reader *reader, struct xenomai_row *row,
		     uint64_t line)
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

void xenomai_give_up_row(struct xenomai_reader *reader)
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

bool xenomai_complete_row(struct xenomai_reader *reader, const char *line)
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

static void on_row(struct xenomai_reader *reader, const char *text)
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
static void on_header(struct xenomai_reader *reader, const char *text)
{
	struct xenomai_run *run = &reader->run;
	int64_t seconds;

	if (!take_clock(&text, &seconds)) {
		run->lines_lost++;
		return;
	}
	/* Time goes on by the rows in between, and a summary ends a run. */
	if (run->has_summary ||
	    (run->block_count && run->blocks[run->block_count - 1].start_s >= seconds))
		xenomai_end_run(reader);
	text += strspn(text, " \t");
	if (*text == '(')
		xenomai_take_setup(text, run);
	reader->skipped = false;
	reader->has_header = true;
	reader->header_s = seconds;
}

/* "RTH|----lat min|...": which columns there are. Mail may have cut it. */
static void on_columns(struct xenomai_reader *reader, const char *text)
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
static void on_summary(struct xenomai_reader *reader, const char *text)
{
	struct xenomai_run *run = &reader->run;
	int columns = run->columns ? run->columns - 2 : 5;
	struct xenomai_row row = {0};

	if (run->has_summary)
		xenomai_end_run(reader);
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

static void on_cell(struct xenomai_reader *reader, const char *text)
{
	reader->any = true;
	xenomai_take_cell(&reader->run, text);
}

static void on_spread(struct xenomai_reader *reader, const char *text)
{
	reader->any = true;
	xenomai_take_spread(&reader->run, text);
}

static void on_rule(struct xenomai_reader *reader, const char *text)
{
	(void)reader, (void)text;
}

static const struct {
	char tag[5];
	void (*take)(struct xenomai_reader *reader, const char *text);
} tags[] = {
	{"RTD|", on_row},     {"RTT|", on_header}, {"RTH|", on_columns},
	{"RTS|", on_summary}, {"HSD|", on_cell},   {"HSS|", on_spread},
	{"HSH|", on_rule},    {"---|", on_rule},
};

enum { TAGS = sizeof(tags) / sizeof(tags[0]) };

/* The tag that this bar ends; TAGS when there is none. `room` is what stands before it. */
static size_t tag_at(const char *bar, ptrdiff_t room)
{
	const char *tag = bar - (XENOMAI_TAG_LENGTH - 1);
	size_t i = 0;

	/* Few bars have one of these letters so far in front: that saves comparing. */
	if (room < XENOMAI_TAG_LENGTH - 1 || (*tag != 'R' && *tag != 'H' && *tag != '-'))
		return TAGS;
	while (i < TAGS && memcmp(tag, tags[i].tag, XENOMAI_TAG_LENGTH))
		i++;
	return i;
}

const char *xenomai_find_tag(const char *line, size_t *which)
{
	for (const char *bar = strchr(line, '|'); bar; bar = strchr(bar + 1, '|')) {
		*which = tag_at(bar, bar - line);
		if (*which < TAGS)
			return bar + 1;
	}
	return NULL;
}

void xenomai_take_tag(struct xenomai_reader *reader, size_t which, const char *text)
{
	tags[which].take(reader, text);
}
