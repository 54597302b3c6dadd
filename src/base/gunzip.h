/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Unpacks gzip data and zlib streams: the kernel's configuration, other tools' packed logs. */
#ifndef BASE_GUNZIP_H
#define BASE_GUNZIP_H

#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

/* Appends what the bytes unpack to; more than max_bytes is an error, as is a damaged end. */
int gunzip(const void *bytes, size_t count, size_t max_bytes, struct str *out,
	   struct err *err);

#endif
