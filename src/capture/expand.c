/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Patterns are walked part by part; each folder with one in it is listed once a row. */
#include "capture/expand.h"

#include <stdlib.h>
#include <string.h>

#include "run/setup.h"
#include "sys/host.h"

/* More is no machine but a mistake, or malice. */
enum { MOST_PATHS = 100000, MOST_DEPTH = 12 };

struct walk {
	const struct root *root;
	struct arena *arena;
	struct wanted_list *list;
	const struct source *source;
	void (*found)(struct walk *walk, const char *path, bool is_fixed);
	struct str path;     /* as far as it is settled */
	const char *pattern; /* of the part at hand */
	size_t pattern_length;
	const char *rest; /* behind it */
	int depth;
	bool is_fixed;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool expand_matches(const char *pattern, size_t length, const char *name)
{
	for (; length; pattern++, length--) {
		if (*pattern == '#') {
			size_t digits = 0;

			while (is_digit(name[digits]))
				digits++;
			if (!digits)
				return false;
			name += digits;
			continue;
		}
		if (*pattern == '*') {
			for (;; name++) {
				if (expand_matches(pattern + 1, length - 1, name))
					return true;
				if (!*name)
					return false;
			}
		}
		if (*pattern != *name++)
			return false;
	}
	return !*name;
}

static void walk_on(struct walk *walk, const char *pattern);

static void take_name(void *self, const char *name)
{
	struct walk *walk = self, saved = *walk;
	size_t length = walk->path.length;

	if (walk->list->count >= MOST_PATHS ||
	    !expand_matches(walk->pattern, walk->pattern_length, name))
		return;
	str_add(&walk->path, name);
	if (++walk->depth < MOST_DEPTH)
		walk_on(walk, walk->rest);
	saved.path = walk->path;
	*walk = saved;
	walk->path.length = length;
	walk->path.text[length] = '\0';
}

/* pattern goes on behind walk->path. */
static void walk_on(struct walk *walk, const char *pattern)
{
	size_t before = walk->path.length, wild = strcspn(pattern, "*#"), part = wild;

	if (!pattern[wild]) {
		str_add(&walk->path, pattern);
		walk->found(walk, str_text(&walk->path), walk->is_fixed);
	} else {
		while (part && pattern[part - 1] != '/')
			part--;
		str_add_bytes(&walk->path, pattern, part);
		walk->pattern = pattern + part;
		walk->pattern_length = strcspn(walk->pattern, "/");
		walk->rest = walk->pattern + walk->pattern_length;
		walk->is_fixed = false;
		root_list(walk->root, str_text(&walk->path), take_name, walk);
	}
	walk->path.length = before;
	walk->path.text[before] = '\0';
}

void expand_add(struct arena *arena, struct wanted_list *list, const char *path,
		const struct source *source, bool is_fixed)
{
	if (list->count >= MOST_PATHS || !setup_path_is_good(path))
		return;
	if (list->count == list->room) {
		size_t room = list->room ? 2 * list->room : 512;
		struct wanted *items = arena_array(arena, room, sizeof(*items));

		if (list->count)
			memcpy(items, list->items, list->count * sizeof(*items));
		list->items = items;
		list->room = room;
	}
	list->items[list->count++] =
		(struct wanted){arena_copy(arena, path), source, is_fixed};
}

static void add_path(struct walk *walk, const char *path, bool is_fixed)
{
	expand_add(walk->arena, walk->list, path, walk->source, is_fixed);
}

/* A folder of the row is settled: its names, word by word. */
static void add_names(struct walk *walk, const char *folder, bool is_fixed)
{
	struct walk inner = *walk;
	const char *name = walk->source->names;

	inner.path = (struct str){0};
	inner.found = add_path;
	str_add(&inner.path, folder);
	while (*name) {
		CLEANUP(str_free) struct str word = {0};
		size_t length = strcspn(name, " ");

		str_add_bytes(&word, name, length);
		inner.is_fixed = is_fixed;
		walk_on(&inner, str_text(&word));
		name += length;
		name += *name == ' ';
	}
	str_free(&inner.path);
}

/* The same for both: a row before another wins. */
static int compare(const void *a, const void *b)
{
	const struct wanted *left = a, *right = b;
	int order = strcmp(left->path, right->path);

	if (order)
		return order;
	return left->source < right->source ? -1 : left->source > right->source;
}

void expand_sort(struct wanted_list *list)
{
	size_t kept = 0;

	if (!list->count)
		return;
	qsort(list->items, list->count, sizeof(*list->items), compare);
	for (size_t i = 1; i < list->count; i++)
		if (strcmp(list->items[kept].path, list->items[i].path) != 0)
			list->items[++kept] = list->items[i];
	list->count = kept + 1;
}

/* One kernel's configuration is enough: here, that of the kernel that runs. */
static void settle_release(struct str *out, const char *pattern)
{
	struct utsname names = host_names();

	for (; *pattern; pattern++) {
		if (*pattern == '*')
			str_add(out, names.release);
		else
			str_add_char(out, *pattern);
	}
}

static void expand_row(struct walk *walk, const struct source *source)
{
	CLEANUP(str_free) struct str folder = {0}, names = {0};
	struct source settled = *source;
	bool is_of_kernel =
		source->flags & SOURCE_OF_KERNEL && root_is_this_machine(walk->root);
	size_t first = walk->list->count;

	if (is_of_kernel) {
		settle_release(&folder, source->folder);
		settle_release(&names, source->names);
		settled.folder = str_text(&folder);
		settled.names = str_text(&names);
	}
	walk->source = &settled;
	walk->is_fixed = !(source->flags & SOURCE_COLLECTED);
	walk_on(walk, settled.folder);
	for (size_t i = first; i < walk->list->count; i++)
		walk->list->items[i].source = source;
	walk->source = source;
}

void expand_sources(const struct root *root, unsigned int with, unsigned int without,
		    struct arena *arena, struct wanted_list *list)
{
	struct walk walk = {.root = root,
			    .arena = arena,
			    .list = list,
			    .found = add_names};

	str_reserve(&walk.path, 1)[0] = '\0';
	for (size_t i = 0; i < source_count; i++)
		if ((sources[i].flags & with) == with && !(sources[i].flags & without))
			expand_row(&walk, &sources[i]);
	str_free(&walk.path);
	expand_sort(list);
}
