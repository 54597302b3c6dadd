/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text of Xenomai's `latency` (2.x and 3.x) and of EVL's `latmus`: lines with a tag of three
 * letters and a bar in front. Lines are found wherever they begin, since consoles and mail
 * put things in front of them; two on one line are two; one on two lines is put together.
 */
#include <string.h>

#include "import/formats.h"
#include "import/xenomai-reader.h"

/* A line may hold several tagged ones, when a line end got lost. */
static void take_line(struct xenomai_reader *reader, const char *line)
{
	CLEANUP(str_free) struct str piece = {0};
	size_t which, next;
	const char *text = xenomai_find_tag(line, &which), *behind;

	if (!text) {
		xenomai_take_words(reader, line);
		return;
	}
	xenomai_give_up_row(reader);
	while ((behind = xenomai_find_tag(text, &next))) {
		str_clear(&piece);
		str_add_bytes(&piece, text, (size_t)(behind - XENOMAI_TAG_LENGTH - text));
		xenomai_take_tag(reader, which, str_text(&piece));
		xenomai_give_up_row(reader);
		text = behind;
		which = next;
	}
	xenomai_take_tag(reader, which, text);
}

static int read_as(const char *tool, const struct import_report *report,
		   struct foreign_builder *builder, struct err *err)
{
	CLEANUP(lines_close) struct lines lines;
	struct xenomai_reader reader = {.builder = builder,
					.is_latmus = !strcmp(tool, "latmus")};

	xenomai_describe(builder, tool);
	xenomai_open_run(&reader.run, 0);
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines)) {
		reader.line = lines.number;
		take_line(&reader, lines.line);
	}
	xenomai_give_up_row(&reader);
	builder->foreign.lines = lines.number;
	xenomai_end_run(&reader);
	str_free(&reader.pending);
	xenomai_free_run(&reader.run);
	if (!reader.runs)
		return err_set(
			err, ERR_INPUT,
			"'%s' looks like output of %s, but no row of figures in it "
			"can be read",
			report->name, tool);
	if (reader.runs > 1)
		builder->second_line = reader.second_line;
	return 0;
}

/* Lines of figures that are not switchtest's. */
static bool has_rows(const struct import_report *report)
{
	return import_has(report, "RTS|") || import_has(report, "HSS|") ||
	       (import_has(report, "RTD|") &&
		(import_has(report, "lat min") || !import_has(report, "ctx switches")));
}

static bool names_cpu_in_header(const struct import_report *report)
{
	CLEANUP(lines_close) struct lines lines = {0};

	if (!import_has(report, "RTT|") || !import_has(report, ", CPU"))
		return false;
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		if (strstr(lines.line, "RTT|") && strstr(lines.line, ", CPU"))
			return true;
	return false;
}

/* latmus names the CPU in its headers, and says itself what it is. */
static bool is_latmus(const struct import_report *report)
{
	return import_has(report, "latmus") || import_has(report, " us period, CPU") ||
	       names_cpu_in_header(report);
}

static int sniff_xenomai(const struct import_report *report)
{
	return has_rows(report) && !is_latmus(report) ? 90 : 0;
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
