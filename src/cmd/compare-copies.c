/* SPDX-License-Identifier: GPL-2.0-or-later */
/* By their bytes: a run file begins with the moment of its start, to the nanosecond. */
#include "cmd/compare-copies.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/scope.h"
#include "base/str.h"

/* What is shorter is no beginning of a run: it may be that of any. */
enum { BEGINNING_BYTES = 1024, BLOCK_BYTES = 16 << 10 };

bool compare_is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return !strcmp(a, b) || (stat(a, &x) == 0 && stat(b, &y) == 0 &&
				 x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

static int64_t file_bytes(const char *name)
{
	struct stat status;

	return stat(name, &status) == 0 && S_ISREG(status.st_mode) ? status.st_size : -1;
}

static bool are_equal(const char *a, const char *b, int64_t bytes)
{
	CLEANUP(scope_close) int x = open(a, O_RDONLY | O_CLOEXEC);
	CLEANUP(scope_close) int y = open(b, O_RDONLY | O_CLOEXEC);
	char one[BLOCK_BYTES], other[BLOCK_BYTES];

	while (x >= 0 && y >= 0 && bytes > 0) {
		size_t length = bytes < BLOCK_BYTES ? (size_t)bytes : BLOCK_BYTES;

		if (io_read_full(x, one, length) != (long)length ||
		    io_read_full(y, other, length) != (long)length ||
		    memcmp(one, other, length) != 0)
			return false;
		bytes -= (int64_t)length;
	}
	return x >= 0 && y >= 0;
}

bool compare_is_copy(const char *a, const char *b)
{
	int64_t a_bytes = file_bytes(a), b_bytes = file_bytes(b);
	int64_t bytes = a_bytes < b_bytes ? a_bytes : b_bytes;

	if (bytes <= 0 || (a_bytes != b_bytes && bytes < BEGINNING_BYTES))
		return false;
	return !compare_is_same_file(a, b) && are_equal(a, b, bytes);
}

/* Which of the names it is a copy of, and not longer than; -1: of none. */
static int original_of(char **names, int count, int which)
{
	for (int i = 0; i < count; i++) {
		int64_t more = file_bytes(names[i]) - file_bytes(names[which]);

		if (i != which && (more > 0 || (!more && i < which)) &&
		    compare_is_copy(names[i], names[which]))
			return i;
	}
	return -1;
}

const char *compare_drop_copies(char **names, int *count, struct arena *arena)
{
	char **kept = arena_array(arena, (size_t)*count + 1, sizeof(*kept));
	CLEANUP(str_free) struct str dropped = {0};
	int left = 0;

	for (int i = 0; i < *count; i++) {
		int original = original_of(names, *count, i);

		if (original < 0)
			kept[left++] = names[i];
		else
			str_addf(&dropped, "%s%s (a copy of %s)",
				 dropped.length ? ", " : "", names[i], names[original]);
	}
	memcpy(names, kept, (size_t)left * sizeof(*kept));
	*count = left;
	return dropped.length ? arena_copy(arena, str_text(&dropped)) : NULL;
}
