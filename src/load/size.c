/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Load that drives the machine out of memory measures the OOM killer, so buffers take no
 * more than half of what is available.
 */
#include "load/size.h"

#include <stdlib.h>
#include <string.h>

#include "load/load-ops.h"
#include "sys/root.h"

#define MIB (INT64_C(1) << 20)
#define USUAL_CACHE_BYTES MIB

enum { STREAM_CACHES = 4, LEAST_CACHES = 2 };

static int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* "32768K", "8M" */
static int64_t parse_size(const char *text)
{
	char *unit;
	int64_t size = strtoll(text, &unit, 10);

	return *unit == 'K' ? size << 10 : *unit == 'M' ? size << 20 : size;
}

int64_t size_last_cache(void)
{
	const struct root root = {""};
	CLEANUP(str_free) struct str text = {0};
	int64_t largest = 0;

	for (int i = 0; i < 8; i++)
		if (root_read(&root, &text,
			      "/sys/devices/system/cpu/cpu0/cache/index%d/size", i) == 0)
			largest = larger(largest, parse_size(str_text(&text)));
	return largest ? largest : USUAL_CACHE_BYTES;
}

int64_t size_budget(void)
{
	static const char name[] = "MemAvailable:"; /* Linux 3.14 */
	const struct root root = {""};
	CLEANUP(str_free) struct str text = {0};
	int64_t available = INT64_MAX, limit;
	const char *line;

	if (root_read(&root, &text, "/proc/meminfo") == 0 &&
	    (line = strstr(str_text(&text), name)))
		available = strtoll(line + sizeof(name) - 1, NULL, 10) << 10;
	/* In a container this is its own limit. */
	if (root_read_integer(&root, &limit, "/sys/fs/cgroup/memory.max") == 0 &&
	    limit < available)
		available = limit;
	return available == INT64_MAX ? available : available / 2;
}

/* How many processes have a buffer of the kind. */
static int64_t count_buffers(const struct load_plan *plan, enum load_memory kind)
{
	int64_t count = 0;

	for (uint32_t i = 0; i < plan->count; i++)
		if (plan->items[i].ops && plan->items[i].ops->memory == kind)
			count += plan->items[i].processes;
	return count;
}

static int64_t all_bytes(const struct load_plan *plan, int64_t stream_bytes)
{
	return count_buffers(plan, MEMORY_STREAM) * stream_bytes +
	       count_buffers(plan, MEMORY_CACHE) * plan->cache_bytes +
	       count_buffers(plan, MEMORY_PAGES) * PAGE_FAULT_BYTES;
}

int size_fit(struct load_plan *plan, int64_t cache_bytes, int64_t budget_bytes,
	     bool *was_reduced, struct err *err)
{
	int64_t usual = larger(STREAM_CACHES * cache_bytes, 32 * MIB);
	int64_t least = larger(LEAST_CACHES * cache_bytes, 4 * MIB);
	int64_t streams = count_buffers(plan, MEMORY_STREAM), fitting;

	plan->cache_bytes = cache_bytes;
	plan->stream_bytes = usual;
	*was_reduced = false;
	if (all_bytes(plan, usual) <= budget_bytes)
		return 0;
	if (all_bytes(plan, least) > budget_bytes)
		return err_set(err, ERR_INPUT,
			       "load: its buffers would take %lld MiB, and half of the "
			       "memory that is free is %lld MiB; ask for fewer of them",
			       (long long)(all_bytes(plan, least) / MIB),
			       (long long)(budget_bytes / MIB));
	fitting = streams ? (budget_bytes - all_bytes(plan, 0)) / streams : usual;
	*was_reduced = fitting < usual;
	plan->stream_bytes = fitting / MIB * MIB;
	return 0;
}
