/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers and fields in people's words, and back. */
#ifndef L2C310_WORDS_H
#define L2C310_WORDS_H

#include "base/err.h"
#include "base/str.h"
#include "l2c310/decode.h"

/* A value as it was given: "0x02870000", "02870000" or "AUX_CTRL=0x02870000". */
struct l2c_given {
	enum l2c_register_id id; /* L2C_REGISTER_COUNT: not said */
	uint32_t value;
};

int l2c_parse(const char *text, struct l2c_given *given, struct err *err);

/* By its word ("aux") or name ("AUX_CTRL", in any case); L2C_REGISTER_COUNT: none. */
enum l2c_register_id l2c_register_find(const char *word);

/* The words of --register that the value fits: "power, lockdown"; none: "any". */
void l2c_add_fitting(struct str *out, uint32_t value);

/* "24:23", "25". */
void l2c_add_bits(struct str *out, const struct l2c_field *field);

/* "01": as many binary digits as the field has bits; hexadecimal from five bits on. */
void l2c_add_number(struct str *out, const struct l2c_decoded *decoded);

/* "forced off", "4 cycles", "ways 0-3, 8", "16 lines"; a number without words: itself. */
void l2c_add_meaning(struct str *out, const struct l2c_decoded *decoded);

/* The bits that are set, from the highest: "30, 29, 23"; "none". */
void l2c_add_bit_list(struct str *out, uint32_t bits);

/* "64 KiB", "1 MiB"; other numbers as bytes. */
void l2c_add_bytes(struct str *out, uint64_t bytes);

#endif
