/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds lines and cleans them. Knows no format. */
#include "import/lines.h"

#include <string.h>

#include "base/num.h"

#define ESCAPE '\x1b'

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static const char *skip_blanks(const char *at)
{
	while (*at == ' ' || *at == '\t')
		at++;
	return at;
}

void lines_open(struct lines *lines, const char *text, size_t length)
{
	/* Some editors begin a file with a mark of its coding. */
	size_t mark = length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;

	*lines = (struct lines){.at = text + mark, .end = text + length};
}

void lines_close(struct lines *lines)
{
	str_free(&lines->clean);
}

static bool is_control(char c)
{
	return (unsigned char)c < ' ' && c != '\t';
}

/* Is any of eight bytes below 0x20? The tab counts, too: whoever asks looks again. */
static bool any_below_blank(const char *bytes)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t word;

	memcpy(&word, bytes, sizeof(word));
	return ((word - ones * ' ') & ~word & ones * 0x80) != 0;
}

/* Is there a control character but the tab? Most lines are told by words of eight bytes. */
static bool needs_cleaning(const char *text, size_t length)
{
	size_t i = 0;

	while (i + 8 <= length && !any_below_blank(text + i))
		i += 8;
	for (; i < length; i++)
		if (is_control(text[i]))
			return true;
	return false;
}

/* Where an escape sequence that starts at text ends; *clears when it goes to the top. */
static const char *escape_end(const char *text, const char *end, bool *clears)
{
	text++;
	if (text == end)
		return text;
	if (*text == ']') { /* a window's title, up to BEL */
		while (text < end && *text != '\a' && *text != ESCAPE)
			text++;
		return text < end && *text == '\a' ? text + 1 : text;
	}
	if (*text != '[') {
		*clears |= *text == 'c';
		return text + 1;
	}
	for (text++; text < end && (unsigned char)*text < '@'; text++)
		if ((unsigned char)*text < ' ')
			return text;
	if (text == end)
		return text;
	*clears |= *text == 'A' || *text == 'H' || *text == 'J' || *text == 'F';
	return text + 1;
}

/* Drops what is no text from lines->clean. */
static void clean_line(struct lines *lines)
{
	char *to = lines->clean.text;
	const char *at = to, *end = at + lines->clean.length;
	bool clears = false;

	while (at < end) {
		if (*at == ESCAPE) {
			at = escape_end(at, end, &clears);
			if (clears && to == lines->clean.text)
				lines->screen++;
			else
				lines->clear_follows |= clears;
			clears = false;
		} else if (is_control(*at)) {
			at++;
		} else {
			*to++ = *at++;
		}
	}
	*to = '\0';
	lines->clean.length = (size_t)(to - lines->clean.text);
}

/* Behind "[   12.345678] ", with a CPU or thread in it, too; NULL when it is not there. */
static const char *after_kernel_stamp(const char *at)
{
	if (*at++ != '[')
		return NULL;
	at = skip_blanks(at);
	if (!is_digit(*at))
		return NULL;
	while (is_digit(*at))
		at++;
	if (*at++ != '.' || !is_digit(*at))
		return NULL;
	while (is_digit(*at))
		at++;
	at = skip_blanks(at);
	if (*at == 'C' || *at == 'T')
		at = skip_blanks(at + 1 + strspn(at + 1, "0123456789"));
	return *at == ']' ? at + 1 : NULL;
}

/* Do the characters fit? '9' stands for a digit, '0' for a digit or a blank. */
static bool looks_like(const char *at, const char *shape)
{
	for (; *shape; shape++, at++)
		if (*shape == '9'   ? !is_digit(*at)
		    : *shape == '0' ? !is_digit(*at) && *at != ' '
				    : *at != *shape)
			return false;
	return true;
}

/* Behind "host name[pid]: "; at itself when it is not there. */
static const char *after_host_and_name(const char *at)
{
	const char *host = skip_blanks(at);
	const char *name = skip_blanks(host + strcspn(host, " \t"));
	size_t length = strcspn(name, " \t:");

	if (*host == '\0' || length == 0 || name[length] != ':')
		return at;
	if (memchr(host, ':', (size_t)(name - host)))
		return at;
	return name[length + 1] == ' ' || !name[length + 1] ? name + length + 1 : at;
}

static bool starts_with_month(const char *at)
{
	static const char months[] = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec ";

	for (const char *month = months; *month; month += 4)
		if (*at == *month && !strncmp(at, month, 4))
			return true;
	return false;
}

/* Behind "Jan 01 00:00:03 host name[pid]: " or the ISO 8601 form; NULL if not there. */
static const char *after_log_stamp(const char *at)
{
	if (is_digit(*at) && looks_like(at, "9999-99-99T99:99:99")) {
		at += 19;
		at += strspn(at, ".,:+-Z0123456789");
		return after_host_and_name(at);
	}
	if (!starts_with_month(at) || !looks_like(at + 4, "09 99:99:99"))
		return NULL;
	at += 15;
	if (*at == '.')
		at += 1 + strspn(at + 1, "0123456789");
	return after_host_and_name(at);
}

/* Passes over all that was put in front of a line. */
static const char *without_prefixes(const char *at)
{
	for (;;) {
		const char *after = NULL;

		at = skip_blanks(at);
		if (*at == '>')
			after = at + 1;
		else if (*at == '[')
			after = after_kernel_stamp(at);
		else if (is_digit(*at) || (*at >= 'A' && *at <= 'S'))
			after = after_log_stamp(at);
		if (!after)
			return at;
		at = after;
	}
}

/* Copies the next line into lines->clean; false at the end. */
static bool fetch_line(struct lines *lines)
{
	size_t left = (size_t)(lines->end - lines->at), length;
	const char *end;

	if (!left)
		return false;
	end = memchr(lines->at, '\n', left);
	length = end ? (size_t)(end - lines->at) : left;
	lines->cut = length > LINE_MAX_BYTES;
	str_clear(&lines->clean);
	str_add_bytes(&lines->clean, lines->at, lines->cut ? LINE_MAX_BYTES : length);
	lines->at += length + (end ? 1 : 0);
	lines->number++;
	lines->screen += lines->clear_follows;
	lines->clear_follows = false;
	return true;
}

bool lines_next(struct lines *lines)
{
	do {
		if (!fetch_line(lines))
			return false;
		if (needs_cleaning(lines->clean.text, lines->clean.length))
			clean_line(lines);
		lines->line = without_prefixes(lines->clean.text);
	} while (str_starts(lines->line, "```"));
	lines->length = lines->clean.length - (size_t)(lines->line - lines->clean.text);
	return true;
}

bool take_word(const char **at, const char *word)
{
	const char *from = skip_blanks(*at);
	size_t length = strlen(word);

	if (strncmp(from, word, length))
		return false;
	*at = from + length;
	return true;
}

/* Digits from *at on; false on overflow or when there is none. */
static bool take_digits(const char **at, int64_t *value)
{
	const char *from = *at;
	int64_t sum = 0;

	for (; is_digit(*from); from++)
		if (__builtin_mul_overflow(sum, 10, &sum) ||
		    __builtin_add_overflow(sum, *from - '0', &sum))
			return false;
	if (from == *at)
		return false;
	*at = from;
	*value = sum;
	return true;
}

bool take_integer(const char **at, int64_t *value)
{
	const char *from = skip_blanks(*at);
	bool negative = *from == '-';
	int64_t sum;

	from += negative;
	if (!take_digits(&from, &sum))
		return false;
	*value = negative ? -sum : sum;
	*at = from;
	return true;
}

/* ".ddd" at *at as ns of one unit, rounded to nearest; 0 when there is none. */
static int64_t take_fraction_ns(const char **at, int64_t ns_per_unit)
{
	static const int64_t scale[] = {NS_PER_S, 100000000, 10000000, 1000000, 100000,
					10000,    1000,      100,      10,      1};
	int64_t sum = 0, billionths;
	const char *from = *at;
	int digits = 0;

	if (*from != '.' || !is_digit(from[1]))
		return 0;
	for (from++; is_digit(*from); from++)
		if (digits < 9) {
			sum = sum * 10 + (*from - '0');
			digits++;
		}
	*at = from;
	billionths = sum * scale[digits];
	if (ns_per_unit < NS_PER_S)
		return (ns_per_unit * billionths + NS_PER_S / 2) / NS_PER_S;
	return ns_per_unit / NS_PER_S * billionths +
	       (ns_per_unit % NS_PER_S * billionths + NS_PER_S / 2) / NS_PER_S;
}

bool take_decimal_ns(const char **at, int64_t ns_per_unit, int64_t *value_ns)
{
	const char *from = skip_blanks(*at);
	bool negative = *from == '-';
	int64_t whole, ns;

	from += negative;
	if (!take_digits(&from, &whole) ||
	    __builtin_mul_overflow(whole, ns_per_unit, &ns) ||
	    __builtin_add_overflow(ns, take_fraction_ns(&from, ns_per_unit), &ns))
		return false;
	*value_ns = negative ? -ns : ns;
	*at = from;
	return true;
}

bool take_text(const char **at, char delimiter, struct str *out)
{
	const char *from = skip_blanks(*at), *end = from;

	while (*end && *end != ' ' && *end != '\t' && *end != delimiter)
		end++;
	if (end == from)
		return false;
	str_clear(out);
	str_add_bytes(out, from, (size_t)(end - from));
	*at = end;
	return true;
}

bool take_end(const char **at)
{
	const char *from = skip_blanks(*at);

	if (*from)
		return false;
	*at = from;
	return true;
}
