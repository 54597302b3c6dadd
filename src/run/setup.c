/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sorted array. Whoever puts files in order of their paths moves nothing. */
#include "run/setup.h"

#include <errno.h>
#include <string.h>

void setup_free(struct setup *setup)
{
	arena_free(&setup->arena);
	*setup = (struct setup){0};
}

/* Where the path is, or belongs. */
static size_t place_of(const struct setup *setup, const char *path)
{
	size_t low = 0, high = setup->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(setup->files[middle].path, path) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct setup *setup, size_t place, const char *path)
{
	return place < setup->count && !strcmp(setup->files[place].path, path);
}

static struct setup_file *make_room(struct setup *setup, size_t place)
{
	struct setup_file *files = setup->files;

	if (setup->count == setup->room) {
		setup->room = setup->room ? 2 * setup->room : 256;
		files = arena_array(&setup->arena, setup->room, sizeof(*files));
		if (setup->count)
			memcpy(files, setup->files, setup->count * sizeof(*files));
		setup->files = files;
	}
	memmove(files + place + 1, files + place,
		(setup->count - place) * sizeof(*files));
	setup->count++;
	return files + place;
}

void setup_put(struct setup *setup, const struct setup_file *file)
{
	size_t place = place_of(setup, file->path);
	bool known = is_at(setup, place, file->path);
	struct setup_file *kept = known ? &setup->files[place] : make_room(setup, place);
	char *text = arena_alloc(&setup->arena, file->length + 1);

	if (file->length)
		memcpy(text, file->text, file->length);
	*kept = (struct setup_file){
		.path = known ? kept->path : arena_copy(&setup->arena, file->path),
		.text = text,
		.length = file->length,
		.error = file->error,
		.cut = file->cut,
		.varies = file->varies,
	};
}

const struct setup_file *setup_find(const struct setup *setup, const char *path)
{
	size_t place = place_of(setup, path);

	return is_at(setup, place, path) ? &setup->files[place] : NULL;
}

const char *setup_text(const struct setup *setup, const char *path)
{
	const struct setup_file *file = setup_find(setup, path);

	return file && !file->error ? file->text : NULL;
}

static bool matches(const char *pattern, const char *path)
{
	for (; *pattern != '*'; pattern++, path++) {
		if (*pattern != *path)
			return false;
		if (!*pattern)
			return true;
	}
	for (;; path++) {
		if (matches(pattern + 1, path))
			return true;
		if (!*path || *path == '/')
			return false;
	}
}

const struct setup_file *setup_next(const struct setup *setup, const char *pattern,
				    size_t *at)
{
	while (*at < setup->count) {
		const struct setup_file *file = &setup->files[(*at)++];

		if (matches(pattern, file->path))
			return file;
	}
	return NULL;
}

bool setup_has(const struct setup *setup, const char *path)
{
	size_t place = place_of(setup, path), length = strlen(path);

	/* What sorts between a folder and its contents ("a-b" before "a/b") is passed over. */
	for (; place < setup->count; place++) {
		const char *at = setup->files[place].path;

		if (strncmp(at, path, length))
			return false;
		if ((!at[length] || at[length] == '/') &&
		    setup->files[place].error != ENOENT)
			return true;
	}
	return false;
}

static bool is_same(const struct setup_file *a, const struct setup_file *b)
{
	return a->error == b->error && a->cut == b->cut && a->length == b->length &&
	       !memcmp(a->text, b->text, a->length);
}

void setup_compare(const struct setup *before, const struct setup *now,
		   struct setup *changes)
{
	size_t i = 0, j = 0;

	while (i < before->count || j < now->count) {
		const struct setup_file *was = &before->files[i], *is = &now->files[j];
		int order = i == before->count ? 1
			    : j == now->count  ? -1
					       : strcmp(was->path, is->path);
		struct setup_file gone;

		if (order < 0) {
			gone = (struct setup_file){.path = was->path,
						   .text = "",
						   .error = ENOENT};
			gone.varies = was->varies;
			if (was->error != ENOENT)
				setup_put(changes, &gone);
		} else if (order > 0 || !is_same(was, is)) {
			setup_put(changes, is);
		}
		i += order <= 0;
		j += order >= 0;
	}
}

bool setup_path_is_good(const char *path)
{
	const char *part = path;

	if (*path != '/' || strlen(path) > SETUP_PATH_MAX_BYTES)
		return false;
	for (const char *at = path; *at; at++)
		if ((unsigned char)*at < ' ' || *at == 0x7f)
			return false;
	while (part) {
		size_t length = strcspn(++part, "/");

		if (!length || (length == 1 && part[0] == '.') ||
		    (length == 2 && part[0] == '.' && part[1] == '.'))
			return false;
		part = part[length] ? part + length : NULL;
	}
	return true;
}
