/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Maxima over run time. */

#include "base/arena.h"
#include "base/num.h"
#include "base/saturate.h"
#include "report/cells.h"
#include "report/plot.h"

enum { LEAST_ROWS = 4, MOST_ROWS = 10, LABEL_COLUMNS = 8, WIDEST_SLICE = 6 };

struct chart {
	const struct term_style *style;
	size_t indent;
	int64_t *column_ns; /* TIMELINE_ABSENT, TIMELINE_EMPTY or a maximum */
	uint32_t columns;
	uint32_t per_column;     /* cells of the timeline put together in a column */
	uint32_t column_width;   /* characters */
	int edge[MOST_ROWS + 1]; /* of the axis, ascending: rows + 1 */
	int rows;
};

static int64_t greatest_in(const struct timeline *cells, uint32_t from, uint32_t count)
{
	int64_t greatest_ns = TIMELINE_ABSENT;

	for (uint32_t i = from; i < cells->count && i - from < count; i++)
		if (cells->max_ns[i] > greatest_ns)
			greatest_ns = cells->max_ns[i];
	return greatest_ns;
}

static void take_columns(struct chart *chart, const struct timeline *cells)
{
	uint32_t first = cells->first >> cells->shift;
	uint32_t count = cells->count - first;
	uint32_t room = (uint32_t)((size_t)chart->style->columns - chart->indent) -
			LABEL_COLUMNS - 2;

	chart->per_column = (count + room - 1) / room;
	chart->columns = (count + chart->per_column - 1) / chart->per_column;
	chart->column_width = room / chart->columns;
	if (chart->column_width > WIDEST_SLICE)
		chart->column_width = WIDEST_SLICE;
	if (chart->per_column > 1)
		chart->column_width = 1;
	chart->column_ns = mem_alloc(chart->columns * sizeof(*chart->column_ns));
	for (uint32_t i = 0; i < chart->columns; i++)
		chart->column_ns[i] = greatest_in(cells, first + i * chart->per_column,
						  chart->per_column);
}

static bool find_extremes(const struct chart *chart, int64_t *least_ns, int64_t *most_ns)
{
	*least_ns = INT64_MAX;
	*most_ns = INT64_MIN;
	for (uint32_t i = 0; i < chart->columns; i++) {
		int64_t ns = chart->column_ns[i];

		if (ns <= TIMELINE_EMPTY)
			continue;
		*least_ns = ns < *least_ns ? ns : *least_ns;
		*most_ns = ns > *most_ns ? ns : *most_ns;
	}
	return *most_ns != INT64_MIN;
}

/* Rows end at round values: the finest series of the three that is not too tall. */
static void choose_axis(struct chart *chart, int64_t least_ns, int64_t most_ns)
{
	int step = 1, from = 0, to;

	while (from + 1 < PLOT_EDGES && plot_edge_ns(from + 1) < least_ns)
		from++;
	to = from + 1;
	while (to + 1 < PLOT_EDGES && plot_edge_ns(to) < most_ns)
		to++;
	if (to - from > MOST_ROWS)
		step = 2; /* 1 2 5 */
	if (to - from > 2 * MOST_ROWS - 2)
		step = 6; /* decades */
	from -= from % step;
	if ((to - from) / step < LEAST_ROWS)
		to = from + LEAST_ROWS * step;
	chart->rows = (to - from + step - 1) / step;
	while (chart->rows > MOST_ROWS) {
		chart->rows--;
		from += step;
	}
	for (int i = 0; i <= chart->rows; i++)
		chart->edge[i] = from + i * step;
}

/* How much of a row a value fills, in eighths. A value always fills one of the lowest row. */
static int eighths_of(const struct chart *chart, int row, int64_t ns)
{
	double low = plot_log10((uint64_t)plot_edge_ns(chart->edge[row]));
	double high = plot_log10((uint64_t)plot_edge_ns(chart->edge[row + 1]));
	double share;

	if (ns <= TIMELINE_EMPTY)
		return 0;
	share = ((ns > 0 ? plot_log10((uint64_t)ns) : -1) - low) / (high - low);
	if (share >= 1)
		return 8;
	if (share <= 0)
		return row ? 0 : 1;
	return 1 + (int)(share * 7.999);
}

static void add_row(struct str *out, const struct chart *chart, int row)
{
	static const char *const fine[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
	static const char *const coarse[] = {" ", ".", ".", ".", ":", ":", ":", "#", "#"};
	const char *const *glyph = chart->style->ascii ? coarse : fine;
	struct str label = {0};
	size_t last = out->length;

	plot_add_edge(&label, plot_edge_ns(chart->edge[row]));
	str_repeat(out, " ", chart->indent);
	str_addf(out, "%*s %s", LABEL_COLUMNS, str_text(&label),
		 chart->style->ascii ? "|" : "┤");
	str_free(&label);
	last = out->length;
	for (uint32_t i = 0; i < chart->columns; i++) {
		int eighths = eighths_of(chart, row, chart->column_ns[i]);

		str_repeat(out, glyph[eighths], chart->column_width);
		if (eighths)
			last = out->length;
	}
	out->length = last;
	out->text[last] = '\0';
	str_add_char(out, '\n');
}

/* On the axis: 'x' where slices are missing. */
static void add_axis(struct str *out, const struct chart *chart)
{
	bool ascii = chart->style->ascii;

	str_repeat(out, " ", chart->indent + LABEL_COLUMNS + 1);
	str_add(out, ascii ? "+" : "└");
	for (uint32_t i = 0; i < chart->columns; i++) {
		bool absent = chart->column_ns[i] == TIMELINE_ABSENT;

		str_repeat(out, absent ? "x" : ascii ? "-" : "─", chart->column_width);
	}
	str_add_char(out, '\n');
}

/* Run time at the left, middle and right end, as far as they fit. */
static void add_times(struct str *out, const struct chart *chart, int64_t from_ns,
		      int64_t to_ns)
{
	size_t wide = (size_t)chart->columns * chart->column_width;
	struct str text[3] = {0};
	size_t at = 0;

	moment_add(&text[0], from_ns, false);
	moment_add(&text[1], from_ns + (to_ns - from_ns) / 2, false);
	moment_add(&text[2], to_ns, false);
	str_repeat(out, " ", chart->indent);
	str_addf(out, "%*s  ", LABEL_COLUMNS, "run time");
	for (size_t i = 0; i < 3; i++) {
		size_t place =
			i == 0   ? 0
			: i == 1 ? (wide > text[i].length ? (wide - text[i].length) / 2
							  : 0)
				 : (wide > text[i].length ? wide - text[i].length : 0);

		if (i && place < at + 2)
			continue;
		/* The middle gives way to the end. */
		if (i == 1 && place + text[1].length + 2 + text[2].length > wide)
			continue;
		str_repeat(out, " ", place - at);
		str_add(out, str_text(&text[i]));
		at = place + text[i].length;
	}
	str_add_char(out, '\n');
	for (size_t i = 0; i < 3; i++)
		str_free(&text[i]);
}

static bool has_absent(const struct chart *chart)
{
	for (uint32_t i = 0; i < chart->columns; i++)
		if (chart->column_ns[i] == TIMELINE_ABSENT)
			return true;
	return false;
}

static void add_caption(struct str *out, const struct chart *chart,
			const struct timeline *cells, int64_t slice_ns)
{
	int64_t column_ns =
		saturate_mul(slice_ns, (int64_t)chart->per_column << cells->shift);
	bool grouped = chart->per_column > 1 || cells->shift, absent = has_absent(chart);

	if (!grouped && !absent)
		return;
	str_repeat(out, " ", chart->indent + LABEL_COLUMNS + 2);
	if (grouped) {
		str_add(out, "one column: the greatest of ");
		num_add_time(out, column_ns);
	}
	if (absent)
		str_addf(out, "%sx: missing", grouped ? "; " : "");
	str_add_char(out, '\n');
}

void plot_timeline(struct str *out, const struct term_style *style,
		   const struct timeline *cells, int64_t slice_ns, size_t indent)
{
	struct chart chart = {.style = style, .indent = indent};
	int64_t least_ns, most_ns;
	int64_t cell_ns = saturate_mul(slice_ns, INT64_C(1) << cells->shift);

	if (!cells->count)
		return;
	take_columns(&chart, cells);
	if (find_extremes(&chart, &least_ns, &most_ns)) {
		choose_axis(&chart, least_ns, most_ns);
		for (int row = chart.rows - 1; row >= 0; row--)
			add_row(out, &chart, row);
		add_axis(out, &chart);
		add_times(out, &chart,
			  saturate_mul(cell_ns, cells->first >> cells->shift),
			  saturate_mul(cell_ns, cells->count));
		add_caption(out, &chart, cells, slice_ns);
	}
	free(chart.column_ns);
}
