/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table has open addressing: a sample more costs one look in most cases. */
#include "import/bin-counts.h"

#include <stdlib.h>

#include "base/saturate.h"

enum { FIRST_ROOM = 64 };

/* The finishing steps of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t key)
{
	key = (key ^ key >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	key = (key ^ key >> 27) * UINT64_C(0x94d049bb133111eb);
	return key ^ key >> 31;
}

/* The slot of this bin, or the free one where it belongs. room is a power of two. */
static struct foreign_bin *find_slot(struct foreign_bin *slots, size_t room,
				     int64_t from_ns, int64_t to_ns)
{
	uint64_t key = (uint64_t)from_ns + ((uint64_t)to_ns - (uint64_t)from_ns) * 31;
	size_t at = (size_t)mix(key) & (room - 1);

	while (slots[at].count &&
	       (slots[at].from_ns != from_ns || slots[at].to_ns != to_ns))
		at = (at + 1) & (room - 1);
	return &slots[at];
}

static void hash(struct bin_counts *counts, size_t room)
{
	struct foreign_bin *slots = mem_alloc(room * sizeof(*slots));

	for (size_t i = 0; i < bin_counts_places(counts); i++) {
		const struct foreign_bin *bin = &counts->slots[i];

		if (bin->count)
			*find_slot(slots, room, bin->from_ns, bin->to_ns) = *bin;
	}
	free(counts->slots);
	counts->slots = slots;
	counts->room = room;
	counts->is_hashed = true;
}

/* Room for all of a list, and for as many free slots. */
static size_t room_to_hash(size_t used)
{
	size_t room = FIRST_ROOM;

	while (room <= 2 * used)
		room *= 2;
	return room;
}

static struct foreign_bin *append(struct bin_counts *counts)
{
	if (counts->used == counts->room) {
		counts->room = counts->room ? 2 * counts->room : FIRST_ROOM;
		counts->slots =
			mem_grow(counts->slots, counts->room * sizeof(*counts->slots));
	}
	return &counts->slots[counts->used++];
}

/* The slot of this bin, with a count of 0 when there was none. */
static struct foreign_bin *take_slot(struct bin_counts *counts, int64_t from_ns,
				     int64_t to_ns)
{
	const struct foreign_bin fresh = {.from_ns = from_ns, .to_ns = to_ns};
	struct foreign_bin *slot;

	if (!counts->is_hashed) {
		slot = counts->used ? &counts->slots[counts->used - 1] : NULL;
		if (slot && slot->from_ns == from_ns && slot->to_ns == to_ns)
			return slot;
		if (!slot || from_ns > slot->from_ns) {
			slot = append(counts);
			*slot = fresh;
			return slot;
		}
		hash(counts, room_to_hash(counts->used));
	}
	if (2 * counts->used >= counts->room)
		hash(counts, 2 * counts->room);
	slot = find_slot(counts->slots, counts->room, from_ns, to_ns);
	if (!slot->count) {
		*slot = fresh;
		counts->used++;
	}
	return slot;
}

void bin_counts_add(struct bin_counts *counts, int64_t from_ns, int64_t to_ns,
		    int64_t count)
{
	struct foreign_bin *slot;

	if (count <= 0)
		return;
	slot = take_slot(counts, from_ns, to_ns);
	slot->count = saturate_add(slot->count, count);
}

int64_t bin_counts_put(struct bin_counts *counts, int64_t from_ns, int64_t to_ns,
		       int64_t count)
{
	struct foreign_bin *slot;
	int64_t before;

	if (count <= 0)
		return 0;
	slot = take_slot(counts, from_ns, to_ns);
	before = slot->count;
	slot->count = before ? before : count;
	return before;
}

static int compare_bins(const void *left, const void *right)
{
	const struct foreign_bin *a = left, *b = right;

	if (a->from_ns != b->from_ns)
		return a->from_ns < b->from_ns ? -1 : 1;
	return (a->to_ns > b->to_ns) - (a->to_ns < b->to_ns);
}

const struct foreign_bin *bin_counts_sorted(const struct bin_counts *counts,
					    struct arena *arena)
{
	struct foreign_bin *bins;
	size_t count = 0;

	if (!counts->is_hashed)
		return counts->slots;
	bins = arena_array(arena, counts->used, sizeof(*bins));
	for (size_t i = 0; i < counts->room; i++)
		if (counts->slots[i].count)
			bins[count++] = counts->slots[i];
	if (count)
		qsort(bins, count, sizeof(*bins), compare_bins);
	return bins;
}

void bin_counts_free(struct bin_counts *counts)
{
	free(counts->slots);
	*counts = (struct bin_counts){0};
}
