/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory that never faults: for real-time threads. */
#ifndef SYS_MEMORY_H
#define SYS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "sys/root.h"

/* Zeroed, page-aligned, every page touched; NULL with errno. */
void *memory_map(size_t bytes);
void memory_unmap(void *memory, size_t bytes);

/*
 * One pool for malloc() of all threads, instead of one for each: the memory of the others
 * is not touched. Before threads are started.
 */
void memory_use_one_pool(void);

/* Reads every page of the program's code, so that none is fetched later. */
void memory_touch_program(void);

/*
 * Locks all that the process has mapped now: pages that are there, and others as soon as
 * they are used (MCL_ONFAULT, Linux 4.4); where that is unknown, all at once. -1 with errno.
 */
int memory_lock_current(void);

/* Reads back whether the page at address is locked: 1 yes, 0 no, -1 not known. */
int memory_is_locked(const struct root *root, const void *address);

#endif
