/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A histogram of rtla while it is read: rtla-hist.c reads it, rtla-bins.c draws conclusions. */
#ifndef IMPORT_RTLA_HIST_H
#define IMPORT_RTLA_HIST_H

#include "import/rtla.h"

/* What stands below the rows of a column. */
enum rtla_total { RTLA_OVER, RTLA_COUNT, RTLA_MIN, RTLA_AVG, RTLA_MAX, RTLA_TOTALS };

struct rtla_column {
	const char *name, *context;
	int64_t cpu;
	int64_t total[RTLA_TOTALS]; /* RUN_UNKNOWN: none */
};

struct rtla_hist {
	struct foreign_builder *builder;
	enum rtla_tool tool;
	int64_t unit_ns;
	struct rtla_column *columns;
	size_t column_count, column_room;
	bool has_index;    /* the line that names the columns was there */
	bool has_totals;   /* at least the counts */
	bool has_end;      /* the maxima, which come last */
	bool in_all;       /* in the block of the totals of all CPUs */
	int64_t all_count; /* of its first column; RUN_UNKNOWN */
	/* Rows: where each starts, in units, and column_count counts of each. */
	int64_t *starts, *counts;
	size_t row_count, start_room, count_room;
	int64_t bucket, entries; /* -b and -E of the command line; RUN_UNKNOWN */
	struct rtla_story story;
};

/* Puts it into the builder. */
void rtla_conclude_hist(const struct rtla_hist *hist);

#endif
