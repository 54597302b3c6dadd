/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one way to /proc, /sys and /dev. A root other than "" is a collected tree of
 * another machine, or a test's.
 */
#ifndef SYS_ROOT_H
#define SYS_ROOT_H

#include <stdint.h>

#include "base/scope.h"
#include "base/str.h"

struct root {
	const char *path; /* "" for this machine; no slash at the end */
};

/* Opens ROOT/path with O_CLOEXEC; -1 with errno. */
int root_open(const struct root *root, int flags, const char *path);

/* Replaces *out by the file's text, up to 4 MiB; -1 with errno. */
int root_read(const struct root *root, struct str *out, const char *path_format, ...)
	PRINTF_LIKE(3, 4);

/* A file that holds one decimal integer; -1 with errno (EINVAL when it holds none). */
int root_read_integer(const struct root *root, int64_t *value, const char *path_format,
		      ...) PRINTF_LIKE(3, 4);

#endif
