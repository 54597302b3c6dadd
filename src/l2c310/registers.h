/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The registers of Arm's level 2 cache controllers L2C-310 (PL310), L220 and L210, as tables:
 * where they are, what their bits mean, since which release, and what that does to latencies
 * where it is known. Constant data alone: no memory is taken and nothing is printed, so that a
 * kernel module and a program without an operating system can share it.
 *
 * Sources: Arm DDI 0246 (L2C-310), 0329 (L220), 0284 (L210); Linux, cache-l2x0.[ch]; the L2CC
 * chapter of Microchip's SAMA5D2 data sheet. What none of them says is not here.
 */
#ifndef L2C310_REGISTERS_H
#define L2C310_REGISTERS_H

#include <stddef.h>
#include <stdint.h>

enum l2c_controller { L2C_UNKNOWN = 0, L2C_310 = 1, L2C_220 = 2, L2C_210 = 4 };

/* RTL releases of the L2C-310 as CACHE_ID has them: later ones have greater codes. */
enum l2c_release {
	L2C_R0P0 = 0x00,
	L2C_R1P0 = 0x02,
	L2C_R2P0 = 0x04,
	L2C_R3P0 = 0x05,
	L2C_R3P1 = 0x06,
	L2C_R3P1_50REL0 = 0x07,
	L2C_R3P2 = 0x08,
	L2C_R3P3 = 0x09,
	L2C_RELEASE_UNKNOWN = 0xff,
};

enum l2c_register_id {
	L2C_CACHE_ID,
	L2C_CACHE_TYPE,
	L2C_CTRL,
	L2C_AUX_CTRL,
	L2C_TAG_LATENCY,
	L2C_DATA_LATENCY,
	L2C_EVENT_CTRL,
	L2C_EVENT_CONFIG_1,
	L2C_EVENT_CONFIG_0,
	L2C_EVENT_COUNT_1,
	L2C_EVENT_COUNT_0,
	L2C_INTERRUPT_MASK,
	L2C_INTERRUPT_MASKED,
	L2C_INTERRUPT_RAW,
	L2C_INTERRUPT_CLEAR,
	L2C_CACHE_SYNC,
	L2C_INVALIDATE_PA,
	L2C_INVALIDATE_WAY,
	L2C_CLEAN_PA,
	L2C_CLEAN_INDEX,
	L2C_CLEAN_WAY,
	L2C_CLEAN_INVALIDATE_PA,
	L2C_CLEAN_INVALIDATE_INDEX,
	L2C_CLEAN_INVALIDATE_WAY,
	L2C_DATA_LOCKDOWN,
	L2C_INSTRUCTION_LOCKDOWN,
	L2C_LOCK_LINE,
	L2C_UNLOCK_WAY,
	L2C_FILTER_START,
	L2C_FILTER_END,
	L2C_TEST,
	L2C_DEBUG,
	L2C_PREFETCH,
	L2C_POWER,
	L2C_REGISTER_COUNT,
};

struct l2c_register {
	uint16_t offset;     /* from the controller's base, in bytes */
	uint16_t count;      /* so many of them (lockdown: one a master) ... */
	uint16_t stride;     /* ... so many bytes apart */
	uint8_t controllers; /* sum of enum l2c_controller: which have it */
	uint8_t since;       /* enum l2c_release, of the L2C-310 */
	const char *word;    /* of --register; NULL: not worth decoding */
	const char *name;    /* as manuals and logs have it: "AUX_CTRL" */
	const char *title;
};

/* How a field's number becomes words. */
enum l2c_field_kind {
	L2C_WORDS,  /* by its table of values */
	L2C_CYCLES, /* number + 1 cycles */
	L2C_WAYS,   /* one bit a way: those that are locked */
	L2C_WAY_COUNT,
	L2C_LINES, /* number + 1 cache lines ahead */
	L2C_NUMBER,
};

struct l2c_value {
	uint32_t number;
	const char *meaning;
};

struct l2c_field {
	uint8_t high, low;
	uint8_t controllers;
	uint8_t since; /* enum l2c_release, of the L2C-310 */
	enum l2c_field_kind kind;
	const char *key;  /* JSON: "write_allocate" */
	const char *name; /* "write allocate" */
	const struct l2c_value
		*values;    /* ended by a NULL meaning; a number may be missing */
	const char *effect; /* on latency; NULL: none known */
	const char *source;
};

struct l2c_field_table {
	const struct l2c_field *fields; /* from bit 31 down, for each controller */
	size_t count;
};

/* The tables below are indexed by enum l2c_register_id. */
extern const struct l2c_register l2c_registers[L2C_REGISTER_COUNT];

/* An empty table for a register that has no fields. */
struct l2c_field_table l2c_fields_of(enum l2c_register_id id);

/* Of a field's table of values; NULL when the number has no words. */
const char *l2c_value_meaning(const struct l2c_field *field, uint32_t number);

#endif
