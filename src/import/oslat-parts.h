/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to the reader of oslat: what text and JSON have in common. */
#ifndef IMPORT_OSLAT_PARTS_H
#define IMPORT_OSLAT_PARTS_H

#include "import/import.h"

/* One CPU's column, or one thread of the JSON. Edges are upper ones, as oslat prints them. */
struct oslat_cpu {
	int64_t cpu, min_ns, avg_ns, max_ns, duration_ns;
	int64_t mhz;                         /* of its counter; RUN_UNKNOWN */
	int64_t first_edge_ns, last_edge_ns; /* of its rows */
	int64_t first_count, second_count, last_count, sum;
};

struct oslat {
	struct foreign_builder *builder;
	int64_t width_ns;     /* of a bucket */
	int64_t rows;         /* how many buckets, the last one included */
	const char *workload; /* "no", or its name; "" when not told */
	bool is_shifted;      /* each row counts what belongs one row below */
	bool last_is_marked;  /* "(including overflows)" */
	bool has_all_rows;    /* what it prints behind the rows is there */
	const char *policy;
	int64_t priority;
};

/*
 * Versions 2.5 and 2.6 count every gap one row too high: their first row is empty, and the
 * minimum is the first row's.
 */
bool oslat_is_shifted(const struct oslat *self, const struct oslat_cpu *cpus,
		      size_t count);

/* Figures, and what has to be said of them. Bins are added by the caller. */
void oslat_finish_cpu(struct oslat *self, const struct oslat_cpu *cpu);
void oslat_add_notes(struct oslat *self);

int oslat_read_json(const struct import_report *report, struct oslat *self,
		    struct err *err);

#endif
