/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bins with their counts while a report is read, in any order; equal ones add up. */
#ifndef IMPORT_BIN_COUNTS_H
#define IMPORT_BIN_COUNTS_H

#include <stddef.h>

#include "base/arena.h"
#include "run/foreign.h"

/*
 * {0} is empty. Most reports have their bins in order: as long as each is above the last one
 * they are a list, and from the first that is not on a hash table.
 */
struct bin_counts {
	struct foreign_bin *slots;
	size_t used, room;
	bool is_hashed; /* a count of 0 is a free slot */
};

/* Places to look at for all of them; those with a count of 0 are none. */
static inline size_t bin_counts_places(const struct bin_counts *counts)
{
	return counts->is_hashed ? counts->room : counts->used;
}

/* count 0 adds nothing; counts stop at INT64_MAX; a negative count is the caller's fault. */
void bin_counts_add(struct bin_counts *counts, int64_t from_ns, int64_t to_ns,
		    int64_t count);

/* The same where there is none yet; otherwise nothing is changed, and its count returned. */
int64_t bin_counts_put(struct bin_counts *counts, int64_t from_ns, int64_t to_ns,
		       int64_t count);

/* All of them, ascending, in the arena or where they are; counts->used of them. */
const struct foreign_bin *bin_counts_sorted(const struct bin_counts *counts,
					    struct arena *arena);

void bin_counts_free(struct bin_counts *counts);

#endif
