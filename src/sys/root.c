/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of the kernel. What they mean is for others. */
#include "sys/root.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/io.h"

enum { PATH_BYTES = 4096, FILE_BYTES = 4 << 20 };

int root_open(const struct root *root, int flags, const char *path)
{
	char full[PATH_BYTES];
	int length = snprintf(full, sizeof(full), "%s%s", root->path, path);

	if (length < 0 || (size_t)length >= sizeof(full)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return open(full, flags | O_CLOEXEC);
}

static int read_path(const struct root *root, struct str *out, const char *path)
{
	CLEANUP(scope_close) int fd = root_open(root, O_RDONLY, path);

	str_clear(out);
	if (fd < 0)
		return -1;
	return io_read_all(fd, FILE_BYTES, out);
}

int root_read(const struct root *root, struct str *out, const char *path_format, ...)
{
	char path[PATH_BYTES];
	va_list args;

	va_start(args, path_format);
	vsnprintf(path, sizeof(path), path_format, args);
	va_end(args);
	return read_path(root, out, path);
}

int root_read_integer(const struct root *root, int64_t *value, const char *path_format,
		      ...)
{
	char path[PATH_BYTES], *end;
	CLEANUP(str_free) struct str text = {0};
	va_list args;

	va_start(args, path_format);
	vsnprintf(path, sizeof(path), path_format, args);
	va_end(args);
	if (read_path(root, &text, path) < 0)
		return -1;
	errno = 0;
	*value = strtoll(str_text(&text), &end, 10);
	if (end == str_text(&text) || (*end && *end != '\n'))
		errno = EINVAL;
	return errno ? -1 : 0;
}
