/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What must hold for any measurement, whoever made it. Says what does not; corrects nothing.
 */
#include "base/num.h"
#include "base/saturate.h"
#include "import/foreign-builder.h"
#include "import/import.h"

/* "T: 0", or "stream 0". */
static const char *name_of(struct foreign_builder *builder,
			   const struct foreign_stream *stream)
{
	if (*stream->name)
		return stream->name;
	return foreign_text(builder, "stream %lld", (long long)stream->index);
}

static const char *time_text(struct foreign_builder *builder, int64_t time_ns)
{
	CLEANUP(str_free) struct str text = {0};

	num_add_time(&text, time_ns);
	return foreign_text(builder, "%s", str_text(&text));
}

static bool known(int64_t value)
{
	return value != RUN_UNKNOWN;
}

static void check_order(struct foreign_builder *builder,
			const struct foreign_stream *stream)
{
	const struct {
		const char *low_name, *high_name;
		int64_t low, high;
	} pairs[] = {
		{"minimum", "average", stream->min_ns, stream->avg_ns},
		{"average", "maximum", stream->avg_ns, stream->max_ns},
		{"minimum", "maximum", stream->min_ns, stream->max_ns},
	};

	if (stream->count == 0)
		return;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
		if (known(pairs[i].low) && known(pairs[i].high) &&
		    pairs[i].low > pairs[i].high)
			foreign_add_note(builder, FOREIGN_INCONSISTENT,
					 "%s: its %s (%s) is above its %s (%s)",
					 name_of(builder, stream), pairs[i].low_name,
					 time_text(builder, pairs[i].low),
					 pairs[i].high_name,
					 time_text(builder, pairs[i].high));
}

/* As many cannot be; means and percentiles would be of what the sum stopped at. */
static void refuse_sum(struct foreign_builder *builder, int64_t index)
{
	struct foreign_stream *stream = foreign_stream_at(builder, index);

	stream->count = RUN_UNKNOWN;
	stream->bins_are_complete = false;
	foreign_add_note(
		builder, FOREIGN_INCONSISTENT,
		"%s: its bins hold more samples than 63 bits count: their count, "
		"mean and percentiles are taken for unknown",
		name_of(builder, stream));
}

static void check_bins(struct foreign_builder *builder,
		       const struct foreign_stream *stream)
{
	struct foreign_bin first, last;
	int64_t sum, binned;

	if (!foreign_bins_span(builder, stream->index, &sum, &first, &last))
		return;
	binned = known(stream->beyond) ? saturate_add(sum, stream->beyond) : sum;
	if (binned == INT64_MAX) {
		refuse_sum(builder, stream->index);
		return;
	}
	if (known(stream->count) && known(stream->beyond) && binned != stream->count)
		foreign_add_note(builder, FOREIGN_INCONSISTENT,
				 "%s: %lld samples by its count, %lld in its bins and "
				 "beyond them: a difference of %lld",
				 name_of(builder, stream), (long long)stream->count,
				 (long long)binned,
				 (long long)saturate_sub(stream->count, binned));
	else if (known(stream->count) && sum > stream->count)
		foreign_add_note(
			builder, FOREIGN_INCONSISTENT,
			"%s: its bins hold %lld samples, more than its count %lld",
			name_of(builder, stream), (long long)sum,
			(long long)stream->count);
	if (known(stream->max_ns) && stream->max_ns < last.from_ns)
		foreign_add_note(builder, FOREIGN_INCONSISTENT,
				 "%s: its maximum (%s) is below its highest bin (%s)",
				 name_of(builder, stream),
				 time_text(builder, stream->max_ns),
				 time_text(builder, last.from_ns));
	if (known(stream->min_ns) && stream->min_ns > last.to_ns)
		foreign_add_note(builder, FOREIGN_INCONSISTENT,
				 "%s: its minimum (%s) is above its highest bin (%s)",
				 name_of(builder, stream),
				 time_text(builder, stream->min_ns),
				 time_text(builder, last.from_ns));
}

/* Late by more than a period on average: it does not wake late, it cannot keep up. */
static void check_overload(struct foreign_builder *builder,
			   const struct foreign_stream *stream)
{
	if (!known(stream->avg_ns) || !known(stream->period_ns) ||
	    stream->period_ns <= 0 || stream->avg_ns <= stream->period_ns)
		return;
	foreign_add_note(builder, FOREIGN_INVALID,
			 "%s: overload: late by %s on average, %.1f times its period of "
			 "%s: it could not keep up, so this is no distribution of "
			 "lateness",
			 name_of(builder, stream), time_text(builder, stream->avg_ns),
			 (double)stream->avg_ns / (double)stream->period_ns,
			 time_text(builder, stream->period_ns));
}

/* Has it anything that is not zero? */
static bool has_figures(const struct foreign_builder *builder,
			const struct foreign_stream *stream)
{
	const int64_t figures[] = {stream->min_ns, stream->avg_ns, stream->max_ns,
				   stream->beyond};
	struct foreign_bin first, last;
	int64_t sum;

	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++)
		if (known(figures[i]) && figures[i])
			return true;
	return foreign_bins_span(builder, stream->index, &sum, &first, &last) &&
	       last.from_ns > 0;
}

static bool all_unknown(const struct foreign_stream *stream)
{
	return !known(stream->min_ns) && !known(stream->avg_ns) && !known(stream->max_ns);
}

static void check_emptiness(struct foreign_builder *builder)
{
	uint32_t empty = 0, zero = 0;

	for (uint32_t i = 0; i < builder->stream_count; i++) {
		const struct foreign_stream *stream = foreign_stream_number(builder, i);

		if (stream->count == 0)
			empty++;
		else if (!all_unknown(stream) && !has_figures(builder, stream))
			zero++;
	}
	if (builder->stream_count && empty == builder->stream_count)
		foreign_add_note(builder, FOREIGN_INVALID, "it holds no samples");
	else if (builder->stream_count && empty + zero == builder->stream_count)
		foreign_add_note(builder, FOREIGN_INVALID,
				 "all figures are 0: that is a failed run, not a perfect "
				 "machine");
}

/* What no measurement can have: of these, the least that is possible. */
static const struct {
	const char *what;
	size_t offset;
	int64_t least;
} possible[] = {
	{"period", offsetof(struct foreign_stream, period_ns), 1},
	{"resolution", offsetof(struct foreign_stream, resolution_ns), 1},
	{"count", offsetof(struct foreign_stream, count), 0},
	{"count beyond its bins", offsetof(struct foreign_stream, beyond), 0},
	{"count of overruns", offsetof(struct foreign_stream, overruns), 0},
	{"count of mode switches", offsetof(struct foreign_stream, mode_switches), 0},
	{"count of SMIs", offsetof(struct foreign_stream, smis), 0},
};

/* An impossible figure is unknown. */
static void drop_impossible(struct foreign_builder *builder,
			    struct foreign_stream *stream)
{
	for (size_t i = 0; i < sizeof(possible) / sizeof(possible[0]); i++) {
		int64_t *place = (int64_t *)(void *)((char *)stream + possible[i].offset);

		if (!known(*place) || *place >= possible[i].least)
			continue;
		foreign_add_note(builder, FOREIGN_INCONSISTENT,
				 "%s: its %s is %lld, which cannot be: taken for unknown",
				 name_of(builder, stream), possible[i].what,
				 (long long)*place);
		*place = RUN_UNKNOWN;
	}
}

void import_check(struct foreign_builder *builder)
{
	for (uint32_t i = 0; i < builder->stream_count; i++)
		drop_impossible(
			builder,
			foreign_stream_at(builder,
					  foreign_stream_number(builder, i)->index));
	for (uint32_t i = 0; i < builder->stream_count; i++) {
		const struct foreign_stream *stream = foreign_stream_number(builder, i);

		check_order(builder, stream);
		check_bins(builder, stream);
		check_overload(builder, stream);
	}
	check_emptiness(builder);
}

void import_check_bins(struct foreign_builder *builder)
{
	for (uint32_t i = 0; i < builder->foreign.stream_count; i++) {
		const struct foreign_stream *stream = &builder->foreign.streams[i];
		const char *words = foreign_bins_contradict(stream);

		if (words)
			foreign_add_note(builder, FOREIGN_INCONSISTENT,
					 "%s: %s, which holds every sample",
					 name_of(builder, stream), words);
	}
}
