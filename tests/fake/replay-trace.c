/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sends a trace of valgrind's lackey (stdin) through caches of model/ as cachegrind does:
 * first level for instructions and for data, a last level for what misses there, LRU, every
 * miss fills. An access that crosses lines is one miss if one of them is missed; it goes to
 * the last level whole. "M" is a read, as there.
 * Usage: replay-trace I1_BYTES I1_WAYS D1_BYTES D1_WAYS LL_BYTES LL_WAYS
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/cache.h"

enum { I1, D1, LL, CACHES };

static struct cache *open_cache(const char *bytes, const char *ways)
{
	const struct cache_config config = {
		.size_bytes = (uint32_t)strtoul(bytes, NULL, 10),
		.ways = (uint32_t)strtoul(ways, NULL, 10),
		.replacement = CACHE_LRU,
		.read_allocate = CACHE_ALLOCATE_ALWAYS,
		.write_allocate = CACHE_ALLOCATE_ALWAYS,
	};
	struct err err;
	struct cache *cache = cache_new(&config, &err);

	if (!cache) {
		fprintf(stderr, "%s\n", err.text);
		exit(2);
	}
	return cache;
}

static bool misses(struct cache *cache, uint64_t address, uint32_t bytes, uint8_t flags)
{
	struct cache_request request = {.address = address, .flags = flags};
	struct cache_miss miss;
	bool missed = !(cache_access(cache, request, &miss) & CACHE_HIT);

	if (cache_crosses(address, bytes)) {
		request.address += CACHE_LINE_BYTES;
		missed |= !(cache_access(cache, request, &miss) & CACHE_HIT);
	}
	return missed;
}

int main(int argc, char **argv)
{
	struct cache *caches[CACHES];
	uint64_t refs[3] = {0}, first[3] = {0}, last[3] = {0}, address;
	char line[256], kind;
	uint32_t bytes;

	if (argc != 7)
		return 2;
	for (int i = 0; i < CACHES; i++)
		caches[i] = open_cache(argv[1 + 2 * i], argv[2 + 2 * i]);
	while (fgets(line, sizeof(line), stdin)) {
		int row;

		if (sscanf(line, " %c %" SCNx64 ",%" SCNu32, &kind, &address, &bytes) !=
		    3)
			continue; /* lines of valgrind's own begin with == */
		row = kind == 'I' ? 0 : kind == 'S' ? 2 : 1;
		refs[row]++;
		if (!misses(caches[row ? D1 : I1], address, bytes, row == 2))
			continue;
		first[row]++;
		last[row] += misses(caches[LL], address, bytes, row == 2);
	}
	for (int row = 0; row < 3; row++)
		printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " ", refs[row], first[row],
		       last[row]);
	printf("\n");
	for (int i = 0; i < CACHES; i++)
		cache_free(caches[i]);
	return 0;
}
