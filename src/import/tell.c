/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the figures of any report tell together, and no single one says: how much of it lies in
 * the bins, the mean of these, where the worst one is, between what its rows lie. Judges
 * nothing, changes no figure.
 */
#include "base/saturate.h"
#include "import/foreign-builder.h"
#include "import/import.h"

/* Of more streams than that, sentences help nobody. */
enum { STREAMS_TOLD = 8 };
/* With more than one sample in so many beyond the bins, the mean of the bins says little. */
enum { BEYOND_FOR_A_MEAN = 1000 };

static bool known(int64_t value)
{
	return value != RUN_UNKNOWN;
}

static const char *name_of(struct foreign_builder *builder,
			   const struct foreign_stream *stream)
{
	return *stream->name
		       ? stream->name
		       : foreign_text(builder, "stream %lld", (long long)stream->index);
}

/* "35.333", or "1475" when it is whole us. */
static const char *us_text(struct foreign_builder *builder, int64_t time_ns)
{
	return foreign_text(builder, "%.*f", time_ns % 1000 ? 3 : 0,
			    (double)time_ns / 1e3);
}

static int64_t binned(const struct foreign_stream *stream)
{
	int64_t sum = 0;

	for (uint32_t i = 0; i < stream->bin_count; i++)
		sum = saturate_add(sum, stream->bins[i].count);
	return sum;
}

/* In %, and in parts of a million where % are small. */
static const char *share_text(struct foreign_builder *builder, int64_t part,
			      int64_t whole)
{
	double share = (double)part / (double)whole;

	if (share < 0.001)
		return foreign_text(builder, "%.3g %%, %.1f ppm", share * 1e2,
				    share * 1e6);
	return foreign_text(builder, "%.2f %%", share * 1e2);
}

/* "; the highest usual one that is known is p95, 101 us": by its rank, as for any percentile. */
static const char *highest_text(struct foreign_builder *builder,
				const struct foreign_stream *stream, int64_t in,
				int64_t all)
{
	static const struct {
		const char *name;
		int64_t of; /* one of so many lies above it */
	} usual[] = {
		{"p99.999", 100000}, {"p99.99", 10000}, {"p99.9", 1000}, {"p99", 100},
		{"p95", 20},         {"p90", 10},       {"p50", 2},
	};

	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++) {
		int64_t rank = all - all / usual[i].of, seen = 0;
		uint32_t bin = 0;
		int64_t figure_ns;

		if (rank > in)
			continue;
		while ((seen = saturate_add(seen, stream->bins[bin].count)) < rank)
			bin++;
		figure_ns = foreign_bin_figure_ns(&stream->bins[bin],
						  foreign_has_upper_edges(stream),
						  stream->min_ns, stream->max_ns);
		return foreign_text(builder,
				    "; the highest usual one that is known is %s, %s us",
				    usual[i].name, us_text(builder, figure_ns));
	}
	return "";
}

static void tell_beyond(struct foreign_builder *builder,
			const struct foreign_stream *stream)
{
	int64_t in = binned(stream), all;

	if (!known(stream->beyond) || stream->beyond <= 0 || !stream->bins_are_complete)
		return;
	all = saturate_add(in, stream->beyond);
	/* "100.00 %" would not be true. */
	foreign_add_note(builder, FOREIGN_NOTE,
			 "%s: %lld of %lld samples%s lie in its bins, %lld (%s) beyond "
			 "them: percentiles above that share are unknown%s",
			 name_of(builder, stream), (long long)in, (long long)all,
			 stream->beyond < all / 100
				 ? ""
				 : foreign_text(builder, " (%s)",
						share_text(builder, in, all)),
			 (long long)stream->beyond,
			 share_text(builder, stream->beyond, all),
			 highest_text(builder, stream, in, all));
}

static bool has_wide_bins(const struct foreign_stream *stream)
{
	for (uint32_t i = 0; i < stream->bin_count; i++)
		if (stream->bins[i].to_ns - stream->bins[i].from_ns >
		    stream->resolution_ns)
			return true;
	return false;
}

/* An average that was cut off to whole units hides up to one. */
static void tell_mean(struct foreign_builder *builder,
		      const struct foreign_stream *stream)
{
	int64_t in = binned(stream);
	double sum_ns = 0;

	if (!stream->avg_is_truncated || !stream->bins_are_complete || in <= 0 ||
	    !known(stream->avg_ns) || stream->beyond > in / BEYOND_FOR_A_MEAN ||
	    has_wide_bins(stream))
		return;
	for (uint32_t i = 0; i < stream->bin_count; i++)
		sum_ns += (double)stream->bins[i].from_ns * (double)stream->bins[i].count;
	foreign_add_note(builder, FOREIGN_NOTE,
			 "%s: its average of %s us is truncated; the mean of its bins is "
			 "%.3f us%s",
			 name_of(builder, stream), us_text(builder, stream->avg_ns),
			 sum_ns / (double)in / 1e3,
			 stream->beyond > 0 ? ", without what lies beyond them" : "");
}

static void tell_worst(struct foreign_builder *builder,
		       const struct foreign_stream *stream)
{
	const struct foreign_sample *worst = NULL;

	for (uint32_t i = 0; i < stream->sample_count; i++)
		if (!worst || stream->samples[i].late_ns > worst->late_ns)
			worst = &stream->samples[i];
	if (worst && known(worst->cycle))
		foreign_add_note(builder, FOREIGN_NOTE,
				 "%s: the worst, %s us, is cycle %lld",
				 name_of(builder, stream),
				 us_text(builder, worst->late_ns),
				 (long long)worst->cycle);
}

/* "minimum 35.333 to 42.667"; "" when not every row has it. */
static const char *range_text(struct foreign_builder *builder,
			      const struct foreign_stream *stream, const char *name,
			      size_t offset)
{
	int64_t least = INT64_MAX, most = INT64_MIN;

	for (uint32_t i = 0; i < stream->row_count; i++) {
		const char *row = (const char *)&stream->rows[i];
		int64_t value = *(const int64_t *)(const void *)(row + offset);

		if (!known(value))
			return "";
		least = value < least ? value : least;
		most = value > most ? value : most;
	}
	return foreign_text(builder, ", %s %s to %s us", name, us_text(builder, least),
			    us_text(builder, most));
}

static void tell_rows(struct foreign_builder *builder,
		      const struct foreign_stream *stream)
{
	if (stream->row_count < 2)
		return;
	foreign_add_note(builder, FOREIGN_NOTE, "%s: %u rows%s%s%s",
			 name_of(builder, stream), stream->row_count,
			 range_text(builder, stream, "minimum",
				    offsetof(struct foreign_row, min_ns)),
			 range_text(builder, stream, "average",
				    offsetof(struct foreign_row, avg_ns)),
			 range_text(builder, stream, "maximum",
				    offsetof(struct foreign_row, max_ns)));
}

/* Other periods, other counts: nothing is lost by that. */
static void tell_spans(struct foreign_builder *builder)
{
	const struct foreign_stream *streams = builder->foreign.streams;
	CLEANUP(str_free) struct str text = {0};
	bool differ = false;

	for (uint32_t i = 0; i < builder->foreign.stream_count; i++) {
		if (streams[i].period_ns <= 0 || streams[i].count <= 0)
			return;
		differ |= streams[i].period_ns != streams[0].period_ns;
		str_addf(&text, "%s%s %lld times %s us is %.2f s", i ? ", " : "",
			 name_of(builder, &streams[i]), (long long)streams[i].count,
			 us_text(builder, streams[i].period_ns),
			 (double)streams[i].count * (double)streams[i].period_ns / 1e9);
	}
	if (differ)
		foreign_add_note(builder, FOREIGN_NOTE,
				 "the streams have different periods, and so different "
				 "counts: %s",
				 str_text(&text));
}

void import_tell(struct foreign_builder *builder)
{
	uint32_t count = builder->foreign.stream_count;

	if (count <= STREAMS_TOLD) {
		tell_spans(builder);
		for (uint32_t i = 0; i < count; i++) {
			tell_beyond(builder, &builder->foreign.streams[i]);
			tell_mean(builder, &builder->foreign.streams[i]);
			tell_worst(builder, &builder->foreign.streams[i]);
			tell_rows(builder, &builder->foreign.streams[i]);
		}
	}
	builder->foreign.notes = builder->notes;
	builder->foreign.note_count = builder->note_count;
}
