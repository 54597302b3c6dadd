/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Aligned columns. Knows nothing of what they mean. */
#include "report/term-table.h"

#include <string.h>

#include "base/arena.h"
#include "report/cells.h"

enum { LEAST_WRAPPED = 20, LONGEST_PIECE = 32 };

struct layout {
	const struct term_style *style;
	const struct doc_node *table;
	size_t *width;
	size_t indent, gap;
	bool wrap_last, brief;
};

/*
 * May a line end between a word of so many bytes and what follows? Numbers stay with what
 * is before and behind them: "cpu 3: 74 040", "1 m 0 s"; commas part them.
 */
static bool may_break(const char *word, size_t bytes)
{
	const char *next = word + bytes + strspn(word + bytes, " ");

	if (!bytes || strchr(",;", word[bytes - 1]))
		return true;
	return strspn(word, "0123456789.") < bytes && !(*next >= '0' && *next <= '9');
}

/* Bytes of the piece at words that is not to be broken; bounded, whatever a text holds. */
static size_t piece_bytes(const char *words)
{
	size_t word = strcspn(words, " ");
	size_t bytes = word;

	while (bytes < LONGEST_PIECE && words[bytes] &&
	       !may_break(words + bytes - word, word)) {
		size_t blanks = strspn(words + bytes, " ");

		word = strcspn(words + bytes + blanks, " ");
		bytes += blanks + word;
	}
	return bytes;
}

static size_t columns_of(const char *text, size_t bytes)
{
	size_t columns = 0;

	for (size_t i = 0; i < bytes; i++)
		columns += ((unsigned char)text[i] & 0xc0) != 0x80;
	return columns;
}

void term_add_wrapped(struct str *out, const struct term_style *style, const char *words,
		      size_t at, size_t indent)
{
	bool first = true;

	while (*words) {
		size_t bytes = piece_bytes(words);
		size_t columns = columns_of(words, bytes);

		/* What does not fit on a line of its own is broken after all. */
		if (indent + columns > (size_t)style->columns) {
			bytes = strcspn(words, " ");
			columns = columns_of(words, bytes);
		}

		if (!first && at + 1 + columns > (size_t)style->columns) {
			str_add_char(out, '\n');
			str_repeat(out, " ", indent);
			at = indent;
		} else if (!first) {
			str_add_char(out, ' ');
			at++;
		}
		str_add_bytes(out, words, bytes);
		at += columns;
		words += bytes;
		words += strspn(words, " ");
		first = false;
	}
	str_add_char(out, '\n');
}

static const struct cell *cell_at(const struct layout *layout, uint32_t row,
				  uint32_t column)
{
	return &layout->table->table
			.cells[(size_t)row * layout->table->table.column_count + column];
}

static void add_cell(struct str *out, const struct layout *layout, uint32_t row,
		     uint32_t column)
{
	(layout->brief ? cell_add_brief : cell_add_text)(out,
							 cell_at(layout, row, column),
							 layout->style->ascii);
}

static void measure(const struct layout *layout)
{
	struct str text = {0};

	for (uint32_t i = 0; i < layout->table->table.column_count; i++) {
		layout->width[i] = str_columns(layout->table->table.columns[i].title);
		for (uint32_t row = 0; row < layout->table->table.row_count; row++) {
			size_t columns;

			str_clear(&text);
			add_cell(&text, layout, row, i);
			columns = str_columns(str_text(&text));
			if (columns > layout->width[i])
				layout->width[i] = columns;
		}
	}
	str_free(&text);
}

static size_t width_of(const struct layout *layout, uint32_t from, uint32_t to)
{
	size_t sum = layout->indent + layout->width[0];

	for (uint32_t i = from; i < to; i++)
		sum += layout->gap + layout->width[i];
	return sum;
}

static bool fits(const struct layout *layout)
{
	return width_of(layout, 1, layout->table->table.column_count) <=
	       (size_t)layout->style->columns;
}

/* Columns [from, result) fit beside the first one; at least one of them. */
static uint32_t columns_that_fit(const struct layout *layout, uint32_t from, size_t room)
{
	uint32_t to = from + 1;

	while (to < layout->table->table.column_count &&
	       width_of(layout, from, to + 1) <= room)
		to++;
	return to;
}

static uint32_t parts_in(const struct layout *layout, size_t room)
{
	uint32_t parts = 0;

	for (uint32_t from = 1; from < layout->table->table.column_count; parts++)
		from = columns_that_fit(layout, from, room);
	return parts;
}

/* The least room that takes no more parts: so none is a single column left over. */
static size_t balanced_room(const struct layout *layout)
{
	size_t room = (size_t)layout->style->columns;
	uint32_t parts = parts_in(layout, room);

	while (room && parts_in(layout, room - 1) == parts)
		room--;
	return room;
}

/* Narrower gaps, then fewer digits; when it must be parted all the same, all digits. */
static void squeeze(struct layout *layout)
{
	if (fits(layout))
		return;
	layout->gap = 1;
	if (fits(layout))
		return;
	layout->brief = true;
	measure(layout);
	if (fits(layout))
		return;
	layout->brief = false;
	measure(layout);
}

/* One cell, padded; the last one of a line gets no blanks behind it. */
static void add_padded(struct str *out, const struct layout *layout, uint32_t column,
		       const char *text, size_t at, bool is_last)
{
	size_t columns = str_columns(text);
	size_t padding =
		layout->width[column] > columns ? layout->width[column] - columns : 0;
	bool left = column == 0 || layout->table->table.columns[column].left;

	if (is_last && left && layout->wrap_last) {
		term_add_wrapped(out, layout->style, text, at, at);
		return;
	}
	if (!left)
		str_repeat(out, " ", padding);
	str_add(out, text);
	if (left && !is_last)
		str_repeat(out, " ", padding);
	if (is_last)
		str_add_char(out, '\n');
}

/* row < 0: the titles. */
static void add_line(struct str *out, const struct layout *layout, int64_t row,
		     uint32_t from, uint32_t to)
{
	struct str text = {0};
	size_t at = layout->indent;

	str_repeat(out, " ", layout->indent);
	for (uint32_t i = 0; i < to; i = i ? i + 1 : from) {
		bool is_last = i ? i + 1 >= to : from >= to;

		if (i) {
			str_repeat(out, " ", layout->gap);
			at += layout->gap;
		}
		str_clear(&text);
		if (row < 0)
			str_add(&text, layout->table->table.columns[i].title);
		else
			add_cell(&text, layout, (uint32_t)row, i);
		add_padded(out, layout, i, str_text(&text), at, is_last);
		at += layout->width[i];
	}
	str_free(&text);
}

static void add_part(struct str *out, const struct layout *layout, uint32_t from,
		     uint32_t to)
{
	uint32_t rows = layout->table->table.row_count;

	add_line(out, layout, -1, from, to);
	for (uint32_t row = 0; row < rows; row++) {
		if (layout->table->table.rule_before_last && row && row == rows - 1) {
			size_t end = width_of(layout, from, to);
			size_t room = (size_t)layout->style->columns;
			size_t wide = (end < room ? end : room) - layout->indent;

			str_repeat(out, " ", layout->indent);
			str_repeat(out, layout->style->ascii ? "-" : "─", wide);
			str_add_char(out, '\n');
		}
		add_line(out, layout, row, from, to);
	}
}

void term_add_table(struct str *out, const struct term_style *style,
		    const struct doc_node *table, size_t indent)
{
	uint32_t count = table->table.column_count;
	struct layout layout = {.style = style,
				.table = table,
				.indent = indent,
				.gap = 2};
	size_t room;

	layout.width = mem_alloc(count * sizeof(*layout.width));
	measure(&layout);
	layout.wrap_last = count > 1 && table->table.columns[count - 1].left &&
			   width_of(&layout, 1, count - 1) + layout.gap + LEAST_WRAPPED <=
				   (size_t)style->columns;
	if (!layout.wrap_last)
		squeeze(&layout);
	room = layout.wrap_last ? 0 : balanced_room(&layout);
	for (uint32_t from = 1, to; from < count; from = to) {
		to = layout.wrap_last ? count : columns_that_fit(&layout, from, room);
		if (from > 1)
			str_add_char(out, '\n');
		add_part(out, &layout, from, to);
	}
	free(layout.width);
}
