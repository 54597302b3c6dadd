/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tests of Xenomai's reports check of a stream. */
#ifndef XENOMAI_FIGURES_H
#define XENOMAI_FIGURES_H

#include "base/num.h"
#include "imported.h"

#define NOTHING RUN_UNKNOWN

static inline void check_figures(const struct foreign_stream *stream, int64_t min_ns,
				 int64_t avg_ns, int64_t max_ns, int64_t overruns,
				 int64_t switches)
{
	CHECK_INT(stream->min_ns, min_ns);
	CHECK_INT(stream->avg_ns, avg_ns);
	CHECK_INT(stream->max_ns, max_ns);
	CHECK_INT(stream->overruns, overruns);
	CHECK_INT(stream->mode_switches, switches);
}

static inline void check_rows(const struct foreign_stream *stream, uint32_t rows,
			      uint64_t missing, uint64_t damaged, uint64_t split)
{
	CHECK_INT(stream->row_count, rows);
	CHECK_INT(stream->rows_missing, missing);
	CHECK_INT(stream->rows_damaged, damaged);
	CHECK_INT(stream->rows_split, split);
}

static inline void check_setup(const struct foreign_stream *stream, int64_t period_ns,
			       int64_t priority, const char *context)
{
	CHECK_INT(stream->period_ns, period_ns);
	CHECK_INT(stream->priority, priority);
	CHECK_TEXT(stream->context, context);
	CHECK_TEXT(stream->wake, "timer");
	CHECK_TEXT(stream->policy, "");
	CHECK_INT(stream->cpu, NOTHING);
}

#endif
