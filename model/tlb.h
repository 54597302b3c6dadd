/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two levels of translation: a small one where every entry may be anywhere, and a main one of
 * two ways. Both replace round robin. What a page is called is the caller's: equal numbers are
 * the same page. Contents of descriptors are not modelled; a walk takes a fixed time.
 */
#ifndef MODEL_TLB_H
#define MODEL_TLB_H

#include <stdint.h>

enum { MICRO_TLB_MAX = 64, MAIN_TLB_MAX = 1024 };

struct micro_tlb {
	uint64_t last; /* the page of the latest access */
	uint64_t page[MICRO_TLB_MAX];
	uint32_t count, next;
};

struct main_tlb {
	uint64_t page[MAIN_TLB_MAX]; /* set by set */
	uint8_t next[MAIN_TLB_MAX / 2];
	uint32_t set_mask;
};

enum tlb_result { TLB_MICRO_HIT, TLB_MAIN_HIT, TLB_WALK };

void micro_tlb_init(struct micro_tlb *tlb, uint32_t count);
void main_tlb_init(struct main_tlb *tlb, uint32_t count);

/* page: not 0. */
enum tlb_result tlb_find(struct micro_tlb *micro, struct main_tlb *all, uint64_t page);

#endif
