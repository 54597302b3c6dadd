/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The last lines that a meter printed, without what moves cursors and colours letters. */
#ifndef ANALYSE_OUTPUT_TAIL_H
#define ANALYSE_OUTPUT_TAIL_H

#include <stddef.h>
#include <stdint.h>

enum { TAIL_LINES = 4, TAIL_BYTES = 240 };

struct output_tail {
	char line[TAIL_LINES][TAIL_BYTES]; /* the oldest first */
	uint32_t count;
	char partial[TAIL_BYTES]; /* what has no end yet */
	size_t length;
	int escape; /* how far into an escape sequence */
};

/* Takes the next piece. Lines without letters or digits are passed over; long ones are cut. */
void output_tail_add(struct output_tail *tail, const char *text, size_t length);

#endif
