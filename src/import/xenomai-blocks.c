/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * When each row of a Xenomai log was, and how many are missing. A row stands for a second.
 * An RTT line says when the row below it ended, and comes again after a fixed number of
 * rows: what is between two of them is known; which row of a block is missing is not.
 */
#include <string.h>

#include "import/xenomai.h"

enum { CLOCK_SLACK_S = 1 }; /* rows drift against whole seconds by this much at most */

void xenomai_open_run(struct xenomai_run *run, int64_t stream)
{
	*run = (struct xenomai_run){
		.stream = stream,
		.period_ns = RUN_UNKNOWN,
		.priority = RUN_UNKNOWN,
		.cpu = RUN_UNKNOWN,
		.context = "",
		.elapsed_s = RUN_UNKNOWN,
		.asked_s = RUN_UNKNOWN,
		.limit_ns = RUN_UNKNOWN,
		.bucket_ns = RUN_UNKNOWN,
		.bucket_count = RUN_UNKNOWN,
	};
}

void xenomai_free_run(struct xenomai_run *run)
{
	free(run->rows);
	free(run->blocks);
	free(run->cells);
}

void xenomai_add_block(struct xenomai_run *run, int64_t start_s)
{
	if (run->block_count == run->block_room) {
		run->block_room = run->block_room ? 2 * run->block_room : 16;
		run->blocks =
			mem_grow(run->blocks, run->block_room * sizeof(*run->blocks));
	}
	run->blocks[run->block_count++] = (struct xenomai_block){
		.start_s = start_s,
		.first = run->row_count,
		.end = run->row_count,
	};
}

void xenomai_add_row(struct xenomai_run *run, const struct xenomai_row *row)
{
	if (!run->block_count)
		xenomai_add_block(run, RUN_UNKNOWN);
	if (run->row_count == run->row_room) {
		run->row_room = run->row_room ? 2 * run->row_room : 64;
		run->rows = mem_grow(run->rows, run->row_room * sizeof(*run->rows));
	}
	run->rows[run->row_count] = *row;
	run->rows[run->row_count++].time_s = RUN_UNKNOWN;
	run->blocks[run->block_count - 1].end = run->row_count;
	run->blocks[run->block_count - 1].skip_behind = false;
}

static int64_t rows_in(const struct xenomai_block *block)
{
	return (int64_t)(block->end - block->first);
}

/* After so many rows the header came again: the most between two of them. */
static int64_t rows_per_header(const struct xenomai_run *run)
{
	int64_t most = 0;

	for (size_t i = 0; i + 1 < run->block_count; i++)
		if (rows_in(&run->blocks[i]) > most)
			most = rows_in(&run->blocks[i]);
	return most;
}

/* How many rows there were from this block's header to the next one. */
static int64_t expected_rows(const struct xenomai_block *block, int64_t per_header)
{
	int64_t seconds = block[1].start_s - block->start_s, rows = rows_in(block);

	if (rows == per_header && seconds <= rows + CLOCK_SLACK_S)
		return rows;
	return seconds;
}

/* The last second of a run is not printed. */
static int64_t expected_last(const struct xenomai_run *run, int64_t before)
{
	const struct xenomai_block *last = &run->blocks[run->block_count - 1];
	const struct xenomai_spread *minima = &run->spread[XENOMAI_OF_MIN];
	int64_t rows = rows_in(last);

	if (minima->known && xenomai_has_start(run))
		return minima->samples - before;
	if (run->elapsed_s != RUN_UNKNOWN && last->start_s != RUN_UNKNOWN &&
	    run->elapsed_s - last->start_s > rows)
		return run->elapsed_s - last->start_s;
	return rows;
}

/* Rows of a block that lacks some have times only in front of the place that lacks them. */
static void place_block(struct xenomai_run *run, const struct xenomai_block *block,
			int64_t per_header)
{
	bool whole =
		!block->missing || block->skip_behind || rows_in(block) == per_header;

	for (size_t i = block->first; i < block->end; i++) {
		if (run->rows[i].after_skip)
			whole = false;
		if (whole && block->start_s != RUN_UNKNOWN)
			run->rows[i].time_s =
				block->start_s + (int64_t)(i - block->first);
	}
}

void xenomai_place_rows(struct xenomai_run *run)
{
	int64_t per_header = rows_per_header(run), before = 0;

	for (size_t i = 0; i < run->block_count; i++) {
		struct xenomai_block *block = &run->blocks[i];
		bool last = i + 1 == run->block_count;
		int64_t expected = rows_in(block);

		if (last)
			expected = expected_last(run, before);
		else if (block->start_s != RUN_UNKNOWN && block[1].start_s != RUN_UNKNOWN)
			expected = expected_rows(block, per_header);
		block->missing =
			expected > rows_in(block) ? expected - rows_in(block) : 0;
		before += rows_in(block) + block->missing;
		place_block(run, block, per_header);
	}
}

int64_t xenomai_missing_rows(const struct xenomai_run *run)
{
	int64_t missing = 0;

	for (size_t i = 0; i < run->block_count; i++)
		missing += run->blocks[i].missing;
	return missing;
}

/* The first row of a run is its best and its worst one: -l 0 leaves the headers out. */
static bool is_first_row(const int64_t *value)
{
	return value[XENOMAI_MIN] != RUN_UNKNOWN && value[XENOMAI_MAX] != RUN_UNKNOWN &&
	       value[XENOMAI_MIN] == value[XENOMAI_BEST] &&
	       value[XENOMAI_MAX] == value[XENOMAI_WORST];
}

bool xenomai_has_start(const struct xenomai_run *run)
{
	if (!run->block_count || (run->row_count && run->rows[0].after_skip))
		return false;
	if (run->blocks[0].start_s == RUN_UNKNOWN)
		return run->row_count && is_first_row(run->rows[0].value);
	return run->blocks[0].start_s <= 1;
}
