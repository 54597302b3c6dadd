/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The document of an imported run: what the other tool said, what it did not, and what
 * contradicts itself. Percentiles are intervals. Computes nothing that analyse/ can.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "report/sample-words.h"
#include "report/summary-foreign-parts.h"

static struct cell maybe(enum cell_kind kind, int64_t value)
{
	return value == RUN_UNKNOWN ? cell_none() : cell_of(kind, value);
}

/* Whole us, or parts of them; and whether averages are cut off to that. */
static const char *unit_text(const struct run_foreign *foreign)
{
	if (foreign->unit_is_unknown)
		return "unknown";
	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		if (foreign->streams[i].resolution_ns == NS_PER_US)
			return foreign->streams[i].avg_is_truncated
				       ? "whole us, averages cut off to that"
				       : "whole us";
		if (foreign->streams[i].resolution_ns == 1)
			return "ns";
		if (foreign->streams[i].resolution_ns > 0)
			return "finer than us";
	}
	return NULL;
}

static int64_t resolution_of(const struct run_foreign *foreign)
{
	for (uint32_t i = 0; i < foreign->stream_count; i++)
		if (foreign->streams[i].resolution_ns > 0)
			return foreign->streams[i].resolution_ns;
	return RUN_UNKNOWN;
}

static const struct {
	const char *rule, *meaning;
} rules[] = {
	{"skip-and-hide", "skipped without a count"},
	{"skip-and-count", "skipped and counted"},
	{"replay", "replayed, each as one more late sample"},
};

static const char *rule_text(const char *rule)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (!strcmp(rules[i].rule, rule))
			return rules[i].meaning;
	return NULL;
}

static const char *join(struct doc *doc, const char *a, const char *b)
{
	return doc_text(doc, "%s%s%s", a, *a && *b ? " " : "", b);
}

static const char *ended_text(const char *ended)
{
	static const struct {
		const char *word, *text;
	} words[] = {
		{"stopped", "stopped itself at a limit"},
		{"cut-off", "unknown: the report has no end"},
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(ended, words[i].word))
			return words[i].text;
	return ended;
}

static void add_run(const struct summary_describer *describer)
{
	const struct run_foreign *foreign = describer->summary->foreign;
	struct doc *doc = describer->doc;
	bool metered = summary_is_metered(describer->summary);
	struct doc_node *to =
		doc_section(doc, &doc->root, NULL, metered ? "Meter" : "Imported run");

	if (describer->file && !metered)
		doc_field(doc, to, NULL, "File", cell_text(describer->file));
	doc_field(doc, to, NULL, "Tool",
		  cell_text(join(doc, foreign->tool, foreign->version)));
	if (!metered)
		doc_field(doc, to, NULL, "Read from", cell_text(foreign->files));
	doc_field(doc, to, NULL, "Command", cell_text(foreign->command));
	doc_field(doc, to, NULL, "Kernel",
		  cell_text(join(doc, foreign->kernel, foreign->kernel_version)));
	doc_field(doc, to, NULL, "Duration", maybe(CELL_TIME, foreign->duration_ns));
	doc_field(doc, to, NULL, "Asked for",
		  maybe(CELL_TIME, foreign->asked_duration_ns));
	doc_field(doc, to, NULL, "Ended", cell_text(ended_text(foreign->ended)));
	doc_field(doc, to, NULL, "Figures", cell_text(unit_text(foreign)));
	doc_field(doc, to, NULL, "Lateness", cell_text(foreign->lateness));
	doc_field(doc, to, NULL, "Missed periods",
		  cell_text(rule_text(foreign->missed_rule)));
	if (foreign->lines_skipped)
		doc_field(doc, to, NULL, "Not understood",
			  cell_text(doc_text(doc, "%llu of %llu lines",
					     (unsigned long long)foreign->lines_skipped,
					     (unsigned long long)foreign->lines)));
}

static void add_note_members(struct doc *doc, struct doc_node *to,
			     const struct run_foreign *foreign)
{
	struct doc_node *items = doc_items(doc, to, "notes");

	for (uint32_t i = 0; i < foreign->note_count; i++) {
		struct doc_node *note = doc_section(doc, items, NULL, NULL);

		doc_field(doc, note, "kind", NULL,
			  cell_text(foreign_note_word(foreign->notes[i].kind)));
		doc_field(doc, note, "text", NULL, cell_text(foreign->notes[i].text));
	}
}

/* What a run of ours has, as far as a report knows it. */
static void add_members_of_ours(const struct summary_describer *describer)
{
	const struct run_foreign *foreign = describer->summary->foreign;
	struct doc *doc = describer->doc;
	struct doc_node *to;

	doc_field(doc, &doc->root, "ended", NULL, cell_text(foreign->ended));
	doc_field(doc, &doc->root, "run_ns", NULL,
		  maybe(CELL_TIME, foreign->duration_ns));
	doc_field(doc, &doc->root, "limit_exceeded", NULL, cell_none());
	doc_field(doc, &doc->root, "plan", NULL, cell_none());
	to = doc_section(doc, &doc->root, "host", NULL);
	doc_field(doc, to, "name", NULL, cell_none());
	doc_field(doc, to, "kernel", NULL, cell_text(foreign->kernel));
	doc_field(doc, to, "kernel_version", NULL, cell_text(foreign->kernel_version));
	doc_field(doc, to, "machine", NULL, cell_text(foreign->machine));
}

static void add_members(const struct summary_describer *describer)
{
	const struct run_foreign *foreign = describer->summary->foreign;
	int64_t resolution_ns = resolution_of(foreign);
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, &doc->root, "imported", NULL);

	doc_field(doc, to, "tool", NULL, cell_text(foreign->tool));
	doc_field(doc, to, "version", NULL, cell_text(foreign->version));
	doc_field(doc, to, "command", NULL, cell_text(foreign->command));
	doc_field(doc, to, "files", NULL, cell_text(foreign->files));
	doc_field(doc, to, "lateness", NULL, cell_text(foreign->lateness));
	doc_field(doc, to, "unit", NULL,
		  foreign->unit_is_unknown || resolution_ns == RUN_UNKNOWN
			  ? cell_none()
			  : cell_text(resolution_ns == NS_PER_US ? "us" : "ns"));
	doc_field(doc, to, "resolution_ns", NULL, maybe(CELL_TIME, resolution_ns));
	doc_field(doc, to, "missed_rule", NULL, cell_text(foreign->missed_rule));
	doc_field(doc, to, "duration_ns", NULL, maybe(CELL_TIME, foreign->duration_ns));
	doc_field(doc, to, "asked_duration_ns", NULL,
		  maybe(CELL_TIME, foreign->asked_duration_ns));
	doc_field(doc, to, "lines", NULL, cell_count(foreign->lines));
	doc_field(doc, to, "lines_skipped", NULL, cell_count(foreign->lines_skipped));
	add_note_members(doc, to, foreign);
}

/* The notes of one kind as a list of their own. */
static void add_notes(const struct summary_describer *describer,
		      enum foreign_note_kind kind, const char *title)
{
	const struct run_foreign *foreign = describer->summary->foreign;
	struct doc *doc = describer->doc;
	const char **texts =
		arena_array(&doc->arena, foreign->note_count, sizeof(*texts));
	uint32_t count = 0;

	for (uint32_t i = 0; i < foreign->note_count; i++)
		if (foreign->notes[i].kind == kind)
			texts[count++] = foreign->notes[i].text;
	if (count)
		doc_list(doc, &doc->root, NULL, title, texts, count);
}

/* For the picture alone: a bin goes where it begins, never into a row before that. */
static uint32_t bucket_of(const struct foreign_bin *bin)
{
	uint32_t bucket = histogram_index((uint64_t)bin->from_ns);

	if (histogram_low_ns(bucket) < bin->from_ns &&
	    histogram_high_ns(bucket) + 1 < bin->to_ns && bucket + 1 < HISTOGRAM_BUCKETS)
		bucket++;
	return bucket;
}

static void add_to_picture(struct histogram *picture, const struct foreign_stream *stream)
{
	for (uint32_t i = 0; i < stream->bin_count; i++) {
		const struct foreign_bin *bin = &stream->bins[i];
		uint64_t count = (uint64_t)bin->count;

		picture->stats.count += count;
		if (bin->from_ns < 0)
			picture->stats.early += count;
		else if (bin->from_ns >= HISTOGRAM_LIMIT_NS)
			picture->stats.beyond += count;
		else
			picture->bucket[bucket_of(bin)] += count;
	}
}

/* How wide bins are that are all alike and begin at multiples of that; else 0. */
static int64_t grid_of(const struct run_foreign *foreign)
{
	int64_t grid_ns = 0;

	for (uint32_t i = 0; i < foreign->stream_count; i++)
		for (uint32_t k = 0; k < foreign->streams[i].bin_count; k++) {
			const struct foreign_bin *bin = &foreign->streams[i].bins[k];
			int64_t width_ns = saturate_sub(bin->to_ns, bin->from_ns);

			if (width_ns <= 0 || (grid_ns && width_ns != grid_ns) ||
			    bin->from_ns % width_ns)
				return 0;
			grid_ns = width_ns;
		}
	return grid_ns;
}

static void add_picture(const struct summary_describer *describer)
{
	const struct run_foreign *foreign = describer->summary->foreign;
	struct doc *doc = describer->doc;
	struct histogram *picture = arena_alloc(&doc->arena, sizeof(*picture));
	int64_t beyond = 0;

	histogram_clear(picture);
	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		add_to_picture(picture, &foreign->streams[i]);
		if (foreign->streams[i].beyond > 0)
			beyond = saturate_add(beyond, foreign->streams[i].beyond);
	}
	if (!picture->stats.count)
		return;
	doc_histogram(doc, &doc->root, NULL,
		      "Histogram of all streams (both axes logarithmic)", picture,
		      sample_words_of_report(foreign), grid_of(foreign));
	if (beyond)
		doc_sentence(doc, &doc->root,
			     doc_text(doc,
				      "%lld samples lie beyond the bins: they are not in "
				      "the picture.",
				      (long long)beyond));
}

void summary_foreign_doc(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	bool metered = summary_is_metered(summary);
	struct doc *doc = describer->doc;

	if (metered)
		summary_add_run(describer);
	else
		add_members_of_ours(describer);
	add_members(describer);
	add_run(describer);
	summary_add_foreign_figures(describer);
	add_notes(describer, FOREIGN_INCONSISTENT, "Contradictions in the report");
	add_notes(describer, FOREIGN_ASSUMED, "Assumed");
	add_notes(describer, FOREIGN_NOTE, "Notes");
	if (describer->level == SUMMARY_FULL)
		add_picture(describer);
	if (describer->level == SUMMARY_FULL && summary->timeline.count)
		doc_timeline(doc, &doc->root, "timeline",
			     doc_text(doc, "%s of every %s",
				      sample_words_of_total(summary)->greatest,
				      summary->head.slice_ns == NS_PER_S
					      ? "second"
					      : summary_time(describer,
							     summary->head.slice_ns)),
			     &summary->timeline, summary->head.slice_ns);
	if (metered) {
		summary_add_load(describer);
		summary_add_disturbances(describer);
		summary_add_events(describer);
	}
	summary_add_setup(describer);
	summary_add_file(describer);
}
