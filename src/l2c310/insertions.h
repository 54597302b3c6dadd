/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file with lines put into it, as a unified diff for 'patch -p1'. */
#ifndef L2C310_INSERTIONS_H
#define L2C310_INSERTIONS_H

#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"

/* A file's lines; texts belong to the file. */
struct lines {
	const char **start; /* and behind the last line the file's end */
	size_t count;
};

struct insertion {
	size_t line;      /* goes before this line of the file; from 0 */
	const char *text; /* whole lines */
};

struct lines lines_of(struct arena *arena, const struct str *file);

/* Bytes of a line without its end. */
size_t lines_length(const struct lines *lines, size_t line);

/* In the order of lines. name: the file's path from the top, without "a/". */
void insertions_add_diff(struct str *out, const char *name, const struct lines *file,
			 const struct insertion *insertions, size_t count);

#endif
