/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The log-log histogram. */
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "report/plot.h"

enum {
	MOST_FINE_ROWS = 22,
	EDGE_COLUMNS = 6,
	LABEL_COLUMNS = 2 * EDGE_COLUMNS + 4,
	COUNT_COLUMNS = 15
};

/* The axis of counts begins here, in decades below 1: a single wake-up has a bar. */
#define BELOW_ONE 0.35

struct bars {
	const struct term_style *style;
	const struct histogram *histogram;
	const struct plot_bars *plot;
	int64_t grid_ns;
	size_t indent, label_columns, count_columns, bar_columns;
	double decades; /* of the longest bar, from BELOW_ONE */
};

int64_t plot_edge_ns(int index)
{
	static const int64_t step[] = {10, 15, 20, 30, 50, 70};
	int64_t power = 1;

	for (int i = 0; i < index / 6; i++)
		power *= 10;
	return step[index % 6] * power;
}

void plot_add_edge(struct str *out, int64_t ns)
{
	if (ns < NS_PER_US)
		str_addf(out, "%lld ns", (long long)ns);
	else if (ns < NS_PER_MS)
		str_addf(out, "%.3g us", (double)ns / 1e3);
	else if (ns < NS_PER_S)
		str_addf(out, "%.3g ms", (double)ns / 1e6);
	else
		str_addf(out, "%.4g s", (double)ns / 1e9);
}

/* Where the row begins: the first one at 0; none inside of a bin. */
static int64_t row_edge_ns(const struct bars *bars, int edge)
{
	int64_t ns = edge ? plot_edge_ns(edge) : 0, grid_ns = bars->grid_ns;

	return grid_ns > 1 && ns % grid_ns ? ns - ns % grid_ns + grid_ns : ns;
}

/* Wake-ups in buckets that begin in the rows [edge, edge + step). */
static uint64_t count_between(const struct bars *bars, int edge, int step)
{
	int64_t low_ns = row_edge_ns(bars, edge);
	int64_t high_ns = row_edge_ns(bars, edge + step);
	uint64_t sum = 0;

	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		if (histogram_low_ns(i) >= low_ns && histogram_low_ns(i) < high_ns)
			sum += bars->histogram->bucket[i];
	return sum;
}

/* The last edge at or below ns, a multiple of step; 0 for what is below the first. */
static int edge_below(int64_t ns, int step)
{
	int edge = 0;

	while (edge + step < PLOT_EDGES && plot_edge_ns(edge + step) <= ns)
		edge += step;
	return edge;
}

static void find_range(const struct histogram *histogram, uint32_t *first, uint32_t *last)
{
	*first = HISTOGRAM_BUCKETS;
	*last = 0;
	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (!histogram->bucket[i])
			continue;
		if (*first == HISTOGRAM_BUCKETS)
			*first = i;
		*last = i;
	}
}

static void add_bar(struct str *out, const struct bars *bars, uint64_t count)
{
	static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
	double share = (plot_log10(count) + BELOW_ONE) / bars->decades;
	long units = (long)(share * (double)bars->bar_columns * 8 + 0.5);

	if (units < 8)
		units = 8;
	if (bars->style->ascii) {
		str_repeat(out, "#", (size_t)(units + 4) / 8);
		return;
	}
	str_repeat(out, "█", (size_t)units / 8);
	str_add(out, eighths[units % 8]);
}

static void add_row(struct str *out, const struct bars *bars, const char *label,
		    uint64_t count)
{
	struct str number = {0};

	num_add_count(&number, count);
	str_repeat(out, " ", bars->indent);
	str_repeat(out, " ", bars->label_columns - str_columns(label));
	str_addf(out, "%s%*s", label, (int)bars->count_columns, str_text(&number));
	if (count) {
		str_add(out, "  ");
		add_bar(out, bars, count);
	}
	str_add_char(out, '\n');
	str_free(&number);
}

static void add_range_row(struct str *out, const struct bars *bars, int edge, int step)
{
	int64_t low_ns = row_edge_ns(bars, edge);
	int64_t high_ns = row_edge_ns(bars, edge + step);
	struct str label = {0}, high = {0};

	if (low_ns == high_ns)
		return;
	plot_add_edge(&label, low_ns);
	plot_add_edge(&high, high_ns);
	str_addf(&label, " - %*s", EDGE_COLUMNS, str_text(&high));
	add_row(out, bars, str_text(&label), count_between(bars, edge, step));
	str_free(&label);
	str_free(&high);
}

static size_t column_of(const struct bars *bars, int decade)
{
	return (size_t)((decade + BELOW_ONE) / bars->decades * (double)bars->bar_columns +
			0.5);
}

/*
 * "1   10   100   1k ..." over the bars, every one, second or third decade, as there is
 * room. The end of a label stands where a bar of that count ends.
 */
static void add_scale(struct str *out, const struct bars *bars)
{
	static const char *const label[] = {"1",    "10",   "100", "1k",   "10k",
					    "100k", "1M",   "10M", "100M", "1G",
					    "10G",  "100G", "1T",  "10T",  "100T"};
	const int labels = sizeof(label) / sizeof(label[0]);
	double decade_columns = (double)bars->bar_columns / bars->decades;
	int stride = decade_columns >= 6 ? 1 : 2 * decade_columns >= 6 ? 2 : 3;
	size_t at = 0;

	str_repeat(out, " ",
		   bars->indent + bars->label_columns - str_columns(bars->plot->size));
	str_addf(out, "%s%*s", bars->plot->size, (int)bars->count_columns,
		 bars->plot->many);
	str_add(out, "  ");
	for (int i = 0; i < labels && i + BELOW_ONE <= bars->decades + 0.01;
	     i += stride) {
		size_t end = column_of(bars, i), length = strlen(label[i]);

		if (end < at + length)
			end = at + length;
		str_repeat(out, " ", end - length - at);
		str_add(out, label[i]);
		at = end;
	}
	str_add_char(out, '\n');
}

static uint64_t greatest_row(const struct bars *bars, int from, int to, int step)
{
	const struct histogram_stats *stats = &bars->histogram->stats;
	uint64_t most = stats->early > stats->beyond ? stats->early : stats->beyond;

	for (int edge = from; edge <= to; edge += step) {
		uint64_t count = count_between(bars, edge, step);

		most = count > most ? count : most;
	}
	return most;
}

void plot_histogram(struct str *out, const struct term_style *style,
		    const struct plot_bars *plot, size_t indent)
{
	const struct histogram *histogram = plot->histogram;
	struct bars bars = {.style = style,
			    .histogram = histogram,
			    .plot = plot,
			    .grid_ns = plot->grid_ns,
			    .indent = indent,
			    .label_columns = LABEL_COLUMNS,
			    .count_columns = COUNT_COLUMNS};
	uint32_t first, last;
	int from, to, step;

	bars.bar_columns = (size_t)style->columns - indent - bars.label_columns -
			   bars.count_columns - 3;
	find_range(histogram, &first, &last);
	if (first == HISTOGRAM_BUCKETS)
		first = last = 0;
	step = edge_below(histogram_low_ns(last), 1) -
				       edge_below(histogram_low_ns(first), 1) <
			       MOST_FINE_ROWS
		       ? 1
		       : 2;
	from = edge_below(histogram_low_ns(first), step);
	to = edge_below(histogram_low_ns(last), step);
	if (row_edge_ns(&bars, from) > histogram_low_ns(first))
		from -= step;
	bars.decades = plot_log10(greatest_row(&bars, from, to, step)) + BELOW_ONE;
	if (bars.decades < 1)
		bars.decades = 1;
	add_scale(out, &bars);
	if (histogram->stats.early)
		add_row(out, &bars, "early", histogram->stats.early);
	for (int edge = from; edge <= to && histogram->stats.count; edge += step)
		add_range_row(out, &bars, edge, step);
	if (histogram->stats.beyond)
		add_row(out, &bars, "73 min or more", histogram->stats.beyond);
}
