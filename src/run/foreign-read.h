/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the JSON of foreign-write.c back. */
#ifndef RUN_FOREIGN_READ_H
#define RUN_FOREIGN_READ_H

#include "base/arena.h"
#include "base/json.h"
#include "run/foreign.h"

/*
 * Everything goes into the arena. Bins that are empty or out of order are left out; what is
 * missing is unknown. false when it is no such object.
 */
bool foreign_read(struct arena *arena, const struct json *json,
		  struct run_foreign *foreign);

#endif
