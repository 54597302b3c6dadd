/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Figures and a small histogram of each stream, all on one log axis. A picture's column is
 * a whole number of bins, so that none falls between two columns; the height of a block is
 * the logarithm of its count, so that a single wake-up shows.
 */
#include "report/live-table.h"

#include <string.h>

#include "base/num.h"
#include "report/cells.h"
#include "report/plot.h"

enum column { NOW, MIN, AVG, P99, MAX, OVERRUNS, COLUMNS };

static const char *const titles[COLUMNS] = {
	[NOW] = "now", [MIN] = "min", [AVG] = "avg",
	[P99] = "p99", [MAX] = "max", [OVERRUNS] = "overruns",
};

/* What goes first when there is no room. */
static const enum column dispensable[] = {MIN, AVG, OVERRUNS, P99};

/* Figures are given room to grow, so that columns seldom move. */
enum {
	USUAL_FIGURE = 6,
	LEAST_PLOT = 8,
	GOOD_PLOT = 16,
	MOST_PLOT = 64,
	LEAST_LABEL = 5
};

struct table {
	struct live_lines *lines;
	const struct live_state *state;
	uint32_t width[COLUMNS]; /* 0: left out */
	uint32_t label, gap, plot;
	uint32_t first_bin, step; /* bins of the plot's first column, and of each */
	double most;              /* logarithm of the greatest count */
};

static struct cell cell_for(const struct live_stream *stream, enum column column)
{
	if (!stream->count)
		return cell_none();
	switch (column) {
	case NOW:
		return stream->has_now ? cell_of(CELL_LATENCY, stream->now_ns)
				       : cell_none();
	case MIN:
		return cell_of(CELL_LATENCY, stream->min_ns);
	case AVG:
		return cell_of(CELL_LATENCY, stream->avg_ns);
	case P99:
		return cell_of(CELL_LATENCY, stream->p99_ns);
	case MAX:
		return cell_of(CELL_LATENCY, stream->max_ns);
	case OVERRUNS:
		return cell_count(stream->overruns);
	case COLUMNS:
		break;
	}
	return cell_none();
}

static void write_cell(struct str *out, const struct live_stream *stream,
		       enum column column)
{
	const struct cell cell = cell_for(stream, column);

	str_clear(out);
	cell_add_text(out, &cell, true);
}

static void measure(struct table *table, const uint32_t *shown, uint32_t count)
{
	CLEANUP(str_free) struct str text = {0};

	table->label = (uint32_t)strlen("in us");
	for (int i = 0; i < COLUMNS; i++)
		table->width[i] =
			i == OVERRUNS ? (uint32_t)strlen(titles[i]) : USUAL_FIGURE;
	for (uint32_t row = 0; row < count; row++) {
		const struct live_stream *stream = &table->state->streams[shown[row]];
		uint32_t columns = (uint32_t)str_columns(stream->label);

		table->label = columns > table->label ? columns : table->label;
		for (int i = 0; i < COLUMNS; i++) {
			write_cell(&text, stream, (enum column)i);
			columns = (uint32_t)str_columns(str_text(&text));
			if (columns > table->width[i])
				table->width[i] = columns;
		}
	}
}

static uint32_t figures_width(const struct table *table)
{
	uint32_t sum = table->label;

	for (int i = 0; i < COLUMNS; i++)
		if (table->width[i])
			sum += table->gap + table->width[i];
	return sum;
}

/* true: the figures fit, with a plot of so many columns at least. */
static bool fits(struct table *table, uint32_t gap, uint32_t plot)
{
	uint32_t columns = (uint32_t)table->lines->style->columns;
	uint32_t used;

	table->gap = gap;
	used = figures_width(table);
	table->plot = 0;
	if (used + (plot ? gap + plot : 0) > columns)
		return false;
	if (plot)
		table->plot = columns - used - gap;
	if (table->plot > MOST_PLOT)
		table->plot = MOST_PLOT;
	return true;
}

/* On the narrowest screens even the name of the stream is cut. */
static void lay_out(struct table *table)
{
	uint32_t columns = (uint32_t)table->lines->style->columns;

	if (fits(table, 2, GOOD_PLOT) || fits(table, 1, LEAST_PLOT))
		return;
	for (size_t i = 0; i < sizeof(dispensable) / sizeof(dispensable[0]); i++) {
		table->width[dispensable[i]] = 0;
		if (fits(table, 1, i < 2 ? LEAST_PLOT : 0))
			return;
	}
	while (table->label > LEAST_LABEL && figures_width(table) > columns)
		table->label--;
}

/* All streams share the axis, whether they are shown or not: scrolling does not move it. */
static void find_axis(struct table *table)
{
	const struct live_state *state = table->state;
	uint32_t first = LIVE_BINS, end = 0;

	for (uint32_t i = 0; i < state->stream_count; i++) {
		const struct live_stream *stream = &state->streams[i];

		if (stream->first_bin == stream->end_bin)
			continue;
		first = stream->first_bin < first ? stream->first_bin : first;
		end = stream->end_bin > end ? stream->end_bin : end;
	}
	table->first_bin = first;
	table->step = 0;
	if (end && table->plot)
		table->step = (end - first + table->plot - 1) / table->plot;
}

static uint64_t count_at(const struct table *table, const struct live_stream *stream,
			 uint32_t column)
{
	uint32_t from = table->first_bin + column * table->step;
	uint32_t to = from + table->step;
	uint64_t sum = 0;

	from = from > stream->first_bin ? from : stream->first_bin;
	to = to < stream->end_bin ? to : stream->end_bin;
	for (uint32_t i = from; i < to; i++)
		sum += stream->bins[i];
	return sum;
}

static void find_most(struct table *table, const uint32_t *shown, uint32_t count)
{
	uint64_t most = 1;

	for (uint32_t row = 0; row < count && table->step; row++)
		for (uint32_t i = 0; i < table->plot; i++) {
			uint64_t here =
				count_at(table, &table->state->streams[shown[row]], i);

			most = here > most ? here : most;
		}
	table->most = plot_log10(most);
}

static void add_plot(const struct table *table, const struct live_stream *stream)
{
	static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
	static const char *const dots[] = {".", ":", "-", "=", "+", "*", "%", "#"};
	bool ascii = table->lines->style->ascii;
	CLEANUP(str_free) struct str text = {0};

	if (!table->step)
		return;
	for (uint32_t i = 0; i < table->plot; i++) {
		uint64_t count = count_at(table, stream, i);
		double share = table->most > 0 ? plot_log10(count) / table->most : 0.999;
		uint32_t level = (uint32_t)(share * 7.5);

		level = level < 7 ? level : 7;
		str_add(&text, !count ? " " : ascii ? dots[level] : blocks[level]);
	}
	live_lines_pad(table->lines, figures_width(table) + table->gap);
	live_lines_add(table->lines, LOOK_PLAIN, str_text(&text));
}

/* "|10 |100 |1ms": a mark stands where its value begins. Without a unit it is in us. */
static void add_axis(const struct table *table)
{
	static const char *const names[] = {"ns", "us", "ms", "s"};
	CLEANUP(str_free) struct str text = {0};
	int64_t value_ns = 100;
	uint32_t at = 0;

	for (int decade = 2; decade < 12 && table->step; decade++, value_ns *= 10) {
		uint32_t bin = histogram_index((uint64_t)value_ns) >> LIVE_BIN_BITS;
		uint32_t column = (bin - table->first_bin) / table->step;
		static const char *const digits[] = {"1", "10", "100"};
		bool has_unit = decade % 3 == 0 || decade < 3;
		const char *unit = has_unit ? names[decade / 3] : "";
		uint32_t width =
			(uint32_t)(1 + strlen(digits[decade % 3]) + strlen(unit));

		if (bin < table->first_bin || column < at || column + width > table->plot)
			continue;
		str_repeat(&text, " ", column - at);
		str_addf(&text, "|%s%s", digits[decade % 3], unit);
		at = column + width;
	}
	live_lines_pad(table->lines, figures_width(table) + table->gap);
	live_lines_add(table->lines, LOOK_PLAIN, str_text(&text));
}

static void add_right(const struct table *table, enum column column, enum live_look look,
		      const char *text)
{
	uint32_t width = (uint32_t)str_columns(text);
	uint32_t at = table->lines->width[table->lines->count - 1];

	live_lines_pad(table->lines, at + table->gap + table->width[column] - width);
	live_lines_add(table->lines, look, text);
}

static void add_titles(const struct table *table)
{
	live_lines_begin(table->lines);
	live_lines_add(table->lines, LOOK_PLAIN, "in us");
	live_lines_pad(table->lines, table->label);
	for (int i = 0; i < COLUMNS; i++)
		if (table->width[i])
			add_right(table, (enum column)i, LOOK_TITLE, titles[i]);
	if (table->plot)
		add_axis(table);
}

/* Only figures that say that something is wrong, or is new, stand out. */
static enum live_look look_of(const struct table *table, const struct live_stream *stream,
			      enum column column)
{
	int64_t limit_ns = table->state->plan.limit_ns;

	if (column == OVERRUNS)
		return stream->overruns ? LOOK_NOTICE : LOOK_PLAIN;
	if (limit_ns && ((column == MAX && stream->max_ns > limit_ns) ||
			 (column == NOW && stream->now_ns > limit_ns)))
		return LOOK_BAD;
	return column == NOW && stream->count && stream->now_ns == stream->max_ns
		       ? LOOK_NOTICE
		       : LOOK_PLAIN;
}

static void add_row(const struct table *table, const struct live_stream *stream)
{
	CLEANUP(str_free) struct str text = {0};

	live_lines_begin(table->lines);
	live_lines_add_within(table->lines, LOOK_PLAIN, stream->label, table->label);
	live_lines_pad(table->lines, table->label);
	for (int i = 0; i < COLUMNS; i++) {
		if (!table->width[i])
			continue;
		write_cell(&text, stream, (enum column)i);
		add_right(table, (enum column)i, look_of(table, stream, (enum column)i),
			  str_text(&text));
	}
	if (table->plot)
		add_plot(table, stream);
}

void live_table_add(struct live_lines *lines, const struct live_state *state,
		    const uint32_t *shown, uint32_t count)
{
	struct table table = {.lines = lines, .state = state};

	measure(&table, shown, count);
	lay_out(&table);
	find_axis(&table);
	find_most(&table, shown, count);
	add_titles(&table);
	for (uint32_t row = 0; row < count; row++)
		add_row(&table, &state->streams[shown[row]]);
}
