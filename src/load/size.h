/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How large the buffers of the memory stressors are, and whether they fit. */
#ifndef LOAD_SIZE_H
#define LOAD_SIZE_H

#include <stdint.h>

#include "load/load-plan.h"

enum { PAGE_FAULT_BYTES = 16 << 20 }; /* what page-fault maps at a time */

/* Size of the largest cache of CPU 0; a guess where /sys does not tell, as on ARMv7. */
int64_t size_last_cache(void);

/* Memory that load may take: half of what is available; INT64_MAX when that is unknown. */
int64_t size_budget(void);

/*
 * Sets stream_bytes and cache_bytes of the plan: streams of four times the cache, 32 MiB
 * at least; down to twice the cache and 4 MiB when the budget demands it. *err when even
 * that is too much; *was_reduced when it was not the usual size.
 */
int size_fit(struct load_plan *plan, int64_t cache_bytes, int64_t budget_bytes,
	     bool *was_reduced, struct err *err);

#endif
