/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The payload of SETUP chunks: files of a set-up, their paths told by what is new in them. */
#ifndef RUN_SETUP_CODE_H
#define RUN_SETUP_CODE_H

#include "base/bytes.h"
#include "run/record.h"

/*
 * Appends files from `first` on, until there are about 64 KiB of them; at least one. Returns
 * the next one's index: setup->count when that was all.
 */
size_t setup_code_add(struct str *out, const struct run_setup *setup, size_t first);

/*
 * Reads a whole payload; false on impossible contents. The files live in the arena, and are
 * in the order of strcmp() of their paths, each path once.
 */
bool setup_code_read(struct bytes *from, struct arena *arena, struct run_setup *setup);

#endif
