/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads a collected tree. Follows no links: they could lead to this machine's own files. */
#include "cmd/import-setup.h"

#include <errno.h>
#include <fts.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "cmd/input.h"
#include "cmd/tree-denied.h"

/* Far more than any machine has files that matter. */
enum { FILES_MAX = 100000 };

static void put_text(struct setup *setup, const char *path, const char *text,
		     size_t length)
{
	bool cut = length > SETUP_FILE_MAX_BYTES;
	const struct setup_file file = {
		.path = path,
		.text = text,
		.length = cut ? SETUP_FILE_MAX_BYTES : length,
		.cut = cut,
	};

	setup_put(setup, &file);
}

static int put_file(struct setup *setup, const char *from, const char *path,
		    struct err *err)
{
	CLEANUP(str_free) struct str text = {0};

	if (io_read_file(from, (size_t)16 * SETUP_FILE_MAX_BYTES, &text, err))
		return -1;
	put_text(setup, path, str_text(&text), text.length);
	return 0;
}

/* Something is there that nobody may read: unknown, and no reason to know nothing. */
static void put_unreadable(struct setup *setup, const char *path, int error)
{
	const struct setup_file file = {.path = path, .text = "", .error = error};

	setup_put(setup, &file);
}

static int take_entry(struct setup *setup, const FTSENT *entry, const char *path,
		      struct err *err)
{
	bool failed = entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR ||
		      entry->fts_info == FTS_NS;

	if (!failed && entry->fts_info != FTS_F)
		return 0;
	if (entry->fts_level == FTS_ROOTLEVEL) {
		errno = failed ? entry->fts_errno : ENOTDIR;
		return err_errno(err, "%s", entry->fts_path);
	}
	if (setup->count >= FILES_MAX)
		return err_set(err, ERR_INPUT,
			       "more than %d files: is that a collected tree?",
			       FILES_MAX);
	if (!setup_path_is_good(path))
		return err_set(err, ERR_INPUT,
			       "%.*s: a name in it is too long or no text: is that a "
			       "collected tree?",
			       (int)(path - entry->fts_path), entry->fts_path);
	if (!failed && access(entry->fts_accpath, R_OK) == 0)
		return put_file(setup, entry->fts_accpath, path, err);
	put_unreadable(setup, path, failed ? entry->fts_errno : errno);
	return 0;
}

static int walk(struct setup *setup, FTS *tree, size_t root_length, struct err *err)
{
	const FTSENT *entry;

	while ((entry = fts_read(tree)))
		if (take_entry(setup, entry, entry->fts_path + root_length, err) < 0)
			return -1;
	return 0;
}

/*
 * A tree's log is often a link to a file beside it, and archives that know no links keep the
 * target as text: one line, without its end, that names a file from there. Nothing else of a
 * tree may lead out of it, and this not to anywhere else.
 */
static void follow_log(struct setup *setup, const char *folder)
{
	CLEANUP(str_free) struct str path = {0}, text = {0};
	const char *target = setup_text(setup, SETUP_LOG);
	struct err ignored = {0};

	if (!target || !str_starts(target, "../") || strpbrk(target + 3, "/\n"))
		return;
	str_addf(&path, "%s/%s", folder, target);
	if (io_read_file(str_text(&path), SETUP_FILE_MAX_BYTES, &text, &ignored) == 0)
		put_text(setup, SETUP_LOG, str_text(&text), text.length);
}

static bool can_read_one(const struct setup *setup)
{
	for (size_t i = 0; i < setup->count; i++)
		if (!setup->files[i].error)
			return true;
	return false;
}

int import_setup_add_tree(struct setup *setup, const char *option, const char *folder,
			  struct err *err)
{
	CLEANUP(str_free) struct str root = {0};
	char *roots[2] = {NULL, NULL};
	FTS *tree;
	int status;

	str_add(&root, folder);
	while (root.length > 1 && root.text[root.length - 1] == '/')
		root.text[--root.length] = '\0';
	roots[0] = root.text;
	tree = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
	if (!tree)
		return err_errno(err, "%s %s", option, folder);
	status = walk(setup, tree, root.length, err);
	fts_close(tree);
	if (status)
		return err_prefix(err, "%s", option);
	follow_log(setup, folder);
	if (!can_read_one(setup) && tree_refuse_denied(setup, option, folder, err) < 0)
		return -1;
	if (!setup->count)
		return err_set(err, ERR_INPUT,
			       "%s %s: no file is in it; it should hold proc, sys, "
			       "dmesg.txt or boot/config-*",
			       option, folder);
	return 0;
}

static const struct {
	const char *name, *path;
} kept[] = {
	{"cmdline", "/proc/cmdline"},       {"config.gz", "/proc/config.gz"},
	{"cpuinfo", "/proc/cpuinfo"},       {"dmesg", SETUP_LOG},
	{"interrupts", "/proc/interrupts"},
};

void import_setup_add_beside(struct setup *setup, const struct import_report *report)
{
	for (size_t i = 0; i < report->other_count; i++) {
		const struct import_report *other = &report->others[i];
		const char *slash = strrchr(other->name, '/');

		for (size_t k = 0; k < sizeof(kept) / sizeof(kept[0]); k++)
			if (!strcmp(slash ? slash + 1 : other->name, kept[k].name))
				put_text(setup, kept[k].path, other->text, other->length);
	}
}

int import_setup_add_log(struct setup *setup, const char *file, struct err *err)
{
	CLEANUP(str_free) struct str text = {0};

	if (input_read_log(file, (size_t)16 * SETUP_FILE_MAX_BYTES, &text, err))
		return -1;
	put_text(setup, SETUP_LOG, str_text(&text), text.length);
	return 0;
}
