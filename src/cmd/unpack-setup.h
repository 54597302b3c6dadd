/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A set-up as a tree of files, for --sysroot. */
#ifndef CMD_UNPACK_SETUP_H
#define CMD_UNPACK_SETUP_H

#include "base/err.h"
#include "run/setup.h"

/*
 * Creates folder, which may be there if it is empty, and writes each file below it; never
 * outside of it, and over nothing. name is the run's, for messages. 0, or -1 with *err.
 */
int unpack_setup(const struct setup *setup, const char *folder, const char *name,
		 struct err *err);

#endif
