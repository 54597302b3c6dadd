/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An imported run's streams in JSON: the names that our own runs have, and some more. */
#include <string.h>

#include "analyse/distribution.h"
#include "analyse/percentiles.h"
#include "base/saturate.h"
#include "report/summary-foreign-parts.h"

/* More samples than that are not for JSON: the run file has them. */
enum { SAMPLES_SHOWN = 10000 };

static struct cell maybe(enum cell_kind kind, int64_t value)
{
	return value == RUN_UNKNOWN ? cell_none() : cell_of(kind, value);
}

int summary_foreign_thin_from(const struct distribution *distribution)
{
	return distribution->complete && distribution->count > 0
		       ? percentiles_thin_from((uint64_t)distribution->count)
		       : PERCENTILES;
}

/* "p99_ns" becomes "p99_below_ns". */
static const char *key_with(struct doc *doc, const char *key, const char *word)
{
	int stem = (int)(strlen(key) - strlen("_ns"));

	return doc_text(doc, "%.*s_%s_ns", stem, key, word);
}

static void add_percentile_members(struct doc *doc, struct doc_node *to,
				   const struct distribution *distribution)
{
	for (int i = 0; i < PERCENTILES; i++) {
		const char *key = percentiles[i].json_key;
		struct quantile quantile =
			distribution_quantile(distribution, percentiles[i].numerator,
					      percentiles[i].denominator);
		bool within = quantile.kind == QUANTILE_WITHIN;
		bool known = quantile.kind != QUANTILE_UNKNOWN;

		doc_field(doc, to, key, NULL,
			  within ? cell_of(CELL_LATENCY, quantile.figure_ns)
				 : cell_none());
		doc_field(doc, to, key_with(doc, key, "at_least"), NULL,
			  known ? cell_of(CELL_LATENCY, quantile.low_ns) : cell_none());
		doc_field(doc, to, key_with(doc, key, "below"), NULL,
			  known ? maybe(CELL_LATENCY, quantile.high_ns) : cell_none());
	}
}

int64_t summary_foreign_span_ns(const struct foreign_stream *stream)
{
	if (stream->count <= 0 || stream->period_ns <= 0)
		return RUN_UNKNOWN;
	return saturate_mul(stream->count, stream->period_ns);
}

static void add_what_members(struct doc *doc, struct doc_node *to,
			     const struct foreign_stream *stream)
{
	doc_field(doc, to, "index", NULL, maybe(CELL_INTEGER, stream->index));
	doc_field(doc, to, "name", NULL, cell_text(stream->name));
	doc_field(doc, to, "cpu", NULL, maybe(CELL_INTEGER, stream->cpu));
	doc_field(doc, to, "context", NULL, cell_text(stream->context));
	doc_field(doc, to, "wake", NULL, cell_text(stream->wake));
	doc_field(doc, to, "period_ns", NULL, maybe(CELL_TIME, stream->period_ns));
	doc_field(doc, to, "policy", NULL, cell_text(stream->policy));
	doc_field(doc, to, "priority", NULL, maybe(CELL_INTEGER, stream->priority));
	doc_field(doc, to, "got_policy", NULL, cell_none());
	doc_field(doc, to, "got_priority", NULL, cell_none());
	doc_field(doc, to, "got_cpus", NULL, cell_none());
	doc_field(doc, to, "got_memory_locked", NULL, cell_none());
}

static void add_figure_members(struct doc *doc, struct doc_node *to,
			       const struct foreign_stream *stream)
{
	struct distribution distribution = distribution_of_foreign(stream);
	int thin = summary_foreign_thin_from(&distribution);

	doc_field(doc, to, "count", NULL, maybe(CELL_INTEGER, stream->count));
	doc_field(doc, to, "last_ns", NULL, maybe(CELL_LATENCY, stream->last_ns));
	doc_field(doc, to, "overruns", NULL, maybe(CELL_INTEGER, stream->overruns));
	doc_field(doc, to, "mode_switches", NULL,
		  maybe(CELL_INTEGER, stream->mode_switches));
	doc_field(doc, to, "smis", NULL, maybe(CELL_INTEGER, stream->smis));
	doc_field(doc, to, "beyond", NULL, maybe(CELL_INTEGER, stream->beyond));
	doc_field(doc, to, "beyond_from_ns", NULL,
		  maybe(CELL_LATENCY, stream->beyond_from_ns));
	doc_field(doc, to, "resolution_ns", NULL,
		  maybe(CELL_TIME, stream->resolution_ns));
	doc_field(doc, to, "min_ns", NULL, maybe(CELL_LATENCY, stream->min_ns));
	doc_field(doc, to, "avg_ns", NULL, maybe(CELL_LATENCY, stream->avg_ns));
	doc_field(doc, to, "avg_is_truncated", NULL,
		  cell_of(CELL_BOOL, stream->avg_is_truncated));
	add_percentile_members(doc, to, &distribution);
	doc_field(doc, to, "max_ns", NULL, maybe(CELL_LATENCY, stream->max_ns));
	doc_field(doc, to, "thin_from", NULL,
		  thin < PERCENTILES ? cell_text(percentiles[thin].name) : cell_none());
	doc_field(doc, to, "bins_are_complete", NULL,
		  cell_of(CELL_BOOL, stream->bins_are_complete));
	doc_field(doc, to, "span_ns", NULL,
		  maybe(CELL_TIME, summary_foreign_span_ns(stream)));
	doc_field(doc, to, "rows_missing", NULL, cell_count(stream->rows_missing));
	doc_field(doc, to, "rows_damaged", NULL, cell_count(stream->rows_damaged));
	doc_field(doc, to, "rows_split", NULL, cell_count(stream->rows_split));
	doc_field(doc, to, "samples_kept", NULL, cell_count(stream->sample_count));
}

static void add_bins(struct doc *doc, struct doc_node *to,
		     const struct foreign_stream *stream)
{
	static const struct doc_column columns[] = {{.key = "low_ns"},
						    {.key = "high_ns"},
						    {.key = "count"}};
	struct doc_node *table = doc_table(doc, to, "histogram", NULL, columns, 3);

	for (uint32_t i = 0; i < stream->bin_count && !doc->for_people; i++) {
		struct cell *row = doc_row(doc, table);

		row[0] = cell_of(CELL_INTEGER, stream->bins[i].from_ns);
		/* As of our own buckets: the largest ns in it. */
		row[1] = cell_of(CELL_INTEGER, stream->bins[i].to_ns - 1);
		row[2] = cell_of(CELL_INTEGER, stream->bins[i].count);
	}
}

static void add_rows(struct doc *doc, struct doc_node *to,
		     const struct foreign_stream *stream)
{
	static const struct doc_column columns[] = {
		{.key = "time_ns"},      {.key = "length_ns"}, {.key = "min_ns"},
		{.key = "avg_ns"},       {.key = "max_ns"},    {.key = "overruns"},
		{.key = "mode_switches"}};
	struct doc_node *table = doc_table(doc, to, "rows", NULL, columns, 7);

	for (uint32_t i = 0; i < stream->row_count && !doc->for_people; i++) {
		const struct foreign_row *from = &stream->rows[i];
		struct cell *row = doc_row(doc, table);

		row[0] = maybe(CELL_INTEGER, from->time_ns);
		row[1] = maybe(CELL_INTEGER, from->length_ns);
		row[2] = maybe(CELL_INTEGER, from->min_ns);
		row[3] = maybe(CELL_INTEGER, from->avg_ns);
		row[4] = maybe(CELL_INTEGER, from->max_ns);
		row[5] = maybe(CELL_INTEGER, from->overruns);
		row[6] = maybe(CELL_INTEGER, from->mode_switches);
	}
}

static void add_samples(struct doc *doc, struct doc_node *to,
			const struct foreign_stream *stream)
{
	static const struct doc_column columns[] = {{.key = "cycle"},
						    {.key = "time_ns"},
						    {.key = "late_ns"}};
	struct doc_node *table;

	if (stream->sample_count > SAMPLES_SHOWN) {
		doc_field(doc, to, "samples", NULL, cell_none());
		return;
	}
	table = doc_table(doc, to, "samples", NULL, columns, 3);
	for (uint32_t i = 0; i < stream->sample_count; i++) {
		struct cell *row = doc_row(doc, table);

		row[0] = maybe(CELL_INTEGER, stream->samples[i].cycle);
		row[1] = maybe(CELL_INTEGER, stream->samples[i].time_ns);
		row[2] = cell_of(CELL_INTEGER, stream->samples[i].late_ns);
	}
}

void summary_add_foreign_members(const struct summary_describer *describer)
{
	const struct run_foreign *foreign = describer->summary->foreign;
	struct doc *doc = describer->doc;
	struct doc_node *items = doc_items(doc, &doc->root, "streams");

	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		const struct foreign_stream *stream = &foreign->streams[i];
		struct doc_node *to = doc_section(doc, items, NULL, NULL);

		add_what_members(doc, to, stream);
		doc_field(doc, to, "lateness", NULL, cell_text(foreign->lateness));
		add_figure_members(doc, to, stream);
		add_bins(doc, to, stream);
		add_rows(doc, to, stream);
		add_samples(doc, to, stream);
	}
}
