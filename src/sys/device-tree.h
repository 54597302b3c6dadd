/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The device tree that the kernel was started with, as /proc/device-tree shows it. */
#ifndef SYS_DEVICE_TREE_H
#define SYS_DEVICE_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "sys/root.h"

#define DEVICE_TREE "/proc/device-tree"

struct device_tree_node {
	struct str path;        /* "/soc/bus@2000000/l2-cache@a02000" below DEVICE_TREE */
	const char *compatible; /* the one of those asked for */
	bool has_address;
	uint64_t address; /* as a CPU sees it: through the ranges of all nodes above */
	const char *why;  /* there is no address; a few words */
};

/*
 * The first node, of those that are not disabled, which is compatible with one of the words
 * (NULL behind the last). 1: found; 0: there is none; -1 with errno: no tree to look into.
 */
int device_tree_find(const struct root *root, const char *const *compatibles,
		     struct device_tree_node *node);

void device_tree_node_free(struct device_tree_node *node);

#endif
