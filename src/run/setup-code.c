/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Neighbours among paths have most in common, as they are sorted. See docs/format.md. */
#include "run/setup-code.h"

#include <string.h>

#include "run/format.h"

enum {
	ENOUGH_BYTES = 56 << 10,
	FLAG_CUT = 1,
	FLAG_VARIES = 2,
	FLAG_ERROR = 4,
	FLAGS = 7,
	LAST_ERRNO = 4095,
};

static size_t common_length(const char *a, const char *b)
{
	size_t length = 0;

	while (a[length] && a[length] == b[length])
		length++;
	return length;
}

static void add_file(struct str *out, const struct setup_file *file, const char *before)
{
	size_t common = common_length(before, file->path);
	size_t rest = strlen(file->path) - common;
	unsigned int flags = (file->cut ? FLAG_CUT : 0) |
			     (file->varies ? FLAG_VARIES : 0) |
			     (file->error ? FLAG_ERROR : 0);

	bytes_add_varint(out, common);
	bytes_add_varint(out, rest);
	str_add_bytes(out, file->path + common, rest);
	bytes_add_varint(out, flags);
	if (file->error) {
		bytes_add_varint(out, (uint64_t)file->error);
		return;
	}
	bytes_add_varint(out, file->length);
	str_add_bytes(out, file->text, file->length);
}

size_t setup_code_add(struct str *out, const struct run_setup *setup, size_t first)
{
	const char *before = "";
	size_t at = first;

	bytes_add_signed(out, setup->time_ns);
	bytes_add_varint(out, setup->changes);
	while (at < setup->count && (at == first || out->length < ENOUGH_BYTES)) {
		/* A large one is a chunk by itself, or the first of one. */
		if (at > first && setup->files[at].length > ENOUGH_BYTES)
			break;
		add_file(out, &setup->files[at], before);
		before = setup->files[at++].path;
	}
	return at;
}

/* NULL on impossible contents. */
static const uint8_t *take(struct bytes *from, size_t count)
{
	const uint8_t *at = from->at;

	if (from->bad || count > bytes_left(from)) {
		from->bad = true;
		return NULL;
	}
	from->at += count;
	return at;
}

static const char *read_path(struct bytes *from, struct arena *arena, const char *before)
{
	size_t common = bytes_varint_max(from, strlen(before));
	size_t rest = bytes_varint_max(from, SETUP_PATH_MAX_BYTES - common);
	const uint8_t *bytes = take(from, rest);
	char *path;

	if (!bytes || memchr(bytes, 0, rest))
		return NULL;
	path = arena_alloc(arena, common + rest + 1);
	memcpy(path, before, common);
	memcpy(path + common, bytes, rest);
	return setup_path_is_good(path) && strcmp(before, path) < 0 ? path : NULL;
}

static bool read_file(struct bytes *from, struct arena *arena, const char *before,
		      struct setup_file *file)
{
	unsigned int flags;
	const uint8_t *bytes;
	char *text;

	file->path = read_path(from, arena, before);
	if (!file->path)
		return false;
	flags = (unsigned int)bytes_varint_max(from, FLAGS);
	file->cut = flags & FLAG_CUT;
	file->varies = flags & FLAG_VARIES;
	file->text = "";
	if (flags & FLAG_ERROR) {
		file->error = (int)bytes_varint_max(from, LAST_ERRNO);
		return !from->bad && file->error;
	}
	file->length = bytes_varint_max(from, SETUP_FILE_MAX_BYTES);
	bytes = take(from, file->length);
	if (!bytes)
		return false;
	text = arena_alloc(arena, file->length + 1);
	memcpy(text, bytes, file->length);
	file->text = text;
	return true;
}

/*
 * A byte of payload may stand for a whole path: what all of them take is bounded, as the
 * writer's chunks are.
 */
bool setup_code_read(struct bytes *from, struct arena *arena, struct run_setup *setup)
{
	struct setup_file *files = NULL;
	size_t room = 0, path_bytes = 0;
	const char *before = "";

	*setup = (struct run_setup){.time_ns = bytes_signed(from)};
	setup->changes = bytes_varint_max(from, 1);
	while (!from->bad && bytes_left(from)) {
		if (setup->count == room) {
			struct setup_file *more =
				arena_array(arena, room ? 2 * room : 64, sizeof(*more));

			if (room)
				memcpy(more, files, room * sizeof(*more));
			files = more;
			room = room ? 2 * room : 64;
		}
		if (!read_file(from, arena, before, &files[setup->count]))
			return false;
		before = files[setup->count++].path;
		path_bytes += strlen(before);
		if (path_bytes > CHUNK_MAX_BYTES)
			return false;
	}
	setup->files = files;
	return !from->bad && setup->time_ns <= INT64_C(1) << 60 &&
	       setup->time_ns >= -(INT64_C(1) << 60);
}
