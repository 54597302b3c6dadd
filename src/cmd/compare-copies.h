/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run that was copied is still one run: under two names it must not count as two. */
#ifndef CMD_COMPARE_COPIES_H
#define CMD_COMPARE_COPIES_H

#include <stdbool.h>

#include "base/arena.h"

/* The same file under whatever name. */
bool compare_is_same_file(const char *a, const char *b);

/* Another file with the same contents, or with the beginning of them. */
bool compare_is_copy(const char *a, const char *b);

/*
 * Takes copies out of the names, which keep their order otherwise; of a whole run and one that
 * was cut the whole one stays. Returns which, as "b (a copy of a), ..."; NULL: none.
 */
const char *compare_drop_copies(char **names, int *count, struct arena *arena);

#endif
