/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/tlb.h"

#include <stdbool.h>

void micro_tlb_init(struct micro_tlb *tlb, uint32_t count)
{
	*tlb = (struct micro_tlb){.count = count};
}

void main_tlb_init(struct main_tlb *tlb, uint32_t count)
{
	*tlb = (struct main_tlb){.set_mask = count / 2 - 1};
}

static bool is_in_main(struct main_tlb *tlb, uint64_t page)
{
	uint32_t set = (uint32_t)page & tlb->set_mask;
	uint64_t *ways = &tlb->page[2 * set];

	if (ways[0] == page || ways[1] == page)
		return true;
	ways[tlb->next[set]] = page;
	tlb->next[set] ^= 1;
	return false;
}

enum tlb_result tlb_find(struct micro_tlb *micro, struct main_tlb *all, uint64_t page)
{
	if (micro->last == page)
		return TLB_MICRO_HIT;
	micro->last = page;
	for (uint32_t i = 0; i < micro->count; i++)
		if (micro->page[i] == page)
			return TLB_MICRO_HIT;
	micro->page[micro->next] = page;
	micro->next = (micro->next + 1) % micro->count;
	return is_in_main(all, page) ? TLB_MAIN_HIT : TLB_WALK;
}
