/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of the kernel. What they mean is for others. */
#include "sys/root.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/io.h"

enum { PATH_BYTES = 4096, FILE_BYTES = 4 << 20 };

int root_choose(const char *folder, struct str *path, struct err *err)
{
	CLEANUP(scope_close) int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return err_errno(err, "--sysroot: %s", folder);
	str_clear(path);
	str_add(path, folder);
	while (path->length && path->text[path->length - 1] == '/')
		path->text[--path->length] = '\0';
	return 0;
}

/* linux/openat2.h, which older systems do not have. */
enum { NUMBER_OF_OPENAT2 = 437, NO_MAGIC_LINKS = 0x02, IN_ROOT = 0x10 };

/* -1 with errno; ENOSYS or EPERM (a seccomp filter's): the kernel cannot. */
static int open_inside(const struct root *root, int flags, const char *path)
{
	const struct {
		uint64_t flags, mode, resolve;
	} how = {(uint64_t)(flags | O_CLOEXEC), 0, NO_MAGIC_LINKS | IN_ROOT};
	CLEANUP(scope_close) int top = open(root->path, O_PATH | O_CLOEXEC);

	if (top < 0)
		return -1;
	return (int)syscall(NUMBER_OF_OPENAT2, top, path, &how, sizeof(how));
}

/* The next part of the path in an open folder, which is closed. No link is followed. */
static int open_part(int folder, int flags, const char *path, size_t length)
{
	char part[NAME_MAX + 1];
	int fd = -1, error;

	if (length > NAME_MAX) {
		errno = ENAMETOOLONG;
	} else {
		memcpy(part, path, length);
		part[length] = '\0';
		errno = ENOENT;
		if (strcmp(part, ".."))
			fd = openat(folder, length ? part : ".",
				    flags | O_NOFOLLOW | O_CLOEXEC);
	}
	error = errno;
	close(folder);
	errno = error;
	return fd;
}

/* Where the kernel cannot keep links inside (before Linux 5.6), none is followed. */
static int open_without_links(const struct root *root, int flags, const char *path)
{
	int at = open(root->path, O_PATH | O_DIRECTORY | O_CLOEXEC);

	while (at >= 0) {
		size_t length;

		path += strspn(path, "/");
		length = strcspn(path, "/");
		if (!path[length])
			return open_part(at, flags, path, length);
		at = open_part(at, O_PATH | O_DIRECTORY, path, length);
		path += length;
	}
	return -1;
}

int root_open(const struct root *root, int flags, const char *path)
{
	char full[PATH_BYTES];
	int length = snprintf(full, sizeof(full), "%s%s", root->path, path);

	if (length < 0 || (size_t)length >= sizeof(full)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	if (!root_is_this_machine(root)) {
		int fd = open_inside(root, flags, path);

		if (fd >= 0 || (errno != ENOSYS && errno != EPERM))
			return fd;
		return open_without_links(root, flags, path);
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

int root_list(const struct root *root, const char *path,
	      void (*take)(void *self, const char *name), void *self)
{
	int fd = root_open(root, O_RDONLY | O_DIRECTORY, path);
	DIR *folder = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *entry;

	if (!folder) {
		scope_close(&fd);
		return -1;
	}
	while ((entry = readdir(folder)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			take(self, entry->d_name);
	closedir(folder);
	return 0;
}
