/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ownership by scope: what is declared with one of these is released when its
 * block is left. scope_keep_fd() hands a descriptor over to the caller.
 */
#ifndef BASE_SCOPE_H
#define BASE_SCOPE_H

#include <stdlib.h>
#include <unistd.h>

#define CLEANUP(function) __attribute__((cleanup(function)))
#define PRINTF_LIKE(text, first) __attribute__((__format__(__printf__, text, first)))

static inline void scope_close(const int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

static inline void scope_free(void *pointer_to_pointer)
{
	free(*(void **)pointer_to_pointer);
}

/* Returns *fd and leaves -1 behind, so that scope_close() does nothing. */
static inline int scope_keep_fd(int *fd)
{
	int kept = *fd;

	*fd = -1;
	return kept;
}

#endif
