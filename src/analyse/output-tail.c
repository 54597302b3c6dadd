/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "analyse/output-tail.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { ESCAPE = 033 };
enum { NO_ESCAPE, ESCAPE_BEGUN, ESCAPE_PARAMETERS };

static bool says_something(const struct output_tail *tail)
{
	for (size_t i = 0; i < tail->length; i++)
		if (isalnum((unsigned char)tail->partial[i]))
			return true;
	return false;
}

static void end_line(struct output_tail *tail)
{
	if (says_something(tail)) {
		if (tail->count == TAIL_LINES)
			memmove(tail->line[0], tail->line[1],
				sizeof(tail->line) - sizeof(tail->line[0]));
		else
			tail->count++;
		tail->partial[tail->length] = '\0';
		memcpy(tail->line[tail->count - 1], tail->partial, tail->length + 1);
	}
	tail->length = 0;
}

/* true: it belongs to an escape sequence: ESC, or ESC [ parameters and a letter. */
static bool is_escape(struct output_tail *tail, unsigned char c)
{
	switch (tail->escape) {
	case ESCAPE_BEGUN:
		tail->escape = c == '[' ? ESCAPE_PARAMETERS : NO_ESCAPE;
		return true;
	case ESCAPE_PARAMETERS:
		if (c >= '@' && c <= '~')
			tail->escape = NO_ESCAPE;
		return true;
	default:
		tail->escape = c == ESCAPE ? ESCAPE_BEGUN : NO_ESCAPE;
		return c == ESCAPE;
	}
}

void output_tail_add(struct output_tail *tail, const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];

		if (is_escape(tail, c))
			continue;
		if (c == '\n')
			end_line(tail);
		else if (c == '\t' || (c >= ' ' && tail->length < TAIL_BYTES - 1))
			tail->partial[tail->length++] = c == '\t' ? ' ' : (char)c;
		if (tail->length == TAIL_BYTES)
			tail->length--;
	}
}
