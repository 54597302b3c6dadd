/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "facts/value.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "facts/files.h"

void facts_put_missing(struct facts *facts, const struct setup *setup, const char *path,
		       const char *name)
{
	const struct setup_file *file = setup_find(setup, path);
	const char *why = "not there";

	if (file && file->error)
		why = strerror(file->error);
	else if (file)
		why = "it says nothing of it";
	facts_put_unknown(facts, path, name, why);
}

const char *facts_value(struct facts *facts, const char *text, const char *name)
{
	size_t length = strlen(name);

	for (const char *line = text; line; line = strchr(line, '\n')) {
		const char *at;

		line += *line == '\n';
		line += strspn(line, " \t");
		if (strncmp(line, name, length))
			continue;
		at = line + length;
		if (!*at || !strchr(" \t:=", *at))
			continue;
		at += strspn(at, " \t");
		at += *at == ':' || *at == '=';
		if (*at == '\n')
			return "";
		line = facts_next_line(facts, &at);
		return line ? line : "";
	}
	return NULL;
}

bool facts_has_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = text ? strstr(text, word) : NULL; at;
	     at = strstr(at + 1, word))
		if ((at == text || isspace((unsigned char)at[-1])) &&
		    (!at[length] || isspace((unsigned char)at[length])))
			return true;
	return false;
}

bool facts_number(const char *text, int64_t *value)
{
	char *end;

	errno = 0;
	*value = text ? strtoll(text, &end, 10) : 0;
	return text && end > text && !errno;
}

void facts_put_rows(struct facts *facts, const struct setup *setup, const char *path,
		    const struct facts_row *rows, size_t count)
{
	const char *text = setup_text(setup, path);

	for (size_t i = 0; i < count; i++) {
		int64_t value;

		if (text && facts_number(facts_value(facts, text, rows[i].row), &value))
			facts_put_integer(facts, path, rows[i].name, value, rows[i].unit);
		else
			facts_put_missing(facts, setup, path, rows[i].name);
	}
}

const char *facts_part(struct facts *facts, const char *path, const char *folder)
{
	CLEANUP(str_free) struct str part = {0};

	for (path += strlen(folder); *path && *path != '/'; path++)
		str_add_char(&part, *path == '.' ? '_' : *path);
	return facts_format(facts, "%s", str_text(&part));
}

const char *facts_cpu_flags(struct facts *facts, const struct setup *setup)
{
	const char *text = setup_text(setup, "/proc/cpuinfo");

	return text ? facts_value(facts, text, "flags") : NULL;
}
