/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the bits mean. An effect is told where it follows from what the bit does, or was
 * measured; it has no direction where that depends on the load.
 */
#include "l2c310/registers.h"

#define ALL (L2C_310 | L2C_220 | L2C_210)
#define LATER (L2C_310 | L2C_220)
#define OLDER (L2C_220 | L2C_210)

#define DDI0246 "Arm DDI 0246"
#define DDI0284 "Arm DDI 0284"
#define DDI0329 "Arm DDI 0329"
#define SAMA5D2 "Microchip SAMA5D2, L2CC"
#define LINUX "Linux, cache-l2x0.h"

#define VALUES(...)                      \
	(const struct l2c_value[])       \
	{                                \
		__VA_ARGS__,             \
		{                        \
			UINT32_MAX, NULL \
		}                        \
	}
#define OFF_ON VALUES({0, "off"}, {1, "on"})
/* Linux names the bit and does not say which way round it is. */
#define SENSE_UNKNOWN VALUES({0, "clear, sense not known"}, {1, "set, sense not known"})
#define WAY_SIZES                                                             \
	VALUES({0, "16 KiB (reserved code)"}, {1, "16 KiB"}, {2, "32 KiB"},   \
	       {3, "64 KiB"}, {4, "128 KiB"}, {5, "256 KiB"}, {6, "512 KiB"}, \
	       {7, "512 KiB (reserved code)"})
#define WRITE_ALLOCATE                                                    \
	VALUES({0, "follows pages"}, {1, "forced off"}, {2, "forced on"}, \
	       {3, "follows pages (11 acts as 00)"})

#define WRITE_ALLOCATE_EFFECT "the sign depends on the load: measure both"
#define PREFETCH_EFFECT "on: shares fill buffers with misses; measure both"
#define LINEFILL_EFFECT "on: 64 bytes a miss instead of 32; measure both"
#define RAM_EFFECT "each access to the RAM takes them"
#define LOCKED_EFFECT "locked: what they hold stays, the rest has less room"

/* clang-format off */
static const struct l2c_field cache_id[] = {
	{31, 24, ALL, 0, L2C_WORDS, "implementer", "implementer", VALUES({0x41, "Arm"}),
	 NULL, DDI0246},
	{15, 10, ALL, 0, L2C_NUMBER, "cacheid_pins", "CACHEID pins", NULL, NULL, DDI0246},
	{9, 6, ALL, 0, L2C_WORDS, "part", "part",
	 VALUES({1, "L210"}, {2, "L220"}, {3, "L2C-310"}), NULL, LINUX},
	{5, 0, L2C_310, 0, L2C_WORDS, "release", "RTL release",
	 VALUES({L2C_R0P0, "r0p0"}, {L2C_R1P0, "r1p0"}, {L2C_R2P0, "r2p0"},
		{L2C_R3P0, "r3p0"}, {L2C_R3P1, "r3p1"}, {L2C_R3P1_50REL0, "r3p1-50rel0"},
		{L2C_R3P2, "r3p2"}, {L2C_R3P3, "r3p3"}), NULL, LINUX},
	{5, 0, L2C_220, 0, L2C_WORDS, "release", "RTL release",
	 VALUES({0x06, "r1p7-01rel0"}), NULL, DDI0329},
	{5, 0, L2C_210, 0, L2C_WORDS, "release", "RTL release",
	 VALUES({0x00, "r0p2-02"}, {0x01, "r0p1"}, {0x02, "r0p2-01"}, {0x03, "r0p3"},
		{0x0b, "r0p4"}, {0x0f, "r0p5"}), NULL, LINUX},
};

static const struct l2c_field cache_type[] = {
	{31, 31, L2C_310, L2C_R3P0, L2C_WORDS, "data_banking", "data banking", OFF_ON,
	 NULL, DDI0246},
	{28, 25, L2C_310, 0, L2C_WORDS, "lockdown", "lockdown",
	 VALUES({12, "by way"}, {13, "by way and line"}, {14, "by way, for each master"},
		{15, "by way, for each master, and line"}), NULL, DDI0246},
	{28, 25, OLDER, 0, L2C_WORDS, "lockdown", "lockdown", VALUES({14, "by way"}),
	 NULL, DDI0284},
	{24, 24, ALL, 0, L2C_WORDS, "harvard", "instructions apart",
	 VALUES({0, "no, unified"}, {1, "yes"}), NULL, DDI0246},
	{22, 20, ALL, 0, L2C_WORDS, "data_way_size", "way size, data", WAY_SIZES, NULL,
	 DDI0246},
	{18, 18, L2C_310, 0, L2C_WORDS, "data_ways", "ways, data",
	 VALUES({0, "8"}, {1, "16"}), NULL, DDI0246},
	{18, 15, OLDER, 0, L2C_WAY_COUNT, "data_ways", "ways, data", NULL, NULL, DDI0284},
	{13, 12, ALL, 0, L2C_WORDS, "data_line", "line, data", VALUES({0, "32 bytes"}),
	 NULL, DDI0246},
	{10, 8, ALL, 0, L2C_WORDS, "instruction_way_size", "way size, instructions",
	 WAY_SIZES, NULL, DDI0246},
	{6, 6, L2C_310, 0, L2C_WORDS, "instruction_ways", "ways, instructions",
	 VALUES({0, "8"}, {1, "16"}), NULL, DDI0246},
	{6, 3, OLDER, 0, L2C_WAY_COUNT, "instruction_ways", "ways, instructions", NULL,
	 NULL, DDI0284},
	{1, 0, ALL, 0, L2C_WORDS, "instruction_line", "line, instructions",
	 VALUES({0, "32 bytes"}), NULL, DDI0246},
};

static const struct l2c_field ctrl[] = {
	{0, 0, ALL, 0, L2C_WORDS, "enabled", "cache", OFF_ON,
	 "off: each miss of level 1 goes to memory", DDI0246},
};

static const struct l2c_field aux_ctrl[] = {
	{30, 30, L2C_310, L2C_R2P0, L2C_WORDS, "early_bresp", "early BRESP", OFF_ON,
	 "on: stores are answered before they are done", LINUX},
	{29, 29, L2C_310, 0, L2C_WORDS, "prefetch_instructions", "prefetch instructions",
	 OFF_ON, PREFETCH_EFFECT, DDI0246},
	{28, 28, L2C_310, 0, L2C_WORDS, "prefetch_data", "prefetch data", OFF_ON,
	 PREFETCH_EFFECT, DDI0246},
	{27, 27, LATER, 0, L2C_WORDS, "non_secure_interrupts", "non-secure interrupts",
	 VALUES({0, "secure only"}, {1, "open"}), NULL, DDI0246},
	{26, 26, LATER, 0, L2C_WORDS, "non_secure_lockdown", "non-secure lockdown",
	 VALUES({0, "secure only"}, {1, "open"}), NULL, DDI0246},
	{25, 25, L2C_310, L2C_R2P0, L2C_WORDS, "replacement", "replacement",
	 VALUES({0, "pseudo-random"}, {1, "round-robin"}), NULL, LINUX},
	{24, 23, LATER, 0, L2C_WORDS, "write_allocate", "write allocate", WRITE_ALLOCATE,
	 WRITE_ALLOCATE_EFFECT, DDI0246},
	{24, 24, L2C_210, 0, L2C_WORDS, "exclusive_abort", "exclusive abort", SENSE_UNKNOWN, NULL,
	 LINUX},
	{23, 23, L2C_210, 0, L2C_WORDS, "write_allocate_override",
	 "write allocate override", SENSE_UNKNOWN, NULL, LINUX},
	{22, 22, ALL, 0, L2C_WORDS, "shared_override", "shared attribute",
	 VALUES({0, "counts"}, {1, "ignored"}), NULL, DDI0246},
	{21, 21, ALL, 0, L2C_WORDS, "parity", "parity", OFF_ON, NULL, DDI0246},
	{20, 20, ALL, 0, L2C_WORDS, "event_bus", "event monitor bus", OFF_ON, NULL,
	 DDI0246},
	{19, 17, ALL, 0, L2C_WORDS, "way_size", "way size", WAY_SIZES, NULL, DDI0246},
	{16, 16, L2C_310, 0, L2C_WORDS, "ways", "ways", VALUES({0, "8"}, {1, "16"}), NULL,
	 DDI0246},
	{16, 13, OLDER, 0, L2C_WAY_COUNT, "ways", "ways", NULL, NULL, LINUX},
	{13, 13, L2C_310, 0, L2C_WORDS, "shared_invalidate", "shared invalidate",
	 OFF_ON, NULL, DDI0246},
	{12, 12, LATER, 0, L2C_WORDS, "exclusive", "exclusive cache", OFF_ON, NULL,
	 DDI0246},
	{12, 12, L2C_210, 0, L2C_WORDS, "wrap_disabled", "wrap accesses",
	 VALUES({0, "on"}, {1, "off"}), NULL, LINUX},
	{11, 11, L2C_310, L2C_R2P0, L2C_WORDS, "store_limit", "device store limit", OFF_ON,
	 "off: device stores may take all store buffers", SAMA5D2},
	{10, 10, L2C_310, L2C_R2P0, L2C_WORDS, "high_priority_device_reads",
	 "device reads first", OFF_ON, "off: device reads wait behind cacheable ones",
	 SAMA5D2},
	{11, 9, OLDER, 0, L2C_CYCLES, "dirty_latency", "dirty RAM latency", NULL,
	 RAM_EFFECT, LINUX},
	{8, 6, OLDER, 0, L2C_CYCLES, "tag_latency", "tag RAM latency", NULL, RAM_EFFECT,
	 LINUX},
	{5, 3, OLDER, 0, L2C_CYCLES, "data_write_latency", "data RAM write latency", NULL,
	 RAM_EFFECT, LINUX},
	{2, 0, OLDER, 0, L2C_CYCLES, "data_read_latency", "data RAM read latency", NULL,
	 RAM_EFFECT, LINUX},
	{0, 0, L2C_310, L2C_R2P0, L2C_WORDS, "full_line_of_zeros", "full line of zeros",
	 OFF_ON, "on: zeroing lines takes less traffic", LINUX},
};

static const struct l2c_field ram_latency[] = {
	{10, 8, L2C_310, 0, L2C_CYCLES, "write", "write", NULL, RAM_EFFECT, DDI0246},
	{6, 4, L2C_310, 0, L2C_CYCLES, "read", "read", NULL, RAM_EFFECT, DDI0246},
	{2, 0, L2C_310, 0, L2C_CYCLES, "setup", "setup", NULL, RAM_EFFECT, DDI0246},
};

static const struct l2c_field event_ctrl[] = {
	{2, 2, ALL, 0, L2C_WORDS, "reset_1", "reset counter 1", VALUES({0, "no"}, {1, "yes"}),
	 NULL, DDI0246},
	{1, 1, ALL, 0, L2C_WORDS, "reset_0", "reset counter 0", VALUES({0, "no"}, {1, "yes"}),
	 NULL, DDI0246},
	{0, 0, ALL, 0, L2C_WORDS, "counting", "counting", OFF_ON, NULL, DDI0246},
};

static const struct l2c_field event_config[] = {
	{5, 2, L2C_310, 0, L2C_WORDS, "source", "source",
	 VALUES({0, "none"}, {1, "co (castout)"}, {2, "drhit"}, {3, "drreq"}, {4, "dwhit"},
		{5, "dwreq"}, {6, "dwtreq"}, {7, "irhit"}, {8, "irreq"},
		{9, "wa (allocated by a write miss)"}, {10, "ipfalloc"}, {11, "epfhit"},
		{12, "epfalloc"}, {13, "srrcvd"}, {14, "srconf"}, {15, "epfrcvd"}),
	 NULL, DDI0246},
	{5, 2, OLDER, 0, L2C_NUMBER, "source", "source", NULL, NULL, DDI0246},
	{1, 0, ALL, 0, L2C_NUMBER, "interrupt_mode", "interrupt mode", NULL, NULL, DDI0246},
};

static const struct l2c_field lockdown[] = {
	{15, 0, L2C_310, 0, L2C_WAYS, "locked_ways", "locked ways", NULL, LOCKED_EFFECT,
	 DDI0246},
	{7, 0, OLDER, 0, L2C_WAYS, "locked_ways", "locked ways", NULL, LOCKED_EFFECT,
	 DDI0284},
};

static const struct l2c_field debug[] = {
	{2, 2, L2C_310, 0, L2C_WORDS, "spniden", "SPNIDEN (read only)",
	 VALUES({0, "low"}, {1, "high"}), NULL, DDI0246},
	{1, 1, L2C_310, 0, L2C_WORDS, "write_through", "force write-through", OFF_ON,
	 "on: each store goes to memory; for tests", DDI0246},
	{0, 0, L2C_310, 0, L2C_WORDS, "no_linefills", "disable linefills", OFF_ON,
	 "on: what misses stays out of the cache; for tests", DDI0246},
};

static const struct l2c_field prefetch[] = {
	{30, 30, L2C_310, 0, L2C_WORDS, "double_linefill", "double linefill", OFF_ON,
	 LINEFILL_EFFECT, SAMA5D2},
	{29, 29, L2C_310, 0, L2C_WORDS, "prefetch_instructions", "prefetch instructions",
	 OFF_ON, PREFETCH_EFFECT, DDI0246},
	{28, 28, L2C_310, 0, L2C_WORDS, "prefetch_data", "prefetch data", OFF_ON,
	 PREFETCH_EFFECT, DDI0246},
	{27, 27, L2C_310, 0, L2C_WORDS, "double_linefill_on_wrap",
	 "double linefill on WRAP", VALUES({0, "on"}, {1, "off"}), NULL, SAMA5D2},
	{24, 24, L2C_310, 0, L2C_WORDS, "prefetch_drop", "drop prefetches", OFF_ON, NULL,
	 SAMA5D2},
	{23, 23, L2C_310, 0, L2C_WORDS, "double_linefill_incr", "double linefill by INCR",
	 OFF_ON, NULL, SAMA5D2},
	{21, 21, L2C_310, 0, L2C_WORDS, "not_same_id", "not same ID, exclusive", OFF_ON,
	 NULL, SAMA5D2},
	{4, 0, L2C_310, 0, L2C_LINES, "offset", "offset",
	 VALUES({23, "24 lines, to be avoided"}), NULL, SAMA5D2},
};

static const struct l2c_field power[] = {
	{1, 1, L2C_310, 0, L2C_WORDS, "dynamic_clock_gating", "dynamic clock gating",
	 OFF_ON, "on: the clock must start again after idle times", SAMA5D2},
	{0, 0, L2C_310, 0, L2C_WORDS, "standby", "standby mode", OFF_ON,
	 "on: the clock must start again after idle times", SAMA5D2},
};

#define TABLE(rows) {rows, sizeof(rows) / sizeof((rows)[0])}
static const struct l2c_field_table tables[L2C_REGISTER_COUNT] = {
	[L2C_CACHE_ID] = TABLE(cache_id),
	[L2C_CACHE_TYPE] = TABLE(cache_type),
	[L2C_CTRL] = TABLE(ctrl),
	[L2C_AUX_CTRL] = TABLE(aux_ctrl),
	[L2C_TAG_LATENCY] = TABLE(ram_latency),
	[L2C_DATA_LATENCY] = TABLE(ram_latency),
	[L2C_EVENT_CTRL] = TABLE(event_ctrl),
	[L2C_EVENT_CONFIG_1] = TABLE(event_config),
	[L2C_EVENT_CONFIG_0] = TABLE(event_config),
	[L2C_DATA_LOCKDOWN] = TABLE(lockdown),
	[L2C_INSTRUCTION_LOCKDOWN] = TABLE(lockdown),
	[L2C_DEBUG] = TABLE(debug),
	[L2C_PREFETCH] = TABLE(prefetch),
	[L2C_POWER] = TABLE(power),
};
/* clang-format on */

struct l2c_field_table l2c_fields_of(enum l2c_register_id id)
{
	return tables[id];
}

const char *l2c_value_meaning(const struct l2c_field *field, uint32_t number)
{
	for (const struct l2c_value *row = field->values; row && row->meaning; row++)
		if (row->number == number)
			return row->meaning;
	return NULL;
}
