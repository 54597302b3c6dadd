/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/arena: zeroed, aligned, disjoint; exit 4 when there is no memory. */
#include "base/arena.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"

static bool all_bytes_are(const unsigned char *memory, size_t count, unsigned char value)
{
	for (size_t i = 0; i < count; i++)
		if (memory[i] != value)
			return false;
	return true;
}

/* Sizes around the alignment and the first block; each piece keeps its own pattern. */
static void gives_zeroed_aligned_disjoint_memory(void)
{
	enum { PIECES = 3000 };
	static unsigned char *piece[PIECES];
	static size_t size[PIECES];
	struct arena arena = {0};

	for (size_t i = 0; i < PIECES; i++) {
		size[i] = i % 100 == 99 ? 5000 + i : i % 67;
		piece[i] = arena_alloc(&arena, size[i]);
		CHECK_INT((uintptr_t)piece[i] % _Alignof(max_align_t), 0);
		CHECK(all_bytes_are(piece[i], size[i], 0));
		memset(piece[i], (int)(i % 255 + 1), size[i]);
	}
	for (size_t i = 0; i < PIECES; i++)
		CHECK(all_bytes_are(piece[i], size[i], (unsigned char)(i % 255 + 1)));
	arena_free(&arena);
	CHECK(!arena.newest);
	arena_free(&arena);
}

static void copies_text(void)
{
	struct arena arena = {0};
	char text[] = "late";
	char *copy = arena_copy(&arena, text);

	text[0] = 'f';
	CHECK_TEXT(copy, "late");
	CHECK_TEXT(arena_copy(&arena, ""), "");
	arena_free(&arena);
}

static void makes_arrays(void)
{
	struct arena arena = {0};
	int64_t *array = arena_array(&arena, 1000, sizeof(*array));

	CHECK(all_bytes_are((unsigned char *)array, 8000, 0));
	array[999] = 1;
	arena_free(&arena);
}

/* The status of a child that runs the function; -1 when it did not exit. */
static int status_of(void (*run)(void))
{
	int status;
	pid_t child = fork();

	if (!child) {
		close(STDERR_FILENO);
		run();
		_exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
		return -1;
	return WEXITSTATUS(status);
}

static void take_an_array_that_overflows(void)
{
	struct arena arena = {0};

	arena_array(&arena, SIZE_MAX / 4, 8);
}

static void take_too_much(void)
{
	struct arena arena = {0};

	arena_alloc(&arena, SIZE_MAX - 3);
}

static void exits_with_4_when_exhausted(void)
{
	CHECK_INT(status_of(take_an_array_that_overflows), 4);
	CHECK_INT(status_of(take_too_much), 4);
}

static void allocates_and_grows(void)
{
	char *memory = mem_alloc(0);

	CHECK(memory);
	memory = mem_grow(memory, 0);
	CHECK(memory);
	memory = mem_grow(memory, 100);
	memset(memory, 1, 100);
	memory = mem_grow(memory, 100000);
	CHECK(all_bytes_are((unsigned char *)memory, 100, 1));
	free(memory);
}

static const struct test tests[] = {
	{"gives zeroed, aligned, disjoint memory", gives_zeroed_aligned_disjoint_memory},
	{"copies text", copies_text},
	{"makes arrays", makes_arrays},
	{"exits with 4 when exhausted", exits_with_4_when_exhausted},
	{"allocates and grows", allocates_and_grows},
};

TEST_MAIN(tests)
