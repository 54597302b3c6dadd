/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An imported run's streams as tables: lateness, all else, and samples where they are few. */
#include <string.h>

#include "analyse/distribution.h"
#include "analyse/percentiles.h"
#include "base/num.h"
#include "base/saturate.h"
#include "report/sample-words.h"
#include "report/summary-foreign-parts.h"

static struct cell maybe(enum cell_kind kind, int64_t value)
{
	return value == RUN_UNKNOWN ? cell_none() : cell_of(kind, value);
}

static const char *name_of(struct doc *doc, const struct foreign_stream *stream)
{
	const char *name =
		*stream->name ? stream->name
			      : doc_text(doc, "stream %lld", (long long)stream->index);

	if (stream->cpu == RUN_UNKNOWN || str_starts(name, "CPU"))
		return name;
	return doc_text(doc, "%s, cpu %lld", name, (long long)stream->cpu);
}

/* In us: "17" when whole us are all that is known, else "17.3". */
static void add_us(struct str *out, int64_t ns, bool whole)
{
	if (whole && ns % NS_PER_US == 0)
		str_addf(out, "%lld", (long long)(ns / NS_PER_US));
	else
		num_add_us(out, ns);
}

static struct cell us_cell(struct doc *doc, const struct foreign_stream *stream,
			   int64_t ns, bool whole)
{
	if (ns == RUN_UNKNOWN)
		return cell_none();
	if (whole && stream->resolution_ns % NS_PER_US == 0 && ns % NS_PER_US == 0)
		return cell_text(doc_text(doc, "%lld", (long long)(ns / NS_PER_US)));
	return cell_of(CELL_EXACT, ns);
}

/* "17", "20-25", "< 1": not "0", since nothing takes no time; ">= 60". */
static struct cell quantile_cell(struct doc *doc, const struct quantile *quantile)
{
	bool within = quantile->kind == QUANTILE_WITHIN;
	bool is_wide = within && quantile->bin_ns > NS_PER_US;
	int64_t shown_ns = within && !is_wide ? quantile->figure_ns : quantile->low_ns;
	bool whole =
		shown_ns % NS_PER_US == 0 && (!within || quantile->bin_ns >= NS_PER_US);
	CLEANUP(str_free) struct str text = {0};

	if (quantile->kind == QUANTILE_UNKNOWN)
		return cell_none();
	if (within && !shown_ns) {
		str_add(&text, "< ");
		add_us(&text, quantile->high_ns, whole);
		return cell_text(arena_copy(&doc->arena, str_text(&text)));
	}
	str_add(&text, within ? "" : ">= ");
	add_us(&text, shown_ns, whole);
	if (is_wide) {
		str_add(&text, "-");
		add_us(&text, quantile->high_ns, whole);
	}
	return cell_text(arena_copy(&doc->arena, str_text(&text)));
}

enum { LATENCY_COLUMNS = 1 + 2 + PERCENTILES + 1 };

static struct doc_node *add_latency_table(struct doc *doc,
					  const struct sample_words *words)
{
	struct doc_column *columns =
		arena_array(&doc->arena, LATENCY_COLUMNS, sizeof(*columns));

	columns[0].title = "";
	columns[1].title = "min";
	columns[2].title = "avg";
	for (int i = 0; i < PERCENTILES; i++)
		columns[3 + i].title = percentiles[i].name;
	columns[LATENCY_COLUMNS - 1].title = "max";
	return doc_table(doc, &doc->root, NULL,
			 doc_text(doc, "%s in us, as the tool reports it", words->sizes),
			 columns, LATENCY_COLUMNS);
}

static void add_latency_row(struct doc *doc, struct doc_node *table,
			    const struct foreign_stream *stream)
{
	struct distribution distribution = distribution_of_foreign(stream);
	struct cell *row = doc_row(doc, table);

	row[0] = cell_text(name_of(doc, stream));
	row[1] = us_cell(doc, stream, stream->min_ns, true);
	row[2] = us_cell(doc, stream, stream->avg_ns, stream->avg_is_truncated);
	for (int i = 0; i < PERCENTILES; i++) {
		struct quantile quantile =
			distribution_quantile(&distribution, percentiles[i].numerator,
					      percentiles[i].denominator);

		row[3 + i] = quantile_cell(doc, &quantile);
	}
	row[LATENCY_COLUMNS - 1] = us_cell(doc, stream, stream->max_ns, true);
}

/* Columns of the second table; those that no stream knows are left out. */
static const struct {
	const char *title;
	enum cell_kind kind;
	size_t offset;
	int64_t (*of)(const struct foreign_stream *stream); /* instead */
} stream_columns[] = {
	{"priority", CELL_INTEGER, offsetof(struct foreign_stream, priority), NULL},
	{"period", CELL_TIME, offsetof(struct foreign_stream, period_ns), NULL},
	{"samples", CELL_COUNT, offsetof(struct foreign_stream, count), NULL},
	{"span at least", CELL_TIME, 0, summary_foreign_span_ns},
	{"beyond the bins", CELL_COUNT, offsetof(struct foreign_stream, beyond), NULL},
	{"overruns", CELL_COUNT, offsetof(struct foreign_stream, overruns), NULL},
	{"mode switches", CELL_COUNT, offsetof(struct foreign_stream, mode_switches),
	 NULL},
	{"SMIs", CELL_COUNT, offsetof(struct foreign_stream, smis), NULL},
};

enum { STREAM_COLUMNS = sizeof(stream_columns) / sizeof(stream_columns[0]) };

static int64_t value_of(const struct foreign_stream *stream, size_t column)
{
	if (stream_columns[column].of)
		return stream_columns[column].of(stream);
	return *(const int64_t *)(const void *)((const char *)stream +
						stream_columns[column].offset);
}

static bool anyone_knows(const struct run_foreign *foreign, size_t column)
{
	for (uint32_t i = 0; i < foreign->stream_count; i++)
		if (value_of(&foreign->streams[i], column) != RUN_UNKNOWN)
			return true;
	return false;
}

static struct cell value_cell(const struct foreign_stream *stream, size_t column)
{
	int64_t value = value_of(stream, column);

	if (stream_columns[column].kind == CELL_COUNT && value >= 0)
		return cell_count((uint64_t)value);
	return value == RUN_UNKNOWN ? cell_none() : cell_of(CELL_INTEGER, value);
}

static void add_stream_table(struct doc *doc, const struct run_foreign *foreign)
{
	struct doc_column *columns =
		arena_array(&doc->arena, 2 + STREAM_COLUMNS, sizeof(*columns));
	size_t shown[STREAM_COLUMNS];
	uint32_t count = 0;
	struct doc_node *table;

	columns[0].title = "";
	columns[1].title = "policy";
	for (size_t i = 0; i < STREAM_COLUMNS; i++) {
		if (!anyone_knows(foreign, i))
			continue;
		shown[count] = i;
		columns[2 + count++].title = stream_columns[i].title;
	}
	table = doc_table(doc, &doc->root, NULL, "Streams", columns, 2 + count);
	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		const struct foreign_stream *stream = &foreign->streams[i];
		struct cell *row = doc_row(doc, table);

		row[0] = cell_text(name_of(doc, stream));
		row[1] = cell_text(stream->policy);
		for (uint32_t k = 0; k < count; k++) {
			row[2 + k] = value_cell(stream, shown[k]);
			if (stream_columns[shown[k]].kind == CELL_TIME)
				row[2 + k].kind = row[2 + k].kind == CELL_INTEGER
							  ? CELL_TIME
							  : CELL_NONE;
		}
	}
}

/* Few samples are worth a line each. */
enum { SAMPLES_LISTED = 20 };

static uint32_t count_samples(const struct run_foreign *foreign)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < foreign->stream_count; i++)
		count += foreign->streams[i].sample_count;
	return count;
}

static void add_sample_table(struct doc *doc, const struct run_foreign *foreign)
{
	static const struct doc_column columns[] = {{.title = ""},
						    {.title = "cycle"},
						    {.title = "at, in s"},
						    {.title = "us"}};
	struct doc_node *table;

	if (!count_samples(foreign) || count_samples(foreign) > SAMPLES_LISTED)
		return;
	table = doc_table(doc, &doc->root, NULL, "Samples", columns, 4);
	for (uint32_t i = 0; i < foreign->stream_count; i++)
		for (uint32_t k = 0; k < foreign->streams[i].sample_count; k++) {
			const struct foreign_stream *stream = &foreign->streams[i];
			const struct foreign_sample *sample = &stream->samples[k];
			struct cell *row = doc_row(doc, table);

			row[0] = cell_text(name_of(doc, stream));
			row[1] = maybe(CELL_INTEGER, sample->cycle);
			if (sample->time_ns >= 0)
				row[2] = cell_text(doc_text(
					doc, "%lld.%09lld",
					(long long)(sample->time_ns / NS_PER_S),
					(long long)(sample->time_ns % NS_PER_S)));
			row[3] = us_cell(doc, stream, sample->late_ns, true);
		}
}

static void say_thin(struct doc *doc, const struct run_foreign *foreign)
{
	int thin = PERCENTILES;

	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		struct distribution distribution =
			distribution_of_foreign(&foreign->streams[i]);
		int own = summary_foreign_thin_from(&distribution);

		thin = own < thin ? own : thin;
	}
	if (thin < PERCENTILES)
		doc_sentence(
			doc, &doc->root,
			doc_text(doc,
				 "%s%s: fewer than ten samples of a stream lie above, "
				 "so it may be far off in the next run.",
				 percentiles[thin].name,
				 thin < PERCENTILES - 1 ? " and beyond" : ""));
}

void summary_add_foreign_figures(const struct summary_describer *describer)
{
	const struct run_foreign *foreign = describer->summary->foreign;
	struct doc *doc = describer->doc;
	struct doc_node *table;

	doc_field(doc, &doc->root, "total", NULL, cell_none());
	summary_add_foreign_members(describer);
	if (!foreign->stream_count)
		return;
	table = add_latency_table(doc, sample_words_of_report(foreign));
	for (uint32_t i = 0; i < foreign->stream_count; i++)
		add_latency_row(doc, table, &foreign->streams[i]);
	say_thin(doc, foreign);
	add_stream_table(doc, foreign);
	add_sample_table(doc, foreign);
}
