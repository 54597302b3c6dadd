/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cells as text: units, dates, and texts that nobody trusts. */
#include "report/cells.h"

#include <stdlib.h>

#include "base/date.h"
#include "base/num.h"

/* C0, DEL, C1 (U+0080-9F), and what reorders text: U+200E-F, 202A-E, 2066-9. */
static bool is_obeyed(const unsigned char *byte, size_t length)
{
	if (length == 1)
		return byte[0] < 0x20 || byte[0] == 0x7f;
	if (length == 2)
		return byte[0] == 0xc2 && byte[1] < 0xa0;
	if (length != 3 || byte[0] != 0xe2)
		return false;
	return (byte[1] == 0x80 && (byte[2] == 0x8e || byte[2] == 0x8f ||
				    (byte[2] >= 0xa8 && byte[2] <= 0xae))) ||
	       (byte[1] == 0x81 && byte[2] >= 0xa6 && byte[2] <= 0xa9);
}

void text_add_clean(struct str *out, const char *text, bool ascii)
{
	while (*text) {
		size_t length = str_utf8_length(text);

		if (*text == '\n' || *text == '\t' || *text == '\r')
			str_add_char(out, ' ');
		else if (!length || (ascii && length > 1) ||
			 is_obeyed((const unsigned char *)text, length))
			str_add_char(out, '?');
		else
			str_add_bytes(out, text, length);
		text += length ? length : 1;
	}
}

/* From 10 ms on, tenths of a microsecond are noise that costs a column. */
static void add_latency(struct str *out, int64_t ns)
{
	if (ns < 10 * NS_PER_MS && ns > -10 * NS_PER_MS)
		num_add_us(out, ns);
	else
		str_addf(out, "%lld", (long long)(ns / NS_PER_US));
}

void moment_add(struct str *out, int64_t run_time_ns, bool fraction)
{
	uint64_t ns = run_time_ns < 0 ? -(uint64_t)run_time_ns : (uint64_t)run_time_ns;
	uint64_t seconds = ns / NS_PER_S;

	str_addf(out, "%s%llu:%02u:%02u", run_time_ns < 0 ? "-" : "",
		 (unsigned long long)(seconds / 3600), (unsigned)(seconds / 60 % 60),
		 (unsigned)(seconds % 60));
	if (fraction)
		str_addf(out, ".%06u", (unsigned)(ns % NS_PER_S / NS_PER_US));
}

static void add_wall(struct str *out, int64_t wall_ns, bool fraction)
{
	int64_t rest_ns = (wall_ns % NS_PER_S + NS_PER_S) % NS_PER_S;
	struct date date = date_local(wall_ns / NS_PER_S - (wall_ns % NS_PER_S < 0));
	int offset = date.offset_minutes;

	str_addf(out, "%04d-%02d-%02d %02d:%02d:%02d", date.year, date.month, date.day,
		 date.hour, date.minute, date.second);
	if (fraction)
		str_addf(out, ".%06d", (int)(rest_ns / NS_PER_US));
	str_addf(out, " %c%02d%02d", offset < 0 ? '-' : '+', abs(offset) / 60,
		 abs(offset) % 60);
}

/* Integers all the way: no rounding, and no printf of floating point on a board. */
static void add_fraction(struct str *out, int64_t value, int digits)
{
	uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value, scale = 1;

	for (int i = 0; i < digits; i++)
		scale *= 10;
	str_addf(out, "%s%llu.%0*llu", value < 0 ? "-" : "",
		 (unsigned long long)(size / scale), digits,
		 (unsigned long long)(size % scale));
}

/* So many decimals, at most, that there are four digits: "1.880", "236.7", "5664". */
static void add_four_digits(struct str *out, int64_t ns, int most)
{
	uint64_t size = ns < 0 ? -(uint64_t)ns : (uint64_t)ns, step = 1;
	int decimals = 3;

	while (decimals && (size >= step * 10000 || decimals > most)) {
		step *= 10;
		decimals--;
	}
	size = (size + step / 2) / step;
	if (size >= 10000 && decimals) { /* 99.999 has become 100.00 */
		size /= 10;
		decimals--;
	}
	if (size > INT64_MAX)
		size = INT64_MAX;
	if (decimals)
		add_fraction(out, ns < 0 ? -(int64_t)size : (int64_t)size, decimals);
	else
		str_addf(out, "%s%llu", ns < 0 ? "-" : "", (unsigned long long)size);
}

void cell_add_brief(struct str *out, const struct cell *cell, bool ascii)
{
	if (cell->kind == CELL_EXACT || cell->kind == CELL_CHANGE) {
		str_add(out, cell->kind == CELL_CHANGE && cell->integer > 0 ? "+" : "");
		add_four_digits(out, cell->integer, 3);
	} else if (cell->kind == CELL_LATENCY) {
		add_four_digits(out, cell->integer, 1);
	} else {
		cell_add_text(out, cell, ascii);
	}
}

void cell_add_text(struct str *out, const struct cell *cell, bool ascii)
{
	switch (cell->kind) {
	case CELL_NONE:
		str_add(out, "-");
		break;
	case CELL_LATENCY:
		add_latency(out, cell->integer);
		break;
	case CELL_CHANGE:
		str_add(out, cell->integer > 0 ? "+" : "");
		add_fraction(out, cell->integer, 3);
		break;
	case CELL_EXACT:
	case CELL_FACTOR:
		add_fraction(out, cell->integer, 3);
		break;
	case CELL_PROBABILITY:
		add_fraction(out, (cell->integer + 50) / 100, 4);
		break;
	case CELL_TIME:
		num_add_time(out, cell->integer);
		break;
	case CELL_MOMENT:
	case CELL_SECOND:
		moment_add(out, cell->integer, cell->kind == CELL_MOMENT);
		break;
	case CELL_WALL:
	case CELL_WALL_SECOND:
		add_wall(out, cell->integer, cell->kind == CELL_WALL);
		break;
	case CELL_COUNT:
		num_add_count(out, cell->count);
		break;
	case CELL_INTEGER:
		str_addf(out, "%lld", (long long)cell->integer);
		break;
	case CELL_BOOL:
		str_add(out, cell->integer ? "yes" : "no");
		break;
	case CELL_TEXT:
		text_add_clean(out, cell->text, ascii);
		break;
	}
}
