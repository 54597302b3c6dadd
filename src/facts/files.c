/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "facts/files.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { WILDCARDS = 4 };

struct match {
	const char *text[WILDCARDS];
	size_t length[WILDCARDS];
};

static bool fits(char wildcard, char c)
{
	return wildcard == '#' ? isdigit((unsigned char)c) : c && c != '/';
}

static bool matches(const char *pattern, const char *path, struct match *match, int used)
{
	size_t length = 0;

	for (; *pattern != '*' && *pattern != '#'; pattern++, path++) {
		if (*pattern != *path)
			return false;
		if (!*pattern)
			return true;
	}
	if (used == WILDCARDS)
		return false;
	while (fits(*pattern, path[length])) {
		match->text[used] = path;
		match->length[used] = ++length;
		if (matches(pattern + 1, path + length, match, used + 1))
			return true;
	}
	return false;
}

static const char *name_of(struct facts *facts, const char *name,
			   const struct match *match)
{
	CLEANUP(str_free) struct str out = {0};
	int used = 0;

	for (; *name; name++) {
		if (*name != '*') {
			str_add_char(&out, *name);
			continue;
		}
		for (size_t i = 0; i < match->length[used]; i++)
			str_add_char(&out, match->text[used][i] == '.'
						   ? '_'
						   : match->text[used][i]);
		used++;
	}
	return facts_format(facts, "%s", str_text(&out));
}

static void put_number(struct facts *facts, const struct setup_file *file,
		       const char *name, const char *line, const struct facts_file *row)
{
	char *end;
	long long value;

	errno = 0;
	value = strtoll(line, &end, row->form == FORM_HEX ? 16 : 10);
	if (errno || end == line || *end)
		facts_put_unknown(facts, file->path, name,
				  facts_format(facts, "no number: '%.40s'", line));
	else
		facts_put_integer(facts, file->path, name, value, row->unit);
}

static void put_bool(struct facts *facts, const struct setup_file *file, const char *name,
		     const char *line)
{
	if (!*line || line[1] || !strchr("01nyNY", *line))
		facts_put_unknown(facts, file->path, name,
				  facts_format(facts, "neither yes nor no: '%.40s'",
					       line));
	else
		facts_put_bool(facts, file->path, name, strchr("1yY", *line));
}

static bool is_name(const char *line)
{
	const char *at = line;

	while (isalnum((unsigned char)*at) || (*at && strchr("-_.+", *at)))
		at++;
	return *line && !*at;
}

static void put_name(struct facts *facts, const struct setup_file *file, const char *name,
		     const char *line)
{
	if (is_name(line))
		facts_put_text(facts, file->path, name, line);
	else
		facts_put_unknown(facts, file->path, name,
				  *line ? facts_format(facts, "no name: '%.40s'", line)
					: "empty");
}

static void put_choice(struct facts *facts, const struct setup_file *file,
		       const char *name, const char *line)
{
	const char *begin = strchr(line, '['), *end = begin ? strchr(begin, ']') : NULL;

	if (!end)
		facts_put_unknown(facts, file->path, name,
				  facts_format(facts, "nothing in brackets: '%.40s'",
					       line));
	else
		facts_put_text(facts, file->path, name,
			       facts_format(facts, "%.*s", (int)(end - begin - 1),
					    begin + 1));
}

static void put_file(struct facts *facts, const struct setup_file *file, const char *name,
		     const struct facts_file *row)
{
	const char *at = file->text, *line;

	if (file->error) {
		facts_put_unknown(facts, file->path, name, strerror(file->error));
		return;
	}
	line = facts_next_line(facts, &at);
	line = line ? line : "";
	switch (row->form) {
	case FORM_TEXT:
		facts_put_text(facts, file->path, name, line);
		break;
	case FORM_NAME:
		put_name(facts, file, name, line);
		break;
	case FORM_INTEGER:
	case FORM_HEX:
		put_number(facts, file, name, line, row);
		break;
	case FORM_BOOL:
		put_bool(facts, file, name, line);
		break;
	case FORM_CHOICE:
		put_choice(facts, file, name, line);
		break;
	}
}

static void put_row(struct facts *facts, const struct setup *setup,
		    const struct facts_file *row)
{
	const struct setup_file *file;

	if (strpbrk(row->path, "*#")) {
		for (size_t i = 0; i < setup->count; i++) {
			struct match match = {0};

			file = &setup->files[i];
			if (matches(row->path, file->path, &match, 0))
				put_file(facts, file, name_of(facts, row->name, &match),
					 row);
		}
		return;
	}
	file = setup_find(setup, row->path);
	if (file)
		put_file(facts, file, row->name, row);
	else
		facts_put_unknown(facts, row->path, row->name, "not there");
}

void facts_put_files(struct facts *facts, const struct setup *setup,
		     const struct facts_file *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		put_row(facts, setup, &rows[i]);
}

const char *facts_next_line(struct facts *facts, const char **at)
{
	const char *begin = *at;
	size_t length;

	if (!begin || !*begin)
		return NULL;
	length = strcspn(begin, "\n");
	*at = begin + length + (begin[length] == '\n');
	while (length && isspace((unsigned char)*begin)) {
		begin++;
		length--;
	}
	while (length && isspace((unsigned char)begin[length - 1]))
		length--;
	return facts_format(facts, "%.*s", (int)length, begin);
}

const char *facts_line_of(struct facts *facts, const struct setup *setup,
			  const char *path)
{
	const char *at = setup_text(setup, path);
	const char *line = at ? facts_next_line(facts, &at) : NULL;

	return at && !line ? "" : line;
}
