/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Growing strings. Knows nothing of files or terminals. */
#include "base/str.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

char *str_reserve(struct str *str, size_t count)
{
	size_t needed = str->length + count + 1;

	if (needed < count)
		mem_exhausted();
	if (needed > str->room) {
		str->room = needed + str->room;
		str->text = mem_grow(str->text, str->room);
	}
	return str->text + str->length;
}

void str_add_bytes(struct str *str, const void *bytes, size_t count)
{
	char *end = str_reserve(str, count);

	if (count)
		memcpy(end, bytes, count);
	end[count] = '\0';
	str->length += count;
}

void str_add(struct str *str, const char *text)
{
	str_add_bytes(str, text, strlen(text));
}

void str_add_char(struct str *str, char c)
{
	str_add_bytes(str, &c, 1);
}

void str_addf(struct str *str, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		return;
	va_start(args, format);
	vsnprintf(str_reserve(str, (size_t)length), (size_t)length + 1, format, args);
	va_end(args);
	str->length += (size_t)length;
}

void str_repeat(struct str *str, const char *text, size_t count)
{
	while (count--)
		str_add(str, text);
}

void str_add_quoted(struct str *str, const char *text)
{
	str_add_char(str, '\'');
	for (; *text; text++)
		if (*text == '\'')
			str_add(str, "'\\''");
		else
			str_add_char(str, *text);
	str_add_char(str, '\'');
}

void str_clear(struct str *str)
{
	str->length = 0;
	if (str->text)
		str->text[0] = '\0';
}

void str_free(struct str *str)
{
	free(str->text);
	*str = (struct str){0};
}

const char *str_find(const char *bytes, size_t count, const char *words)
{
	size_t length = strlen(words);

	while (count >= length) {
		const char *first = memchr(bytes, *words, count - length + 1);

		if (!first || !memcmp(first, words, length))
			return first;
		count -= (size_t)(first + 1 - bytes);
		bytes = first + 1;
	}
	return NULL;
}

size_t str_columns(const char *utf8)
{
	size_t columns = 0;

	for (; *utf8; utf8++)
		if (((unsigned char)*utf8 & 0xc0) != 0x80)
			columns++;
	return columns;
}

/* RFC 3629, section 4. */
size_t str_utf8_length(const char *text)
{
	const unsigned char *byte = (const unsigned char *)text;
	size_t length = byte[0] < 0x80   ? 1
			: byte[0] < 0xc2 ? 0
			: byte[0] < 0xe0 ? 2
			: byte[0] < 0xf0 ? 3
			: byte[0] < 0xf5 ? 4
					 : 0;

	for (size_t i = 1; i < length; i++)
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
	if ((byte[0] == 0xe0 && byte[1] < 0xa0) || (byte[0] == 0xed && byte[1] > 0x9f) ||
	    (byte[0] == 0xf0 && byte[1] < 0x90) || (byte[0] == 0xf4 && byte[1] > 0x8f))
		return 0;
	return length;
}
