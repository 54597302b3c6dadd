/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Does a write that misses the level 2 cache fetch the line into it? The controller may
 * force it either way or leave it to the attributes of the page, which the kernel's memory
 * policy sets. What is not known stays unknown, and nothing here says which is better.
 */
#ifndef L2C310_WRITE_ALLOCATE_H
#define L2C310_WRITE_ALLOCATE_H

#include "l2c310/boot-log.h"

enum l2c_write_allocate {
	L2C_WRITE_ALLOCATE_UNKNOWN,
	L2C_WRITE_ALLOCATE_FORCED_OFF,
	L2C_WRITE_ALLOCATE_FORCED_ON,
	L2C_WRITE_ALLOCATE_FOLLOWS_PAGES,
};

enum l2c_answer { L2C_ANSWER_UNKNOWN, L2C_ANSWER_YES, L2C_ANSWER_NO };

struct l2c_write_allocate_state {
	enum l2c_write_allocate state;
	enum l2c_answer in_force;
	const char *why; /* one sentence without a full stop; never NULL */
};

/* From the register alone, of an L2C-310 or L220. */
enum l2c_write_allocate l2c_write_allocate_of(enum l2c_controller controller,
					      uint32_t aux_ctrl);

struct l2c_write_allocate_state l2c_write_allocate_in(const struct l2c_log *log);

/* "forced-off", "forced-on", "follows-pages", "unknown" */
const char *l2c_write_allocate_word(enum l2c_write_allocate state);
/* "yes", "no", "unknown" */
const char *l2c_answer_word(enum l2c_answer answer);

#endif
