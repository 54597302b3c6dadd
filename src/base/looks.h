/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What bytes look like that were to be something else. */
#ifndef BASE_LOOKS_H
#define BASE_LOOKS_H

#include <stddef.h>

struct looks {
	const char *what;   /* "gzip data", "text" */
	const char *advice; /* "unpack it first"; NULL: none */
};

struct looks looks_of(const char *bytes, size_t length);

#endif
