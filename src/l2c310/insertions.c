/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "l2c310/insertions.h"

#include <string.h>

enum { CONTEXT_LINES = 3 };

static size_t count_lines(const char *text, size_t length)
{
	size_t count = 0;

	for (size_t i = 0; i < length; i++)
		count += text[i] == '\n' || i + 1 == length;
	return count;
}

struct lines lines_of(struct arena *arena, const struct str *file)
{
	const char *at = str_text(file), *end = at + file->length;
	struct lines lines = {.count = count_lines(at, file->length)};

	lines.start = arena_array(arena, lines.count + 1, sizeof(*lines.start));
	for (size_t i = 0; i < lines.count; i++) {
		const char *next = memchr(at, '\n', (size_t)(end - at));

		lines.start[i] = at;
		at = next ? next + 1 : end;
	}
	lines.start[lines.count] = end;
	return lines;
}

size_t lines_length(const struct lines *lines, size_t line)
{
	size_t length = (size_t)(lines->start[line + 1] - lines->start[line]);

	return length && lines->start[line][length - 1] == '\n' ? length - 1 : length;
}

/* Lines first to last - 1 as they are. */
static void add_context(struct str *out, const struct lines *file, size_t first,
			size_t last)
{
	for (size_t i = first; i < last; i++) {
		size_t length = lines_length(file, i);

		str_add_char(out, ' ');
		str_add_bytes(out, file->start[i], length);
		str_add_char(out, '\n');
		if (file->start[i] + length == file->start[file->count])
			str_add(out, "\\ No newline at end of file\n");
	}
}

static void add_inserted(struct str *out, const char *text)
{
	while (*text) {
		size_t length = strcspn(text, "\n");

		str_add_char(out, '+');
		str_add_bytes(out, text, length);
		str_add_char(out, '\n');
		text += length + (text[length] == '\n');
	}
}

/* One hunk for insertions[0..count-1], which are near each other. *added: lines so far. */
static void add_hunk(struct str *out, const struct lines *file,
		     const struct insertion *insertions, size_t count, size_t *added)
{
	size_t lines = file->count, inserted = 0;
	size_t first = insertions[0].line, last = insertions[count - 1].line;
	size_t at;

	first = first > CONTEXT_LINES ? first - CONTEXT_LINES : 0;
	last = last + CONTEXT_LINES < lines ? last + CONTEXT_LINES : lines;
	for (size_t i = 0; i < count; i++)
		inserted += count_lines(insertions[i].text, strlen(insertions[i].text));
	str_addf(out, "@@ -%zu,%zu +%zu,%zu @@\n", first + 1, last - first,
		 first + 1 + *added, last - first + inserted);
	at = first;
	for (size_t i = 0; i < count; i++) {
		add_context(out, file, at, insertions[i].line);
		add_inserted(out, insertions[i].text);
		at = insertions[i].line;
	}
	add_context(out, file, at, last);
	*added += inserted;
}

void insertions_add_diff(struct str *out, const char *name, const struct lines *file,
			 const struct insertion *insertions, size_t count)
{
	size_t added = 0, near;

	str_addf(out, "--- a/%s\n+++ b/%s\n", name, name);
	for (size_t i = 0; i < count; i += near) {
		for (near = 1; i + near < count; near++)
			if (insertions[i + near].line - insertions[i + near - 1].line >
			    2 * CONTEXT_LINES)
				break;
		add_hunk(out, file, insertions + i, near, &added);
	}
}
