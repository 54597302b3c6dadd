/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mapping and locking. MCL_FUTURE is not asked for: under a small RLIMIT_MEMLOCK it makes
 * the recorder's next allocation fail, and real-time threads allocate nothing anyway.
 * MCL_ONFAULT is: what nobody uses need not be in memory to be locked.
 */
#include "sys/memory.h"

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *memory_map(size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	if (memory == MAP_FAILED)
		return NULL;
	memset(memory, 0, bytes);
	return memory;
}

void memory_unmap(void *memory, size_t bytes)
{
	if (memory)
		munmap(memory, bytes);
}

void memory_use_one_pool(void)
{
#ifdef M_ARENA_MAX
	mallopt(M_ARENA_MAX, 1);
#endif
}

extern const char __executable_start, etext; /* the linker's */

void memory_touch_program(void)
{
	const volatile char *at = &__executable_start;

	for (; at < &etext; at += 4096)
		(void)*at;
}

int memory_lock_current(void)
{
	if (mlockall(MCL_CURRENT | MCL_ONFAULT) == 0)
		return 0;
	return errno == EINVAL ? mlockall(MCL_CURRENT) : -1;
}

/* The VmFlags line of the mapping that holds address; NULL when there is none. */
static const char *find_flags(const char *smaps, uintptr_t address)
{
	bool inside = false;

	for (const char *line = smaps; line && *line; line = strchr(line, '\n')) {
		unsigned long long from;
		char *end;

		line += *line == '\n';
		from = strtoull(line, &end, 16);
		if (end > line && *end == '-')
			inside = address >= from && address < strtoull(end + 1, NULL, 16);
		else if (inside && str_starts(line, "VmFlags:"))
			return line;
	}
	return NULL;
}

int memory_is_locked(const struct root *root, const void *address)
{
	CLEANUP(str_free) struct str smaps = {0};
	const char *flags, *end, *lock;

	if (root_read(root, &smaps, "/proc/self/smaps") < 0)
		return -1;
	flags = find_flags(str_text(&smaps), (uintptr_t)address);
	if (!flags)
		return -1;
	end = strchr(flags, '\n');
	lock = strstr(flags, " lo");
	return lock && (!end || lock < end);
}
