/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The set-up of the machine that another tool measured, as somebody collected it. */
#ifndef CMD_IMPORT_SETUP_H
#define CMD_IMPORT_SETUP_H

#include "base/err.h"
#include "import/import.h"
#include "run/setup.h"

/*
 * Every regular file below the folder, under its path from there: proc/cmdline. What cannot be
 * read is there with its errno. option is what errors name.
 */
int import_setup_add_tree(struct setup *setup, const char *option, const char *folder,
			  struct err *err);

/* What a tool kept of the machine beside its report, by the names that jitterdebugger uses. */
void import_setup_add_beside(struct setup *setup, const struct import_report *report);

/* A kernel's log alone. */
int import_setup_add_log(struct setup *setup, const char *file, struct err *err);

#endif
