/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to report/: the document of an imported run. */
#ifndef REPORT_SUMMARY_FOREIGN_PARTS_H
#define REPORT_SUMMARY_FOREIGN_PARTS_H

#include "analyse/distribution.h"
#include "report/summary-parts.h"

/* All but the verdict; summary->foreign is there. */
void summary_foreign_doc(const struct summary_describer *describer);

/* Its streams: tables as text, and the member "streams". */
void summary_add_foreign_figures(const struct summary_describer *describer);

/* JSON alone. */
void summary_add_foreign_members(const struct summary_describer *describer);

/* From the first due time to the last, as far as count and period tell; RUN_UNKNOWN. */
int64_t summary_foreign_span_ns(const struct foreign_stream *stream);

/* The first percentile that rests on few samples, as percentiles_thin_from(). */
int summary_foreign_thin_from(const struct distribution *distribution);

#endif
