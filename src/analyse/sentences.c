/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists of sentences. */
#include "analyse/sentences.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void make_room(struct sentences *sentences, struct arena *arena)
{
	const char **larger;

	if (sentences->count < sentences->room)
		return;
	sentences->room = sentences->room ? sentences->room * 2 : 8;
	larger = arena_array(arena, sentences->room, sizeof(*larger));
	if (sentences->count)
		memcpy(larger, sentences->text, sentences->count * sizeof(*larger));
	sentences->text = larger;
}

void sentences_add(struct sentences *sentences, struct arena *arena, const char *format,
		   ...)
{
	va_list args;
	int length;
	char *text;

	va_start(args, format);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		return;
	text = arena_alloc(arena, (size_t)length + 1);
	va_start(args, format);
	vsnprintf(text, (size_t)length + 1, format, args);
	va_end(args);
	make_room(sentences, arena);
	sentences->text[sentences->count++] = text;
}
