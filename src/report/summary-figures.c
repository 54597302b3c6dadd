/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The figures as tables: per stream and in total, as measured and with missed ones. */
#include <string.h>

#include "report/sample-words.h"
#include "report/summary-parts.h"

/* "", min, avg, the percentiles, max: the first cell is the stream's name. */
enum { LATENCY_COLUMNS = 1 + 2 + PERCENTILES + 1 };

static struct doc_node *add_latency_table(struct doc *doc, const char *title)
{
	struct doc_column *columns =
		arena_array(&doc->arena, LATENCY_COLUMNS, sizeof(*columns));

	columns[0].title = "";
	columns[1].title = "min";
	columns[2].title = "avg";
	for (int i = 0; i < PERCENTILES; i++)
		columns[3 + i].title = percentiles[i].name;
	columns[LATENCY_COLUMNS - 1].title = "max";
	return doc_table(doc, &doc->root, NULL, title, columns, LATENCY_COLUMNS);
}

static void add_latency_row(struct doc *doc, struct doc_node *table, const char *label,
			    const struct figures *figures)
{
	struct cell *row = doc_row(doc, table);

	row[0] = cell_text(label);
	row[1] = summary_latency(figures, figures->stats.min_ns);
	row[2] = summary_latency(figures, figures->avg_ns);
	for (int i = 0; i < PERCENTILES; i++)
		row[3 + i] = summary_latency(figures, figures->percentile_ns[i]);
	row[LATENCY_COLUMNS - 1] = summary_latency(figures, figures->stats.max_ns);
}

static void add_measured_table(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	struct doc_node *table =
		add_latency_table(doc, doc_text(doc, "%s in us, as measured",
						sample_words_of_all(summary)->sizes));

	for (uint32_t i = 0; i < summary->head.stream_count; i++)
		if (summary->streams[i].selected)
			add_latency_row(doc, table, summary_stream_label(describer, i),
					&summary->streams[i].measured);
	add_latency_row(doc, table, "total", &summary->total_measured);
	table->table.rule_before_last = true;
}

enum { MISSED_COLUMNS = 2 + PERCENTILES + 1 };

static void add_missed_row(struct doc *doc, struct doc_node *table, const char *label,
			   const struct figures *figures)
{
	struct cell *row = doc_row(doc, table);

	row[0] = cell_text(label);
	row[1] = cell_count(figures->stats.count);
	for (int i = 0; i < PERCENTILES; i++)
		row[2 + i] = summary_latency(figures, figures->percentile_ns[i]);
	row[MISSED_COLUMNS - 1] = summary_latency(figures, figures->stats.max_ns);
}

static void add_missed_table(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	struct doc_column *columns =
		arena_array(&doc->arena, MISSED_COLUMNS, sizeof(*columns));
	struct doc_node *table;

	columns[0].title = "";
	columns[1].title = "activations";
	for (int i = 0; i < PERCENTILES; i++)
		columns[2 + i].title = percentiles[i].name;
	columns[MISSED_COLUMNS - 1].title = "max";
	table = doc_table(doc, &doc->root, NULL,
			  "Lateness in us, missed activations counted in", columns,
			  MISSED_COLUMNS);
	for (uint32_t i = 0; i < summary->head.stream_count; i++)
		if (summary->streams[i].selected &&
		    !summary_is_spin(&summary->streams[i].what))
			add_missed_row(doc, table, summary_stream_label(describer, i),
				       &summary->streams[i].with_missed);
	add_missed_row(doc, table, "total", &summary->total_with_missed);
	table->table.rule_before_last = true;
	doc_sentence(
		doc, &doc->root,
		"A wake-up late by a period or more stands here for the activations that "
		"fell due meanwhile, too, each with its own lateness.");
}

static const struct doc_column count_columns[] = {
	{.title = ""},      {.title = "samples"},     {.title = "overruns"},
	{.title = "early"}, {.title = "spikes kept"}, {.title = "lost"},
};

static void add_count_row(struct doc *doc, struct doc_node *table, const char *label,
			  const struct histogram_stats *stats, uint64_t kept,
			  uint64_t lost)
{
	struct cell *row = doc_row(doc, table);

	row[0] = cell_text(label);
	row[1] = cell_count(stats->count);
	row[2] = cell_count(stats->overruns);
	row[3] = cell_count(stats->early);
	row[4] = cell_count(kept);
	row[5] = cell_count(lost);
}

static void add_count_table(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	struct doc_node *table =
		doc_table(doc, &doc->root, NULL, "Counts", count_columns,
			  sizeof(count_columns) / sizeof(count_columns[0]));
	uint64_t kept = 0, lost = 0;

	for (uint32_t i = 0; i < summary->head.stream_count; i++) {
		const struct summary_stream *stream = &summary->streams[i];

		if (!stream->selected)
			continue;
		add_count_row(doc, table, summary_stream_label(describer, i),
			      &stream->measured.stats, stream->spikes, stream->lost);
		if (!stream->in_total)
			continue;
		kept += stream->spikes;
		lost += stream->lost;
	}
	add_count_row(doc, table, "total", &summary->total_measured.stats, kept, lost);
	table->table.rule_before_last = true;
}

static void say_thin(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	const char *many = sample_words_of_total(summary)->many;
	uint64_t least = UINT64_MAX;
	int thin, maximum;

	for (uint32_t i = 0; i < summary->head.stream_count; i++) {
		const struct summary_stream *stream = &summary->streams[i];

		if (stream->in_total && stream->measured.stats.count < least)
			least = stream->measured.stats.count;
	}
	thin = percentiles_thin_from(least);
	if (thin == PERCENTILES || !summary->total_measured.stats.count)
		return;
	for (maximum = thin; maximum < PERCENTILES; maximum++)
		if (least * (percentiles[maximum].denominator -
			     percentiles[maximum].numerator) <
		    percentiles[maximum].denominator)
			break;
	if (maximum == PERCENTILES)
		doc_sentence(doc, &doc->root,
			     doc_text(doc,
				      "%s%s: fewer than ten %s of a stream lie above, so "
				      "it may be far off in the next run.",
				      percentiles[thin].name,
				      thin < PERCENTILES - 1 ? " and beyond" : "", many));
	else
		doc_sentence(
			doc, &doc->root,
			doc_text(
				doc,
				"%s%s: fewer than ten %s of a stream lie "
				"above; %s%s of a stream is its maximum for want of samples.",
				percentiles[thin].name,
				thin < PERCENTILES - 1 ? " and beyond" : "", many,
				percentiles[maximum].name,
				maximum < PERCENTILES - 1 ? " and beyond" : ""));
}

static void say_what_total_leaves_out(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	bool spins = false, stages = false;

	for (uint32_t i = 0; i < summary->head.stream_count; i++) {
		const struct summary_stream *stream = &summary->streams[i];

		if (!stream->selected || stream->in_total)
			continue;
		spins |= summary_is_spin(&stream->what);
		stages |= run_stream_is_stage(&stream->what);
	}
	if (spins)
		doc_sentence(describer->doc, &describer->doc->root,
			     "The total leaves spin streams out: their gaps are not "
			     "wake-ups.");
	if (stages)
		doc_sentence(describer->doc, &describer->doc->root,
			     "The total is of user streams: irq and thread are stages of "
			     "the same activations.");
}

/* Was there a stream with the same wake source before this one? */
static bool is_repeated(const struct summary *summary, uint32_t stream)
{
	const char *wake = summary->streams[stream].what.wake;

	for (uint32_t i = 0; i < stream; i++)
		if (summary->streams[i].selected &&
		    !strcmp(summary->streams[i].what.wake, wake))
			return true;
	return false;
}

/* What the numbers mean, once for each wake source. */
static void say_meanings(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;

	for (uint32_t i = 0; i < summary->head.stream_count; i++) {
		const struct summary_stream *stream = &summary->streams[i];

		if (stream->selected && *stream->what.lateness &&
		    !is_repeated(summary, i))
			doc_sentence(doc, &doc->root,
				     doc_text(doc, "%s: %s", stream->what.wake,
					      stream->what.lateness));
	}
}

static void say_beyond(const struct summary_describer *describer)
{
	uint64_t beyond = describer->summary->total_measured.stats.beyond;

	if (beyond)
		doc_sentence(
			describer->doc, &describer->doc->root,
			doc_text(describer->doc,
				 "%llu of them late by 73 minutes or more: counted, but "
				 "not in any bucket of the histogram.",
				 (unsigned long long)beyond));
}

/* Gaps of a busy loop have none, so none can be missed. */
static bool has_due_times(const struct summary *summary)
{
	for (uint32_t i = 0; i < summary->head.stream_count; i++)
		if (summary->streams[i].selected &&
		    !summary_is_spin(&summary->streams[i].what))
			return true;
	return false;
}

void summary_add_figures(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	const struct figures *total = &summary->total_measured;
	bool changed = summary->total_with_missed.stats.count != total->stats.count;

	summary_add_figure_members(describer);
	add_measured_table(describer);
	if (describer->level == SUMMARY_FULL)
		say_meanings(describer);
	say_thin(describer);
	say_what_total_leaves_out(describer);
	if (changed)
		add_missed_table(describer);
	else if (total->stats.count && has_due_times(summary))
		doc_sentence(describer->doc, &describer->doc->root,
			     "The same with missed activations counted in: no wake-up "
			     "was late by a period or more.");
	add_count_table(describer);
	say_beyond(describer);
}
