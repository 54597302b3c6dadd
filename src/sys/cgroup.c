/* SPDX-License-Identifier: GPL-2.0-or-later */
/* /proc/self/cgroup: "N:cpu,cpuacct:/path" for version 1, "0::/path" for version 2. */
#include "sys/cgroup.h"

#include <stdio.h>
#include <string.h>

/* Of one line; NULL: it is of another hierarchy. */
static const char *path_of(const char *line, const char *controller)
{
	size_t length = strlen(controller);
	const char *first = strchr(line, ':');
	const char *second = first ? strchr(first + 1, ':') : NULL;

	if (!second || strncmp(first + 1, controller, length) != 0 ||
	    (first[1 + length] != ',' && first[1 + length] != ':'))
		return NULL;
	return second + 1;
}

bool cgroup_find(const struct root *root, const char *controller, char *folder,
		 size_t folder_bytes)
{
	CLEANUP(str_free) struct str text = {0};
	char *next;

	if (root_read(root, &text, "/proc/self/cgroup") < 0)
		return false;
	for (char *line = text.text; line && *line; line = next) {
		const char *path;

		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = '\0';
		path = path_of(line, controller);
		if (!path)
			continue;
		snprintf(folder, folder_bytes, "/sys/fs/cgroup%s%s%s",
			 *controller ? "/" : "", controller, path);
		return true;
	}
	return false;
}
