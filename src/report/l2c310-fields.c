/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One register in words. */
#include "report/l2c310-parts.h"

#include "base/str.h"
#include "l2c310/errata.h"
#include "l2c310/words.h"
#include "l2c310/write-allocate.h"

#define COLUMNS(rows) rows, sizeof(rows) / sizeof((rows)[0])

/* What is added goes into the document and out of *text. */
static const char *keep(struct doc *doc, struct str *text)
{
	const char *kept = doc_text(doc, "%s", str_text(text));

	str_clear(text);
	return kept;
}

const char *l2c310_bits(struct doc *doc, const struct l2c_field *field)
{
	CLEANUP(str_free) struct str text = {0};

	l2c_add_bits(&text, field);
	return keep(doc, &text);
}

static const char *number_of(struct doc *doc, const struct l2c_decoded *decoded)
{
	CLEANUP(str_free) struct str text = {0};

	l2c_add_number(&text, decoded);
	return keep(doc, &text);
}

const char *l2c310_meaning(struct doc *doc, const struct l2c_decoded *decoded)
{
	CLEANUP(str_free) struct str text = {0};

	l2c_add_meaning(&text, decoded);
	return keep(doc, &text);
}

const char *l2c310_bit_list(struct doc *doc, uint32_t bits)
{
	CLEANUP(str_free) struct str text = {0};

	l2c_add_bit_list(&text, bits);
	return keep(doc, &text);
}

const char *l2c310_hex(struct doc *doc, uint32_t value)
{
	return doc_text(doc, "0x%08x", (unsigned)value);
}

static const char *bytes_of(struct doc *doc, uint64_t bytes)
{
	CLEANUP(str_free) struct str text = {0};

	l2c_add_bytes(&text, bytes);
	return keep(doc, &text);
}

/* "L2C-310 r3p1-50rel0", "an L2C-310" when nobody said which. */
const char *l2c310_controller(struct doc *doc, const struct l2c310_item *item)
{
	const char *release = l2c_release_name(item->release);

	if (item->controller == L2C_UNKNOWN)
		return "an L2C-310";
	if (item->controller == L2C_310 && release)
		return doc_text(doc, "L2C-310 %s", release);
	return doc_text(doc, "an %s", l2c_controller_name(item->controller));
}

/* "on: ..." and "off: ..." tell of one state; everything else of whatever is set. */
static bool is_current(const struct l2c_decoded *decoded)
{
	const char *effect = decoded->field->effect;

	if (!effect)
		return false;
	if (str_starts(effect, "on: "))
		return decoded->number;
	return !str_starts(effect, "off: ") || !decoded->number;
}

static void add_json_fields(struct doc *doc, struct doc_node *parent,
			    const struct l2c310_item *item)
{
	static const struct doc_column columns[] = {
		{.key = "key"},
		{.key = "name"},
		{.key = "bits"},
		{.key = "value"},
		{.key = "meaning"},
		{.key = "since"},
		{.key = "effect_on_latency"},
		{.key = "source"},
	};
	struct doc_node *table = doc_table(doc, parent, "fields", NULL, COLUMNS(columns));

	for (size_t i = 0; i < item->decoding.count; i++) {
		const struct l2c_decoded *decoded = &item->decoding.fields[i];
		const struct l2c_field *field = decoded->field;
		struct cell *row = doc_row(doc, table);

		row[0] = cell_text(field->key);
		row[1] = cell_text(field->name);
		row[2] = cell_text(l2c310_bits(doc, field));
		row[3] = cell_count(decoded->number);
		row[4] = cell_text(l2c310_meaning(doc, decoded));
		if (field->controllers & L2C_310)
			row[5] = cell_text(l2c_release_name(field->since));
		row[6] = cell_text(is_current(decoded) ? field->effect : NULL);
		row[7] = cell_text(field->source);
	}
}

enum { ERRATA_MAX = 8, OFFSET_TO_AVOID = 23 };

/* What is known to go wrong with this release or value; one list for text and JSON. */
static void add_errata(struct doc *doc, struct doc_node *parent, const char *key,
		       const char *title, const struct l2c310_item *item)
{
	const char **errata = arena_array(&doc->arena, ERRATA_MAX, sizeof(*errata));
	uint32_t value = item->decoding.value, count = 0;
	bool is_id = item->decoding.id == L2C_CACHE_ID && item->controller == L2C_310;
	bool is_prefetch = item->decoding.id == L2C_PREFETCH;

	for (const struct l2c_erratum *one = l2c_errata; one->number; one++)
		if (l2c_is_affected(one, item->release) && count < ERRATA_MAX - 1 &&
		    (is_id || (is_prefetch && one->number == 752271 && value >> 30 & 1)))
			errata[count++] =
				doc_text(doc, "%u: %s", (unsigned)one->number, one->what);
	if (is_prefetch && (value & 0x1f) == OFFSET_TO_AVOID)
		errata[count++] = "765569: a prefetch offset of 23 is to be avoided";
	if (is_id || is_prefetch)
		doc_list(doc, parent, key, title, errata, count);
}

void l2c310_add_members(struct doc *doc, struct doc_node *parent,
			const struct l2c310_item *item)
{
	static const char *const from[] = {"option", "name", "value"};
	const struct l2c_register *reg = &l2c_registers[item->decoding.id];
	enum l2c_controller controller =
		item->controller == L2C_UNKNOWN ? L2C_310 : item->controller;
	uint32_t value = item->decoding.value, ways = l2c_ways(controller, value);

	doc_field(doc, parent, "register", NULL, cell_text(reg->name));
	doc_field(doc, parent, "register_from", NULL, cell_text(from[item->from]));
	doc_field(doc, parent, "offset", NULL, cell_count(reg->offset));
	doc_field(doc, parent, "value", NULL, cell_count(value));
	doc_field(doc, parent, "hex", NULL, cell_text(l2c310_hex(doc, value)));
	doc_field(doc, parent, "controller", NULL,
		  cell_text(l2c_controller_name(controller)));
	doc_field(doc, parent, "controller_assumed", NULL,
		  cell_of(CELL_BOOL, item->controller == L2C_UNKNOWN));
	doc_field(doc, parent, "release", NULL,
		  cell_text(l2c_release_name(item->release)));
	add_json_fields(doc, parent, item);
	doc_field(doc, parent, "other_bits", NULL, cell_count(item->decoding.other));
	add_errata(doc, parent, "errata", NULL, item);
	if (item->decoding.id != L2C_AUX_CTRL)
		return;
	doc_field(doc, parent, "ways", NULL, cell_count(ways));
	doc_field(doc, parent, "way_bytes", NULL, cell_count(l2c_way_bytes(value)));
	doc_field(doc, parent, "bytes", NULL,
		  cell_count((uint64_t)ways * l2c_way_bytes(value)));
	doc_field(doc, parent, "write_allocate", NULL,
		  cell_text(l2c_write_allocate_word(
			  l2c_write_allocate_of(controller, value))));
}

void l2c310_add_effects(struct doc *doc, struct doc_node *parent,
			const struct l2c_decoding *decoding, uint32_t bits)
{
	struct doc_node *section = NULL;

	for (size_t i = 0; i < decoding->count; i++) {
		const struct l2c_decoded *decoded = &decoding->fields[i];
		const struct l2c_field *field = decoded->field;

		if (bits ? !field->effect || !(l2c_field_mask(field) & bits)
			 : !is_current(decoded))
			continue;
		if (!section)
			section = doc_section(
				doc, parent, NULL,
				bits ? "What it does to latency, in the state named"
				     : "What it does to latency as it is set");
		doc_field(doc, section, NULL, field->name, cell_text(field->effect));
	}
}

/* What the fields together say. */
static void add_sum(struct doc *doc, struct doc_node *parent,
		    const struct l2c310_item *item)
{
	uint32_t value = item->decoding.value, other = item->decoding.other;
	enum l2c_controller controller =
		item->controller == L2C_UNKNOWN ? L2C_310 : item->controller;
	uint32_t ways = l2c_ways(controller, value), way_bytes = l2c_way_bytes(value);
	bool is_aux = item->decoding.id == L2C_AUX_CTRL;

	if (!is_aux && !other)
		return;
	doc_section(doc, parent, NULL, "");
	if (is_aux)
		doc_sentence(doc, parent,
			     doc_text(doc, "Size: %u ways of %s, %s.", (unsigned)ways,
				      bytes_of(doc, way_bytes),
				      bytes_of(doc, (uint64_t)ways * way_bytes)));
	/* Where a log was asked, that has been answered. */
	if (is_aux && item->given &&
	    l2c_write_allocate_of(controller, value) == L2C_WRITE_ALLOCATE_FOLLOWS_PAGES)
		doc_sentence(
			doc, parent,
			"Write allocate: in force if the kernel's log says 'Data cache writealloc'.");
	if (other)
		doc_sentence(doc, parent,
			     doc_text(doc, "Set, and reserved as far as is known: %s %s.",
				      l2c310_is_one_bit(other) ? "bit" : "bits",
				      l2c310_bit_list(doc, other)));
}

void l2c310_add_fields(struct doc *doc, struct doc_node *parent,
		       const struct l2c310_item *item)
{
	static const struct doc_column columns[] = {
		{.title = "bits"},
		{.title = "field", .left = true},
		{.title = "value", .left = true},
		{.title = "meaning", .left = true},
	};
	struct doc_node *table = doc_table(doc, parent, NULL, "", COLUMNS(columns));

	for (size_t i = 0; i < item->decoding.count; i++) {
		const struct l2c_decoded *decoded = &item->decoding.fields[i];
		struct cell *row = doc_row(doc, table);

		row[0] = cell_text(l2c310_bits(doc, decoded->field));
		row[1] = cell_text(decoded->field->name);
		row[2] = cell_text(number_of(doc, decoded));
		row[3] = cell_text(l2c310_meaning(doc, decoded));
	}
	add_sum(doc, parent, item);
	add_errata(doc, parent, NULL, "Errata", item);
	l2c310_add_effects(doc, parent, &item->decoding, 0);
}
