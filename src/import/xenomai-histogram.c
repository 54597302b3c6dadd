/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The histograms of `latency -h` and `-s`. They count whole buckets, so everything is
 * rounded down; what is beyond the last bucket is counted in it; and of three histograms only
 * "avg" holds every sample: "min" and "max" hold one value a second. So HSS figures are no
 * results, and the report is told so with figures from its own rows where they are all there.
 */
#include "base/num.h"
#include "base/saturate.h"
#include "import/xenomai.h"

enum { USUAL_BUCKETS = 300 };

static int64_t bucket_of(int64_t time_ns, int64_t bucket_ns, int64_t buckets)
{
	int64_t bucket = time_ns < 0 ? 0 : time_ns / bucket_ns;

	return bucket < buckets ? bucket : buckets - 1;
}

static int64_t bucket_ns_of(const struct xenomai_run *run)
{
	return run->bucket_ns == RUN_UNKNOWN ? NS_PER_US : run->bucket_ns;
}

/* Row values in buckets: their sum, and the sum of their squares. */
struct sums {
	int64_t count, sum, squares;
	int64_t in_last; /* how many are beyond the buckets */
};

static struct sums sum_up(const struct xenomai_run *run, enum xenomai_column column,
			  int64_t buckets)
{
	struct sums sums = {0};
	int64_t bucket_ns = bucket_ns_of(run);

	for (size_t i = 0; i < run->row_count; i++) {
		int64_t time_ns = run->rows[i].value[column], bucket;

		if (time_ns == RUN_UNKNOWN)
			continue;
		bucket = bucket_of(time_ns, bucket_ns, buckets);
		sums.count++;
		sums.sum = saturate_add(sums.sum, bucket);
		sums.squares = saturate_add(sums.squares, saturate_mul(bucket, bucket));
		sums.in_last += time_ns / bucket_ns >= buckets;
	}
	return sums;
}

static bool near(double a, double b)
{
	return a - b < 0.0006 && b - a < 0.0006;
}

/* Do so many buckets make of the rows what the HSS line says? */
static bool explains(const struct xenomai_spread *spread, const struct sums *sums)
{
	double count = (double)sums->count, mean, variance;
	double deviation = (double)spread->deviation / 1000;

	if (sums->count != spread->samples || sums->count < 2)
		return false;
	mean = (double)sums->sum / count;
	variance = ((double)sums->squares - mean * (double)sums->sum) / (count - 1);
	return near(mean, (double)spread->average / 1000) &&
	       variance <= (deviation + 0.0006) * (deviation + 0.0006) &&
	       (deviation < 0.0006 ||
		variance >= (deviation - 0.0006) * (deviation - 0.0006));
}

/* "219.780" from thousandths. */
static const char *thousandths(struct foreign_builder *builder, int64_t value)
{
	return xenomai_us(builder, value);
}

static const char *mean_us(struct foreign_builder *builder, const struct xenomai_run *run,
			   enum xenomai_column column)
{
	int64_t count;

	return xenomai_us(builder, xenomai_mean(run, column, 1, &count));
}

static void tell_maxima(const struct xenomai_run *run, struct foreign_builder *builder,
			int64_t buckets, int64_t max_ns)
{
	const struct xenomai_spread *spread = &run->spread[XENOMAI_OF_MAX];
	struct sums sums = sum_up(run, XENOMAI_MAX, buckets);
	int64_t limit_ns = saturate_mul(buckets, bucket_ns_of(run));
	bool clipped = max_ns != RUN_UNKNOWN && max_ns >= limit_ns;

	if (!clipped || !spread->known)
		return;
	foreign_add_note(
		builder, FOREIGN_NOTE,
		"HSS max is clipped: what is %s us or more counts as %lld buckets; "
		"%lld of the %lld row maxima in the report are, and so is the tail "
		"of HSS avg",
		xenomai_us(builder, limit_ns), (long long)buckets - 1,
		(long long)sums.in_last, (long long)sums.count);
	if (explains(spread, &sums))
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"HSS max average %s and deviation %s are exactly those of the row "
			"maxima rounded down and clipped so; the row maxima average %s us",
			thousandths(builder, spread->average),
			thousandths(builder, spread->deviation),
			mean_us(builder, run, XENOMAI_MAX));
}

static void tell_minima(const struct xenomai_run *run, struct foreign_builder *builder,
			int64_t buckets)
{
	const struct xenomai_spread *spread = &run->spread[XENOMAI_OF_MIN];
	struct sums sums = sum_up(run, XENOMAI_MIN, buckets);

	if (!spread->known || !explains(spread, &sums))
		return;
	foreign_add_note(
		builder, FOREIGN_NOTE,
		"HSS min average %s and deviation %s are those of the row minima "
		"rounded down; the row minima average %s us",
		thousandths(builder, spread->average),
		thousandths(builder, spread->deviation),
		mean_us(builder, run, XENOMAI_MIN));
}

/* The samples that the histogram holds, against the periods that there were. */
static void tell_samples(const struct xenomai_run *run, struct foreign_builder *builder,
			 struct foreign_stream *stream)
{
	const struct xenomai_spread *all = &run->spread[XENOMAI_OF_ALL];
	const struct xenomai_spread *minima = &run->spread[XENOMAI_OF_MIN];

	if (minima->known && minima->samples < (int64_t)run->row_count &&
	    xenomai_has_start(run))
		foreign_add_note(builder, FOREIGN_INCONSISTENT,
				 "HSS min counts %lld seconds, but there are %zu rows",
				 (long long)minima->samples, run->row_count);
	if (!all->known)
		return;
	stream->count = all->samples;
	if (run->period_ns == RUN_UNKNOWN || run->elapsed_s == RUN_UNKNOWN ||
	    stream->overruns == RUN_UNKNOWN)
		return;
	foreign_add_note(builder, FOREIGN_NOTE,
			 "%lld samples and %lld overruns make %lld of %lld periods",
			 (long long)all->samples, (long long)stream->overruns,
			 (long long)saturate_add(all->samples, stream->overruns),
			 (long long)(saturate_mul(run->elapsed_s, NS_PER_S) /
				     run->period_ns));
}

/* The buckets of -h. The last one holds what is beyond, too. */
static void add_cells(const struct xenomai_run *run, struct foreign_builder *builder,
		      struct foreign_stream *stream)
{
	int64_t bucket_ns = bucket_ns_of(run), sum = 0, top = -1;

	for (size_t i = 0; i < run->cell_count; i++)
		top = run->cells[i].bucket > top ? run->cells[i].bucket : top;
	stream->beyond = 0;
	for (size_t i = 0; i < run->cell_count; i++) {
		const struct xenomai_cell *cell = &run->cells[i];
		int64_t from = foreign_ns(builder, cell->bucket, bucket_ns);
		int64_t to = saturate_add(from, bucket_ns);

		if (i && cell->bucket == cell[-1].bucket) {
			foreign_repeat_bin(builder, run->stream, from, cell[-1].hits,
					   cell->hits);
			continue;
		}
		if (cell->bucket == top &&
		    (stream->max_ns == RUN_UNKNOWN || stream->max_ns >= to)) {
			stream->beyond = cell->hits;
			stream->beyond_from_ns = from;
		} else if (!foreign_add_bin(builder, run->stream, from, to, cell->hits)) {
			continue;
		}
		sum = saturate_add(sum, cell->hits);
	}
	if (stream->count == RUN_UNKNOWN && !run->cells_lost)
		stream->count = sum;
	stream->bins_are_complete = !run->cells_lost && stream->count == sum;
	foreign_add_note(builder, FOREIGN_ASSUMED,
			 "the histogram does not say how wide its buckets are: taken as "
			 "%lld ns%s",
			 (long long)bucket_ns,
			 run->bucket_ns == RUN_UNKNOWN ? ", the tool's default"
						       : " from the command line");
}

void xenomai_conclude_histogram(const struct xenomai_run *run,
				struct foreign_builder *builder)
{
	struct foreign_stream *stream = foreign_stream_at(builder, run->stream);
	int64_t buckets =
		run->bucket_count == RUN_UNKNOWN ? USUAL_BUCKETS : run->bucket_count;
	bool any = false;

	for (int i = 0; i < XENOMAI_KINDS; i++)
		any |= run->spread[i].known;
	tell_samples(run, builder, stream);
	if (run->cell_count)
		add_cells(run, builder, stream);
	if (!any)
		return;
	foreign_add_note(builder, FOREIGN_NOTE,
			 "HSS and HSD figures count whole buckets (%lld ns%s): they are "
			 "rounded down, by half a bucket on average, and are no results",
			 (long long)bucket_ns_of(run),
			 run->bucket_ns == RUN_UNKNOWN ? " unless -B was given" : "");
	tell_minima(run, builder, buckets);
	tell_maxima(run, builder, buckets, stream->max_ns);
}
