/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory behind the caches: one channel, lines of 32 bytes. A read is answered after its bank's
 * latency, shorter where the row is open. Writes wait in a queue and are carried out when
 * nobody reads; a read waits for them only when the queue is longer than it may be, or for the
 * line that is just being written. Every line takes the bus for a time that follows from the
 * bandwidth. Times are ps since the start, and never go back.
 */
#ifndef MODEL_DRAM_H
#define MODEL_DRAM_H

#include <stdint.h>

#include "model/parameters.h"

enum { DRAM_BANKS_MAX = 64 };

struct dram {
	uint64_t line_ps, row_hit_ps, row_miss_ps, queue_ps; /* fixed */
	uint32_t bank_mask, row_shift, bank_shift;

	uint64_t free_ps; /* the bus, of reads */
	uint64_t
		settled_ps; /* up to here writes were carried out; not in between reads */
	uint64_t writes_ps; /* bus time of those that wait */
	uint64_t row[DRAM_BANKS_MAX];
	uint64_t lines_read, lines_written;
};

struct dram_read {
	uint64_t wait_ps, latency_ps;
};

void dram_init(struct dram *dram, const struct parameters *parameters);

/* A line is asked for at now_ps. */
struct dram_read dram_read(struct dram *dram, uint64_t address, uint64_t now_ps);

/* A line, or a part of one, is handed over at now_ps; returns when it was taken. */
uint64_t dram_write(struct dram *dram, uint64_t address, uint64_t now_ps);

#endif
