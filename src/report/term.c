/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Renders documents as text. Decides how things look, never what they mean. */
#include "report/term.h"

#include "report/cells.h"
#include "report/plot.h"
#include "report/term-table.h"

enum { BODY_INDENT = 2 };

/* ECMA-48 "select graphic rendition". */
#define SGR_BOLD "\033[1m"
#define SGR_GOOD "\033[1;32m"
#define SGR_BAD "\033[1;31m"
#define SGR_UNSURE "\033[1;33m"
#define SGR_OFF "\033[0m"

struct term {
	struct str *out;
	const struct term_style *style;
};

static void add_colour(const struct term *term, const char *sgr)
{
	if (term->style->colour)
		str_add(term->out, sgr);
}

/* An empty title is a blank line alone. */
static void render_title(const struct term *term, const char *title)
{
	if (!title)
		return;
	if (term->out->length)
		str_add_char(term->out, '\n');
	if (!*title)
		return;
	add_colour(term, SGR_BOLD);
	text_add_clean(term->out, title, term->style->ascii);
	add_colour(term, SGR_OFF);
	str_add_char(term->out, '\n');
}

static void render_wrapped(const struct term *term, const char *text, size_t at,
			   size_t indent)
{
	struct str clean = {0};

	text_add_clean(&clean, text, term->style->ascii);
	term_add_wrapped(term->out, term->style, str_text(&clean), at, indent);
	str_free(&clean);
}

/* Fields of one section share the column of their values. */
static size_t label_columns(const struct doc_node *parent)
{
	size_t widest = 0;

	for (const struct doc_node *node = parent->first; node; node = node->next)
		if (node->kind == DOC_FIELD && node->title &&
		    str_columns(node->title) > widest)
			widest = str_columns(node->title);
	return widest;
}

static void render_field(const struct term *term, const struct doc_node *parent,
			 const struct doc_node *node)
{
	size_t value_at = BODY_INDENT + label_columns(parent) + 2;
	struct str value = {0};

	cell_add_text(&value, &node->cell, term->style->ascii);
	str_repeat(term->out, " ", BODY_INDENT);
	str_add(term->out, node->title);
	str_repeat(term->out, " ", value_at - BODY_INDENT - str_columns(node->title));
	term_add_wrapped(term->out, term->style, str_text(&value), value_at, value_at);
	str_free(&value);
}

static void render_list(const struct term *term, const struct doc_node *node)
{
	if (!node->list.count)
		return;
	if (*node->title)
		render_title(term, node->title);
	for (uint32_t i = 0; i < node->list.count; i++) {
		str_repeat(term->out, " ", BODY_INDENT);
		str_add(term->out, "- ");
		render_wrapped(term, node->list.text[i], BODY_INDENT + 2,
			       BODY_INDENT + 2);
	}
}

static void render_verdict(const struct term *term, const struct doc_node *node)
{
	switch (node->verdict.mood) {
	case MOOD_GOOD:
		add_colour(term, SGR_GOOD);
		break;
	case MOOD_BAD:
		add_colour(term, SGR_BAD);
		break;
	case MOOD_UNSURE:
		add_colour(term, SGR_UNSURE);
		break;
	}
	render_wrapped(term, node->verdict.sentence, 0, 0);
	/* The colour ends before the line does. */
	term->out->text[--term->out->length] = '\0';
	add_colour(term, SGR_OFF);
	str_add_char(term->out, '\n');
}

static void render_children(const struct term *term, const struct doc_node *parent);

static void render_node(const struct term *term, const struct doc_node *parent,
			const struct doc_node *node)
{
	if (!node->title && node->kind != DOC_SECTION)
		return;
	switch (node->kind) {
	case DOC_SECTION:
		render_title(term, node->title);
		render_children(term, node);
		break;
	case DOC_ITEMS:
		break;
	case DOC_FIELD:
		render_field(term, parent, node);
		break;
	case DOC_TABLE:
		render_title(term, node->title);
		term_add_table(term->out, term->style, node, BODY_INDENT);
		break;
	case DOC_LIST:
		render_list(term, node);
		break;
	case DOC_SENTENCE:
		str_repeat(term->out, " ", BODY_INDENT);
		render_wrapped(term, node->title, BODY_INDENT, BODY_INDENT);
		break;
	case DOC_VERDICT:
		render_verdict(term, node);
		break;
#ifdef WHYLATE_HOST
	case DOC_HISTOGRAM:
		render_title(term, node->title);
		plot_histogram(term->out, term->style,
			       &(struct plot_bars){node->histogram.cells,
						   node->histogram.size,
						   node->histogram.many,
						   node->histogram.grid_ns},
			       BODY_INDENT);
		break;
	case DOC_TIMELINE:
		render_title(term, node->title);
		plot_timeline(term->out, term->style, node->timeline.cells,
			      node->timeline.slice_ns, BODY_INDENT);
		break;
#else /* a board shows short summaries, which have no pictures */
	case DOC_HISTOGRAM:
	case DOC_TIMELINE:
		break;
#endif
	}
}

static void render_children(const struct term *term, const struct doc_node *parent)
{
	for (const struct doc_node *node = parent->first; node; node = node->next)
		render_node(term, parent, node);
}

void term_render(struct str *out, const struct doc *doc, const struct term_style *style)
{
	struct term_style fitting = *style;
	struct str rendered = {0};
	struct term term = {.out = &rendered, .style = &fitting};

	if (fitting.columns < 50)
		fitting.columns = 50;
	render_children(&term, &doc->root);
	str_add(out, str_text(&rendered));
	str_free(&rendered);
}
