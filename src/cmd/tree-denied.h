/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A collected tree that nobody may read holds files all the same: that is no empty tree. */
#ifndef CMD_TREE_DENIED_H
#define CMD_TREE_DENIED_H

#include "base/err.h"
#include "run/setup.h"

/* To be asked of a tree that tells nothing: -1 with *err where something may not be read. */
int tree_refuse_denied(const struct setup *setup, const char *option, const char *folder,
		       struct err *err);

#endif
