/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which files tell how a machine is set up: rows of folders and names. A new one is a word
 * here. What they mean is the judging half's to say.
 */
#ifndef CAPTURE_SOURCES_H
#define CAPTURE_SOURCES_H

#include <stddef.h>

enum source_flags {
	SOURCE_WATCHED = 1, /* may be changed during a run, and is cheap to read again */
	SOURCE_VARIES = 2,  /* changes by itself: counters, what is used just now */
	SOURCE_COLLECTED = 4,  /* of a collected tree alone */
	SOURCE_PRIVATE = 8,    /* tells one machine from another: not with --anonymous */
	SOURCE_LARGE = 16,     /* up to SETUP_FILE_MAX_BYTES, not SOURCE_USUAL_BYTES */
	SOURCE_OF_KERNEL = 32, /* "*" is the running kernel's release */
	SOURCE_NUMBER = 64,    /* a binary 32-bit number, kept as decimal text */
};

enum { SOURCE_USUAL_BYTES = 64 << 10 };

struct source {
	/* Patterns: "*" stands for any characters but "/", "#" for digits. */
	const char *folder;
	const char *names; /* files below, separated by blanks; patterns, too */
	unsigned int flags;
};

extern const struct source sources[];
extern const size_t source_count;

#endif
