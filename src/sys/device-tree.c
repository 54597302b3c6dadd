/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Properties are files, nodes are folders; numbers are big-endian 32-bit cells. Format: the
 * Devicetree Specification, 2.3. A tree may come from anywhere, so depth and sizes are bounded.
 */
#include "sys/device-tree.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/io.h"

enum { DEPTH_MAX = 16, PROPERTY_BYTES = 4096, NAMES_BYTES = 1 << 16 };

struct search {
	const struct root *root;
	const char *const *compatibles;
	struct device_tree_node *node;
};

/* A property of the node at path; false when there is none that is whole. */
static bool read_property(const struct root *root, const char *path, const char *name,
			  struct str *out)
{
	CLEANUP(str_free) struct str whole = {0};
	CLEANUP(scope_close) int fd = -1;

	str_addf(&whole, DEVICE_TREE "%s/%s", path, name);
	fd = root_open(root, O_RDONLY, str_text(&whole));
	str_clear(out);
	return fd >= 0 && io_read_all(fd, PROPERTY_BYTES, out) == 0;
}

static uint64_t cells(const struct str *property, size_t at, size_t count)
{
	uint64_t value = 0;

	for (size_t i = 4 * at; i < 4 * (at + count); i++)
		value = value << 8 | (uint8_t)property->text[i];
	return value;
}

/* #address-cells and the like: 1 or 2, or what the specification has where it is missing. */
static size_t cell_count(const struct root *root, const char *path, const char *name,
			 size_t usual)
{
	CLEANUP(str_free) struct str property = {0};

	if (!read_property(root, path, name, &property) || property.length != 4)
		return usual;
	return cells(&property, 0, 1) <= 2 ? (size_t)cells(&property, 0, 1) : 0;
}

/* Cuts the last name off; the top is "". */
static void go_up(struct str *path)
{
	char *slash = strrchr(path->text, '/');

	path->length = slash ? (size_t)(slash - path->text) : 0;
	path->text[path->length] = '\0';
}

/* From the address space below a node to that around it. */
static bool translate(const struct root *root, const char *path, size_t outer_cells,
		      uint64_t *address)
{
	CLEANUP(str_free) struct str ranges = {0};
	size_t inner = cell_count(root, path, "#address-cells", 2);
	size_t size = cell_count(root, path, "#size-cells", 1);
	size_t row = inner + outer_cells + size;

	if (!read_property(root, path, "ranges", &ranges))
		return false;
	for (size_t at = 0; row && 4 * (at + row) <= ranges.length; at += row) {
		uint64_t child = cells(&ranges, at, inner);
		uint64_t bytes = cells(&ranges, at + inner + outer_cells, size);

		if (*address >= child && *address - child < bytes) {
			*address = *address - child +
				   cells(&ranges, at + inner, outer_cells);
			return true;
		}
	}
	return !ranges.length;
}

/* The node's first address, through all nodes above. */
static const char *find_address(const struct search *search)
{
	CLEANUP(str_free) struct str path = {0}, reg = {0};
	size_t count;

	str_add(&path, str_text(&search->node->path));
	if (!read_property(search->root, path.text, "reg", &reg))
		return "the node has no reg";
	go_up(&path);
	count = cell_count(search->root, path.text, "#address-cells", 2);
	if (!count || reg.length < 4 * count)
		return "the node's reg is not as #address-cells has it";
	search->node->address = cells(&reg, 0, count);
	while (path.length) {
		CLEANUP(str_free) struct str above = {0};

		str_add(&above, path.text);
		go_up(&above);
		count = cell_count(search->root, above.text, "#address-cells", 2);
		if (!translate(search->root, path.text, count, &search->node->address))
			return "no ranges lead from the node to the CPUs";
		str_clear(&path);
		str_add(&path, str_text(&above));
		if (!above.length)
			break;
	}
	return NULL;
}

static const char *match(const struct str *compatible, const char *const *words)
{
	for (size_t at = 0; at < compatible->length;
	     at += strlen(compatible->text + at) + 1)
		for (size_t i = 0; words[i]; i++)
			if (!strcmp(compatible->text + at, words[i]))
				return words[i];
	return NULL;
}

static bool is_disabled(const struct search *search, const char *path)
{
	CLEANUP(str_free) struct str status = {0};

	return read_property(search->root, path, "status", &status) &&
	       !str_starts(str_text(&status), "ok");
}

static bool is_it(const struct search *search, const char *path)
{
	CLEANUP(str_free) struct str compatible = {0};
	struct device_tree_node *node = search->node;

	if (!read_property(search->root, path, "compatible", &compatible) ||
	    !compatible.length || is_disabled(search, path))
		return false;
	node->compatible = match(&compatible, search->compatibles);
	if (!node->compatible)
		return false;
	str_add(&node->path, path);
	node->why = find_address(search);
	node->has_address = !node->why;
	return true;
}

static void take_name(void *self, const char *name)
{
	struct str *names = self;

	if (names->length < NAMES_BYTES)
		str_add_bytes(names, name, strlen(name) + 1);
}

static bool is_folder(const struct root *root, const char *path)
{
	CLEANUP(scope_close) int fd = root_open(root, O_PATH | O_NOFOLLOW, path);
	struct stat status;

	return fd >= 0 && fstat(fd, &status) == 0 && S_ISDIR(status.st_mode);
}

static int search_below(const struct search *search, const char *path, int depth)
{
	CLEANUP(str_free) struct str names = {0}, folder = {0};
	int found = 0;

	str_addf(&folder, DEVICE_TREE "%s", path);
	if (root_list(search->root, folder.text, take_name, &names) < 0)
		return depth ? 0 : -1;
	for (size_t at = 0; at < names.length && !found;
	     at += strlen(names.text + at) + 1) {
		CLEANUP(str_free) struct str below = {0};

		str_clear(&folder);
		str_addf(&below, "%s/%s", path, names.text + at);
		str_addf(&folder, DEVICE_TREE "%s", below.text);
		if (!is_folder(search->root, folder.text))
			continue;
		found = is_it(search, below.text);
		if (!found && depth < DEPTH_MAX)
			found = search_below(search, below.text, depth + 1);
	}
	return found;
}

int device_tree_find(const struct root *root, const char *const *compatibles,
		     struct device_tree_node *node)
{
	const struct search search = {root, compatibles, node};

	*node = (struct device_tree_node){.why = "there is no node"};
	return search_below(&search, "", 0);
}

void device_tree_node_free(struct device_tree_node *node)
{
	str_free(&node->path);
}
