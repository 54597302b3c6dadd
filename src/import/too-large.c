/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers that int64_t does not hold. No reader believes them, but each in its own way: a
 * line that is not understood, a figure that stays unknown. Here they are found in all
 * formats alike, so that none is passed over in silence.
 */
#include <ctype.h>
#include <string.h>

#include "base/num.h"
#include "import/import.h"

enum {
	WORD = 8,
	/* A run of so many digits has an aligned word of eight of them, wherever it starts. */
	FEWEST_DIGITS = 2 * WORD - 1,
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Eight digits? 0x30 to 0x39: the upper half is 3, and still is with 6 added. */
static bool are_digits(const char *text)
{
	const uint64_t ones = UINT64_C(0x0101010101010101);
	uint64_t word;

	memcpy(&word, text, sizeof(word));
	return (word & ones * 0xf0) == ones * 0x30 &&
	       ((word + ones * 6) & ones * 0xf0) == ones * 0x30;
}

/* A number with a point is a time in us in most reports; without one it may be a count. */
static bool is_too_large(const char *digits, size_t length, bool has_point)
{
	int64_t value = 0, most = has_point ? INT64_MAX / NS_PER_US : INT64_MAX;

	for (size_t i = 0; i < length; i++)
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, digits[i] - '0', &value))
			return true;
	return value > most;
}

/* Of digits only: not within a word, nor behind the point of a decimal number. */
static bool is_number(const struct import_report *report, const char *from,
		      const char *to)
{
	const char *end = report->text + report->length;

	if (from > report->text &&
	    (isalnum((unsigned char)from[-1]) || strchr("._+/=", from[-1]) != NULL))
		return false;
	return to == end || (!isalnum((unsigned char)*to) && !strchr("_+/=", *to));
}

/* "18446744073709551615", all bits of 64: what some tools print for none. */
static bool is_none(const char *digits, size_t length)
{
	static const char none[] = "18446744073709551615";

	return length == sizeof(none) - 1 && !memcmp(digits, none, length);
}

struct too_large {
	uint64_t count;
	const char *first;
	size_t length;
};

static void look_at(const struct import_report *report, const char *from, const char *to,
		    struct too_large *found)
{
	const char *end = report->text + report->length;
	bool has_point = end - to > 1 && *to == '.' && is_digit(to[1]);
	size_t length = (size_t)(to - from);

	if (!is_number(report, from, to) || is_none(from, length) ||
	    !is_too_large(from, length, has_point))
		return;
	if (!found->count++) {
		found->first = from;
		found->length = length;
	}
}

static void find(const struct import_report *report, struct too_large *found)
{
	const char *text = report->text, *end = text + report->length;

	for (const char *at = text; end - at >= WORD; at += WORD) {
		const char *from = at, *to = at + WORD;

		if (!are_digits(at))
			continue;
		while (from > text && is_digit(from[-1]))
			from--;
		while (to < end && is_digit(*to))
			to++;
		if (to - from >= FEWEST_DIGITS)
			look_at(report, from, to, found);
		at = text + (to - text) / WORD * WORD;
	}
}

void import_tell_too_large(const struct import_report *report,
			   struct foreign_builder *builder)
{
	struct too_large found = {0};

	find(report, &found);
	if (found.count)
		foreign_add_note(
			builder, FOREIGN_INCONSISTENT,
			"%llu number%s in it %s larger than anything that was measured (the "
			"first is %.*s%s, in line %llu): what %s for is unknown",
			(unsigned long long)found.count, found.count == 1 ? "" : "s",
			found.count == 1 ? "is" : "are",
			(int)(found.length < 40 ? found.length : 40), found.first,
			found.length < 40 ? "" : "...",
			(unsigned long long)import_line_of(report, found.first),
			found.count == 1 ? "it stands" : "they stand");
}
