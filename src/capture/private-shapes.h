/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words that are private by their shape alone. */
#ifndef CAPTURE_PRIVATE_SHAPES_H
#define CAPTURE_PRIVATE_SHAPES_H

#include "capture/private-words.h"

/* Bytes of the word that starts at this place; 0 when it is not private. Sets the rest. */
size_t private_shape(const struct private_walk *walk, const char *at,
		     struct private_word *word);

#endif
