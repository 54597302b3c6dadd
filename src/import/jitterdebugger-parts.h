/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to the reader of jitterdebugger: one file each for what its files hold. */
#ifndef IMPORT_JITTERDEBUGGER_PARTS_H
#define IMPORT_JITTERDEBUGGER_PARTS_H

#include "import/import.h"

struct jitterdebugger {
	struct foreign_builder *builder;
	int64_t unit_ns; /* of its figures: 1000, or 1 */
	bool has_results, has_samples, has_live;
	uint64_t snapshots; /* other files beside the results */
};

enum jitterdebugger_kind {
	JITTERDEBUGGER_OTHER,
	JITTERDEBUGGER_RESULTS, /* results.json */
	JITTERDEBUGGER_RAW,     /* samples.raw */
	JITTERDEBUGGER_CSV,
	JITTERDEBUGGER_LIVE, /* what it showed on the terminal */
};

enum jitterdebugger_kind jitterdebugger_kind_of(const struct import_report *report);

/* Bytes of a record: 28, 20 (old 32-bit), 0 when these are no records. */
size_t jitterdebugger_record_bytes(const struct import_report *report);
bool jitterdebugger_is_csv(const struct import_report *report);
bool jitterdebugger_is_csv_line(const char *line);

/* Adds every sample; figures come from foreign_sum_up_samples(). */
void jitterdebugger_read_raw(struct jitterdebugger *self,
			     const struct import_report *report);
void jitterdebugger_read_csv(struct jitterdebugger *self,
			     const struct import_report *report);

/*
 * A stall: late samples in a row, each less late than the one before, as missed periods are
 * replayed. Notes how many there were.
 */
void jitterdebugger_say_stalls(struct jitterdebugger *self);

#endif
