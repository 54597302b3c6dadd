/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "l2c310/log-line.h"

#include <string.h>

enum {
	LINE_BYTES = 1024,  /* the kernel's own lines are shorter */
	PREFIX_BYTES = 200, /* what loggers put before a message */
	BRACKET_BYTES = 48, /* "[Mon Jul  2 10:11:12 2018]" */
	HEX_DIGITS = 8,
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t left(const struct log_line *line)
{
	return (size_t)(line->end - line->at);
}

bool line_take(struct log_line *line, const char *words)
{
	size_t length = strlen(words);

	if (left(line) < length || memcmp(line->at, words, length))
		return false;
	line->at += length;
	return true;
}

static const char *find(const struct log_line *line, const char *words)
{
	return memmem(line->at, left(line), words, strlen(words));
}

bool line_skip_to(struct log_line *line, const char *words)
{
	const char *found = find(line, words);

	if (found)
		line->at = found + strlen(words);
	return found;
}

bool line_has(const struct log_line *line, const char *words)
{
	return find(line, words);
}

bool line_is(const struct log_line *line, const char *words)
{
	return left(line) == strlen(words) && !memcmp(line->at, words, left(line));
}

void line_copy(const struct log_line *line, char *out, size_t room)
{
	size_t length = 0;

	for (const char *at = line->at; at < line->end && length + 1 < room; at++)
		out[length++] = *at;
	out[length] = '\0';
	for (char *at = out; at < out + length; at++)
		if (*at < ' ' || *at >= 0x7f)
			*at = '?';
}

bool line_take_number(struct log_line *line, uint64_t *number)
{
	const char *at = line->at;
	uint64_t sum = 0;

	for (; at < line->end && is_digit(*at); at++) {
		if (sum > (UINT64_MAX - 9) / 10)
			return false;
		sum = 10 * sum + (uint64_t)(*at - '0');
	}
	if (at == line->at)
		return false;
	line->at = at;
	*number = sum;
	return true;
}

static int hex_digit(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool line_take_hex(struct log_line *line, uint32_t *value)
{
	struct log_line rest = *line;
	uint32_t sum = 0;
	int digits = 0;

	if (!line_take(&rest, "0x"))
		return false;
	for (; rest.at < rest.end && hex_digit(*rest.at) >= 0; rest.at++, digits++)
		sum = sum << 4 | (uint32_t)hex_digit(*rest.at);
	if (!digits || digits > HEX_DIGITS)
		return false;
	line->at = rest.at;
	*value = sum;
	return true;
}

/* "<6>", "[    0.190000]", "[    T0]", "[Mon Jul  2 10:11:12 2018]" */
static bool take_bracket(struct log_line *line)
{
	char close = *line->at == '[' ? ']' : *line->at == '<' ? '>' : '\0';
	size_t room = left(line) < BRACKET_BYTES ? left(line) : BRACKET_BYTES;
	const char *end = close ? memchr(line->at, close, room) : NULL;

	if (!end || (close == '>' && !is_digit(line->at[1])))
		return false;
	line->at = end + 1;
	return true;
}

/* A colour of dmesg's: ESC [ digits m. */
static bool take_colour(struct log_line *line)
{
	struct log_line rest = *line;

	if (!line_take(&rest, "\033["))
		return false;
	while (rest.at < rest.end && (is_digit(*rest.at) || *rest.at == ';'))
		rest.at++;
	if (!line_take(&rest, "m"))
		return false;
	*line = rest;
	return true;
}

/* "Jan 01 00:00:03 host kernel: " of syslog and journal, whatever form the date has. */
static bool take_logger(struct log_line *line)
{
	size_t room = left(line) < PREFIX_BYTES ? left(line) : PREFIX_BYTES;
	struct log_line head = {line->at, line->at + room};

	if (!line_skip_to(&head, "kernel: ") ||
	    (head.at - strlen("kernel: ") > line->at && head.at[-9] != ' '))
		return false;
	line->at = head.at;
	return true;
}

/* "kern  :info  : " of dmesg -x. */
static bool take_facility(struct log_line *line)
{
	struct log_line rest = *line;

	if (!line_take(&rest, "kern ") || !line_skip_to(&rest, ":") ||
	    !line_skip_to(&rest, ":"))
		return false;
	*line = rest;
	return true;
}

static void strip(struct log_line *line)
{
	const char *before = NULL;

	while (line->at < line->end && line->at != before) {
		before = line->at;
		while (line->at < line->end && strchr(" \t\r>|", *line->at) && *line->at)
			line->at++;
		if (line->at < line->end && !take_colour(line) && !take_bracket(line) &&
		    !take_facility(line))
			take_logger(line);
	}
	while (line->end > line->at && strchr(" \t\r", line->end[-1]) && line->end[-1])
		line->end--;
}

bool log_line_next(struct log_line *line, const char **at, const char *end)
{
	const char *stop;

	if (*at >= end)
		return false;
	stop = memchr(*at, '\n', (size_t)(end - *at));
	if (!stop)
		stop = end;
	*line = (struct log_line){*at, stop};
	if (left(line) > LINE_BYTES)
		line->end = line->at + LINE_BYTES;
	*at = stop + (stop < end);
	strip(line);
	return true;
}
