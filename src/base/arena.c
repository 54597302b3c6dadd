/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A bump allocator: blocks that double in size, freed together. */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct arena_block {
	struct arena_block *older;
	size_t used;
	size_t size;
	max_align_t data[];
};

enum { ARENA_FIRST_BYTES = 4096 };

_Noreturn void mem_exhausted(void)
{
	static const char words[] = "whylate: out of memory\n";
	ssize_t ignored = write(STDERR_FILENO, words, sizeof(words) - 1);

	(void)ignored;
	_exit(4);
}

void *mem_alloc(size_t bytes)
{
	void *memory = calloc(1, bytes ? bytes : 1);

	if (!memory)
		mem_exhausted();
	return memory;
}

void *mem_grow(void *old, size_t bytes)
{
	void *memory = realloc(old, bytes ? bytes : 1);

	if (!memory)
		mem_exhausted();
	return memory;
}

static struct arena_block *arena_add_block(struct arena *arena, size_t at_least)
{
	size_t size = arena->newest ? arena->newest->size * 2 : ARENA_FIRST_BYTES;
	struct arena_block *block;

	if (size < at_least)
		size = at_least;
	block = mem_alloc(sizeof(*block) + size);
	block->size = size;
	block->older = arena->newest;
	arena->newest = block;
	return block;
}

void *arena_alloc(struct arena *arena, size_t bytes)
{
	const size_t align = sizeof(max_align_t);
	struct arena_block *block = arena->newest;
	void *memory;

	if (bytes > SIZE_MAX / 4)
		mem_exhausted();
	bytes = (bytes + align - 1) / align * align;
	if (!block || block->size - block->used < bytes)
		block = arena_add_block(arena, bytes);
	memory = (char *)block->data + block->used;
	block->used += bytes;
	return memory;
}

void *arena_array(struct arena *arena, size_t count, size_t bytes_each)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, bytes_each, &bytes))
		mem_exhausted();
	return arena_alloc(arena, bytes);
}

char *arena_copy(struct arena *arena, const char *text)
{
	size_t bytes = strlen(text) + 1;

	return memcpy(arena_alloc(arena, bytes), text, bytes);
}

void arena_free(struct arena *arena)
{
	while (arena->newest) {
		struct arena_block *block = arena->newest;

		arena->newest = block->older;
		free(block);
	}
}
