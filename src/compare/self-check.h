/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often the tests say "differs" where nothing was changed, on runs of one machine and
 * one set-up. 5 % is what they promise.
 */
#ifndef COMPARE_SELF_CHECK_H
#define COMPARE_SELF_CHECK_H

#include "analyse/slice-series.h"
#include "base/arena.h"

enum {
	SELF_CHECK_PAIRS = 20, /* pairs of slices a draw */
	SELF_CHECK_GROUP = 6,  /* runs a side a draw */
	SELF_CHECK_RUNS_AT_LEAST = 2 * SELF_CHECK_GROUP,
};

/* Which figure of a slice or run is tested. */
enum self_check_figure { SELF_CHECK_P50, SELF_CHECK_P99, SELF_CHECK_FIGURES };

struct self_check_rate {
	uint32_t asked, rejected; /* asked 0: too little data */
};

struct self_check_run {
	const char *name;
	const struct slice_series *series;
	/* Slices in pairs, in random order: has its level. */
	struct self_check_rate in_pairs[SELF_CHECK_FIGURES];
	/* Single slices of one stretch against the next: has not. */
	struct self_check_rate in_order[SELF_CHECK_FIGURES];
};

struct self_check {
	uint32_t draws;
	uint64_t seed;
	struct self_check_run *runs;
	uint32_t run_count;
	/* Runs one after another in pairs, each pair tested by its slices: has not its level. */
	struct self_check_rate slices_between_runs[SELF_CHECK_FIGURES];
	/* Runs drawn into two groups, each run a value: has its level. */
	struct self_check_rate runs_as_units[SELF_CHECK_FIGURES];
};

/* Fills in the rates. */
void self_check_make(struct self_check *check);

/* In thousandths; -1 when nothing was asked. */
int self_check_permille(const struct self_check_rate *rate);

#endif
