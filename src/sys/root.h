/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The one way to /proc, /sys and /dev. A root other than "" is a collected tree of
 * another machine, or a test's.
 */
#ifndef SYS_ROOT_H
#define SYS_ROOT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/scope.h"
#include "base/str.h"

struct root {
	const char *path; /* "" for this machine; no slash at the end */
};

static inline bool root_is_this_machine(const struct root *root)
{
	return !root->path[0];
}

/*
 * --sysroot FOLDER: *path becomes what goes into a struct root ("/" is this machine). -1 with
 * *err when it is no folder that can be looked into.
 */
int root_choose(const char *folder, struct str *path, struct err *err);

/*
 * Opens ROOT/path with O_CLOEXEC; -1 with errno. Links of a collected tree lead nowhere
 * outside of it, where the kernel can see to that (Linux 5.6).
 */
int root_open(const struct root *root, int flags, const char *path);

/* Replaces *out by the file's text, up to 4 MiB; -1 with errno. */
int root_read(const struct root *root, struct str *out, const char *path_format, ...)
	PRINTF_LIKE(3, 4);

/* A file that holds one decimal integer; -1 with errno (EINVAL when it holds none). */
int root_read_integer(const struct root *root, int64_t *value, const char *path_format,
		      ...) PRINTF_LIKE(3, 4);

/* Calls take() for every name in a folder but "." and "..", in no order; -1 with errno. */
int root_list(const struct root *root, const char *path,
	      void (*take)(void *self, const char *name), void *self);

#endif
