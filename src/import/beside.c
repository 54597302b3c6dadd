/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A trace of one wake-up beside the report of a run: it says who was in the way then. It is
 * no part of the run's figures, and what it explains is that wake-up alone.
 */
#include <string.h>

#include "import/import.h"

static int64_t longest_ns(const struct run_foreign *foreign)
{
	int64_t longest = RUN_UNKNOWN;

	for (uint32_t i = 0; i < foreign->stream_count; i++)
		if (foreign->streams[i].max_ns > longest)
			longest = foreign->streams[i].max_ns;
	return longest;
}

static void tell_both(struct foreign_builder *builder, const char *name,
		      int64_t beside_ns)
{
	int64_t run_ns = longest_ns(&builder->foreign);

	if (run_ns == RUN_UNKNOWN || beside_ns == RUN_UNKNOWN)
		return;
	foreign_add_note(
		builder, FOREIGN_NOTE,
		"%s: %.3f us there, %.3f us at most in this run: %s", name,
		(double)beside_ns / 1e3, (double)run_ns / 1e3,
		beside_ns < run_ns
			? "the trace is a snapshot, and not of the run's worst sample"
		: beside_ns == run_ns
			? "it may be of the run's worst sample"
			: "the trace holds what this run has not seen: it is of another time, "
			  "or counts from elsewhere");
}

int import_read_beside(const struct import_format *format,
		       const struct import_report *report,
		       struct foreign_builder *builder, struct err *err)
{
	const char *slash = strrchr(report->name, '/');
	const char *name = slash ? slash + 1 : report->name;
	struct foreign_builder own;
	int status;

	foreign_builder_open(&own);
	status = import_read_as(format, report, &own, err);
	if (!status) {
		for (uint32_t i = 0; i < own.foreign.note_count; i++)
			foreign_add_note(builder, FOREIGN_NOTE, "%s: %s", name,
					 own.foreign.notes[i].text);
		tell_both(builder, name, longest_ns(&own.foreign));
		builder->foreign.files =
			foreign_text(builder, "%s, %s", builder->foreign.files,
				     report->name);
		builder->foreign.notes = builder->notes;
		builder->foreign.note_count = builder->note_count;
	}
	foreign_builder_free(&own);
	return status;
}
