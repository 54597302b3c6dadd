/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The binary payloads of a run file, one pair of functions for each. See docs/format.md. */
#ifndef RUN_SLICES_H
#define RUN_SLICES_H

#include "base/bytes.h"
#include "run/record.h"

/* SLICES: entries one behind the other. */
void slices_add(struct str *out, const struct run_slice *slice, int64_t slice_ns);

/*
 * Reads one entry into *slice and *histogram, which it points to; the histogram must be
 * clear. false at the end and on impossible contents (from->bad).
 */
bool slices_next(struct bytes *from, int64_t slice_ns, struct run_slice *slice,
		 struct histogram_slice *histogram);

/* COUNTS. */
void counts_add(struct str *out, uint32_t slice_number, const struct run_count *counts,
		uint32_t count, bool whole_run);

/* Appends run_count values to *out; false on impossible contents. */
bool counts_read(struct bytes *from, uint32_t *slice_number, bool *whole_run,
		 struct str *out);

/* SPIKES and RAW: samples of one stream; grid_ns is its period, 0 when it has none. */
void samples_add(struct str *out, uint32_t stream, int64_t grid_ns,
		 const struct run_sample *samples, uint32_t count);

/* Appends run_sample values to *out; false on impossible contents. */
bool samples_read(struct bytes *from, uint32_t *stream, struct str *out);

#endif
