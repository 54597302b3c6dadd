/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of registers, those of one register side by side. */
#include "report/l2c310-parts.h"

/* How it was known, when the value alone told. */
static const char *reason_of(enum l2c_register_id id)
{
	if (id == L2C_CACHE_ID)
		return "Taken as CACHE_ID: it names Arm and a part.";
	if (id == L2C_CACHE_TYPE)
		return "Taken as CACHE_TYPE: it has its sizes twice.";
	return "Taken as AUX_CTRL, its usual meaning; --register makes it another.";
}

static void add_heading(struct doc *doc, struct doc_node *parent,
			const struct l2c310_item *item, const char *value)
{
	const struct l2c_register *reg = &l2c_registers[item->decoding.id];

	doc_section(doc, parent, NULL,
		    doc_text(doc, "%s%s, %s register (0x%03x) of %s", reg->name, value,
			     reg->title, (unsigned)reg->offset,
			     l2c310_controller(doc, item)));
	if (item->from == L2C310_FROM_VALUE)
		doc_sentence(doc, parent, reason_of(item->decoding.id));
}

/* Bits in which not all values of this item's register are equal. */
static uint32_t differing_bits(const struct l2c310_item *items, size_t count,
			       enum l2c_register_id id)
{
	const struct l2c310_item *first = NULL;
	uint32_t bits = 0;

	for (size_t i = 0; i < count; i++) {
		if (items[i].decoding.id != id)
			continue;
		if (!first)
			first = &items[i];
		bits |= items[i].decoding.value ^ first->decoding.value;
	}
	return bits;
}

static const char *difference_sentence(struct doc *doc, uint32_t bits, uint32_t count)
{
	const char *what = l2c310_is_one_bit(bits) ? "bit" : "bits";

	if (!bits)
		return "The values are equal.";
	return doc_text(doc, "* differs: %s %s, %s %s%s.", count == 2 ? "XOR" : "in",
			l2c310_hex(doc, bits), what, l2c310_bit_list(doc, bits),
			l2c310_is_one_bit(bits) ? " alone" : "");
}

/*
 * A row a field, a column a value; an asterisk marks the rows that differ. Mark, bits and
 * name are one column, which stays when there are more values than fit side by side.
 */
static void add_side_by_side(struct doc *doc, struct doc_node *parent,
			     const struct l2c310_item *const *same, uint32_t count,
			     uint32_t bits)
{
	struct doc_column *columns =
		arena_array(&doc->arena, count + 1, sizeof(*columns));
	struct doc_node *table;

	columns[0] = (struct doc_column){.title = "  bits   field"};
	for (uint32_t i = 0; i < count; i++)
		columns[i + 1] = (struct doc_column){
			.title = l2c310_hex(doc, same[i]->decoding.value), .left = true};
	table = doc_table(doc, parent, NULL, "", columns, count + 1);
	for (size_t i = 0; i < same[0]->decoding.count; i++) {
		const struct l2c_field *field = same[0]->decoding.fields[i].field;
		struct cell *row = doc_row(doc, table);

		row[0] = cell_text(doc_text(doc, "%c %-5s  %s",
					    l2c_field_mask(field) & bits ? '*' : ' ',
					    l2c310_bits(doc, field), field->name));
		for (uint32_t k = 0; k < count; k++)
			row[k + 1] = cell_text(
				l2c310_meaning(doc, &same[k]->decoding.fields[i]));
	}
}

static void add_register_text(struct doc *doc, const struct l2c310_item *items,
			      size_t count, enum l2c_register_id id)
{
	const struct l2c310_item **same = arena_array(&doc->arena, count, sizeof(*same));
	uint32_t found = 0, bits = differing_bits(items, count, id);

	for (size_t i = 0; i < count; i++)
		if (items[i].decoding.id == id)
			same[found++] = &items[i];
	if (found == 1) {
		add_heading(doc, &doc->root, same[0],
			    doc_text(doc, " %s",
				     l2c310_hex(doc, same[0]->decoding.value)));
		l2c310_add_fields(doc, &doc->root, same[0]);
	} else if (found) {
		add_heading(doc, &doc->root, same[0], "");
		add_side_by_side(doc, &doc->root, same, found, bits);
		doc_section(doc, &doc->root, NULL, "");
		doc_sentence(doc, &doc->root, difference_sentence(doc, bits, found));
		if (bits)
			l2c310_add_effects(doc, &doc->root, &same[0]->decoding, bits);
	}
}

static void add_difference_members(struct doc *doc, const struct l2c310_item *items,
				   size_t count)
{
	struct doc_node *all = doc_items(doc, &doc->root, "differences");

	for (enum l2c_register_id id = 0; id < L2C_REGISTER_COUNT; id++) {
		uint32_t bits = differing_bits(items, count, id), found = 0;
		struct doc_node *one;

		for (size_t i = 0; i < count; i++)
			found += items[i].decoding.id == id;
		if (found < 2)
			continue;
		one = doc_section(doc, all, NULL, NULL);
		doc_field(doc, one, "register", NULL, cell_text(l2c_registers[id].name));
		doc_field(doc, one, "differing", NULL, cell_count(bits));
		doc_field(doc, one, "differing_hex", NULL,
			  cell_text(l2c310_hex(doc, bits)));
		doc_field(doc, one, "bits", NULL,
			  cell_text(bits ? l2c310_bit_list(doc, bits) : NULL));
	}
}

void l2c310_values_doc(struct doc *doc, const struct l2c310_item *items, size_t count)
{
	struct doc_node *values = doc_items(doc, &doc->root, "values");

	for (size_t i = 0; i < count; i++) {
		struct doc_node *value = doc_section(doc, values, NULL, NULL);

		doc_field(doc, value, "given", NULL, cell_text(items[i].given));
		l2c310_add_members(doc, value, &items[i]);
	}
	add_difference_members(doc, items, count);
	for (enum l2c_register_id id = 0; id < L2C_REGISTER_COUNT; id++)
		add_register_text(doc, items, count, id);
}
