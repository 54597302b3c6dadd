/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A growing list of sentences for the user, kept in an arena. */
#ifndef ANALYSE_SENTENCES_H
#define ANALYSE_SENTENCES_H

#include <stdint.h>

#include "base/arena.h"
#include "base/scope.h"

struct sentences {
	const char **text;
	uint32_t count, room;
};

/* Text is copied. */
void sentences_add(struct sentences *sentences, struct arena *arena, const char *format,
		   ...) PRINTF_LIKE(3, 4);

#endif
