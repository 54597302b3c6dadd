/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "l2c310/decode.h"

enum { IMPLEMENTER_ARM = 0x41, SMALLEST_WAY_BYTES = 16 << 10 };

uint32_t l2c_field_mask(const struct l2c_field *field)
{
	return (UINT32_MAX >> (31 - (field->high - field->low))) << field->low;
}

uint32_t l2c_field_number(const struct l2c_field *field, uint32_t value)
{
	return (value & l2c_field_mask(field)) >> field->low;
}

static bool has_field(const struct l2c_field *field, enum l2c_controller controller,
		      uint8_t release)
{
	return field->controllers & controller &&
	       (controller != L2C_310 || field->since <= release);
}

void l2c_decode(struct l2c_decoding *decoding, enum l2c_register_id id,
		enum l2c_controller controller, uint8_t release, uint32_t value)
{
	struct l2c_field_table table = l2c_fields_of(id);

	*decoding = (struct l2c_decoding){.id = id, .value = value, .other = value};
	if (controller == L2C_UNKNOWN)
		controller = L2C_310;
	for (size_t i = 0; i < table.count && decoding->count < L2C_FIELDS_MAX; i++) {
		const struct l2c_field *field = &table.fields[i];
		uint32_t number = l2c_field_number(field, value);

		if (!has_field(field, controller, release))
			continue;
		decoding->fields[decoding->count++] = (struct l2c_decoded){
			.field = field,
			.number = number,
			.meaning = l2c_value_meaning(field, number),
		};
		decoding->other &= ~l2c_field_mask(field);
	}
}

enum l2c_controller l2c_controller_of(uint32_t cache_id)
{
	static const enum l2c_controller parts[] = {
		[1] = L2C_210,
		[2] = L2C_220,
		[3] = L2C_310,
	};
	uint32_t part = cache_id >> 6 & 0xf;

	if (cache_id >> 24 != IMPLEMENTER_ARM || part >= sizeof(parts) / sizeof(parts[0]))
		return L2C_UNKNOWN;
	return parts[part];
}

uint8_t l2c_release_of(uint32_t cache_id)
{
	return l2c_controller_of(cache_id) == L2C_310 ? cache_id & 0x3f
						      : L2C_RELEASE_UNKNOWN;
}

static const struct l2c_field *release_field(void)
{
	struct l2c_field_table table = l2c_fields_of(L2C_CACHE_ID);
	const struct l2c_field *field = table.fields;

	while (field < table.fields + table.count &&
	       (field->low || field->controllers != L2C_310))
		field++;
	return field < table.fields + table.count ? field : NULL;
}

static bool is_same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

uint8_t l2c_release_find(const char *name)
{
	const struct l2c_field *field = release_field();

	for (const struct l2c_value *row = field ? field->values : NULL;
	     row && row->meaning; row++)
		if (is_same(row->meaning, name))
			return (uint8_t)row->number;
	return L2C_RELEASE_UNKNOWN;
}

const char *l2c_release_name(uint8_t release)
{
	const struct l2c_field *field = release_field();

	return field ? l2c_value_meaning(field, release) : NULL;
}

const char *l2c_controller_name(enum l2c_controller controller)
{
	switch (controller) {
	case L2C_310:
		return "L2C-310";
	case L2C_220:
		return "L220";
	case L2C_210:
		return "L210";
	case L2C_UNKNOWN:
		break;
	}
	return "unknown";
}

uint32_t l2c_ways(enum l2c_controller controller, uint32_t aux_ctrl)
{
	if (controller & (L2C_220 | L2C_210))
		return aux_ctrl >> 13 & 0xf;
	return aux_ctrl & UINT32_C(1) << 16 ? 16 : 8;
}

/* 0 and 7 are reserved and count as their neighbours. */
uint32_t l2c_way_bytes(uint32_t aux_ctrl)
{
	uint32_t code = aux_ctrl >> 17 & 7;

	code = code < 1 ? 1 : code > 6 ? 6 : code;
	return (uint32_t)SMALLEST_WAY_BYTES << (code - 1);
}

static bool is_cache_id(uint32_t value)
{
	return l2c_controller_of(value) != L2C_UNKNOWN && !(value & 0x00ff0000);
}

static bool has_other_bits(enum l2c_register_id id, enum l2c_controller controller,
			   uint32_t value)
{
	struct l2c_decoding decoding;

	l2c_decode(&decoding, id, controller, L2C_RELEASE_UNKNOWN, value);
	return decoding.other;
}

static bool is_cache_type(uint32_t value)
{
	uint32_t data = value >> 12 & 0xfff, instructions = value & 0xfff;

	return (value >> 25 & 0xf) >= 12 && data == instructions && (data >> 8 & 7) &&
	       (!has_other_bits(L2C_CACHE_TYPE, L2C_310, value) ||
		!has_other_bits(L2C_CACHE_TYPE, L2C_210, value));
}

bool l2c_fits(enum l2c_register_id id, uint32_t value)
{
	if (!l2c_registers[id].word)
		return false;
	if (id == L2C_CACHE_ID)
		return is_cache_id(value);
	if (id == L2C_CACHE_TYPE)
		return is_cache_type(value);
	if (id == L2C_AUX_CTRL)
		return value >> 17 & 7 && !(value >> 31);
	return !has_other_bits(id, L2C_310, value);
}

enum l2c_register_id l2c_guess(uint32_t value)
{
	static const enum l2c_register_id likely[] = {L2C_CACHE_ID, L2C_CACHE_TYPE,
						      L2C_AUX_CTRL};

	for (size_t i = 0; i < sizeof(likely) / sizeof(likely[0]); i++)
		if (l2c_fits(likely[i], value))
			return likely[i];
	return L2C_REGISTER_COUNT;
}
