/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Renders documents as JSON. Invents no keys: what has none is left out. */
#include "report/json.h"

static void render_cell(struct json_writer *json, const char *key,
			const struct cell *cell)
{
	switch (cell->kind) {
	case CELL_NONE:
		json_add_null(json, key);
		break;
	case CELL_LATENCY:
	case CELL_EXACT:
	case CELL_CHANGE:
	case CELL_FACTOR:
	case CELL_PROBABILITY:
	case CELL_TIME:
	case CELL_MOMENT:
	case CELL_SECOND:
	case CELL_WALL:
	case CELL_WALL_SECOND:
	case CELL_INTEGER:
		json_add_integer(json, key, cell->integer);
		break;
	case CELL_COUNT:
		json_add_unsigned(json, key, cell->count);
		break;
	case CELL_BOOL:
		json_add_bool(json, key, cell->integer != 0);
		break;
	case CELL_TEXT:
		json_add_text(json, key, cell->text);
		break;
	}
}

static void render_table(struct json_writer *json, const struct doc_node *node)
{
	json_begin_array(json, node->key);
	for (uint32_t row = 0; row < node->table.row_count; row++) {
		json_begin_object(json, NULL);
		for (uint32_t i = 0; i < node->table.column_count; i++) {
			size_t at = (size_t)row * node->table.column_count + i;

			if (node->table.columns[i].key)
				render_cell(json, node->table.columns[i].key,
					    &node->table.cells[at]);
		}
		json_end_object(json);
	}
	json_end_array(json);
}

static void render_list(struct json_writer *json, const struct doc_node *node)
{
	json_begin_array(json, node->key);
	for (uint32_t i = 0; i < node->list.count; i++)
		json_add_text(json, NULL, node->list.text[i]);
	json_end_array(json);
}

/* Buckets that hold something, one a line: what has no bucket is in early and beyond. */
static void render_histogram(struct json_writer *json, const struct doc_node *node)
{
	const struct histogram *histogram = node->histogram.cells;
	bool pretty = json->pretty;

	json_begin_array(json, node->key);
	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (!histogram->bucket[i])
			continue;
		json_begin_object(json, NULL);
		json->pretty = false;
		json_add_integer(json, "low_ns", histogram_low_ns(i));
		json_add_integer(json, "high_ns", histogram_high_ns(i));
		json_add_unsigned(json, "count", histogram->bucket[i]);
		json_end_object(json);
		json->pretty = pretty;
	}
	json_end_array(json);
}

static void render_timeline(struct json_writer *json, const struct doc_node *node)
{
	const struct timeline *cells = node->timeline.cells;
	bool pretty = json->pretty;

	json_begin_object(json, node->key);
	json_add_integer(json, "slice_ns", node->timeline.slice_ns);
	json_add_unsigned(json, "slices_per_value", UINT64_C(1) << cells->shift);
	json_add_unsigned(json, "first_slice",
			  (uint64_t)(cells->first >> cells->shift) << cells->shift);
	json_begin_array(json, "max_ns");
	json->pretty = false;
	for (uint32_t i = cells->first >> cells->shift; i < cells->count; i++) {
		if (cells->max_ns[i] <= TIMELINE_EMPTY)
			json_add_null(json, NULL);
		else
			json_add_integer(json, NULL, cells->max_ns[i]);
	}
	json_end_array(json);
	json->pretty = pretty;
	json_end_object(json);
}

static void render_children(struct json_writer *json, const struct doc_node *parent);

static void render_section(struct json_writer *json, const struct doc_node *node,
			   bool is_item)
{
	if (node->key || is_item)
		json_begin_object(json, node->key);
	render_children(json, node);
	if (node->key || is_item)
		json_end_object(json);
}

static void render_items(struct json_writer *json, const struct doc_node *node)
{
	json_begin_array(json, node->key);
	for (const struct doc_node *item = node->first; item; item = item->next)
		render_section(json, item, true);
	json_end_array(json);
}

static void render_node(struct json_writer *json, const struct doc_node *node)
{
	if (!node->key && node->kind != DOC_SECTION)
		return;
	switch (node->kind) {
	case DOC_SECTION:
		render_section(json, node, false);
		break;
	case DOC_ITEMS:
		render_items(json, node);
		break;
	case DOC_FIELD:
		render_cell(json, node->key, &node->cell);
		break;
	case DOC_TABLE:
		render_table(json, node);
		break;
	case DOC_LIST:
		render_list(json, node);
		break;
	case DOC_SENTENCE:
		break;
	case DOC_VERDICT:
		json_add_text(json, node->key, node->verdict.word);
		break;
	case DOC_HISTOGRAM:
		render_histogram(json, node);
		break;
	case DOC_TIMELINE:
		render_timeline(json, node);
		break;
	}
}

static void render_children(struct json_writer *json, const struct doc_node *parent)
{
	for (const struct doc_node *node = parent->first; node; node = node->next)
		render_node(json, node);
}

void json_render(struct json_writer *json, const char *key, const struct doc *doc)
{
	json_begin_object(json, key);
	render_children(json, &doc->root);
	json_end_object(json);
}
