/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rows of a Xenomai run as stretches of a second: cumulative columns become differences.
 * What is missing, damaged or contradicts itself is told.
 */
#include <string.h>

#include "base/num.h"
#include "import/xenomai.h"

enum { TOLD_ONE_BY_ONE = 10 };

/* A column that only grows; how often it fell instead, and where first. */
struct growth {
	int64_t last;
	uint64_t falls, first_line;
};

/* By how much it grew since it was known last; RUN_UNKNOWN when that cannot be said. */
static int64_t grow(struct growth *growth, int64_t value, uint64_t line)
{
	int64_t last = growth->last;

	if (value == RUN_UNKNOWN)
		return RUN_UNKNOWN;
	growth->last = value;
	if (last == RUN_UNKNOWN || value >= last)
		return last == RUN_UNKNOWN ? RUN_UNKNOWN : value - last;
	if (!growth->falls++)
		growth->first_line = line;
	return RUN_UNKNOWN;
}

static void tell_falls(struct foreign_builder *builder, const struct growth *growth,
		       const char *what)
{
	if (growth->falls)
		foreign_add_note(
			builder, FOREIGN_INCONSISTENT,
			"%s, which counts from the start of the run, goes back in "
			"%llu rows, first in line %llu",
			what, (unsigned long long)growth->falls,
			(unsigned long long)growth->first_line);
}

static void tell_row(struct foreign_builder *builder, const struct xenomai_row *row,
		     size_t number)
{
	const int64_t *value = row->value;

	if (row->state == XENOMAI_SPLIT)
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"row %zu (line %llu) is split over two lines and was put "
			"together again: maximum %s us",
			number, (unsigned long long)row->line,
			xenomai_us(builder, value[XENOMAI_MAX]));
	else
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"row %zu (line %llu) is damaged: minimum %s, average %s, maximum %s "
			"us can be read; the rest of it is unknown",
			number, (unsigned long long)row->line,
			xenomai_us(builder, value[XENOMAI_MIN]),
			xenomai_us(builder, value[XENOMAI_AVG]),
			xenomai_us(builder, value[XENOMAI_MAX]));
}

static bool exceeds(int64_t a, int64_t b)
{
	return a != RUN_UNKNOWN && b != RUN_UNKNOWN && a > b;
}

/* What cannot be in one row. */
static bool contradicts_itself(const int64_t *value)
{
	return exceeds(value[XENOMAI_MIN], value[XENOMAI_AVG]) ||
	       exceeds(value[XENOMAI_AVG], value[XENOMAI_MAX]) ||
	       exceeds(value[XENOMAI_MAX], value[XENOMAI_WORST]) ||
	       exceeds(value[XENOMAI_BEST], value[XENOMAI_MIN]);
}

static void tell_contradictions(const struct xenomai_run *run,
				struct foreign_builder *builder)
{
	uint64_t count = 0, first = 0;

	for (size_t i = 0; i < run->row_count; i++)
		if (contradicts_itself(run->rows[i].value) && !count++)
			first = run->rows[i].line;
	if (count)
		foreign_add_note(
			builder, FOREIGN_INCONSISTENT,
			"%llu rows, first in line %llu, contradict themselves: "
			"minimum, average and maximum, or best and worst, are not "
			"in order",
			(unsigned long long)count, (unsigned long long)first);
}

static void tell_summary(const struct xenomai_run *run, struct foreign_builder *builder)
{
	const int64_t *total = run->summary.value;
	uint64_t beyond = 0;

	if (!run->has_summary)
		return;
	for (size_t i = 0; i < run->row_count; i++) {
		const int64_t *value = run->rows[i].value;

		beyond += exceeds(value[XENOMAI_MAX], total[XENOMAI_MAX]) ||
			  exceeds(total[XENOMAI_MIN], value[XENOMAI_MIN]) ||
			  exceeds(value[XENOMAI_OVERRUNS], total[XENOMAI_OVERRUNS]) ||
			  exceeds(value[XENOMAI_SWITCHES], total[XENOMAI_SWITCHES]);
	}
	if (beyond)
		foreign_add_note(builder, FOREIGN_INCONSISTENT,
				 "%llu rows lie outside of what the RTS line says of the "
				 "whole run",
				 (unsigned long long)beyond);
}

/* "hh:mm:ss" */
static const char *clock_text(struct foreign_builder *builder, int64_t seconds)
{
	return foreign_text(builder, "%02lld:%02lld:%02lld", (long long)(seconds / 3600),
			    (long long)(seconds / 60 % 60), (long long)(seconds % 60));
}

static void tell_missing(const struct xenomai_run *run, struct foreign_builder *builder)
{
	int64_t missing = xenomai_missing_rows(run);

	if (!missing)
		return;
	foreign_add_note(builder, FOREIGN_NOTE,
			 "%zu of %lld rows are in the report, %lld are missing",
			 run->row_count, (long long)run->row_count + (long long)missing,
			 (long long)missing);
	for (size_t i = 0; i < run->block_count && i < TOLD_ONE_BY_ONE; i++) {
		const struct xenomai_block *block = &run->blocks[i];
		bool last = i + 1 == run->block_count;

		if (!block->missing || block->start_s == RUN_UNKNOWN)
			continue;
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"%lld rows are missing between the header of %s, behind which there "
			"are %zu rows, and the %s",
			(long long)block->missing, clock_text(builder, block->start_s),
			block->end - block->first,
			last ? "end"
			     : foreign_text(builder, "next one of %s",
					    clock_text(builder, block[1].start_s)));
	}
}

/* How many seconds had something that long. */
static void tell_long(const struct xenomai_run *run, struct foreign_builder *builder)
{
	size_t known = 0, found = 0;

	for (size_t i = 0; i < run->row_count; i++) {
		int64_t max_ns = run->rows[i].value[XENOMAI_MAX];

		known += max_ns != RUN_UNKNOWN;
		found += max_ns != RUN_UNKNOWN && max_ns > NS_PER_MS;
	}
	if (found)
		foreign_add_note(builder, FOREIGN_NOTE,
				 "the maximum of %zu of %zu rows is above 1 ms", found,
				 known);
}

/* The overruns that the rows show; what the first row's count is made of may be unknown. */
static void tell_overruns(const struct xenomai_run *run, struct foreign_builder *builder,
			  const struct foreign_stream *stream)
{
	if (run->has_summary || xenomai_has_start(run) || run->row_count < 2 ||
	    stream->overruns == RUN_UNKNOWN)
		return;
	foreign_add_note(
		builder, FOREIGN_NOTE,
		"overruns are counted from the start of the run: %lld are in rows 2 "
		"to %zu; how many row 1 added is unknown",
		(long long)stream->overruns, run->row_count);
}

/* The overruns of single rows: in which were most of them, and in how many none. */
struct shares {
	int64_t most;
	size_t row, known, none;
};

static void share(struct shares *shares, int64_t grown, size_t row)
{
	if (grown == RUN_UNKNOWN)
		return;
	shares->known++;
	shares->none += !grown;
	if (grown > shares->most) {
		shares->most = grown;
		shares->row = row;
	}
}

static void tell_shares(const struct shares *shares, struct foreign_builder *builder)
{
	if (shares->most)
		foreign_add_note(builder, FOREIGN_NOTE,
				 "overruns row by row, by difference: most in row %zu "
				 "(+%lld), none in %zu of %zu",
				 shares->row, (long long)shares->most, shares->none,
				 shares->known);
}

/* The stretches; the counts of the first one are its own when the run starts with it. */
static void add_stretches(const struct xenomai_run *run, struct foreign_builder *builder,
			  struct foreign_stream *stream)
{
	int64_t start = xenomai_has_start(run) ? 0 : RUN_UNKNOWN;
	struct growth overruns = {.last = start}, switches = {.last = start},
		      worst = {.last = RUN_UNKNOWN}, best = {.last = RUN_UNKNOWN};
	struct shares shares = {0};
	size_t told = 0;

	for (size_t i = 0; i < run->row_count; i++) {
		const struct xenomai_row *row = &run->rows[i];
		const int64_t *value = row->value;
		int64_t best_value = value[XENOMAI_BEST];
		int64_t missed = grow(&overruns, value[XENOMAI_OVERRUNS], row->line);

		foreign_add_row(builder, run->stream,
				&(struct foreign_row){
					.time_ns = row->time_s == RUN_UNKNOWN
							   ? RUN_UNKNOWN
							   : row->time_s * NS_PER_S,
					.length_ns = NS_PER_S,
					.min_ns = value[XENOMAI_MIN],
					.avg_ns = value[XENOMAI_AVG],
					.max_ns = value[XENOMAI_MAX],
					.overruns = missed,
					.mode_switches =
						grow(&switches, value[XENOMAI_SWITCHES],
						     row->line),
				});
		share(&shares, missed, i + 1);
		grow(&worst, value[XENOMAI_WORST], row->line);
		grow(&best, best_value == RUN_UNKNOWN ? best_value : -best_value,
		     row->line);
		stream->rows_damaged += row->state == XENOMAI_DAMAGED;
		stream->rows_split += row->state == XENOMAI_SPLIT;
		if (row->state != XENOMAI_WHOLE && told++ < TOLD_ONE_BY_ONE)
			tell_row(builder, row, i + 1);
	}
	tell_shares(&shares, builder);
	tell_falls(builder, &overruns, "the overruns column");
	tell_falls(builder, &switches, "the mode switches column");
	tell_falls(builder, &worst, "the worst latency");
	tell_falls(builder, &best, "the best latency");
}

void xenomai_conclude_rows(const struct xenomai_run *run, struct foreign_builder *builder)
{
	struct foreign_stream *stream = foreign_stream_at(builder, run->stream);

	add_stretches(run, builder, stream);
	tell_missing(run, builder);
	tell_long(run, builder);
	tell_overruns(run, builder, stream);
	tell_contradictions(run, builder);
	tell_summary(run, builder);
}
