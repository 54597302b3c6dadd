/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run_foreign as the JSON of a chunk. */
#ifndef RUN_FOREIGN_WRITE_H
#define RUN_FOREIGN_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "run/foreign.h"

/*
 * Appends it in at most so many bytes. When it is longer, samples are left out first, then
 * rows, with a note that says so; false when that does not help either.
 */
bool foreign_write_within(struct str *out, const struct run_foreign *foreign,
			  size_t max_bytes);

#endif
