/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What another tool reported of a run: that, and no more. Nothing is invented: what its
 * report does not say is RUN_UNKNOWN or "". Times are ns, whatever unit the report had.
 */
#ifndef RUN_FOREIGN_H
#define RUN_FOREIGN_H

#include <stdbool.h>
#include <stdint.h>

#define RUN_UNKNOWN INT64_MIN

/* So many samples late by from_ns or more and by less than to_ns. */
struct foreign_bin {
	int64_t from_ns, to_ns;
	int64_t count;
};

/* What was printed about one stretch of the run, usually a second. */
struct foreign_row {
	int64_t time_ns; /* of its end, since the start; RUN_UNKNOWN */
	int64_t length_ns;
	int64_t min_ns, avg_ns, max_ns;
	int64_t overruns,
		mode_switches; /* in this stretch alone, RUN_UNKNOWN for the first */
};

/* One sample by itself: a cycle number or a time is known, or neither. */
struct foreign_sample {
	int64_t cycle, time_ns;
	int64_t late_ns;
};

/* One measured thread, or interrupt. */
struct foreign_stream {
	int64_t index; /* the tool's own number for it */
	int64_t cpu;
	int64_t priority, period_ns;
	const char *
		context; /* "user" "kernel" "irq" "thread" "timer" "base" "servo" or "" */
	const char *policy; /* fifo rr other deadline or "" */
	const char *wake;   /* timer spin trace or "" */
	const char *name;   /* as the tool calls it: "T: 0", "Thr-001" */

	int64_t count, min_ns, avg_ns, max_ns;
	int64_t last_ns; /* the latest one: "cur", "Act" */
	int64_t overruns, mode_switches, smis;
	int64_t beyond;         /* samples above the bins */
	int64_t beyond_from_ns; /* they are late by this or more; RUN_UNKNOWN: by the last bin */
	int64_t resolution_ns; /* of its figures: 1000 for whole us */
	bool avg_is_truncated;
	bool bins_are_complete; /* bins and beyond hold every sample */

	const struct foreign_bin *bins; /* ascending, no empty ones */
	const struct foreign_row *rows;
	const struct foreign_sample *samples; /* in the order of the report */
	uint32_t bin_count, row_count, sample_count;
	uint64_t rows_missing, rows_damaged;
	uint64_t rows_split; /* over two lines, and put together again: they are whole */
};

/*
 * The tool's own figures are the upper edges of their bins (oslat), not the lower ones: its
 * minimum is the upper edge of the first one, and is known to a bin.
 */
bool foreign_has_upper_edges(const struct foreign_stream *stream);

/*
 * What the tool would print for a sample in that bin: an edge, moved into minimum and maximum
 * (RUN_UNKNOWN: not known).
 */
int64_t foreign_bin_figure_ns(const struct foreign_bin *bin, bool has_upper_edges,
			      int64_t min_ns, int64_t max_ns);

/*
 * Which of its extremes and average bins that hold every sample cannot have: "its maximum above
 * the last row of its histogram". NULL: none, or the bins do not hold all.
 */
const char *foreign_bins_contradict(const struct foreign_stream *stream);

/* One sentence about the report. */
enum foreign_note_kind {
	FOREIGN_NOTE,         /* worth knowing */
	FOREIGN_INCONSISTENT, /* figures that contradict each other */
	FOREIGN_ASSUMED,      /* what had to be assumed, and why */
	FOREIGN_INVALID,      /* why it is no measurement */
};

/* "note" "inconsistent" "assumed" "invalid" */
const char *foreign_note_word(enum foreign_note_kind kind);

struct foreign_note {
	enum foreign_note_kind kind;
	const char *text;
};

struct run_foreign {
	const char *tool;    /* "cyclictest" "xenomai-latency" "rtla-timerlat-hist" ... */
	const char *version; /* as far as it says */
	const char *command; /* its command line where the report has it */
	const char *files;   /* what was read, for people */
	const char *lateness;    /* what its figures mean, one sentence */
	const char *missed_rule; /* "skip-and-hide" "skip-and-count" "replay" or "" */
	const char *kernel, *kernel_version, *machine; /* as its report says */
	bool unit_is_unknown; /* its figures have a unit that it does not say: none is kept */
	/*
	 * "complete"; "stopped": by itself at a limit, so its maxima are no maxima of a run
	 * of fixed length; "cut-off": the report has no end; or "".
	 */
	const char *ended;
	int64_t duration_ns, asked_duration_ns;
	const struct foreign_stream *streams;
	const struct foreign_note *notes;
	uint32_t stream_count, note_count;
	uint64_t lines,
		lines_skipped; /* skipped: not understood, though they seem to belong */
};

/* Nothing is known: no report, no figure. */
extern const struct foreign_stream foreign_unknown_stream;
extern const struct run_foreign foreign_unknown;

#endif
