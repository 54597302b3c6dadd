/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What differs between runs A and runs B, and how sure that is. The unit of inference is the
 * stretch of slices inside one run and the run between runs: with one run a side the size
 * of the difference is told, never a verdict on the set-ups, because what differs from run to
 * run of one set-up is not known then.
 */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include "analyse/sentences.h"
#include "compare/checks.h"
#include "compare/compare-run.h"
#include "compare/fact-diff.h"
#include "compare/resample.h"

struct compare_options {
	uint32_t replicates;
	uint64_t seed;
	/* For the counts above it, which decide then; 0: limits chosen from the runs. */
	int64_t limit_ns;
	int64_t margin_ns; /* differences up to this do not count; 0: 1 % of A's figure */
	bool pairs;        /* run i of A belongs to run i of B */
};

enum compare_verdict {
	COMPARE_WORSE,
	COMPARE_BETTER,
	COMPARE_MIXED, /* worse here, better there */
	COMPARE_NO_DIFFERENCE,
	COMPARE_NOT_COMPARABLE,
	COMPARE_SETUPS_ONLY, /* no figures to compare */
};

/* What a difference rests on. */
enum compare_basis {
	BASIS_NOTHING,
	BASIS_FIGURES, /* one run a side, as reported: nothing to resample */
	BASIS_SLICES,  /* one run a side, stretches of its slices */
	BASIS_RUNS,    /* several runs a side */
	BASIS_PAIRS,   /* runs in pairs */
};

enum shown { SHOWN_NOTHING, SHOWN_LATER, SHOWN_EARLIER };

/* One figure of both sides. Of several runs a and b are medians. Unknown: RUN_UNKNOWN, NAN. */
struct compare_row {
	const char *stream; /* "total" or a label */
	enum measure measure;
	int64_t a_ns, b_ns, difference_ns; /* of several runs: Hodges-Lehmann's shift */
	int64_t factor_thousandths;
	int64_t low_ns, high_ns; /* 95 % interval of the difference */
	int64_t no_larger_ns;    /* it is not larger than this either way, at 5 % */
	double p, p_adjusted;    /* adjusted (Holm) for all rows that decide */
	bool decides;
	enum shown shown;
	/* In pairs. */
	int64_t mean_ns, least_ns, greatest_ns;
	uint32_t up, down;
	double sign_p;
};

/* Samples above a limit. least and most differ where a bin straddles the limit. */
struct compare_tail {
	int64_t limit_ns;
	int64_t a_least, a_most, b_least, b_most; /* RUN_UNKNOWN */
	bool has_interval;
	double low_ppm, high_ppm; /* 95 %, of the difference in parts of a million */
	double p, p_adjusted;
	enum shown shown;
};

struct comparison {
	struct compare_options options;
	struct compare_side a, b;
	const struct check_outcome *checks;
	uint32_t check_count;
	bool refused, qualified;

	enum compare_basis basis;
	const struct resampled *resampled; /* BASIS_SLICES */
	struct compare_row *rows;          /* of the total first */
	uint32_t row_count, row_room;
	struct compare_tail tails[RESAMPLE_LIMITS];
	uint32_t tail_count;
	int64_t a_overruns, b_overruns; /* RUN_UNKNOWN */
	bool too_few_runs;              /* no p-value of so few can be below 5 % */

	const struct facts *a_facts, *b_facts; /* NULL: not known */
	struct fact_diff setup;

	enum compare_verdict verdict;
	const char *sentence;     /* one that can be forwarded */
	struct sentences remarks; /* on the figures */
	struct sentences unknown; /* what is not known */
	struct arena arena;
};

/* All of it. The runs are concluded here; they must outlive the comparison. */
struct comparison *compare(const struct compare_side *a, const struct compare_side *b,
			   const struct compare_options *options);
void compare_free(struct comparison *comparison);

/* 0 B not shown to be worse, 1 B worse, 3 not comparable. */
int compare_exit_status(const struct comparison *comparison);

#endif
