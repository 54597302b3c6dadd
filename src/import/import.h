/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports of other tools as run_foreign. Each format is one file and one row; sniffing
 * tells them apart. Nothing is invented: what a report does not say stays unknown; what
 * contradicts itself becomes a note; what cannot be read is skipped and counted. Time and
 * memory are linear in the size of the report. No machine is looked at.
 */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H

#include "base/err.h"
#include "import/foreign-builder.h"
#include "import/lines.h"

/* One report as it came: a file's bytes, NUL behind them. */
struct import_report {
	const char *
		name; /* of the file, for people; jitterdebugger's samples need it, too */
	const char *text;
	size_t length;
	/* The other files given with it or found beside it in the same directory. */
	const struct import_report *others;
	size_t other_count;
};

struct import_format {
	const char *name; /* of the tool: run_foreign.tool */
	const char *what; /* for --help: "cyclictest: summary lines, -v, -h, --json" */
	bool several; /* reads files of one run together: it looks at report->others */
	/* Of another kind than a run: may be given with the report of one, and explains it. */
	bool goes_beside;
	/* What a run prints once: who finds one of these twice has two reports. */
	const char *once[2];
	/*
	 * How sure it is that the report is of this format, 0 to 100. Sees the first
	 * 256 KiB at most, and then there is no NUL behind them: import_has(), lines. 0:
	 * not at all. 90 and more: words that no other tool prints. About 50: shapes that
	 * others might have, too.
	 */
	int (*sniff)(const struct import_report *report);
	/*
	 * -1 with one sentence when there is nothing in it that could be kept. Sets lines
	 * and lines_skipped. import_check() comes behind it.
	 */
	int (*read)(const struct import_report *report, struct foreign_builder *builder,
		    struct err *err);
};

/* NULL ends them. */
extern const struct import_format *const import_formats[];

enum { IMPORT_SNIFF_BYTES = 256 << 10 };

/* The format that is surest; NULL with *err, which says what the report looks like. */
const struct import_format *import_sniff(const struct import_report *report,
					 struct err *err);

/* By name; NULL with *err, which lists them. */
const struct import_format *import_find(const char *name, struct err *err);

/* Reads it, checks the invariants (import_check*()), finishes the builder, import_tell(). */
int import_read_as(const struct import_format *format, const struct import_report *report,
		   struct foreign_builder *builder, struct err *err);
int import_read(const struct import_report *report, struct foreign_builder *builder,
		struct err *err);

/*
 * Behind import_read_as(): what another report that goes beside it says, as notes, with its
 * longest lateness and the run's side by side.
 */
int import_read_beside(const struct import_format *format,
		       const struct import_report *report,
		       struct foreign_builder *builder, struct err *err);

/*
 * min <= avg <= max, sums of bins, all zeros, averages beyond the period: each
 * contradiction becomes a note. Before foreign_finish().
 */
void import_check(struct foreign_builder *builder);

/* Extremes and averages that the finished bins cannot have. Behind foreign_finish(). */
void import_check_bins(struct foreign_builder *builder);

/* Notes of what figures say together: shares, means, ranges. Behind foreign_finish(). */
void import_tell(struct foreign_builder *builder);

/* Notes of numbers that do not fit, wherever they are in it. */
void import_tell_too_large(const struct import_report *report,
			   struct foreign_builder *builder);

/* A note where its last line, or that of a text beside it, has no end. */
void import_tell_unended(const struct import_report *report,
			 struct foreign_builder *builder);

/* From 1: of a place in it. */
uint64_t import_line_of(const struct import_report *report, const char *at);

/* For sniff functions: are these characters anywhere in it? */
bool import_has(const struct import_report *report, const char *words);

/* Appends one sentence on what unknown bytes look like: "it is empty", "gzip data". */
void import_add_looks(struct str *out, const struct import_report *report);

#endif
