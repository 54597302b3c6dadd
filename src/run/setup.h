/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a machine is set up, in its own words: the text of files below /proc, /sys and /dev,
 * path by path, as they were read. Nobody has judged it: what it means is found out where it
 * is looked at (facts/), so that an old run answers new questions.
 *
 * A struct setup is such a collection in memory, whoever made it: a capture of this machine
 * or of a collected tree, a run file, a boot log alone.
 */
#ifndef RUN_SETUP_H
#define RUN_SETUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* What is known from a system call, not from a file, has a path below this one. */
#define SETUP_ASKED "/whylate/"
/* The kernel's log; a collected tree has it as a file of this name. */
#define SETUP_LOG "/dmesg.txt"

/*
 * In an unpacked set-up: what the files themselves cannot tell, a line each: "ERRNO PATH" of a
 * file that could not be read, "cut PATH" of one that was longer.
 */
#define SETUP_UNREADABLE "/whylate/unreadable"

enum {
	SETUP_FILE_MAX_BYTES = 4 << 20, /* longer texts are cut */
	SETUP_PATH_MAX_BYTES = 1023,
};

/* One file. text is never NULL, may hold any byte, and has a NUL behind it. */
struct setup_file {
	const char *path; /* absolute, as on the machine itself */
	const char *text;
	size_t length;
	int error; /* errno (Linux's generic numbers) when it could not be read */
	bool cut;
	bool varies; /* changes by itself, as counters do: another text is no other set-up */
};

struct setup {
	struct arena arena;
	struct setup_file *files; /* by path, in the order of strcmp() */
	size_t count, room;
};

void setup_free(struct setup *setup);

/* Adds a file or replaces the one with this path; takes copies. */
void setup_put(struct setup *setup, const struct setup_file *file);

/* The file, readable or not; NULL when nobody tried to read it. */
const struct setup_file *setup_find(const struct setup *setup, const char *path);

/* Its text; NULL when it is not there or could not be read. */
const char *setup_text(const struct setup *setup, const char *path);

/*
 * The next file behind *at whose path matches the pattern, in which "*" stands for any
 * characters but "/"; *at counts from 0. NULL when there are no more.
 */
const struct setup_file *setup_next(const struct setup *setup, const char *pattern,
				    size_t *at);

/*
 * Puts into *changes what `now` has otherwise than `before`, and what is only in `before` with
 * ENOENT. Nothing points into the two.
 */
void setup_compare(const struct setup *before, const struct setup *now,
		   struct setup *changes);

/*
 * Is it a path that a file of a set-up may have? Absolute; no empty part, "." or ".."; no
 * control characters; not too long.
 */
bool setup_path_is_good(const char *path);

/* Is there anything at or below this path? What was looked for and is not there is nothing. */
bool setup_has(const struct setup *setup, const char *path);

#endif
