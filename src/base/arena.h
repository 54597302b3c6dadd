/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory of one command: taken piece by piece, given back all at once.
 * Never used by real-time threads.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
	struct arena_block *newest;
};

/* Zeroed memory, aligned for any type. Never NULL: see mem_exhausted(). */
void *arena_alloc(struct arena *arena, size_t bytes);

/* The same for an array; count * bytes_each may not overflow unseen. */
void *arena_array(struct arena *arena, size_t count, size_t bytes_each);

/* A copy of text that lives as long as the arena. */
char *arena_copy(struct arena *arena, const char *text);

void arena_free(struct arena *arena);

/* calloc() and realloc() that never return NULL. */
void *mem_alloc(size_t bytes);
void *mem_grow(void *old, size_t bytes);

/*
 * Out of memory: says so on descriptor 2 and exits with 4. The run file is
 * whole up to its last second at any moment, so nothing recorded is lost.
 */
_Noreturn void mem_exhausted(void);

#endif
