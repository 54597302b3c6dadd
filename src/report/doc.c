/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Builds documents. Renders nothing. */
#include "report/doc.h"
#include "report/sample-words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void doc_free(struct doc *doc)
{
	arena_free(&doc->arena);
	*doc = (struct doc){0};
}

const char *doc_text(struct doc *doc, const char *format, ...)
{
	va_list args;
	int length;
	char *text;

	va_start(args, format);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length < 0)
		return "";
	text = arena_alloc(&doc->arena, (size_t)length + 1);
	va_start(args, format);
	vsnprintf(text, (size_t)length + 1, format, args);
	va_end(args);
	return text;
}

static struct doc_node *add_node(struct doc *doc, struct doc_node *parent,
				 enum doc_kind kind, const char *key, const char *title)
{
	struct doc_node *node = arena_alloc(&doc->arena, sizeof(*node));

	node->kind = kind;
	node->key = key;
	node->title = title;
	if (parent->last)
		parent->last->next = node;
	else
		parent->first = node;
	parent->last = node;
	return node;
}

struct doc_node *doc_section(struct doc *doc, struct doc_node *parent, const char *key,
			     const char *title)
{
	return add_node(doc, parent, DOC_SECTION, key, title);
}

struct doc_node *doc_items(struct doc *doc, struct doc_node *parent, const char *key)
{
	return add_node(doc, parent, DOC_ITEMS, key, NULL);
}

struct doc_node *doc_field(struct doc *doc, struct doc_node *parent, const char *key,
			   const char *label, struct cell cell)
{
	struct doc_node *node = add_node(doc, parent, DOC_FIELD, key, label);

	node->cell = cell;
	return node;
}

struct doc_node *doc_table(struct doc *doc, struct doc_node *parent, const char *key,
			   const char *title, const struct doc_column *columns,
			   uint32_t column_count)
{
	struct doc_node *node = add_node(doc, parent, DOC_TABLE, key, title);

	node->table.columns = columns;
	node->table.column_count = column_count;
	return node;
}

struct doc_node *doc_list(struct doc *doc, struct doc_node *parent, const char *key,
			  const char *title, const char *const *sentences, uint32_t count)
{
	struct doc_node *node = add_node(doc, parent, DOC_LIST, key, title);

	node->list.text = sentences;
	node->list.count = count;
	return node;
}

struct doc_node *doc_sentence(struct doc *doc, struct doc_node *parent,
			      const char *sentence)
{
	return add_node(doc, parent, DOC_SENTENCE, NULL, sentence);
}

struct doc_node *doc_verdict(struct doc *doc, struct doc_node *parent, const char *key,
			     enum doc_mood mood, const char *word, const char *sentence)
{
	struct doc_node *node = add_node(doc, parent, DOC_VERDICT, key, word);

	node->verdict.mood = mood;
	node->verdict.word = word;
	node->verdict.sentence = sentence;
	return node;
}

struct doc_node *doc_histogram(struct doc *doc, struct doc_node *parent, const char *key,
			       const char *title, const struct histogram *histogram,
			       const struct sample_words *words, int64_t grid_ns)
{
	struct doc_node *node = add_node(doc, parent, DOC_HISTOGRAM, key, title);

	node->histogram.cells = histogram;
	node->histogram.size = words->size;
	node->histogram.many = words->many;
	node->histogram.grid_ns = grid_ns;
	return node;
}

struct doc_node *doc_timeline(struct doc *doc, struct doc_node *parent, const char *key,
			      const char *title, const struct timeline *cells,
			      int64_t slice_ns)
{
	struct doc_node *node = add_node(doc, parent, DOC_TIMELINE, key, title);

	node->timeline.cells = cells;
	node->timeline.slice_ns = slice_ns;
	return node;
}

struct cell *doc_row(struct doc *doc, struct doc_node *table)
{
	uint32_t columns = table->table.column_count;
	uint32_t room = table->table.row_room;

	if (table->table.row_count == room) {
		uint32_t larger = room ? room * 2 : 8;
		struct cell *cells = arena_array(&doc->arena, (size_t)larger * columns,
						 sizeof(*cells));

		if (room)
			memcpy(cells, table->table.cells,
			       (size_t)room * columns * sizeof(*cells));
		table->table.cells = cells;
		table->table.row_room = larger;
	}
	return &table->table.cells[(size_t)table->table.row_count++ * columns];
}
