/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files of a report: named one by one, or a folder of them. */
#ifndef CMD_IMPORT_FILES_H
#define CMD_IMPORT_FILES_H

#include "base/arena.h"
#include "base/err.h"
#include "import/import.h"

struct import_file {
	struct import_report report;
	struct str text;
	const struct import_format *format; /* NULL: not recognised */
	const struct import_format *beside; /* of what explains the run, and is none */
	bool from_folder;                   /* then it need not be recognised */
};

struct import_files {
	struct arena arena;
	struct import_file *files;
	size_t count, room;
};

/* Reads a file, "-" (standard input), or every regular file right in a folder. */
int import_files_add(struct import_files *files, const char *name, struct err *err);

/*
 * Finds out what they are (as: a format's name, or NULL) and that they are one run. The
 * report to read, with the others in it; *format is its. Files that belong to different runs
 * are refused.
 */
int import_files_choose(struct import_files *files, const char *as,
			struct import_report *report, const struct import_format **format,
			struct err *err);

/* The report that was chosen, and what goes beside it. */
int import_files_read(const struct import_files *files,
		      const struct import_report *report,
		      const struct import_format *format, struct foreign_builder *builder,
		      struct err *err);

void import_files_free(struct import_files *files);

#endif
