/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A last line without an end. Who copies text may leave the end out, and a tool that is killed
 * or a full disk stops within a number: 2 may have been 2500. Readers take the line as it is;
 * here that is told, for all formats alike.
 */
#include <string.h>

#include "base/looks.h"
#include "import/import.h"

/* Objects and elements close by themselves: what is behind them is nothing. */
static bool closes_itself(const char *line, size_t length)
{
	while (length && strchr(" \t\r", line[length - 1]))
		length--;
	return length && strchr("}]>", line[length - 1]);
}

static bool has_figure(const char *line, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (line[i] >= '0' && line[i] <= '9')
			return true;
	return false;
}

/* What a terminal or a mail puts into a line is no part of it. */
static bool is_unended(const char *last, const char *end)
{
	CLEANUP(lines_close) struct lines lines = {0};

	lines_open(&lines, last, (size_t)(end - last));
	return lines_next(&lines) && has_figure(lines.line, lines.length) &&
	       !closes_itself(lines.line, lines.length);
}

static void look_at(const struct import_report *report, const char *name,
		    struct foreign_builder *builder)
{
	const char *end = report->text + report->length;
	const char *newline = memrchr(report->text, '\n', report->length);
	const char *last = newline ? newline + 1 : report->text;

	if (last == end || strcmp(looks_of(report->text, report->length).what, "text") ||
	    !is_unended(last, end))
		return;
	foreign_add_note(
		builder, FOREIGN_ASSUMED,
		"%s%sline %llu, the last one, has no end: it is taken for whole, "
		"but a figure in it may be cut off, and lines behind it missing",
		name, *name ? ": " : "",
		(unsigned long long)import_line_of(report, last));
}

void import_tell_unended(const struct import_report *report,
			 struct foreign_builder *builder)
{
	look_at(report, report->other_count ? report->name : "", builder);
	for (size_t i = 0; i < report->other_count; i++)
		look_at(&report->others[i], report->others[i].name, builder);
}
