/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Descriptors and whole files. EINTR and short counts end here. */
#ifndef BASE_IO_H
#define BASE_IO_H

#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

/*
 * Descriptors 0 to 2 that were closed become such that fail, so that no file of ours gets
 * their numbers and with them what is meant for a screen.
 */
void io_hold_standard_descriptors(void);

/* Writes all of it, or returns -1 with errno; a part may have been written. */
int io_write_all(int fd, const void *bytes, size_t count);

/* Up to count bytes, fewer only at the end of the file; -1 with errno. */
long io_read_full(int fd, void *bytes, size_t count);

/* What one read() gives: 0 at the end of the file, -1 with errno. */
long io_read_some(int fd, void *bytes, size_t count);

/* Appends all that is left of fd; -1 with errno (EFBIG above max_bytes). */
int io_read_all(int fd, size_t max_bytes, struct str *out);

/* Appends the whole file; the error names the path. */
int io_read_file(const char *path, size_t max_bytes, struct str *out, struct err *err);

#endif
