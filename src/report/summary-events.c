/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The worst wake-ups, what happened to the run, and the state of its file. */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "base/scope.h"
#include "report/cells.h"
#include "report/sample-words.h"
#include "report/summary-parts.h"

/* In text; JSON has them all. */
enum { WORST_SHOWN = 10, EVENTS_SHOWN = 20 };

static const struct doc_column worst_columns[] = {
	{.key = "stream", .title = ""},
	{.key = "late_ns", .title = "late by, us"},
	{.key = "due_ns", .title = "run time"},
	{.key = "wall_ns", .title = "wall clock", .left = true},
	{.key = "exact"},
	{.key = "cpu"},
};
enum { WORST_TEXT_COLUMNS = 4, WORST_JSON_COLUMNS = 6 };

/* Unknown when the run does not know when it began. */
static struct cell wall_cell(const struct summary *summary, enum cell_kind kind,
			     int64_t due_ns)
{
	int64_t started_ns = summary->head.host.started_wall_ns;

	return started_ns ? cell_of(kind, saturate_add(started_ns, due_ns)) : cell_none();
}

static void add_worst_members(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	struct doc_node *table = doc_table(doc, &doc->root, "spikes", NULL, worst_columns,
					   WORST_JSON_COLUMNS);

	for (uint32_t i = 0; i < summary->worst.count; i++) {
		const struct worst *worst = &summary->worst.item[i];
		int64_t cpu = summary->streams[worst->stream].what.cpu;
		struct cell *row = doc_row(doc, table);

		row[0] = cell_of(CELL_INTEGER, worst->stream);
		row[1] = cell_of(CELL_LATENCY, worst->late_ns);
		row[2] = cell_of(CELL_MOMENT, worst->due_ns);
		row[3] = wall_cell(summary, CELL_WALL, worst->due_ns);
		row[4] = cell_of(CELL_BOOL, worst->exact);
		row[5] = cpu < 0 ? cell_none() : cell_of(CELL_INTEGER, cpu);
	}
	doc_field(doc, &doc->root, "spikes_kept", NULL, cell_count(summary->spikes_kept));
	doc_field(doc, &doc->root, "raw_kept", NULL, cell_count(summary->raw_kept));
	doc_field(doc, &doc->root, "samples_lost", NULL, cell_count(summary->lost));
}

static void add_worst_row(const struct summary_describer *describer,
			  struct doc_node *table, const struct worst *worst)
{
	struct cell *row = doc_row(describer->doc, table);

	row[0] = cell_text(summary_stream_label(describer, worst->stream));
	row[1] = cell_of(CELL_LATENCY, worst->late_ns);
	row[2] = cell_of(worst->exact ? CELL_MOMENT : CELL_SECOND, worst->due_ns);
	row[3] = wall_cell(describer->summary,
			   worst->exact ? CELL_WALL : CELL_WALL_SECOND, worst->due_ns);
}

static void say_losses(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;

	if (summary->lost)
		doc_sentence(
			doc, &doc->root,
			doc_text(doc,
				 "%llu spikes or samples came too thick to be kept by "
				 "themselves; the histogram has them all.",
				 (unsigned long long)summary->lost));
}

/* The columns for a text, with the name of what these samples have. */
static const struct doc_column *worst_columns_of(struct doc *doc,
						 const struct sample_words *words)
{
	struct doc_column *columns =
		arena_array(&doc->arena, WORST_TEXT_COLUMNS, sizeof(*columns));

	memcpy(columns, worst_columns, WORST_TEXT_COLUMNS * sizeof(*columns));
	columns[1].title = words->worst_size;
	return columns;
}

void summary_add_worst(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	uint32_t shown =
		summary->worst.count < WORST_SHOWN ? summary->worst.count : WORST_SHOWN;
	const struct sample_words *words = sample_words_of_all(summary);
	struct doc_node *table;
	bool all_exact = true;

	add_worst_members(describer);
	if (describer->level != SUMMARY_FULL || !shown)
		return;
	table = doc_table(doc, &doc->root, NULL, words->worst,
			  worst_columns_of(doc, words), WORST_TEXT_COLUMNS);
	for (uint32_t i = 0; i < shown; i++) {
		add_worst_row(describer, table, &summary->worst.item[i]);
		all_exact &= summary->worst.item[i].exact;
	}
	if (!all_exact)
		doc_sentence(
			doc, &doc->root,
			doc_text(
				doc,
				"Times without a fraction: the greatest of a slice that "
				"begins then; it was below the threshold for keeping exact "
				"times."));
	say_losses(describer);
}

static const struct doc_column event_columns[] = {
	{.key = "time_ns"},
	{.key = "kind"},
	{.key = "text"},
	{.key = "invalidates"},
};

static const char *event_text(struct doc *doc, const struct run_event *event)
{
	struct str text = {0};
	const char *kept;

	moment_add(&text, event->time_ns, true);
	str_addf(&text, "  %s: %s%s", event->kind, event->text,
		 event->invalidates ? " (makes the run invalid)" : "");
	kept = arena_copy(&doc->arena, str_text(&text));
	str_free(&text);
	return kept;
}

static void add_event_list(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	uint32_t shown =
		summary->event_count < EVENTS_SHOWN ? summary->event_count : EVENTS_SHOWN;
	uint64_t rest = summary->event_count - shown + summary->events_not_kept;
	const char **texts = arena_array(&doc->arena, shown, sizeof(*texts));

	for (uint32_t i = 0; i < shown; i++)
		texts[i] = event_text(doc, &summary->events[i]);
	doc_list(doc, &doc->root, NULL, "Events (run time)", texts, shown);
	if (rest)
		doc_sentence(doc, &doc->root,
			     doc_text(doc, "%llu more.", (unsigned long long)rest));
}

void summary_add_events(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	struct doc_node *table =
		doc_table(doc, &doc->root, "events", NULL, event_columns,
			  sizeof(event_columns) / sizeof(event_columns[0]));

	for (uint32_t i = 0; i < summary->event_count; i++) {
		struct cell *row = doc_row(doc, table);

		row[0] = cell_of(CELL_MOMENT, summary->events[i].time_ns);
		row[1] = cell_text(summary->events[i].kind);
		row[2] = cell_text(summary->events[i].text);
		row[3] = cell_of(CELL_BOOL, summary->events[i].invalidates);
	}
	doc_field(doc, &doc->root, "events_not_kept", NULL,
		  cell_count(summary->events_not_kept));
	if (summary->event_count)
		add_event_list(describer);
}

static void add_file_members(const struct summary_describer *describer)
{
	const struct reader_report *file = &describer->summary->file;
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, &doc->root, "file", NULL);

	doc_field(doc, to, "name", NULL, cell_text(describer->file));
	if (!describer->summary->has_file_report)
		return;
	doc_field(doc, to, "bytes", NULL, cell_count(file->bytes));
	doc_field(doc, to, "chunks", NULL, cell_count(file->chunks));
	doc_field(doc, to, "other_run_bytes", NULL, cell_count(file->other_run_bytes));
	doc_field(doc, to, "unknown_chunks", NULL, cell_count(file->unknown_chunks));
	doc_field(doc, to, "unreadable_chunks", NULL,
		  cell_count(file->unreadable_chunks));
	doc_field(doc, to, "damaged_places", NULL, cell_count(file->damaged_places));
	doc_field(doc, to, "damaged_bytes", NULL, cell_count(file->damaged_bytes));
	doc_field(doc, to, "missing_chunks", NULL, cell_count(file->missing_chunks));
	doc_field(doc, to, "cut_off", NULL, cell_of(CELL_BOOL, file->cut_off));
	doc_field(doc, to, "has_end", NULL, cell_of(CELL_BOOL, file->has_end));
}

/* Only what is out of the ordinary; damage is a reason, and said on top. */
static void add_file_text(const struct summary_describer *describer)
{
	const struct reader_report *file = &describer->summary->file;
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, &doc->root, NULL, "File");
	struct str text = {0};

	num_add_count(&text, file->bytes);
	str_add(&text, " bytes, ");
	num_add_count(&text, file->chunks);
	str_add(&text, " chunks");
	if (!file->damaged_places && !file->missing_chunks && !file->unreadable_chunks &&
	    !file->cut_off)
		str_add(&text, ", all sound");
	else
		str_addf(&text,
			 " sound, %llu damaged place%s, %llu missing, %llu unreadable",
			 (unsigned long long)file->damaged_places,
			 file->damaged_places == 1 ? "" : "s",
			 (unsigned long long)file->missing_chunks,
			 (unsigned long long)file->unreadable_chunks);
	if (file->unknown_chunks)
		str_addf(&text, ", %llu of a kind that a newer whylate wrote",
			 (unsigned long long)file->unknown_chunks);
	if (file->cut_off)
		str_add(&text, "; its last chunk is cut off");
	if (file->other_run_bytes)
		str_addf(&text,
			 "; another run was appended, in its last %llu bytes, and is not "
			 "shown",
			 (unsigned long long)file->other_run_bytes);
	doc_sentence(doc, to, arena_copy(&doc->arena, str_text(&text)));
	str_free(&text);
}

/* The file's name as a shell, and our own options, take it. */
static const char *name_to_type(struct doc *doc, const char *file)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ%+,-./:=@_";
	CLEANUP(str_free) struct str name = {0};
	CLEANUP(str_free) struct str typed = {0};

	str_addf(&name, "%s%s", *file == '-' ? "./" : "", file);
	if (!str_text(&name)[strspn(str_text(&name), plain)])
		return arena_copy(&doc->arena, str_text(&name));
	str_add_quoted(&typed, str_text(&name));
	return arena_copy(&doc->arena, str_text(&typed));
}

void summary_add_file(const struct summary_describer *describer)
{
	struct doc *doc = describer->doc;
	struct doc_node *to;

	add_file_members(describer);
	if (describer->level == SUMMARY_FULL && describer->summary->has_file_report)
		add_file_text(describer);
	if (describer->level == SUMMARY_SHORT && describer->file) {
		to = doc_section(doc, &doc->root, NULL, "");
		doc_sentence(doc, to,
			     doc_text(doc, "Everything else: whylate show %s",
				      name_to_type(doc, describer->file)));
	}
}
