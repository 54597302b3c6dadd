/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a verb has to say, before anyone decides how it looks: a tree of sections, fields,
 * tables, lists and plots, built once and rendered as text or JSON. Holds no formatting:
 * numbers stay numbers with their unit. Texts may come from files that nobody trusts;
 * renderers clean them.
 *
 * A key is a JSON member, a title or label is what people read. A node without a key does
 * not appear in JSON by itself: the members of such a section go to the object around it.
 * A node without a title or label, other than a section, does not appear as text.
 */
#ifndef REPORT_DOC_H
#define REPORT_DOC_H

#include <stdbool.h>
#include <stdint.h>

#include "analyse/timeline.h"
#include "base/arena.h"
#include "base/scope.h"
#include "run/histogram.h"

enum cell_kind {
	CELL_NONE,    /* unknown: "-", null */
	CELL_LATENCY, /* ns; text: us with one decimal, the unit is in the column's title */
	CELL_EXACT,   /* ns; text: us with three decimals, "12.352" */
	CELL_CHANGE, /* the same with a sign, "+12.352" */
	CELL_TIME,   /* ns; text: with its unit */
	CELL_MOMENT, /* ns of run time; text: h:mm:ss.uuuuuu */
	CELL_SECOND, /* the same, known to the second only; text: h:mm:ss */
	CELL_WALL,   /* ns since 1970; text: local date and time with the offset to UTC */
	CELL_WALL_SECOND,
	CELL_COUNT,
	CELL_INTEGER,
	CELL_FACTOR,      /* thousandths; text: "3.171" */
	CELL_PROBABILITY, /* parts of a million; text: "0.0078" */
	CELL_BOOL,
	CELL_TEXT,
};

struct cell {
	enum cell_kind kind;
	union {
		int64_t integer; /* every kind but the two below */
		uint64_t count;
		const char *text;
	};
};

static inline struct cell cell_none(void)
{
	return (struct cell){.kind = CELL_NONE};
}

static inline struct cell cell_of(enum cell_kind kind, int64_t integer)
{
	return (struct cell){.kind = kind, .integer = integer};
}

static inline struct cell cell_count(uint64_t count)
{
	return (struct cell){.kind = CELL_COUNT, .count = count};
}

/* NULL and "" are unknown. */
static inline struct cell cell_text(const char *text)
{
	if (!text || !*text)
		return cell_none();
	return (struct cell){.kind = CELL_TEXT, .text = text};
}

enum doc_kind {
	DOC_SECTION, /* JSON object */
	DOC_ITEMS,   /* JSON array of its sections; JSON only */
	DOC_FIELD,
	DOC_TABLE,    /* JSON array of objects */
	DOC_LIST,     /* sentences; JSON array of texts */
	DOC_SENTENCE, /* text only */
	DOC_VERDICT,  /* the first line; JSON: its word */
	DOC_HISTOGRAM,
	DOC_TIMELINE,
};

enum doc_mood { MOOD_GOOD, MOOD_BAD, MOOD_UNSURE };

struct doc_column {
	const char *key;
	const char *title;
	bool left; /* aligned; otherwise right */
};

struct doc_node {
	enum doc_kind kind;
	const char *key, *title;
	struct doc_node *next, *first, *last; /* siblings, children */
	union {
		struct cell cell;
		struct {
			const struct doc_column *columns;
			struct cell *cells; /* row by row */
			uint32_t column_count, row_count, row_room;
			bool rule_before_last; /* the last row is a total */
		} table;
		struct {
			const char *const *text;
			uint32_t count;
		} list;
		struct {
			const char *word, *sentence;
			enum doc_mood mood;
		} verdict;
		struct {
			const struct histogram *cells;
			const char *size, *many; /* "lateness", "wake-ups" */
			int64_t grid_ns; /* what is told is no finer than this; 0 */
		} histogram;
		struct {
			const struct timeline *cells;
			int64_t slice_ns;
		} timeline;
	};
};

struct sample_words;

/* {0} is empty. What is added lives as long as it; texts given to it must, too. */
struct doc {
	struct arena arena;
	struct doc_node root;
	/* No JSON will be made of it: long lists that only JSON has may be left out. */
	bool for_people;
};

void doc_free(struct doc *doc);

/* A text that lives as long as the document. */
const char *doc_text(struct doc *doc, const char *format, ...) PRINTF_LIKE(2, 3);

/* Each adds a node behind the last one of parent and returns it. */
struct doc_node *doc_section(struct doc *doc, struct doc_node *parent, const char *key,
			     const char *title);
struct doc_node *doc_items(struct doc *doc, struct doc_node *parent, const char *key);
struct doc_node *doc_field(struct doc *doc, struct doc_node *parent, const char *key,
			   const char *label, struct cell cell);
struct doc_node *doc_table(struct doc *doc, struct doc_node *parent, const char *key,
			   const char *title, const struct doc_column *columns,
			   uint32_t column_count);
struct doc_node *doc_list(struct doc *doc, struct doc_node *parent, const char *key,
			  const char *title, const char *const *sentences,
			  uint32_t count);
struct doc_node *doc_sentence(struct doc *doc, struct doc_node *parent,
			      const char *sentence);
struct doc_node *doc_verdict(struct doc *doc, struct doc_node *parent, const char *key,
			     enum doc_mood mood, const char *word, const char *sentence);
struct doc_node *doc_histogram(struct doc *doc, struct doc_node *parent, const char *key,
			       const char *title, const struct histogram *histogram,
			       const struct sample_words *words, int64_t grid_ns);
struct doc_node *doc_timeline(struct doc *doc, struct doc_node *parent, const char *key,
			      const char *title, const struct timeline *cells,
			      int64_t slice_ns);

/* A new row of a table: one cell a column, all unknown. Valid until the next row. */
struct cell *doc_row(struct doc *doc, struct doc_node *table);

#endif
