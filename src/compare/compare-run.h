/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One run as comparing sees it, whoever measured it: its figures by stream and in total, and
 * what is known of how it was measured. What is not known is RUN_UNKNOWN.
 */
#ifndef COMPARE_COMPARE_RUN_H
#define COMPARE_COMPARE_RUN_H

#include "analyse/distribution.h"
#include "analyse/percentiles.h"
#include "analyse/slice-series.h"
#include "analyse/summary.h"
#include "facts/facts.h"

/* What is compared, ascending: the tail decides before the middle does. */
enum measure {
	MEASURE_MIN,
	MEASURE_AVG,
	MEASURE_PERCENTILE, /* the first of PERCENTILES */
	MEASURE_MAX = MEASURE_PERCENTILE + PERCENTILES,
	MEASURES,
};

/* "minimum" and "min_ns", "p99" and "p99_ns" ... */
const char *measure_name(enum measure measure);
const char *measure_key(enum measure measure);

struct compare_figures {
	const char *label; /* "cpu 0"; "total" */
	int64_t value_ns[MEASURES];
	int64_t count, overruns;
	struct distribution distribution;
};

struct compare_run {
	const char *name;                  /* of its file */
	const struct summary *summary;     /* concluded; NULL: a run of another tool */
	const struct slice_series *series; /* concluded; NULL: not looked at */
	const struct run_foreign *foreign; /* NULL: a run of ours */
	const struct facts *facts;         /* NULL: the set-up is not known */
	bool has_figures;                  /* false: a set-up alone */
	/* By compare_run_conclude(). */
	struct compare_figures total;
	struct compare_figures *streams;
	uint32_t stream_count;
	const char
		*total_of; /* the context that the total is of, where there are several */
};

/* Fills in the figures; lists live in the arena. */
void compare_run_conclude(struct compare_run *run, struct arena *arena);

/*
 * It ended at its first sample above a limit (--stop-at, cyclictest's -b), whoever measured it:
 * its maxima are no maxima of a whole run.
 */
bool compare_run_stopped_itself(const struct compare_run *run);

/*
 * That stop cut off the count of samples above this limit; at_least so many are there. Other
 * tools' reports need not say where they stopped: a single sample may be the one it stopped at.
 */
bool compare_run_count_is_cut_off(const struct compare_run *run, int64_t limit_ns,
				  int64_t at_least);

/* How wide the bins are in which a report's percentiles lie; 0 without bins. */
int64_t compare_run_bin_ns(const struct compare_run *run);

/* By what and under which policy its times were computed; NULL: they were measured. */
const char *compare_run_modelled(const struct compare_run *run);

/* Both were modelled from one stream of instructions: their wake-ups are pairs. */
bool compare_runs_share_stream(const struct compare_run *a, const struct compare_run *b);

/* NULL when it has no stream of this label. */
const struct compare_figures *compare_run_stream(const struct compare_run *run,
						 const char *label);

#endif
