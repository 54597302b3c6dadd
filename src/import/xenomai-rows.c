/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of Xenomai's `latency`: six or seven cells between bars, microseconds with decimals
 * or whole ns. A cell is believed when a bar or, for the last one, the end of the line
 * follows it: what a line that was cut ends with may be half a number.
 */
#include <string.h>

#include "import/xenomai.h"

/* Eleven days: nothing is that late; it keeps sums far from overflowing. */
#define LONGEST_NS INT64_C(1000000000000000)

/* Columns of the forms with six and with seven of them; a summary has the first ones. */
static const enum xenomai_column six[] = {
	XENOMAI_MIN,      XENOMAI_AVG,  XENOMAI_MAX,
	XENOMAI_OVERRUNS, XENOMAI_BEST, XENOMAI_WORST,
};
static const enum xenomai_column seven[] = {
	XENOMAI_MIN,      XENOMAI_AVG,  XENOMAI_MAX,   XENOMAI_OVERRUNS,
	XENOMAI_SWITCHES, XENOMAI_BEST, XENOMAI_WORST,
};

static bool is_count(enum xenomai_column column)
{
	return column == XENOMAI_OVERRUNS || column == XENOMAI_SWITCHES;
}

/* Does it have a point, as microseconds do? */
static bool has_decimals(const char *cell)
{
	/* Loops: they are quicker than strspn() for so few characters. */
	while (*cell == ' ' || *cell == '\t' || *cell == '-')
		cell++;
	while (*cell >= '0' && *cell <= '9')
		cell++;
	return *cell == '.';
}

/* The first time that can be believed settles the unit of all. */
static void settle_unit(struct xenomai_run *run, bool decimals)
{
	if (run->unit_ns)
		return;
	run->decimals = decimals;
	run->unit_ns = decimals || run->says_us ? 1000 : 1;
	run->unit_assumed = !decimals && !run->says_us;
}

/* A time that looks otherwise than the first one is damaged. */
static bool take_time(const struct xenomai_run *run, const char **at, int64_t *value)
{
	bool decimals = has_decimals(*at);
	int64_t unit_ns = decimals || run->says_us ? 1000 : 1;

	return (!run->unit_ns || decimals == run->decimals) &&
	       take_decimal_ns(at, run->unit_ns ? run->unit_ns : unit_ns, value) &&
	       *value > -LONGEST_NS && *value < LONGEST_NS;
}

static bool take_cell(const struct xenomai_run *run, const char **at,
		      enum xenomai_column column, int64_t *value)
{
	if (is_count(column))
		return take_integer(at, value) && *value >= 0;
	return take_time(run, at, value);
}

static int count_cells(const char *text)
{
	int cells = 1;

	while ((text = strchr(text, '|'))) {
		cells++;
		text++;
	}
	return cells;
}

/* Forgets the cells from this one on. */
static void forget(struct xenomai_row *row, const enum xenomai_column *order, int from,
		   int columns)
{
	for (int i = from; i < columns; i++)
		row->value[order[i]] = RUN_UNKNOWN;
}

/* Takes cell i of the row. */
static enum xenomai_state parse_cell(struct xenomai_run *run, const char **at,
				     enum xenomai_column column, bool last,
				     int64_t *value)
{
	const char *cell = *at, *end = strchrnul(cell, '|'), *from = cell;
	bool good = take_cell(run, &from, column, value);

	while (*from == ' ' || *from == '\t')
		from++;
	good = good && from == end;
	if (good && *end && !is_count(column))
		settle_unit(run, has_decimals(cell));
	*at = *end ? end + 1 : end;
	if (good && (*end || last))
		return XENOMAI_WHOLE;
	*value = RUN_UNKNOWN;
	return *end || last ? XENOMAI_DAMAGED : XENOMAI_CUT;
}

/* A cell that ends in anything but a number's characters is no cut number. */
static bool may_go_on(const char *text)
{
	const char *bar = strrchr(text, '|'), *cell = bar ? bar + 1 : text;

	return cell[strspn(cell, " \t-.0123456789")] == '\0';
}

enum xenomai_state xenomai_parse_row(struct xenomai_run *run, const char *text,
				     int columns, struct xenomai_row *row,
				     const char **rest)
{
	bool is_six = columns == 6 || columns == 4;
	const enum xenomai_column *order = is_six ? six : seven;
	int cells = count_cells(text);
	bool is_row = columns > 5, aligned = cells == columns;
	enum xenomai_state state = XENOMAI_WHOLE;
	const char *whole = text;
	int i, bad = columns;

	for (i = 0; i < XENOMAI_COLUMNS; i++)
		row->value[i] = RUN_UNKNOWN;
	if (is_row && cells > columns)
		return XENOMAI_NO_ROW;
	for (i = 0; i < columns && state != XENOMAI_CUT; i++) {
		enum xenomai_state cell =
			parse_cell(run, &text, order[i], is_row && i == columns - 1,
				   &row->value[order[i]]);

		if (cell != XENOMAI_WHOLE) {
			state = cell;
			bad = i < bad ? i : bad;
		}
	}
	*rest = text;
	if (state == XENOMAI_WHOLE)
		return state;
	if (!aligned)
		forget(row, order, bad, columns);
	if (state == XENOMAI_CUT && !may_go_on(whole))
		state = XENOMAI_DAMAGED;
	return bad ? state : state == XENOMAI_CUT ? XENOMAI_CUT : XENOMAI_NO_ROW;
}
