/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the timing model takes for granted: one table, a row a parameter, with its unit, its
 * range and where its default is from. docs/model.md shows the same table.
 *
 * A file of parameters has lines "NAME = VALUE" and comments behind "#". What is not in it has
 * its default. A name that there is not, a value outside of its range, and a size that is no
 * power of two where one is needed are refused with the line's number.
 */
#ifndef MODEL_PARAMETERS_H
#define MODEL_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

/* All of them, in the order of the table. Units are in the names. */
struct parameters {
	int64_t core_mhz;
	int64_t instruction_millicycles;
	int64_t load_hit_cycles;
	int64_t l1_bytes, l1_ways;
	int64_t micro_tlb_entries, main_tlb_entries;
	int64_t main_tlb_cycles, walk_cycles;
	int64_t l1_store_slots, l1_fill_buffers, l1_eviction_buffers;
	int64_t streaming_lines;
	int64_t l2_aux_ctrl;
	int64_t l2_hit_cycles, l2_busy_cycles;
	int64_t l2_fill_buffers, l2_eviction_buffers, l2_store_slots;
	int64_t l2_prefetch_lines;
	int64_t dram_row_miss_ns, dram_row_hit_ns;
	int64_t dram_banks, dram_row_bytes;
	int64_t dram_mbytes_per_s;
	int64_t dram_queue_lines;
	int64_t device_read_ns;
	int64_t masters_write_mbytes_per_s, masters_read_mbytes_per_s;
	int64_t masters_buffer_kib;
};

struct parameter {
	const char *name, *unit;
	size_t offset;
	int64_t usual, least, most;
	bool power_of_two;
	bool hexadecimal;
	const char *source; /* of `usual` */
};

/* A row without a name ends them. */
extern const struct parameter parameter_rows[];

void parameters_set_defaults(struct parameters *parameters);

/* From the text of a file of that name; -1 with one sentence. */
int parameters_read(struct parameters *parameters, const char *name, const char *text,
		    struct err *err);

/* "NAME VALUE\n" for each of them. */
void parameters_add_text(struct str *out, const struct parameters *parameters);

#endif
