/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the control group of this process is. */
#ifndef SYS_CGROUP_H
#define SYS_CGROUP_H

#include "sys/root.h"

/*
 * Its folder in the hierarchy of a controller of version 1, or with controller "" in that
 * of version 2. false: there is none.
 */
bool cgroup_find(const struct root *root, const char *controller, char *folder,
		 size_t folder_bytes);

#endif
