/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cmd/tree-denied.h"

#include <errno.h>

int tree_refuse_denied(const struct setup *setup, const char *option, const char *folder,
		       struct err *err)
{
	for (size_t i = 0; i < setup->count; i++) {
		const struct setup_file *file = &setup->files[i];

		if (file->error == EACCES || file->error == EPERM)
			return err_set(err, ERR_INPUT,
				       "%s %s: permission denied (%s): read it as its "
				       "owner or root, or have its rights changed",
				       option, folder, file->path);
	}
	return 0;
}
