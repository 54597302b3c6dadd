/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What people run, and with which arguments, is nobody's business: the programs' names are left. */
#ifndef CAPTURE_PROCESS_LISTS_H
#define CAPTURE_PROCESS_LISTS_H

#include "base/str.h"

/* Of /proc/PID/cmdline and what ps printed; changes nothing of any other file. */
void process_lists_cut(const char *path, struct str *text);

#endif
