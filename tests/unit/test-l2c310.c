/* SPDX-License-Identifier: GPL-2.0-or-later */
/* l2c310/: registers and their fields, against values worked out by hand from Arm's tables. */
#include "l2c310/decode.h"

#include "l2c310/errata.h"
#include "l2c310/words.h"
#include "test.h"

/* The field of that key as "bits|number|meaning"; "" when it is not there. */
static void check_field(const struct l2c_decoding *decoding, const char *key,
			const char *expected)
{
	CLEANUP(str_free) struct str text = {0};

	for (size_t i = 0; i < decoding->count; i++) {
		const struct l2c_decoded *decoded = &decoding->fields[i];

		if (strcmp(decoded->field->key, key))
			continue;
		l2c_add_bits(&text, decoded->field);
		str_add(&text, "|");
		l2c_add_number(&text, decoded);
		str_add(&text, "|");
		l2c_add_meaning(&text, decoded);
	}
	test_check_text(__FILE__, __LINE__, key, str_text(&text), expected);
}

static struct l2c_decoding decode_aux(uint32_t value)
{
	struct l2c_decoding decoding;

	l2c_decode(&decoding, L2C_AUX_CTRL, L2C_310, L2C_R3P1_50REL0, value);
	return decoding;
}

/* Fields of one bit that are set, as a mask. */
static uint32_t single_bits(const struct l2c_decoding *decoding)
{
	uint32_t bits = 0;

	for (size_t i = 0; i < decoding->count; i++)
		if (decoding->fields[i].field->high == decoding->fields[i].field->low)
			bits |= decoding->fields[i].number
				<< decoding->fields[i].field->low;
	return bits;
}

static void the_two_values_of_2014(void)
{
	struct l2c_decoding fast = decode_aux(0x02870000), slow = decode_aux(0x02070000);

	check_field(&fast, "write_allocate", "24:23|01|forced off");
	check_field(&slow, "write_allocate", "24:23|00|follows pages");
	for (int i = 0; i < 2; i++) {
		const struct l2c_decoding *one = i ? &slow : &fast;

		check_field(one, "replacement", "25|1|round-robin");
		check_field(one, "way_size", "19:17|011|64 KiB");
		check_field(one, "ways", "16|1|16");
		CHECK_INT(single_bits(one), 0x02010000);
		CHECK_INT(one->other, 0);
		CHECK_INT(one->count, 17);
		CHECK_INT(l2c_ways(L2C_310, one->value), 16);
		CHECK_INT(l2c_way_bytes(one->value), 65536);
	}
}

static void known_values(void)
{
	static const struct {
		uint32_t value, single;
		const char *write_allocate;
		uint32_t ways, way_bytes;
	} rows[] = {
		{0x02870000, 0x02010000, "24:23|01|forced off", 16, 65536},
		{0x02070000, 0x02010000, "24:23|00|follows pages", 16, 65536},
		{0x76470001, 0x76410001, "24:23|00|follows pages", 16, 65536},
		{0x76c70001, 0x76410001, "24:23|01|forced off", 16, 65536},
		{0x7e470001, 0x7e410001, "24:23|00|follows pages", 16, 65536},
		{0x7ec70001, 0x7e410001, "24:23|01|forced off", 16, 65536},
		{0x3c440800, 0x3c400800, "24:23|00|follows pages", 8, 32768},
		{0x72360000, 0x72300000, "24:23|00|follows pages", 8, 65536},
		{0x72760000, 0x72700000, "24:23|00|follows pages", 8, 65536},
		{0x76760001, 0x76700001, "24:23|00|follows pages", 8, 65536},
		{0x46420001, 0x46400001, "24:23|00|follows pages", 8, 16384},
		{0x46c20001, 0x46400001, "24:23|01|forced off", 8, 16384},
		{0x03070000, 0x02010000, "24:23|10|forced on", 16, 65536},
		{0x03870000, 0x02010000, "24:23|11|follows pages (11 acts as 00)", 16,
		 65536},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct l2c_decoding decoding = decode_aux(rows[i].value);

		check_field(&decoding, "write_allocate", rows[i].write_allocate);
		CHECK_INT(single_bits(&decoding), rows[i].single);
		CHECK_INT(decoding.other, 0);
		CHECK_INT(l2c_ways(L2C_310, rows[i].value), rows[i].ways);
		CHECK_INT(l2c_way_bytes(rows[i].value), rows[i].way_bytes);
		CHECK_INT(l2c_guess(rows[i].value), L2C_AUX_CTRL);
	}
}

/* One bit at a time: its field, and that it reads as set. */
static void each_aux_bit(void)
{
	static const struct {
		int bit;
		const char *key, *set;
	} rows[] = {
		{30, "early_bresp", "30|1|on"},
		{29, "prefetch_instructions", "29|1|on"},
		{28, "prefetch_data", "28|1|on"},
		{27, "non_secure_interrupts", "27|1|open"},
		{26, "non_secure_lockdown", "26|1|open"},
		{25, "replacement", "25|1|round-robin"},
		{24, "write_allocate", "24:23|10|forced on"},
		{23, "write_allocate", "24:23|01|forced off"},
		{22, "shared_override", "22|1|ignored"},
		{21, "parity", "21|1|on"},
		{20, "event_bus", "20|1|on"},
		{19, "way_size", "19:17|100|128 KiB"},
		{18, "way_size", "19:17|010|32 KiB"},
		{17, "way_size", "19:17|001|16 KiB"},
		{16, "ways", "16|1|16"},
		{13, "shared_invalidate", "13|1|on"},
		{12, "exclusive", "12|1|on"},
		{11, "store_limit", "11|1|on"},
		{10, "high_priority_device_reads", "10|1|on"},
		{0, "full_line_of_zeros", "0|1|on"},
	};
	uint32_t named = 0;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct l2c_decoding decoding = decode_aux(UINT32_C(1) << rows[i].bit);

		check_field(&decoding, rows[i].key, rows[i].set);
		CHECK_INT(decoding.other, 0);
		named |= UINT32_C(1) << rows[i].bit;
	}
	CHECK_INT(decode_aux(UINT32_MAX).other, ~named);
	CHECK_INT(~named, 0x8000c3fe);
}

static void older_releases_have_fewer_fields(void)
{
	struct l2c_decoding decoding;

	l2c_decode(&decoding, L2C_AUX_CTRL, L2C_310, L2C_R0P0, UINT32_MAX);
	CHECK_INT(decoding.other, 0x8000c3fe | 0x42000c01);
	check_field(&decoding, "early_bresp", "");
	l2c_decode(&decoding, L2C_AUX_CTRL, L2C_310, L2C_R2P0, UINT32_MAX);
	CHECK_INT(decoding.other, 0x8000c3fe);
	/* Not told: taken as the newest. */
	l2c_decode(&decoding, L2C_AUX_CTRL, L2C_UNKNOWN, L2C_RELEASE_UNKNOWN, UINT32_MAX);
	CHECK_INT(decoding.other, 0x8000c3fe);
}

static void relatives(void)
{
	struct l2c_decoding decoding;

	l2c_decode(&decoding, L2C_AUX_CTRL, L2C_220, L2C_RELEASE_UNKNOWN, 0x028f0a53);
	check_field(&decoding, "write_allocate", "24:23|01|forced off");
	check_field(&decoding, "way_size", "19:17|111|512 KiB (reserved code)");
	check_field(&decoding, "ways", "16:13|1000|8");
	check_field(&decoding, "exclusive", "12|0|off");
	check_field(&decoding, "dirty_latency", "11:9|101|6 cycles");
	check_field(&decoding, "tag_latency", "8:6|001|2 cycles");
	check_field(&decoding, "data_write_latency", "5:3|010|3 cycles");
	check_field(&decoding, "data_read_latency", "2:0|011|4 cycles");
	CHECK_INT(decoding.other, 0x02000000);
	CHECK_INT(l2c_ways(L2C_220, 0x028f0a53), 8);

	l2c_decode(&decoding, L2C_AUX_CTRL, L2C_210, L2C_RELEASE_UNKNOWN, 0x01021000);
	check_field(&decoding, "wrap_disabled", "12|1|off");
	check_field(&decoding, "exclusive_abort", "24|1|set, sense not known");
	check_field(&decoding, "write_allocate_override", "23|0|clear, sense not known");
	check_field(&decoding, "write_allocate", "");
	check_field(&decoding, "data_read_latency", "2:0|000|1 cycle");
}

static void cache_ids(void)
{
	static const struct {
		uint32_t id;
		enum l2c_controller controller;
		const char *release;
	} rows[] = {
		{0x410000c0, L2C_310, "r0p0"}, {0x410000c2, L2C_310, "r1p0"},
		{0x410000c4, L2C_310, "r2p0"}, {0x410000c5, L2C_310, "r3p0"},
		{0x410000c6, L2C_310, "r3p1"}, {0x410000c7, L2C_310, "r3p1-50rel0"},
		{0x410000c8, L2C_310, "r3p2"}, {0x410000c9, L2C_310, "r3p3"},
		{0x4100fcc9, L2C_310, "r3p3"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CHECK_INT(l2c_controller_of(rows[i].id), rows[i].controller);
		CHECK_TEXT(l2c_release_name(l2c_release_of(rows[i].id)), rows[i].release);
		CHECK_INT(l2c_release_find(rows[i].release), rows[i].id & 0x3f);
		CHECK_INT(l2c_guess(rows[i].id), L2C_CACHE_ID);
	}
	CHECK_INT(l2c_controller_of(0x41000086), L2C_220);
	CHECK_INT(l2c_controller_of(0x4100004f), L2C_210);
	CHECK_INT(l2c_controller_of(0), L2C_UNKNOWN);
	CHECK_INT(l2c_controller_of(0x41000000), L2C_UNKNOWN);
	CHECK_INT(l2c_controller_of(0x41000100), L2C_UNKNOWN);
	CHECK_INT(l2c_controller_of(0x420000c7), L2C_UNKNOWN);
	CHECK_INT(l2c_release_of(0x41000086), L2C_RELEASE_UNKNOWN);
	CHECK_INT(l2c_release_find("r4p0"), L2C_RELEASE_UNKNOWN);
	CHECK_INT(l2c_release_find("r3p"), L2C_RELEASE_UNKNOWN);
	CHECK(!l2c_release_name(0x3f));
}

static void cache_types(void)
{
	struct l2c_decoding decoding;

	l2c_decode(&decoding, L2C_CACHE_TYPE, L2C_310, L2C_R3P1, 0x1c340340);
	check_field(&decoding, "data_way_size", "22:20|011|64 KiB");
	check_field(&decoding, "data_ways", "18|1|16");
	check_field(&decoding, "instruction_way_size", "10:8|011|64 KiB");
	check_field(&decoding, "instruction_ways", "6|1|16");
	check_field(&decoding, "lockdown", "28:25|1110|by way, for each master");
	CHECK_INT(decoding.other, 0);
	CHECK_INT(l2c_guess(0x1c340340), L2C_CACHE_TYPE);
	CHECK_INT(l2c_guess(0x1c100100), L2C_CACHE_TYPE);
}

static void other_registers(void)
{
	struct l2c_decoding decoding;

	/* i.MX6: device tree <4 2 3> is read, write, setup. */
	l2c_decode(&decoding, L2C_TAG_LATENCY, L2C_310, L2C_R3P1, 0x132);
	check_field(&decoding, "write", "10:8|001|2 cycles");
	check_field(&decoding, "read", "6:4|011|4 cycles");
	check_field(&decoding, "setup", "2:0|010|3 cycles");
	CHECK_INT(decoding.other, 0);

	/* What Linux sets on i.MX6 before r3p2: "offset 16 lines". */
	l2c_decode(&decoding, L2C_PREFETCH, L2C_310, L2C_R3P1, 0x3000000f);
	check_field(&decoding, "double_linefill", "30|0|off");
	check_field(&decoding, "prefetch_instructions", "29|1|on");
	check_field(&decoding, "prefetch_data", "28|1|on");
	check_field(&decoding, "double_linefill_on_wrap", "27|0|on");
	check_field(&decoding, "prefetch_drop", "24|0|off");
	check_field(&decoding, "double_linefill_incr", "23|0|off");
	check_field(&decoding, "not_same_id", "21|0|off");
	check_field(&decoding, "offset", "4:0|0xf|16 lines");
	l2c_decode(&decoding, L2C_PREFETCH, L2C_310, L2C_R3P1, 0x79a00000);
	check_field(&decoding, "offset", "4:0|0x0|1 line");
	check_field(&decoding, "double_linefill_on_wrap", "27|1|off");
	l2c_decode(&decoding, L2C_PREFETCH, L2C_310, L2C_R3P1, 23);
	check_field(&decoding, "offset", "4:0|0x17|24 lines, to be avoided");
	l2c_decode(&decoding, L2C_PREFETCH, L2C_310, L2C_R3P1, 0x79a00000);
	CHECK_INT(decoding.other, 0);

	l2c_decode(&decoding, L2C_POWER, L2C_310, L2C_R3P1, 3);
	check_field(&decoding, "dynamic_clock_gating", "1|1|on");
	check_field(&decoding, "standby", "0|1|on");

	l2c_decode(&decoding, L2C_DATA_LOCKDOWN, L2C_310, L2C_R3P1, 0x010f);
	check_field(&decoding, "locked_ways", "15:0|0x10f|ways 0-3, 8");
	l2c_decode(&decoding, L2C_DATA_LOCKDOWN, L2C_310, L2C_R3P1, 0x8000ffff);
	check_field(&decoding, "locked_ways", "15:0|0xffff|ways 0-15");
	CHECK_INT(decoding.other, 0x80000000);
	l2c_decode(&decoding, L2C_DATA_LOCKDOWN, L2C_220, L2C_R3P1, 0);
	check_field(&decoding, "locked_ways", "7:0|0x0|none");

	l2c_decode(&decoding, L2C_EVENT_CONFIG_1, L2C_310, L2C_R3P1, 9 << 2);
	check_field(&decoding, "source", "5:2|1001|wa (allocated by a write miss)");
	l2c_decode(&decoding, L2C_DEBUG, L2C_310, L2C_R3P1, 3);
	check_field(&decoding, "write_through", "1|1|on");
	check_field(&decoding, "no_linefills", "0|1|on");
	l2c_decode(&decoding, L2C_CTRL, L2C_310, L2C_R3P1, 1);
	check_field(&decoding, "enabled", "0|1|on");
}

static bool is_key(const char *key)
{
	return *key &&
	       strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(key);
}

/* For one controller: bits do not overlap and come down from 31, keys are there once. */
static void check_table(enum l2c_register_id id, enum l2c_controller controller)
{
	struct l2c_field_table table = l2c_fields_of(id);
	uint32_t seen = 0;
	int below = 32;

	for (size_t i = 0; i < table.count; i++) {
		const struct l2c_field *field = &table.fields[i];

		if (!(field->controllers & controller))
			continue;
		CHECK(field->high < below && field->low <= field->high);
		CHECK(!(seen & l2c_field_mask(field)));
		CHECK(is_key(field->key) && *field->name && *field->source);
		CHECK(strlen(field->name) <= 24);
		CHECK(!field->effect || strlen(field->effect) <= 52);
		CHECK(field->kind != L2C_WORDS || field->values);
		for (const struct l2c_value *row = field->values; row && row->meaning;
		     row++)
			CHECK(row->number <= l2c_field_mask(field) >> field->low);
		for (size_t k = 0; k < i; k++)
			CHECK(!(table.fields[k].controllers & controller) ||
			      strcmp(table.fields[k].key, field->key));
		seen |= l2c_field_mask(field);
		below = field->low;
	}
	CHECK(table.count <= 2 * L2C_FIELDS_MAX);
}

static void tables_are_sound(void)
{
	for (enum l2c_register_id id = 0; id < L2C_REGISTER_COUNT; id++) {
		const struct l2c_register *row = &l2c_registers[id];

		CHECK(row->name && row->title && row->controllers && row->count);
		CHECK(id == 0 || row->offset > row[-1].offset);
		CHECK(!row->word || l2c_fields_of(id).count);
		CHECK(!row->word || l2c_register_find(row->word) == id);
		CHECK(!row->word || l2c_register_find(row->name) == id);
		check_table(id, L2C_310);
		check_table(id, L2C_220);
		check_table(id, L2C_210);
	}
	CHECK_INT(l2c_registers[L2C_AUX_CTRL].offset, 0x104);
	CHECK_INT(l2c_registers[L2C_DATA_LOCKDOWN].offset, 0x900);
	CHECK_INT(l2c_registers[L2C_PREFETCH].offset, 0xf60);
	CHECK_INT(l2c_registers[L2C_POWER].offset, 0xf80);
}

static void values_as_written(void)
{
	static const struct {
		const char *text;
		int status;
		enum l2c_register_id id;
		uint32_t value;
	} rows[] = {
		{"0x02870000", 0, L2C_REGISTER_COUNT, 0x02870000},
		{"02870000", 0, L2C_REGISTER_COUNT, 0x02870000},
		{"0X7E470001", 0, L2C_REGISTER_COUNT, 0x7e470001},
		{"0x0", 0, L2C_REGISTER_COUNT, 0},
		{"AUX_CTRL=0x1", 0, L2C_AUX_CTRL, 1},
		{"aux=0x1", 0, L2C_AUX_CTRL, 1},
		{"tag-latency=0x132", 0, L2C_TAG_LATENCY, 0x132},
		{"POWER=3", 0, L2C_POWER, 3},
		{"a", -1, 0, 0},
		{"POWER=10", -1, 0, 0},
		{"LOCKDOWN_D=0xf", 0, L2C_DATA_LOCKDOWN, 15},
		{"", -1, 0, 0},
		{"0x", -1, 0, 0},
		{"123", -1, 0, 0},
		{"0x123456789", -1, 0, 0},
		{"0x12g", -1, 0, 0},
		{"-0x1", -1, 0, 0},
		{"0x1 ", -1, 0, 0},
		{"=0x1", -1, 0, 0},
		{"AUX_CTRL=", -1, 0, 0},
		{"NOSUCH=0x1", -1, 0, 0},
		{"A_NAME_OF_MORE_THAN_THIRTY_TWO_BYTES=0x1", -1, 0, 0},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct l2c_given given;
		struct err err = {0};

		CHECK_INT(l2c_parse(rows[i].text, &given, &err), rows[i].status);
		CHECK_INT(err.kind, rows[i].status ? ERR_INPUT : ERR_NONE);
		if (rows[i].status)
			continue;
		CHECK_INT(given.id, rows[i].id);
		CHECK_INT(given.value, rows[i].value);
	}
}

static void what_a_value_fits(void)
{
	static const struct {
		uint32_t value;
		const char *words;
	} rows[] = {
		{0x132, "tag-latency, data-latency, lockdown"},
		{0x7000000f, "prefetch"},
		{0x02870000, "aux"},
		{0x1c340340, "type, aux"},
		{0x410000c7, "id"},
		{0xffffffff, ""},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CLEANUP(str_free) struct str text = {0};

		l2c_add_fitting(&text, rows[i].value);
		CHECK_TEXT(str_text(&text), rows[i].words);
	}
	CHECK_INT(l2c_guess(0x132), L2C_REGISTER_COUNT);
	CHECK_INT(l2c_guess(0x7000000f), L2C_REGISTER_COUNT);
	CHECK_INT(l2c_guess(0), L2C_REGISTER_COUNT);
}

/* The table of the revisions, erratum by erratum. */
static void errata_by_release(void)
{
	static const struct {
		uint8_t release;
		const char *numbers;
	} rows[] = {
		{L2C_R0P0, "588369 769419 "},
		{L2C_R1P0, "588369 769419 "},
		{L2C_R2P0, "727915 769419 "},
		{L2C_R3P0, "727915 752271 753970 769419 "},
		{L2C_R3P1, "752271 769419 "},
		{L2C_R3P1_50REL0, "752271 769419 "},
		{L2C_R3P2, ""},
		{L2C_R3P3, ""},
		{L2C_RELEASE_UNKNOWN, ""},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CLEANUP(str_free) struct str text = {0};

		for (const struct l2c_erratum *one = l2c_errata; one->number; one++)
			if (l2c_is_affected(one, rows[i].release))
				str_addf(&text, "%u ", (unsigned)one->number);
		CHECK_TEXT(str_text(&text), rows[i].numbers);
	}
}

static void bits_and_bytes(void)
{
	CLEANUP(str_free) struct str text = {0};

	l2c_add_bit_list(&text, 0x02870000 ^ 0x02070000);
	str_add(&text, "; ");
	l2c_add_bit_list(&text, 0x76470001 ^ 0x02070000);
	str_add(&text, "; ");
	l2c_add_bit_list(&text, 0);
	str_add(&text, "; ");
	l2c_add_bytes(&text, 1048576);
	str_add(&text, "; ");
	l2c_add_bytes(&text, 131072);
	str_add(&text, "; ");
	l2c_add_bytes(&text, 1000);
	CHECK_TEXT(str_text(&text),
		   "23; 30, 29, 28, 26, 22, 0; none; 1 MiB; 128 KiB; 1000 bytes");
}

static const struct test tests[] = {
	{"the-two-values-of-2014", the_two_values_of_2014},
	{"known-values", known_values},
	{"each-aux-bit", each_aux_bit},
	{"older-releases-have-fewer-fields", older_releases_have_fewer_fields},
	{"relatives", relatives},
	{"cache-ids", cache_ids},
	{"cache-types", cache_types},
	{"other-registers", other_registers},
	{"tables-are-sound", tables_are_sound},
	{"values-as-written", values_as_written},
	{"what-a-value-fits", what_a_value_fits},
	{"errata-by-release", errata_by_release},
	{"bits-and-bytes", bits_and_bytes},
};
TEST_MAIN(tests)
