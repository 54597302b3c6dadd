/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file that is made at once. Overwrites nothing, and leaves nothing half written. */
#ifndef CMD_NEW_FILE_H
#define CMD_NEW_FILE_H

#include <stddef.h>

#include "base/err.h"

/* option: what named it, for the error's words: "-o". */
int new_file_write(const char *option, const char *name, const void *bytes, size_t count,
		   struct err *err);

#endif
