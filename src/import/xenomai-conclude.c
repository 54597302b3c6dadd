/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a run of Xenomai's `latency` adds up to. The RTS line says it; without one, the
 * cumulative columns do, when the log begins where the run does; without that, only the rows
 * that are there do, since what is older happened outside of them.
 */
#include <string.h>

#include "base/mean.h"
#include "base/num.h"
#include "base/saturate.h"
#include "import/clock-tick.h"
#include "import/xenomai.h"

void xenomai_describe(struct foreign_builder *builder, const char *tool)
{
	struct run_foreign *foreign = &builder->foreign;

	foreign->tool = tool;
	foreign->missed_rule = "skip-and-count";
	foreign->lateness = "how long after its release, every period, the task ran";
}

/* The last value that is known in this column. */
static int64_t last_known(const struct xenomai_run *run, enum xenomai_column column)
{
	for (size_t i = run->row_count; i-- > 0;)
		if (run->rows[i].value[column] != RUN_UNKNOWN)
			return run->rows[i].value[column];
	return RUN_UNKNOWN;
}

static int64_t first_known(const struct xenomai_run *run, enum xenomai_column column)
{
	for (size_t i = 0; i < run->row_count; i++)
		if (run->rows[i].value[column] != RUN_UNKNOWN)
			return run->rows[i].value[column];
	return RUN_UNKNOWN;
}

/* The lowest (sign -1) or highest (1) value of a column; RUN_UNKNOWN when there is none. */
static int64_t extreme(const struct xenomai_run *run, enum xenomai_column column,
		       int sign)
{
	int64_t found = RUN_UNKNOWN;

	for (size_t i = 0; i < run->row_count; i++) {
		int64_t value = run->rows[i].value[column];

		if (value != RUN_UNKNOWN &&
		    (found == RUN_UNKNOWN || (sign < 0 ? value < found : value > found)))
			found = value;
	}
	return found;
}

int64_t xenomai_mean(const struct xenomai_run *run, enum xenomai_column column,
		     int64_t parts, int64_t *count)
{
	struct mean mean;

	*count = 0;
	for (size_t i = 0; i < run->row_count; i++)
		*count += run->rows[i].value[column] != RUN_UNKNOWN;
	if (*count == 0)
		return RUN_UNKNOWN;
	mean = mean_of(*count);
	for (size_t i = 0; i < run->row_count; i++)
		if (run->rows[i].value[column] != RUN_UNKNOWN)
			mean_add(&mean, run->rows[i].value[column]);
	return mean_rounded(&mean, parts);
}

static int64_t difference(int64_t last, int64_t first)
{
	return last == RUN_UNKNOWN || first == RUN_UNKNOWN || last < first ? RUN_UNKNOWN
									   : last - first;
}

static void figures_of_summary(const struct xenomai_run *run,
			       struct foreign_stream *stream)
{
	stream->min_ns = run->summary.value[XENOMAI_MIN];
	stream->avg_ns = run->summary.value[XENOMAI_AVG];
	stream->max_ns = run->summary.value[XENOMAI_MAX];
	stream->overruns = run->summary.value[XENOMAI_OVERRUNS];
	stream->mode_switches = run->summary.value[XENOMAI_SWITCHES];
}

static void figures_since_start(const struct xenomai_run *run,
				struct foreign_stream *stream)
{
	stream->min_ns = last_known(run, XENOMAI_BEST);
	stream->max_ns = last_known(run, XENOMAI_WORST);
	stream->overruns = last_known(run, XENOMAI_OVERRUNS);
	stream->mode_switches = last_known(run, XENOMAI_SWITCHES);
}

static void figures_of_rows(const struct xenomai_run *run, struct foreign_stream *stream)
{
	stream->min_ns = extreme(run, XENOMAI_MIN, -1);
	stream->max_ns = extreme(run, XENOMAI_MAX, 1);
	stream->overruns = difference(last_known(run, XENOMAI_OVERRUNS),
				      first_known(run, XENOMAI_OVERRUNS));
	stream->mode_switches = difference(last_known(run, XENOMAI_SWITCHES),
					   first_known(run, XENOMAI_SWITCHES));
}

/* ", nominally 1200000 samples": by the period, which the tool may have missed. */
static const char *nominal_text(const struct xenomai_run *run,
				struct foreign_builder *builder, int64_t rows)
{
	if (run->period_ns == RUN_UNKNOWN)
		return "";
	return foreign_text(builder, " (nominally %lld samples)",
			    (long long)saturate_mul(rows, NS_PER_S / run->period_ns));
}

/* The mean of the rows, beside what RTS says or in its place. */
static void conclude_average(const struct xenomai_run *run,
			     struct foreign_builder *builder,
			     struct foreign_stream *stream)
{
	int64_t count, mean = xenomai_mean(run, XENOMAI_AVG, 10, &count);
	const char *text;

	if (!count)
		return;
	text = foreign_text(builder, "%s%lld us%s", xenomai_us(builder, mean / 10),
			    (long long)(mean < 0 ? -mean : mean) % 10,
			    nominal_text(run, builder, count));
	if (run->has_summary) {
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"the mean of the %lld row averages, with equal weight, is "
			"%s; the RTS line says %s us",
			(long long)count, text,
			xenomai_us(builder, run->summary.value[XENOMAI_AVG]));
		return;
	}
	stream->avg_ns = (mean + (mean < 0 ? -5 : 5)) / 10;
	foreign_add_note(builder, FOREIGN_ASSUMED,
			 "there is no RTS line: the average is the mean of the %lld row "
			 "averages, with equal weight: %s",
			 (long long)count, text);
}

/* Extremes that are in no row: older than the rows, or in one that is missing. */
static void tell_unseen(const struct xenomai_run *run, struct foreign_builder *builder)
{
	static const struct {
		enum xenomai_column total, column;
		int sign;
		const char *name, *of_row;
	} kinds[] = {
		{XENOMAI_WORST, XENOMAI_MAX, 1, "worst", "largest"},
		{XENOMAI_BEST, XENOMAI_MIN, -1, "best", "lowest"},
	};

	for (int i = 0; i < 2; i++) {
		int64_t total = extreme(run, kinds[i].total, kinds[i].sign);
		int64_t seen = extreme(run, kinds[i].column, kinds[i].sign);

		if (run->has_summary)
			total = run->summary.value[kinds[i].column];
		if (total == RUN_UNKNOWN || seen == RUN_UNKNOWN || total == seen)
			continue;
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"the %s of the whole run, %s us, is in no row of the report: the %s "
			"of the rows is %s us",
			kinds[i].name, xenomai_us(builder, total), kinds[i].of_row,
			xenomai_us(builder, seen));
	}
}

static void tell_middle(const struct xenomai_run *run, struct foreign_builder *builder)
{
	const struct xenomai_block *first = run->blocks;
	const int64_t *row;

	if (run->has_summary || !run->row_count || xenomai_has_start(run))
		return;
	row = run->rows[0].value;
	foreign_add_note(
		builder, FOREIGN_NOTE,
		"the report begins in the middle of a run%s: its figures are those of the "
		"%zu rows; what the first row's cumulative columns say (overruns %s, best "
		"%s us, worst %s us) is of unknown age",
		first->start_s == RUN_UNKNOWN
			? ""
			: foreign_text(builder, " (the first row is second %lld)",
				       (long long)first->start_s),
		run->row_count,
		row[XENOMAI_OVERRUNS] == RUN_UNKNOWN
			? "unknown"
			: foreign_text(builder, "%lld", (long long)row[XENOMAI_OVERRUNS]),
		xenomai_us(builder, row[XENOMAI_BEST]),
		xenomai_us(builder, row[XENOMAI_WORST]));
}

static int64_t covered_ns(const struct xenomai_run *run)
{
	if (run->elapsed_s != RUN_UNKNOWN)
		return run->elapsed_s * NS_PER_S;
	if (!run->row_count || xenomai_missing_rows(run))
		return RUN_UNKNOWN;
	if (xenomai_has_start(run) && run->rows[run->row_count - 1].time_s != RUN_UNKNOWN)
		return run->rows[run->row_count - 1].time_s * NS_PER_S;
	return (int64_t)run->row_count * NS_PER_S;
}

/* How the run ended, and how long it was. */
static void conclude_end(const struct xenomai_run *run, struct foreign_builder *builder)
{
	struct run_foreign *foreign = &builder->foreign;
	int64_t duration = covered_ns(run);

	if (run->stream && foreign->duration_ns != duration)
		duration = RUN_UNKNOWN;
	foreign->duration_ns = duration;
	foreign->asked_duration_ns =
		run->asked_s == RUN_UNKNOWN ? RUN_UNKNOWN : run->asked_s * NS_PER_S;
	foreign->ended = run->limit_ns != RUN_UNKNOWN ? "stopped"
			 : run->has_summary           ? "complete"
						      : "cut-off";
	if (run->limit_ns != RUN_UNKNOWN)
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"the run stopped itself at its limit of %s us: its maximum "
			"is not comparable with that of a run of fixed length",
			xenomai_us(builder, run->limit_ns));
	else if (!run->has_summary)
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"there is no RTS line: the run or its report was cut off; "
			"the %zu rows cover %zu s",
			run->row_count, run->row_count);
	else if (run->asked_s != RUN_UNKNOWN && run->elapsed_s < run->asked_s)
		foreign_add_note(builder, FOREIGN_NOTE,
				 "the run ended after %lld of %lld s",
				 (long long)run->elapsed_s, (long long)run->asked_s);
}

/* The tick of the clock that the rows were measured with, when it is coarse. */
static const struct clock_tick *find_tick(const struct xenomai_run *run)
{
	static const enum xenomai_column columns[] = {XENOMAI_MIN, XENOMAI_MAX};
	struct clock_ticks ticks = {.seen = 0};

	for (size_t i = 0; i < run->row_count; i++)
		for (int k = 0; k < 2; k++)
			if (run->rows[i].value[columns[k]] != RUN_UNKNOWN)
				clock_ticks_see(&ticks, run->rows[i].value[columns[k]]);
	return clock_ticks_find(&ticks);
}

static void conclude_units(const struct xenomai_run *run, struct foreign_builder *builder,
			   struct foreign_stream *stream)
{
	const struct clock_tick *tick = find_tick(run);

	stream->resolution_ns = run->decimals || run->unit_ns == 1 ? 1 : 1000;
	if (run->unit_assumed)
		foreign_add_note(
			builder, FOREIGN_ASSUMED,
			"the times are whole numbers without a unit: taken as ns, "
			"as old versions print them");
	if (run->row_count && stream->mode_switches == RUN_UNKNOWN && run->columns == 6)
		foreign_add_note(builder, FOREIGN_NOTE,
				 "mode switches are unknown: this version has no column "
				 "for them");
	if (!tick)
		return;
	stream->resolution_ns = tick->resolution_ns;
	foreign_add_note(
		builder, FOREIGN_NOTE,
		"every minimum and maximum is a multiple of 1/%lld s, so the clock "
		"ticks at %s (resolution %lld ns)",
		(long long)tick->hertz, tick->name, (long long)tick->resolution_ns);
}

/* "user task", "run 2: user task" */
static const char *name_of(const struct xenomai_run *run, struct foreign_builder *builder)
{
	return !*run->context ? "task"
	       : !strcmp(run->context, "irq")
		       ? "timer interrupt"
		       : foreign_text(builder, "%s task", run->context);
}

void xenomai_conclude(struct xenomai_run *run, struct foreign_builder *builder)
{
	struct foreign_stream *stream = foreign_stream_at(builder, run->stream);

	xenomai_place_rows(run);
	stream->cpu = run->cpu;
	stream->priority = run->priority;
	stream->period_ns = run->period_ns;
	stream->context = run->context;
	stream->wake = "timer";
	stream->name = name_of(run, builder);
	stream->rows_missing = (uint64_t)xenomai_missing_rows(run);
	if (run->not_isolated)
		foreign_add_note(builder, FOREIGN_NOTE,
				 "CPU %lld was not isolated, says the report",
				 (long long)run->cpu);
	if (run->has_summary)
		figures_of_summary(run, stream);
	else if (xenomai_has_start(run))
		figures_since_start(run, stream);
	else
		figures_of_rows(run, stream);
	builder->foreign.lines_skipped += run->lines_lost + run->cells_lost;
	conclude_end(run, builder);
	tell_middle(run, builder);
	conclude_average(run, builder, stream);
	tell_unseen(run, builder);
	conclude_units(run, builder, stream);
	xenomai_conclude_rows(run, builder);
	xenomai_conclude_histogram(run, builder);
}
