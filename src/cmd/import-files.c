/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads reports, and refuses to mix runs. */
#include "cmd/import-files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/io.h"
#include "cmd/input.h"
#include "sys/terminal.h"

/* Of one file; a report of a day with every sample is less. */
static const size_t file_bytes_max = (size_t)INT32_MAX - 1;

enum { SAID_NAMES = 4 };

static struct import_file *add_file(struct import_files *files, const char *name)
{
	struct import_file *file;

	if (files->count == files->room) {
		files->room = files->room ? 2 * files->room : 8;
		files->files =
			mem_grow(files->files, files->room * sizeof(*files->files));
	}
	file = &files->files[files->count++];
	*file = (struct import_file){.report.name = arena_copy(&files->arena, name)};
	return file;
}

static int add_one(struct import_files *files, const char *name, bool from_folder,
		   struct err *err)
{
	struct import_file *file = add_file(files, name);

	file->from_folder = from_folder;
	file->report.name = arena_copy(&files->arena, input_shown(name));
	if (input_read(name, "a report", file_bytes_max, &file->text, err))
		return -1;
	file->report.text = str_text(&file->text);
	file->report.length = file->text.length;
	return 0;
}

static bool is_regular(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

/* In the order of their names, so that the same folder gives the same run. */
static int add_folder(struct import_files *files, const char *name, struct err *err)
{
	struct dirent **entries;
	int count = scandir(name, &entries, NULL, alphasort), status = 0;
	size_t length = strlen(name);

	if (count < 0)
		return err_errno(err, "%s", name);
	for (int i = 0; i < count; i++) {
		CLEANUP(str_free) struct str path = {0};

		str_addf(&path, "%s%s%s", name,
			 length && name[length - 1] == '/' ? "" : "/",
			 entries[i]->d_name);
		if (!status && is_regular(str_text(&path)))
			status = add_one(files, str_text(&path), true, err);
		free(entries[i]);
	}
	free(entries);
	return status;
}

int import_files_add(struct import_files *files, const char *name, struct err *err)
{
	struct stat status;

	if (strcmp(name, "-") != 0 && stat(name, &status) == 0 && S_ISDIR(status.st_mode))
		return add_folder(files, name, err);
	return add_one(files, name, false, err);
}

static int recognise(struct import_files *files, const char *as, struct err *err)
{
	for (size_t i = 0; i < files->count; i++) {
		struct import_file *file = &files->files[i];
		struct err why;

		file->format = as && !file->from_folder
				       ? import_find(as, err)
				       : import_sniff(&file->report, &why);
		if (file->format && as && strcmp(file->format->name, as) != 0)
			file->format = NULL;
		if (file->format || file->from_folder)
			continue;
		if (!as)
			*err = why;
		return -1;
	}
	return 0;
}

/* In a folder of runs it is the last part of the name that tells them apart. */
static const char *short_name(const struct import_file *file)
{
	const char *slash = strrchr(file->report.name, '/');

	return file->from_folder && slash ? slash + 1 : file->report.name;
}

static int refuse_mixture(const struct import_files *files, struct err *err)
{
	CLEANUP(str_free) struct str names = {0};
	size_t said = 0, more = 0;

	for (size_t i = 0; i < files->count; i++) {
		const struct import_file *file = &files->files[i];

		if (!file->format)
			continue;
		if (said++ < SAID_NAMES)
			str_addf(&names, "%s%.60s (%s)", said > 1 ? ", " : "",
				 short_name(file), file->format->name);
		else
			more++;
	}
	if (more)
		str_addf(&names, " and %zu more", more);
	return err_set(err, ERR_INPUT,
		       "these are different runs: %s; import each by itself",
		       str_text(&names));
}

/* What goes beside a run is set apart, unless nothing else is there. */
static void set_apart(struct import_files *files)
{
	size_t runs = 0;

	for (size_t i = 0; i < files->count; i++)
		runs += files->files[i].format && !files->files[i].format->goes_beside;
	for (size_t i = 0; i < files->count && runs; i++) {
		struct import_file *file = &files->files[i];

		if (!file->format || !file->format->goes_beside)
			continue;
		file->beside = file->format;
		file->format = NULL;
	}
}

/* The recognised ones to the front; the order stays otherwise. Returns how many. */
static size_t gather(struct import_files *files)
{
	struct import_file *sorted = mem_alloc((files->count + 1) * sizeof(*sorted));
	size_t count = 0, rest;

	for (size_t i = 0; i < files->count; i++)
		if (files->files[i].format)
			sorted[count++] = files->files[i];
	rest = count;
	for (size_t i = 0; i < files->count; i++)
		if (!files->files[i].format)
			sorted[rest++] = files->files[i];
	free(files->files);
	files->files = sorted;
	return count;
}

int import_files_choose(struct import_files *files, const char *as,
			struct import_report *report, const struct import_format **format,
			struct err *err)
{
	struct import_report *others;
	size_t count;

	if (recognise(files, as, err))
		return -1;
	set_apart(files);
	count = gather(files);
	if (!count)
		return err_set(err, ERR_INPUT,
			       "no report that whylate knows is in that folder");
	*format = files->files[0].format;
	for (size_t i = 1; i < count; i++)
		if (files->files[i].format != *format || !(*format)->several)
			return refuse_mixture(files, err);
	/* What lies beside them in a folder may tell something, too. */
	if ((*format)->several)
		count = files->count;
	others = arena_array(&files->arena, count, sizeof(*others));
	for (size_t i = 1; i < count; i++)
		others[i - 1] = files->files[i].report;
	*report = files->files[0].report;
	report->others = others;
	report->other_count = count - 1;
	return 0;
}

int import_files_read(const struct import_files *files,
		      const struct import_report *report,
		      const struct import_format *format, struct foreign_builder *builder,
		      struct err *err)
{
	if (import_read_as(format, report, builder, err))
		return -1;
	for (size_t i = 0; i < files->count; i++)
		if (files->files[i].beside &&
		    import_read_beside(files->files[i].beside, &files->files[i].report,
				       builder, err))
			return -1;
	return 0;
}

void import_files_free(struct import_files *files)
{
	for (size_t i = 0; i < files->count; i++)
		str_free(&files->files[i].text);
	free(files->files);
	arena_free(&files->arena);
}
