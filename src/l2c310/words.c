/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "l2c310/words.h"

#include <string.h>
#include <strings.h>

enum { HEX_DIGITS = 8, NAME_MAX_BYTES = 32, BINARY_MAX_BITS = 4 };

enum l2c_register_id l2c_register_find(const char *word)
{
	for (enum l2c_register_id id = 0; id < L2C_REGISTER_COUNT; id++) {
		const struct l2c_register *row = &l2c_registers[id];

		if (row->word &&
		    (!strcasecmp(row->word, word) || !strcasecmp(row->name, word)))
			return id;
	}
	return L2C_REGISTER_COUNT;
}

static bool is_one_digit(const char *text)
{
	return text[0] >= '0' && text[0] <= '9' && !text[1];
}

/* 0x and one to eight digits, or eight as memory dumps have them; one digit needs no base. */
static bool parse_hex(const char *text, uint32_t *value)
{
	bool has_prefix = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	const char *digits = has_prefix ? text + 2 : text;
	size_t count = strspn(digits, "0123456789abcdefABCDEF");

	if (!count || digits[count] || count > HEX_DIGITS ||
	    (!has_prefix && count < HEX_DIGITS && !is_one_digit(digits)))
		return false;
	*value = (uint32_t)strtoul(digits, NULL, 16);
	return true;
}

int l2c_parse(const char *text, struct l2c_given *given, struct err *err)
{
	const char *equals = strchr(text, '=');
	char name[NAME_MAX_BYTES] = "";

	*given = (struct l2c_given){.id = L2C_REGISTER_COUNT};
	if (!parse_hex(equals ? equals + 1 : text, &given->value))
		return err_set(
			err, ERR_INPUT,
			"'%.40s' is no register's value; write it as in 0x02870000 or "
			"AUX_CTRL=0x02870000",
			text);
	if (!equals)
		return 0;
	if (equals - text < NAME_MAX_BYTES)
		memcpy(name, text, (size_t)(equals - text));
	given->id = l2c_register_find(name);
	if (given->id == L2C_REGISTER_COUNT)
		return err_set(
			err, ERR_INPUT,
			"'%.40s': no such register; the names are those of --register",
			text);
	return 0;
}

void l2c_add_fitting(struct str *out, uint32_t value)
{
	const char *before = "";

	for (enum l2c_register_id id = 0; id < L2C_REGISTER_COUNT; id++) {
		if (!l2c_fits(id, value))
			continue;
		str_addf(out, "%s%s", before, l2c_registers[id].word);
		before = ", ";
	}
}

void l2c_add_bits(struct str *out, const struct l2c_field *field)
{
	if (field->high > field->low)
		str_addf(out, "%u:%u", (unsigned)field->high, (unsigned)field->low);
	else
		str_addf(out, "%u", (unsigned)field->low);
}

void l2c_add_number(struct str *out, const struct l2c_decoded *decoded)
{
	int bits = decoded->field->high - decoded->field->low + 1;

	if (bits > BINARY_MAX_BITS) {
		str_addf(out, "0x%x", (unsigned)decoded->number);
		return;
	}
	while (bits--)
		str_add_char(out, decoded->number >> bits & 1 ? '1' : '0');
}

/* "0-3, 8"; bits as numbers from the lowest, runs joined. */
static void add_ways(struct str *out, uint32_t ways)
{
	const char *before = "ways ";

	if (!ways)
		str_add(out, "none");
	for (unsigned first = 0, last; first < 32; first = last + 1) {
		for (last = first;
		     last < 31 && ways >> first & 1 && ways >> (last + 1) & 1;)
			last++;
		if (!(ways >> first & 1))
			continue;
		str_addf(out, last > first ? "%s%u-%u" : "%s%u", before, first, last);
		before = ", ";
	}
}

static const char *plural(uint32_t number)
{
	return number == 1 ? "" : "s";
}

void l2c_add_meaning(struct str *out, const struct l2c_decoded *decoded)
{
	uint32_t number = decoded->number;

	if (decoded->meaning) {
		str_add(out, decoded->meaning);
		return;
	}
	switch (decoded->field->kind) {
	case L2C_WORDS:
		str_addf(out, "unknown (%u)", (unsigned)number);
		break;
	case L2C_CYCLES:
		str_addf(out, "%u cycle%s", (unsigned)number + 1, plural(number + 1));
		break;
	case L2C_WAYS:
		add_ways(out, number);
		break;
	case L2C_LINES:
		str_addf(out, "%u line%s", (unsigned)number + 1, plural(number + 1));
		break;
	case L2C_WAY_COUNT:
	case L2C_NUMBER:
		str_addf(out, "%u", (unsigned)number);
		break;
	}
}

void l2c_add_bit_list(struct str *out, uint32_t bits)
{
	const char *before = "";

	if (!bits)
		str_add(out, "none");
	for (int bit = 31; bit >= 0; bit--) {
		if (!(bits >> bit & 1))
			continue;
		str_addf(out, "%s%d", before, bit);
		before = ", ";
	}
}

void l2c_add_bytes(struct str *out, uint64_t bytes)
{
	if (bytes && !(bytes % (1 << 20)))
		str_addf(out, "%llu MiB", (unsigned long long)bytes >> 20);
	else if (bytes && !(bytes % (1 << 10)))
		str_addf(out, "%llu KiB", (unsigned long long)bytes >> 10);
	else
		str_addf(out, "%llu bytes", (unsigned long long)bytes);
}
