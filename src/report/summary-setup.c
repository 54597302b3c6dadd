/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How much of the machine's set-up is known, and what changed in it during the run. */
#include <errno.h>
#include <string.h>

#include "report/cells.h"
#include "report/summary-parts.h"

/* In text; JSON has them all. */
enum { CHANGES_SHOWN = 20, VALUE_CHARACTERS = 40 };

static const struct doc_column change_columns[] = {
	{.key = "time_ns"},
	{.key = "path"},
	{.key = "old"},
	{.key = "new"},
};

struct tally {
	uint64_t read, refused, failed;
};

static struct tally count_files(const struct setup *setup)
{
	struct tally tally = {0};

	for (size_t i = 0; i < setup->count; i++) {
		int error = setup->files[i].error;

		tally.read += !error;
		tally.refused += error == EACCES || error == EPERM;
		tally.failed +=
			error && error != ENOENT && error != EACCES && error != EPERM;
	}
	return tally;
}

/* The line there. NULL: it could not be read. */
static const char *value_of(struct doc *doc, const struct setup_file *file, size_t at)
{
	size_t length = 0;

	if (file->error)
		return NULL;
	if (at > file->length)
		at = file->length;
	while (at + length < file->length && file->text[at + length] != '\n' &&
	       file->text[at + length])
		length++;
	return doc_text(doc, "%.*s", (int)length, file->text + at);
}

/* Where the line begins in which the two texts begin to differ. */
static size_t first_difference(const struct setup_file *a, const struct setup_file *b)
{
	size_t at = 0, line = 0;

	for (; at < a->length && at < b->length && a->text[at] == b->text[at]; at++)
		if (a->text[at] == '\n')
			line = at + 1;
	return line;
}

/* Is `longer`, from `at` on, a line and then what `shorter` has from there? */
static bool has_one_line_more(const struct setup_file *longer,
			      const struct setup_file *shorter, size_t at)
{
	size_t rest = shorter->length - at;

	return shorter->length >= at && longer->length > shorter->length && rest &&
	       longer->text[longer->length - rest - 1] == '\n' &&
	       !memcmp(longer->text + longer->length - rest, shorter->text + at, rest);
}

/* An empty text is known, unlike what could not be read. */
static struct cell value_cell(const char *value)
{
	return value ? (struct cell){.kind = CELL_TEXT, .text = value} : cell_none();
}

static const char *words_of(struct doc *doc, const struct setup_file *file,
			    const char *value)
{
	if (!value)
		return file->error == ENOENT ? "not there" : "not readable";
	if (strlen(value) > VALUE_CHARACTERS)
		return doc_text(doc, "\"%.*s...\"", VALUE_CHARACTERS, value);
	return doc_text(doc, "\"%s\"", value);
}

static const char *moment_of(struct doc *doc, int64_t time_ns)
{
	CLEANUP(str_free) struct str text = {0};

	moment_add(&text, time_ns, false);
	return arena_copy(&doc->arena, str_text(&text));
}

static void add_changes(const struct summary_describer *describer,
			struct doc_node *members)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	uint32_t count = summary->setup_change_count;
	uint32_t shown = count < CHANGES_SHOWN ? count : CHANGES_SHOWN;
	uint64_t rest = count - shown + summary->setup_changes_not_kept;
	const char **texts = arena_array(&doc->arena, shown, sizeof(*texts));
	struct doc_node *table =
		doc_table(doc, members, "changes", NULL, change_columns, 4);

	for (uint32_t i = 0; i < count; i++) {
		const struct summary_setup_change *change = &summary->setup_changes[i];
		size_t at = first_difference(&change->before, &change->after);
		const char *was = value_of(doc, &change->before, at);
		const char *is = value_of(doc, &change->after, at);
		struct cell *row = doc_row(doc, table);

		/* A line that came or went has no other in its place. */
		if (was && is && has_one_line_more(&change->before, &change->after, at))
			is = "";
		else if (was && is &&
			 has_one_line_more(&change->after, &change->before, at))
			was = "";
		row[0] = cell_of(CELL_MOMENT, change->time_ns);
		row[1] = cell_text(change->path);
		row[2] = value_cell(was);
		row[3] = value_cell(is);
		if (i < shown)
			texts[i] = doc_text(doc, "%s  %s: %s -> %s",
					    moment_of(doc, change->time_ns), change->path,
					    words_of(doc, &change->before, was),
					    words_of(doc, &change->after, is));
	}
	if (count)
		doc_list(doc, &doc->root, NULL,
			 "Changes of the set-up (seen at run time)", texts, shown);
	if (rest)
		doc_sentence(doc, &doc->root,
			     doc_text(doc, "%llu more.", (unsigned long long)rest));
}

static void add_files_text(const struct summary_describer *describer,
			   const struct tally *tally)
{
	const struct summary *summary = describer->summary;
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, &doc->root, NULL, "Set-up of the machine");
	const char *text = doc_text(doc, "%llu files", (unsigned long long)tally->read);

	if (tally->refused)
		text = doc_text(doc, "%s; %llu could not be read for want of permission",
				text, (unsigned long long)tally->refused);
	if (tally->failed)
		text = doc_text(doc, "%s; %llu could not be read for other reasons", text,
				(unsigned long long)tally->failed);
	if (summary->setup_is_cut)
		text = doc_text(doc, "%s; there were more than can be kept", text);
	if (summary->foreign && !summary_is_metered(summary))
		text = doc_text(
			doc,
			"%s, collected at a time that is not known; nobody looked "
			"whether they changed",
			text);
	else if (!summary_is_setup_alone(summary) && !summary->setup_change_count)
		text = doc_text(doc, "%s; no change was seen", text);
	doc_sentence(doc, to, doc_text(doc, "%s.", text));
}

void summary_add_setup(const struct summary_describer *describer)
{
	const struct summary *summary = describer->summary;
	const struct tally tally = count_files(&summary->setup_before);
	bool is_known = summary->setup_before.count;
	struct doc *doc = describer->doc;
	struct doc_node *to = doc_section(doc, &doc->root, "setup", NULL);

	doc_field(doc, to, "files", NULL,
		  is_known ? cell_count(tally.read) : cell_none());
	doc_field(doc, to, "unreadable", NULL,
		  is_known ? cell_count(tally.refused + tally.failed) : cell_none());
	if (is_known && describer->level == SUMMARY_FULL)
		add_files_text(describer, &tally);
	add_changes(describer, to);
	doc_field(doc, to, "changes_not_kept", NULL,
		  cell_count(summary->setup_changes_not_kept));
}
