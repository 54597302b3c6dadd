/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known to be wrong with releases of the L2C-310. Constant data alone. */
#ifndef L2C310_ERRATA_H
#define L2C310_ERRATA_H

#include <stdbool.h>
#include <stdint.h>

struct l2c_erratum {
	uint32_t number; /* Arm's; 0 ends the table */
	const char *what;
	uint8_t first, last; /* enum l2c_release: from, up to and with */
	/*
	 * Linux 3.16 and later take care of it in any configuration, and only tell when
	 * there was something to do.
	 */
	bool is_always_handled;
};

/* In the order of their numbers. */
extern const struct l2c_erratum l2c_errata[];

/* An unknown release is not affected by anything that is known. */
bool l2c_is_affected(const struct l2c_erratum *erratum, uint8_t release);

#endif
