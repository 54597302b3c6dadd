/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The static program for another machine. */
#ifndef CMD_ON_PROGRAM_H
#define CMD_ON_PROGRAM_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

/*
 * machine is what `uname -m` says there. Reads whylate-ARCH from $WHYLATE_STATIC; without
 * that from beside this program, ../build-static or ../lib/whylate: the first that is.
 */
int on_program_read(struct arena *arena, const char *machine, struct str *program,
		    struct err *err);

#endif
