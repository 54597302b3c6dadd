/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a collected tree into a set-up: every regular file, as it lies there. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/str.h"
#include "cmd/doctor-input.h"

enum { TREE_DEPTH = 16, TREE_FILES = 100000 };

static void take_file(struct setup *setup, int folder, const char *name, const char *path)
{
	int fd CLEANUP(scope_close) =
		openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	CLEANUP(str_free) struct str text = {0};
	struct setup_file file = {.path = path, .text = "", .error = errno};

	if (fd >= 0) {
		file.error = 0;
		if (io_read_all(fd, SETUP_FILE_MAX_BYTES, &text) < 0)
			file.error = errno;
		file.text = str_text(&text);
		file.length = text.length;
	}
	setup_put(setup, &file);
}

static void take_folder(struct setup *setup, int fd, const char *path, int depth);

static void take_entry(struct setup *setup, int folder, const char *name,
		       const char *parent, int depth)
{
	CLEANUP(str_free) struct str path = {0};
	struct stat stat;

	if (!strcmp(name, ".") || !strcmp(name, "..") || setup->count >= TREE_FILES ||
	    fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) < 0)
		return;
	str_addf(&path, "%s/%s", parent, name);
	if (S_ISREG(stat.st_mode))
		take_file(setup, folder, name, str_text(&path));
	if (S_ISDIR(stat.st_mode) && depth < TREE_DEPTH)
		take_folder(setup,
			    openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
			    str_text(&path), depth + 1);
}

static void take_folder(struct setup *setup, int fd, const char *path, int depth)
{
	DIR *folder = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (!folder) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(folder)))
		take_entry(setup, fd, entry->d_name, path, depth);
	closedir(folder);
}

int doctor_read_tree(struct doctor_input *input, const char *folder, struct err *err)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return err_errno(err, "--sysroot %s", folder);
	take_folder(&input->before, fd, "", 0);
	if (!input->before.count)
		return err_set(err, ERR_INPUT,
			       "--sysroot %s: no files; it should hold proc, sys, "
			       "dmesg.txt or boot/config-*",
			       folder);
	input->about = folder;
	return 0;
}
