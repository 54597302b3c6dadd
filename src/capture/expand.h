/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the table of sources to the paths that a machine, or a collected tree, has. */
#ifndef CAPTURE_EXPAND_H
#define CAPTURE_EXPAND_H

#include <stdbool.h>

#include "base/arena.h"
#include "capture/sources.h"
#include "sys/root.h"

struct wanted {
	const char *path;
	const struct source *source;
	bool is_fixed; /* the path is the table's own word: that it is not there tells something */
};

struct wanted_list {
	struct wanted *items; /* by path, in the order of strcmp(), each once */
	size_t count, room;
};

/*
 * Paths of the rows that have all flags of `with` and none of `without`. What is behind the
 * last "*" is not looked for: such a file may not be there.
 */
void expand_sources(const struct root *root, unsigned int with, unsigned int without,
		    struct arena *arena, struct wanted_list *list);

/* Adds one; expand_sort() puts the list in order again. path is copied. */
void expand_add(struct arena *arena, struct wanted_list *list, const char *path,
		const struct source *source, bool is_fixed);
void expand_sort(struct wanted_list *list);

/* "*": any characters; "#": digits, at least one. */
bool expand_matches(const char *pattern, size_t pattern_length, const char *name);

#endif
