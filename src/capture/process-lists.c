/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Arguments hold passwords, addresses and names of files in no form that could be known, so
 * all of them go. A list of ps without the line that names its columns goes as a whole.
 */
#include "capture/process-lists.h"

#include <ctype.h>
#include <string.h>

enum column { COLUMN_OTHER, COLUMN_USER, COLUMN_COMMAND };

enum { PLACES = 24 };

static const struct {
	const char *name;
	enum column column;
} headers[] = {
	{"COMMAND", COLUMN_COMMAND}, {"CMD", COLUMN_COMMAND}, {"COMM", COLUMN_COMMAND},
	{"ARGS", COLUMN_COMMAND},    {"USER", COLUMN_USER},   {"UID", COLUMN_USER},
	{"RUSER", COLUMN_USER},      {"EUSER", COLUMN_USER},  {"GROUP", COLUMN_USER},
};

static enum column column_of(const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		if (strlen(headers[i].name) == length &&
		    !memcmp(headers[i].name, word, length))
			return headers[i].column;
	return COLUMN_OTHER;
}

static size_t word_length(const char *at, const char *end)
{
	const char *from = at;

	while (at < end && *at && !isspace((unsigned char)*at))
		at++;
	return (size_t)(at - from);
}

/* "/usr/bin/x --password y": "x". What the kernel runs itself is in brackets, and stays. */
static void add_program(struct str *out, const char *at, const char *end)
{
	size_t length;

	while (end > at && isspace((unsigned char)end[-1]))
		end--;
	length = word_length(at, end);
	if (end - at > 2 && *at == '[' && end[-1] == ']')
		length = (size_t)(end - at);
	else
		for (const char *c = at + length; c > at; c--)
			if (c[-1] == '/') {
				length -= (size_t)(c - at);
				at = c;
			}
	str_add_bytes(out, at, length);
}

/* System's own users are numbers or root. */
static void add_user(struct str *out, const char *word, size_t length)
{
	bool tells = !isdigit((unsigned char)*word) &&
		     !(length == 4 && !memcmp(word, "root", length));

	str_add_bytes(out, tells ? "user" : word, tells ? strlen("user") : length);
}

/* Word by word under the columns' names, up to the command, which is the last. */
static void add_row(struct str *out, const enum column *columns, size_t count,
		    const char *at, const char *end)
{
	for (size_t i = 0; i < count && at < end; i++) {
		const char *word = at;
		size_t length;

		while (word < end && isspace((unsigned char)*word))
			word++;
		str_add_bytes(out, at, (size_t)(word - at));
		length = word_length(word, end);
		at = word + length;
		if (columns[i] == COLUMN_COMMAND)
			add_program(out, word, end);
		else if (columns[i] == COLUMN_USER && length)
			add_user(out, word, length);
		else
			str_add_bytes(out, word, length);
	}
	str_add_char(out, '\n');
}

/* Returns how many there are up to the command; 0: this line names none. */
static size_t read_columns(const char *at, const char *end, enum column *columns)
{
	size_t count = 0, length;

	for (; count < PLACES; at += length) {
		while (at < end && isspace((unsigned char)*at))
			at++;
		length = word_length(at, end);
		if (!length)
			return 0;
		columns[count] = column_of(at, length);
		if (columns[count++] == COLUMN_COMMAND)
			return count;
	}
	return 0;
}

static void cut_list(struct str *text)
{
	const char *at = str_text(text), *end = at + text->length, *line_end;
	enum column columns[PLACES];
	struct str kept = {0};
	size_t count = 0;

	for (; at < end; at = line_end + (line_end < end)) {
		line_end = memchr(at, '\n', (size_t)(end - at));
		line_end = line_end ? line_end : end;
		if (count) {
			add_row(&kept, columns, count, at, line_end);
			continue;
		}
		count = read_columns(at, line_end, columns);
		if (!count)
			break;
		str_add_bytes(&kept, at, (size_t)(line_end - at));
		str_add_char(&kept, '\n');
	}
	str_free(text);
	*text = kept;
}

static bool is_command_line(const char *path)
{
	size_t folder = strlen("/proc/"), digits;

	if (!str_starts(path, "/proc/"))
		return false;
	digits = strspn(path + folder, "0123456789");
	return (digits && !strcmp(path + folder + digits, "/cmdline")) ||
	       !strcmp(path + folder, "self/cmdline");
}

void process_lists_cut(const char *path, struct str *text)
{
	struct str kept = {0};

	if (!strcmp(path, "/ps") || !strcmp(path, "/ps.txt")) {
		cut_list(text);
	} else if (is_command_line(path)) {
		add_program(&kept, str_text(text), str_text(text) + text->length);
		str_free(text);
		*text = kept;
	}
}
