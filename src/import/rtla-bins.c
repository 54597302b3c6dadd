/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a histogram of rtla adds up to. How wide its rows are has to be found from where they
 * start; what is above the last one is known to be there, and no more.
 */
#include "base/num.h"
#include "base/saturate.h"
#include "import/rtla-hist.h"

static int64_t greatest_common_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* The width of a row in units, and why it is thought to be; 0: unknown. */
static int64_t row_width(const struct rtla_hist *hist)
{
	int64_t width = 0;

	if (hist->bucket != RUN_UNKNOWN)
		return hist->bucket;
	if (hist->row_count < 2)
		return 0;
	for (size_t i = 0; i < hist->row_count; i++)
		width = greatest_common_divisor(hist->starts[i], width);
	return width;
}

static void tell_width(const struct rtla_hist *hist, int64_t width)
{
	const char *unit = hist->unit_ns == 1 ? "ns" : "us";

	if (!hist->row_count)
		return;
	if (!width)
		foreign_add_note(
			hist->builder, FOREIGN_ASSUMED,
			"how wide the only row is cannot be told: it makes no bin");
	else if (hist->bucket == RUN_UNKNOWN)
		foreign_add_note(
			hist->builder, FOREIGN_ASSUMED,
			"the report does not say how wide a row is: all start at "
			"multiples of %lld %s, which is taken for it",
			(long long)width, unit);
	if (hist->entries == RUN_UNKNOWN)
		foreign_add_note(
			hist->builder, FOREIGN_NOTE,
			"where the histogram ends is not in the report: of the "
			"samples \"over\" it is only known that they are above the "
			"last row, and not above the maximum");
}

/* Where "over" begins, for certain. */
static int64_t beyond_from(const struct rtla_hist *hist, int64_t width)
{
	int64_t units = RUN_UNKNOWN;

	if (hist->entries != RUN_UNKNOWN && width)
		units = saturate_mul(hist->entries, width);
	else if (hist->row_count && width)
		units = saturate_add(hist->starts[hist->row_count - 1], width);
	return units == RUN_UNKNOWN ? RUN_UNKNOWN : saturate_mul(units, hist->unit_ns);
}

static void add_bins(const struct rtla_hist *hist, size_t column, int64_t width)
{
	for (size_t i = 0; i < hist->row_count && width; i++) {
		int64_t from = foreign_ns(hist->builder, hist->starts[i], hist->unit_ns);
		int64_t to = saturate_add(from, saturate_mul(width, hist->unit_ns));

		foreign_add_bin(hist->builder, (int64_t)column, from, to,
				hist->counts[i * hist->column_count + column]);
	}
}

static void add_stream(const struct rtla_hist *hist, size_t number, int64_t width)
{
	struct foreign_stream *stream = foreign_stream_at(hist->builder, (int64_t)number);
	const struct rtla_column *column = &hist->columns[number];

	stream->cpu = column->cpu;
	stream->context = column->context;
	stream->wake = hist->tool == RTLA_OSNOISE ? "spin" : "timer";
	stream->name = column->name;
	stream->count = column->total[RTLA_COUNT];
	if (stream->count) {
		stream->min_ns = column->total[RTLA_MIN];
		stream->avg_ns = column->total[RTLA_AVG];
		stream->max_ns = column->total[RTLA_MAX];
	}
	stream->avg_is_truncated = true;
	stream->resolution_ns = hist->unit_ns;
	stream->beyond = column->total[RTLA_OVER];
	stream->beyond_from_ns = beyond_from(hist, width);
	stream->bins_are_complete = width && stream->beyond != RUN_UNKNOWN &&
				    !hist->builder->foreign.lines_skipped;
	add_bins(hist, number, width);
}

static void check_all(const struct rtla_hist *hist)
{
	int64_t sum = 0;

	if (hist->all_count == RUN_UNKNOWN || !hist->column_count)
		return;
	for (size_t i = 0; i < hist->column_count; i++)
		if (hist->columns[i].context == hist->columns[0].context &&
		    hist->columns[i].total[RTLA_COUNT] != RUN_UNKNOWN)
			sum = saturate_add(sum, hist->columns[i].total[RTLA_COUNT]);
	if (sum != hist->all_count)
		foreign_add_note(
			hist->builder, FOREIGN_INCONSISTENT,
			"the columns count %lld samples, the line for all of them "
			"%lld",
			(long long)sum, (long long)hist->all_count);
}

static void tell_activations(const struct rtla_hist *hist)
{
	int64_t least = INT64_MAX, most = 0;

	for (size_t i = 0; i < hist->column_count; i++) {
		int64_t count = hist->columns[i].total[RTLA_COUNT];

		if (count == RUN_UNKNOWN)
			continue;
		least = count < least ? count : least;
		most = count > most ? count : most;
	}
	/* A run that stopped itself lasted for less than the whole seconds it prints. */
	if (hist->tool == RTLA_TIMERLAT && !hist->story.stopped)
		rtla_tell_activations(hist->builder, "column", least, most);
}

void rtla_conclude_hist(const struct rtla_hist *hist)
{
	int64_t width = row_width(hist);

	if (!hist->column_count)
		foreign_add_note(hist->builder, FOREIGN_INVALID,
				 "it holds no samples: there is no column of any CPU");
	for (size_t i = 0; i < hist->column_count; i++)
		add_stream(hist, i, width);
	tell_width(hist, width);
	tell_activations(hist);
	check_all(hist);
}
