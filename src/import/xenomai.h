/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Xenomai's `latency` and EVL's `latmus` print the same lines; this is what their readers
 * share. A run is gathered as it stands in the report; xenomai_conclude() then says what it
 * adds up to.
 */
#ifndef IMPORT_XENOMAI_H
#define IMPORT_XENOMAI_H

#include "import/foreign-builder.h"
#include "import/lines.h"

/* The columns of a row, in the order of the seven-column form. */
enum xenomai_column {
	XENOMAI_MIN,
	XENOMAI_AVG,
	XENOMAI_MAX,
	XENOMAI_OVERRUNS, /* this one and the following: since the start of the run */
	XENOMAI_SWITCHES, /* not there before 2010 */
	XENOMAI_BEST,
	XENOMAI_WORST,
	XENOMAI_COLUMNS,
};

enum xenomai_state {
	XENOMAI_WHOLE,
	XENOMAI_SPLIT,   /* over two lines, and put together again */
	XENOMAI_CUT,     /* sound as far as it goes; the next line may continue it */
	XENOMAI_DAMAGED, /* some columns cannot be read */
	XENOMAI_NO_ROW,  /* nothing in it can be trusted */
};

/* An RTD line: times in ns, RUN_UNKNOWN where it does not tell. */
struct xenomai_row {
	int64_t value[XENOMAI_COLUMNS];
	uint64_t line;
	int64_t time_s; /* by xenomai_place_rows() */
	enum xenomai_state state;
	bool after_skip; /* "[...]" stands before it */
};

/* The rows below one RTT line. */
struct xenomai_block {
	int64_t start_s; /* RUN_UNKNOWN: rows without an RTT line */
	size_t first, end;
	int64_t missing;  /* by xenomai_place_rows() */
	bool skip_behind; /* "[...]" stands behind its last row */
};

/* An HSS line: in whole buckets; average and deviation in thousandths of one. */
struct xenomai_spread {
	bool known;
	int64_t samples, average, deviation;
};

/* An HSD line of the histogram of all samples. */
struct xenomai_cell {
	int64_t bucket, hits;
};

enum xenomai_kind {
	XENOMAI_OF_MIN,
	XENOMAI_OF_ALL,
	XENOMAI_OF_MAX,
	XENOMAI_KINDS,
};

struct xenomai_run {
	int64_t stream; /* its index */
	int64_t period_ns, priority, cpu;
	const char *context; /* a constant */
	bool not_isolated;
	bool says_us;    /* "All results in microseconds" */
	int64_t unit_ns; /* of a row's times: 1000, 1, or 0 before the first */
	bool unit_assumed, decimals;
	int columns; /* of its rows, 6 or 7; 0: no header told */
	struct xenomai_row *rows;
	size_t row_count, row_room;
	uint64_t lines_lost; /* rows of which nothing could be read */
	struct xenomai_block *blocks;
	size_t block_count, block_room;
	struct xenomai_spread spread[XENOMAI_KINDS];
	struct xenomai_cell *cells;
	size_t cell_count, cell_room;
	uint64_t cells_lost;
	bool has_summary; /* RTS */
	struct xenomai_row summary;
	int64_t elapsed_s, asked_s;
	int64_t limit_ns; /* it stopped because this was exceeded; RUN_UNKNOWN */
	int64_t bucket_ns, bucket_count; /* -B, -H of the command line; RUN_UNKNOWN */
};

void xenomai_open_run(struct xenomai_run *run, int64_t stream);
void xenomai_free_run(struct xenomai_run *run);
void xenomai_add_row(struct xenomai_run *run, const struct xenomai_row *row);
void xenomai_add_block(struct xenomai_run *run, int64_t start_s);

/*
 * Fills *row from the cells in text, as many as there are columns; *rest is what stands
 * behind them. Settles the run's unit with the first time it sees.
 */
enum xenomai_state xenomai_parse_row(struct xenomai_run *run, const char *text,
				     int columns, struct xenomai_row *row,
				     const char **rest);

/* "(mode, N us period, priority P, CPUn-noisol)", whatever of it is there. */
void xenomai_take_setup(const char *text, struct xenomai_run *run);

/* HSD and HSS lines, from behind the tag. */
void xenomai_take_cell(struct xenomai_run *run, const char *text);
void xenomai_take_spread(struct xenomai_run *run, const char *text);

/* When each row was, and how many are missing. */
void xenomai_place_rows(struct xenomai_run *run);
int64_t xenomai_missing_rows(const struct xenomai_run *run);
/* The log begins when the run does, so that the first row's counts are its own. */
bool xenomai_has_start(const struct xenomai_run *run);

/*
 * The mean of what is known of a column in 1/parts ns, and how many values that are;
 * RUN_UNKNOWN when none.
 */
int64_t xenomai_mean(const struct xenomai_run *run, enum xenomai_column column,
		     int64_t parts, int64_t *count);

/* Put the run into the builder; the last one is called by the first. */
void xenomai_conclude(struct xenomai_run *run, struct foreign_builder *builder);
void xenomai_conclude_rows(const struct xenomai_run *run,
			   struct foreign_builder *builder);
void xenomai_conclude_histogram(const struct xenomai_run *run,
				struct foreign_builder *builder);

/* What is the same in all reports of the two tools. */
void xenomai_describe(struct foreign_builder *builder, const char *tool);

/* Microseconds with three decimals, for notes; "unknown". */
const char *xenomai_us(struct foreign_builder *builder, int64_t time_ns);

#endif
