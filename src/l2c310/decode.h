/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a register's value to its fields. Takes no memory and prints nothing. */
#ifndef L2C310_DECODE_H
#define L2C310_DECODE_H

#include <stdbool.h>

#include "l2c310/registers.h"

/* No register has more fields. */
enum { L2C_FIELDS_MAX = 24 };

struct l2c_decoded {
	const struct l2c_field *field;
	uint32_t number;     /* the field's bits, shifted down */
	const char *meaning; /* NULL: none but the number; see the field's kind */
};

struct l2c_decoding {
	enum l2c_register_id id;
	uint32_t value;
	struct l2c_decoded fields[L2C_FIELDS_MAX]; /* from bit 31 down */
	size_t count;
	uint32_t
		other; /* bits that are set and in no field: reserved, or too new for us */
};

/*
 * Decodes value as that register of that controller; L2C_UNKNOWN is taken as L2C-310, an
 * unknown release as the newest.
 */
void l2c_decode(struct l2c_decoding *decoding, enum l2c_register_id id,
		enum l2c_controller controller, uint8_t release, uint32_t value);

uint32_t l2c_field_mask(const struct l2c_field *field);
uint32_t l2c_field_number(const struct l2c_field *field, uint32_t value);

/* What a CACHE_ID says; L2C_UNKNOWN and L2C_RELEASE_UNKNOWN when it is none of Arm's. */
enum l2c_controller l2c_controller_of(uint32_t cache_id);
uint8_t l2c_release_of(uint32_t cache_id); /* of an L2C-310 */

/* The release by its name, "r3p1-50rel0"; L2C_RELEASE_UNKNOWN when there is no such. */
uint8_t l2c_release_find(const char *name);
/* NULL: unknown. */
const char *l2c_release_name(uint8_t release);
/* "L2C-310", "L220", "L210", "unknown". */
const char *l2c_controller_name(enum l2c_controller controller);

/* The size that AUX_CTRL tells. */
uint32_t l2c_ways(enum l2c_controller controller, uint32_t aux_ctrl);
uint32_t l2c_way_bytes(uint32_t aux_ctrl);

/*
 * Could this value be that register's? What it must be is told by the value alone in three
 * cases: a CACHE_ID names its maker and part, a CACHE_TYPE has its sizes twice, an AUX_CTRL
 * must have a way size. Everything else fits where it sets no bit that has no field.
 */
bool l2c_fits(enum l2c_register_id id, uint32_t value);

/* The register that it is most likely, or L2C_REGISTER_COUNT when several others fit. */
enum l2c_register_id l2c_guess(uint32_t value);

#endif
