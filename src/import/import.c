/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which format a report has, and reading it. The formats themselves are formats.c's. */
#include "import/import-parts.h"

#include <string.h>

bool import_has(const struct import_report *report, const char *words)
{
	return memmem(report->text, report->length, words, strlen(words)) != NULL;
}

/* The part of a report that a sniff function sees: whole lines. */
static struct import_report head_of(const struct import_report *report)
{
	struct import_report head = *report;
	const char *last;

	if (head.length <= IMPORT_SNIFF_BYTES)
		return head;
	head.length = IMPORT_SNIFF_BYTES;
	last = memrchr(head.text, '\n', head.length);
	if (last)
		head.length = (size_t)(last + 1 - head.text);
	return head;
}

static void add_format_names(struct str *out)
{
	for (size_t i = 0; import_formats[i]; i++)
		str_addf(out, "%s%s", i ? " " : "", import_formats[i]->name);
}

const struct import_format *import_sniff(const struct import_report *report,
					 struct err *err)
{
	struct import_report head = head_of(report);
	const struct import_format *best = NULL;
	CLEANUP(str_free) struct str looks = {0};
	int best_sure = 0;

	for (size_t i = 0; import_formats[i]; i++) {
		int sure = import_formats[i]->sniff(&head);

		if (sure > best_sure) {
			best_sure = sure;
			best = import_formats[i];
		}
	}
	if (best)
		return best;
	import_add_looks(&looks, report);
	str_add(&looks, "; known formats: ");
	add_format_names(&looks);
	err_set(err, ERR_INPUT, "'%s' is no report that whylate knows: %s", report->name,
		str_text(&looks));
	return NULL;
}

const struct import_format *import_find(const char *name, struct err *err)
{
	CLEANUP(str_free) struct str names = {0};

	for (size_t i = 0; import_formats[i]; i++)
		if (!strcmp(import_formats[i]->name, name))
			return import_formats[i];
	add_format_names(&names);
	err_set(err, ERR_INPUT, "no format '%s'; known formats: %s", name,
		str_text(&names));
	return NULL;
}

/* Of the files that are of the format: others lie beside them. */
static const char *names_of(const struct import_format *format,
			    const struct import_report *report,
			    struct foreign_builder *builder)
{
	CLEANUP(str_free) struct str names = {0};

	str_add(&names, report->name);
	for (size_t i = 0; i < report->other_count; i++)
		if (format->sniff(&report->others[i]))
			str_addf(&names, ", %s", report->others[i].name);
	return foreign_text(builder, "%s", str_text(&names));
}

uint64_t import_line_of(const struct import_report *report, const char *at)
{
	const char *from = report->text;
	uint64_t line = 1;

	while ((from = memchr(from, '\n', (size_t)(at - from)))) {
		from++;
		line++;
	}
	return line;
}

/* By their first character, which columns of figures do not have: much faster than memmem(). */
static const char *find(const char *at, const char *end, const char *words)
{
	size_t length = strlen(words);

	while ((at = memchr(at, *words, (size_t)(end - at)))) {
		if ((size_t)(end - at) >= length && !memcmp(at, words, length))
			return at;
		at++;
	}
	return NULL;
}

/* Where what a run prints once comes for the second time; 0: nowhere. */
static uint64_t second_line(const struct import_format *format,
			    const struct import_report *report)
{
	const char *end = report->text + report->length, *at;
	uint64_t line = 0, found;

	for (size_t i = 0; i < sizeof(format->once) / sizeof(format->once[0]); i++) {
		const char *words = format->once[i];

		if (!words || !(at = find(report->text, end, words)))
			continue;
		at += strlen(words);
		at = find(at, end, words);
		found = at ? import_line_of(report, at) : 0;
		if (found && (!line || found < line))
			line = found;
	}
	return line;
}

/* Two runs in one would be one distribution of what never was one. */
static int refuse_second(const struct import_report *report, uint64_t line,
			 struct err *err)
{
	return err_set(
		err, ERR_INPUT,
		"'%s' holds more than one report: another begins at line %llu; split "
		"it there and import each part by itself",
		report->name, (unsigned long long)line);
}

/* Neither reader sees the other one's lines: one of them would be lost without a word. */
static int refuse_other(const struct import_report *report,
			const struct import_format *format, struct err *err)
{
	struct import_second own, other;
	struct import_report head = head_of(report);
	bool own_is_first;

	/* Who names a format (--as) that nothing shows wants it whatever else there is. */
	if (!format->sniff(&head) || !import_find_second(report, format, &own, &other))
		return 0;
	if (!own.at || other.format == format)
		return refuse_second(report, import_line_of(report, other.at), err);
	own_is_first = own.at <= other.at;
	return err_set(
		err, ERR_INPUT,
		"'%s' holds more than one report: line %llu is of %s, line %llu of %s; split "
		"it between them and import each part by itself",
		report->name,
		(unsigned long long)import_line_of(report,
						   own_is_first ? own.at : other.at),
		(own_is_first ? own : other).format->name,
		(unsigned long long)import_line_of(report,
						   own_is_first ? other.at : own.at),
		(own_is_first ? other : own).format->name);
}

int import_read_as(const struct import_format *format, const struct import_report *report,
		   struct foreign_builder *builder, struct err *err)
{
	uint64_t line;

	if (refuse_other(report, format, err))
		return -1;
	line = second_line(format, report);
	if (line)
		return refuse_second(report, line, err);
	builder->foreign.tool = format->name;
	builder->foreign.files = names_of(format, report, builder);
	if (format->read(report, builder, err))
		return -1;
	if (builder->second_line)
		return refuse_second(report, builder->second_line, err);
	import_tell_too_large(report, builder);
	import_tell_unended(report, builder);
	import_check(builder);
	foreign_finish(builder);
	import_check_bins(builder);
	import_tell(builder);
	return 0;
}

int import_read(const struct import_report *report, struct foreign_builder *builder,
		struct err *err)
{
	const struct import_format *format = import_sniff(report, err);

	return format ? import_read_as(format, report, builder, err) : -1;
}
