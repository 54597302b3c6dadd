/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What whylate compare reads: a run file, another tool's report (a file, or a folder of
 * them), or a collected tree, which is a set-up without a run.
 */
#ifndef CMD_COMPARE_INPUT_H
#define CMD_COMPARE_INPUT_H

#include "base/err.h"
#include "cmd/doctor-input.h"
#include "cmd/import-files.h"
#include "compare/compare-run.h"

struct compare_input {
	const char *name;
	struct summary *summary; /* NULL: no run of ours */
	struct slice_series *series;
	struct import_files files; /* a report's, when has_report */
	struct foreign_builder builder;
	bool has_report;
	struct doctor_input tree; /* a folder's set-up */
	struct facts *facts;      /* NULL: not known */
};

/* series: of a run of ours, slice by slice, too. -1 with *err; free it all the same. */
int compare_input_read(struct compare_input *input, const char *name, bool series,
		       struct err *err);

/* A collected tree that says how the machine of this run was set up. */
int compare_input_add_tree(struct compare_input *input, const char *folder,
			   struct err *err);

void compare_input_free(struct compare_input *input);

/* As comparing sees it; the input must outlive it. */
struct compare_run compare_input_run(const struct compare_input *input);

#endif
