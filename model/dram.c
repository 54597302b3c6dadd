/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/dram.h"

#include "model/cache.h"

static uint32_t log2_of(int64_t power)
{
	return (uint32_t)__builtin_ctzll((unsigned long long)power);
}

void dram_init(struct dram *dram, const struct parameters *parameters)
{
	*dram = (struct dram){
		.line_ps = (uint64_t)(CACHE_LINE_BYTES * INT64_C(1000000) /
				      parameters->dram_mbytes_per_s),
		.row_hit_ps = (uint64_t)parameters->dram_row_hit_ns * 1000,
		.row_miss_ps = (uint64_t)parameters->dram_row_miss_ns * 1000,
		.bank_mask = (uint32_t)parameters->dram_banks - 1,
		.bank_shift = log2_of(parameters->dram_banks),
		.row_shift = log2_of(parameters->dram_row_bytes),
	};
	dram->queue_ps = (uint64_t)parameters->dram_queue_lines * dram->line_ps;
}

/* Rows lie bank by bank behind each other. Was it open? It is now. */
static bool open_row(struct dram *dram, uint64_t address)
{
	uint64_t row = address >> dram->row_shift;
	uint64_t *open = &dram->row[row & dram->bank_mask];
	uint64_t number = (row >> dram->bank_shift) + 1; /* 0: none is */
	bool was_open = *open == number;

	*open = number;
	return was_open;
}

/* Carries out writes in the time that nobody else had the bus. */
static void settle(struct dram *dram, uint64_t now_ps)
{
	uint64_t idle_ps;

	if (now_ps <= dram->settled_ps)
		return;
	idle_ps = now_ps - dram->settled_ps;
	dram->writes_ps -= idle_ps < dram->writes_ps ? idle_ps : dram->writes_ps;
	dram->settled_ps = now_ps;
}

struct dram_read dram_read(struct dram *dram, uint64_t address, uint64_t now_ps)
{
	struct dram_read read = {0};
	uint64_t start_ps = now_ps > dram->free_ps ? now_ps : dram->free_ps, wait_ps;

	settle(dram, start_ps);
	wait_ps = dram->writes_ps % dram->line_ps;
	if (dram->writes_ps > dram->queue_ps + wait_ps)
		wait_ps = dram->writes_ps - dram->queue_ps;
	dram->writes_ps -= wait_ps;
	start_ps += wait_ps;
	read.wait_ps = start_ps - now_ps;
	read.latency_ps = open_row(dram, address) ? dram->row_hit_ps : dram->row_miss_ps;
	dram->free_ps = dram->settled_ps = start_ps + dram->line_ps;
	dram->lines_read++;
	return read;
}

uint64_t dram_write(struct dram *dram, uint64_t address, uint64_t now_ps)
{
	uint64_t wait_ps = 0;

	settle(dram, now_ps);
	open_row(dram, address);
	if (dram->writes_ps > dram->queue_ps)
		wait_ps = dram->writes_ps - dram->queue_ps;
	dram->writes_ps += dram->line_ps;
	dram->lines_written++;
	return now_ps + wait_ps;
}
