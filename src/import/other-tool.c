/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Is a second report in the text, of another tool or, as JSON, of the same one? Its lines are no
 * lines of the first to that one's reader, so it would be lost without a word. Every format is
 * asked about one window of the text after the other. That is slow, and long reports repeat
 * the same kinds of lines: a window is asked about only where it holds a line of a new kind.
 */
#include <string.h>

#include "import/import-parts.h"

enum {
	KINDS = 4096, /* bits: kinds of lines, by a hash */
	KINDS_MAX =
		1024, /* a text with more of them is no table: its lines tell nothing */
	KIND_BYTES = 64,  /* of a line, from its beginning */
	OBJECTS_MAX = 64, /* in a text, that may be a report as JSON */
	KIND_SEED = 5381, /* of Bernstein's hash */
	KIND_MULTIPLIER = 33,
};

struct search {
	const struct import_report *report;
	const struct import_format *format; /* of the report */
	uint64_t kinds[KINDS / 64];
	int kind_count, objects;
	struct import_second own, other; /* where each of them shows first */
};

static const char *line_end(const char *at, const char *end)
{
	const char *newline = memchr(at, '\n', (size_t)(end - at));

	return newline ? newline + 1 : end;
}

/* Does one of eight bytes stand behind '9'? Most of a table's do not. */
static bool has_letter(const char *at)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
	uint64_t eight;

	memcpy(&eight, at, sizeof(eight));
	/* What is added carries into the top bit of a byte from '9' + 1 on, and no further. */
	return (((eight & ~tops) + ones * (0x7f - '9')) | eight) & tops;
}

/* A line's kind is its letters and marks in their order: figures and blanks differ in all. */
static bool is_new_kind(struct search *search, const char *at, const char *end)
{
	uint32_t hash = KIND_SEED;
	uint64_t bit;

	if (end - at > KIND_BYTES)
		end = at + KIND_BYTES;
	while (at < end) {
		if (end - at >= 8 && !has_letter(at)) {
			at += 8;
			continue;
		}
		if ((unsigned char)*at > '9')
			hash = hash * KIND_MULTIPLIER + (unsigned char)*at;
		at++;
	}
	hash ^= hash >> 16;
	bit = UINT64_C(1) << (hash % 64);
	if (search->kinds[hash / 64 % (KINDS / 64)] & bit ||
	    search->kind_count == KINDS_MAX)
		return false;
	search->kinds[hash / 64 % (KINDS / 64)] |= bit;
	search->kind_count++;
	return true;
}

static bool has_new_kind(struct search *search, const char *at, const char *end)
{
	bool has = false;

	while (at < end) {
		const char *next = line_end(at, end);

		has |= is_new_kind(search, at, next);
		at = next;
	}
	return has;
}

static bool shows(const struct search *search, const struct import_format *format,
		  const char *from, const char *end)
{
	struct import_report part = *search->report;

	part.text = from;
	part.length = (size_t)(end - from);
	return format->sniff(&part) > 0;
}

/* A line's beginning about half way; NULL where all of it is one line. */
static const char *halve(const char *low, const char *high)
{
	const char *middle = low + (high - low) / 2;
	const char *newline = memrchr(low, '\n', (size_t)(middle - low));

	middle = newline ? newline + 1 : line_end(middle, high);
	return middle < high ? middle : NULL;
}

/* The line with which the window begins to show the format: found by halving. */
static const char *first_line(const struct search *search,
			      const struct import_format *format, const char *from,
			      const char *end)
{
	const char *low = from, *high = end, *middle;

	while ((middle = halve(low, high)))
		if (shows(search, format, from, middle))
			high = middle;
		else
			low = middle;
	return low;
}

static void note(struct import_second *first, const struct import_format *format,
		 const char *at)
{
	if (!first->at || at < first->at)
		*first = (struct import_second){.format = format, .at = at};
}

static void look_at_window(struct search *search, const char *from, const char *end)
{
	for (size_t i = 0; import_formats[i]; i++) {
		const struct import_format *format = import_formats[i];
		struct import_second *first =
			format == search->format ? &search->own : &search->other;

		if (first->at && first->format == format)
			continue;
		if (shows(search, format, from, end))
			note(first, format, first_line(search, format, from, end));
	}
}

/* Reports as JSON are sniffed where their object begins. */
static void look_at_objects(struct search *search, const char *from, const char *end)
{
	for (const char *at = from; at < end && search->objects < OBJECTS_MAX;
	     at = line_end(at, end)) {
		const char *object = at + strspn(at, "> \t");

		if (object >= end || *object != '{' || object == search->report->text)
			continue;
		search->objects++;
		for (size_t i = 0; import_formats[i]; i++)
			if (shows(search, import_formats[i], object, end))
				note(&search->other, import_formats[i], at);
	}
}

/* Behind an object as tools print it: on one line, or up to a brace that begins one. */
static const char *object_end(const char *at, const char *end)
{
	const char *next = line_end(at, end), *last = next;

	while (last > at && strchr(" \t\r\n", last[-1]))
		last--;
	if (last > at + 1 && last[-1] == '}')
		return next;
	for (at = next; at < end && *at != '}'; at = line_end(at, end))
		;
	return line_end(at, end);
}

/* What is behind the report's own object hides from sniff functions that look for one first. */
static void look_behind_object(struct search *search)
{
	const char *at = search->report->text, *end = at + search->report->length;
	const char *window;

	if (at == end || *at != '{')
		return;
	at = object_end(at, end);
	window = end - at > IMPORT_SNIFF_BYTES ? line_end(at + IMPORT_SNIFF_BYTES, end)
					       : end;
	for (size_t i = 0; at < end && import_formats[i]; i++)
		if (shows(search, import_formats[i], at, window))
			note(&search->other, import_formats[i],
			     first_line(search, import_formats[i], at, window));
}

bool import_find_second(const struct import_report *report,
			const struct import_format *format, struct import_second *own,
			struct import_second *second)
{
	struct search search = {.report = report, .format = format};
	const char *at = report->text, *end = at + report->length;

	look_behind_object(&search);
	while (at < end && !search.other.at) {
		const char *window = end;

		if ((size_t)(end - at) > IMPORT_SNIFF_BYTES)
			window = line_end(at + IMPORT_SNIFF_BYTES, end);
		if (has_new_kind(&search, at, window)) {
			look_at_window(&search, at, window);
			look_at_objects(&search, at, window);
		}
		at = window;
	}
	*own = search.own;
	*second = search.other;
	return search.other.at != NULL;
}
