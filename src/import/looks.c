/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What bytes look like that are no report. */
#include <string.h>

#include "import/import.h"

/* How files begin. */
static const struct beginning {
	const char *bytes;
	size_t length;
	const char *what;
} beginnings[] = {
	{"\x1f\x8b", 2, "it is gzip data; unpack it first"},
	{"BZh", 3, "it is bzip2 data; unpack it first"},
	{"\xfd"
	 "7zXZ",
	 5, "it is xz data; unpack it first"},
	{"\x28\xb5\x2f\xfd", 4, "it is zstd data; unpack it first"},
	{"PK\x03\x04", 4, "it is a zip archive; unpack it first"},
	{"\x89WL\x1a", 4, "it is a run of whylate's own; 'whylate show' shows it"},
	{"\x7f"
	 "ELF",
	 4, "it is a program"},
	{"\x89PNG", 4, "it is a picture"},
	{"%PDF", 4, "it is a PDF document"},
	{"\xff\xfe", 2, "it is text in UTF-16; save it as UTF-8"},
	{"PERFILE2", 8, "it is data of perf"},
	{"\x17\x08\x44tracing", 10, "it is a trace.dat of trace-cmd"},
	{"<!DOCTYPE", 9, "it is a page of HTML; save the text in it alone"},
	{"<html", 5, "it is a page of HTML; save the text in it alone"},
	{"<?xml", 5, "it is XML of another kind"},
	{"{", 1, "it is JSON of another kind"},
	{"[{", 2, "it is JSON of another kind"},
};

/* Bytes that no text has. */
static bool is_binary(const struct import_report *report)
{
	size_t count = 0, seen = report->length < 4096 ? report->length : 4096;

	for (size_t i = 0; i < seen; i++) {
		unsigned char byte = (unsigned char)report->text[i];

		count += (byte < ' ' && !strchr("\t\n\r\f\x1b", byte)) || byte == 0;
	}
	return count * 20 > seen;
}

static void add_first_line(struct str *out, const struct import_report *report)
{
	CLEANUP(lines_close) struct lines lines = {0};

	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		if (lines.length) {
			str_addf(out, "it is text that begins with '%.60s'", lines.line);
			return;
		}
	str_add(out, "it holds blanks only");
}

void import_add_looks(struct str *out, const struct import_report *report)
{
	if (!report->length) {
		str_add(out, "it is empty");
		return;
	}
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++)
		if (report->length >= beginnings[i].length &&
		    !memcmp(report->text, beginnings[i].bytes, beginnings[i].length)) {
			str_add(out, beginnings[i].what);
			return;
		}
	if (is_binary(report))
		str_add(out, "it is binary");
	else
		add_first_line(out, report);
}
