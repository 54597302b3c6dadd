/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Paths come from a file that nobody trusts: each part is made and entered by itself, and
 * links are not followed.
 */
#include "cmd/unpack-setup.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "report/out.h"
#include "sys/root.h"

static void note_entry(void *self, const char *name)
{
	(void)name;
	*(bool *)self = true;
}

static int open_folder(const char *folder, struct err *err)
{
	const struct root root = {folder};
	bool is_filled = false;
	int fd;

	if (mkdir(folder, 0777) < 0 && errno != EEXIST)
		return err_errno(err, "--unpack-setup: cannot create %s", folder);
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return err_errno(err, "--unpack-setup: %s", folder);
	if (root_list(&root, "/", note_entry, &is_filled) == 0 && !is_filled)
		return fd;
	close(fd);
	return err_set(
		err, ERR_INPUT,
		"--unpack-setup: %s is not empty; whylate never overwrites: name a "
		"new folder",
		folder);
}

/* The folder that the file belongs into, made where it is missing; *name is the file's. */
static int enter(int top, const char *path, const char **name)
{
	int fd = fcntl(top, F_DUPFD_CLOEXEC, 0);
	const char *part = path + 1, *slash;

	while (fd >= 0 && (slash = strchr(part, '/'))) {
		char folder[SETUP_PATH_MAX_BYTES + 1];
		int next;

		memcpy(folder, part, (size_t)(slash - part));
		folder[slash - part] = '\0';
		if (mkdirat(fd, folder, 0777) < 0 && errno != EEXIST)
			next = -1;
		else
			next = openat(fd, folder,
				      O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		close(fd);
		fd = next;
		part = slash + 1;
	}
	*name = part;
	return fd;
}

static int write_file(int top, const char *path, const char *text, size_t length)
{
	const char *name;
	CLEANUP(scope_close) int folder = enter(top, path, &name);
	CLEANUP(scope_close) int fd = -1;

	if (folder < 0)
		return -1;
	fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    0666);
	return fd < 0 ? -1 : io_write_all(fd, text, length);
}

/* What a tree of files cannot tell: what is missing in it may just not have been collected. */
static void add_unreadable(struct str *list, const struct setup_file *file)
{
	if (file->error)
		str_addf(list, "%d %s\n", file->error, file->path);
	if (file->cut)
		str_addf(list, "cut %s\n", file->path);
}

static int write_all(int top, const struct setup *setup, size_t *written, struct err *err)
{
	CLEANUP(str_free) struct str unreadable = {0};

	for (size_t i = 0; i < setup->count; i++) {
		const struct setup_file *file = &setup->files[i];

		if (!setup_path_is_good(file->path) ||
		    !strcmp(file->path, SETUP_UNREADABLE))
			continue;
		add_unreadable(&unreadable, file);
		if (file->error)
			continue;
		if (write_file(top, file->path, file->text, file->length) < 0)
			return err_errno(err, "--unpack-setup: cannot write %s",
					 file->path);
		++*written;
	}
	if (unreadable.length &&
	    write_file(top, SETUP_UNREADABLE, unreadable.text, unreadable.length) < 0)
		return err_errno(err, "--unpack-setup: cannot write %s",
				 SETUP_UNREADABLE);
	return 0;
}

int unpack_setup(const struct setup *setup, const char *folder, const char *name,
		 struct err *err)
{
	CLEANUP(scope_close) int top = -1;
	size_t written = 0;

	if (!setup->count)
		return err_set(err, ERR_INPUT,
			       "%s holds no set-up of a machine to unpack", name);
	top = open_folder(folder, err);
	if (top < 0)
		return -1;
	/* Nobody must take a part of it for a machine. */
	if (write_all(top, setup, &written, err) < 0) {
		CLEANUP(str_free) struct str text = {0};

		str_addf(&text, "%s; what is in %s is incomplete: remove it", err->text,
			 folder);
		return err_set(err, ERR_INPUT, "%s", str_text(&text));
	}
	report_say("%zu files of the set-up are in %s", written, folder);
	return 0;
}
