/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cmd/read-run.h"

#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "cmd/input.h"
#include "cmd/metered.h"
#include "report/out.h"
#include "run/reader.h"
#include "run/tee.h"
#include "sys/file-lock.h"
#include "sys/terminal.h"

int read_run_by(const struct run_sink *sink, const char *name, struct summary *summary,
		struct err *err)
{
	int fd CLEANUP(scope_close) = input_open(name, "a run", err);
	struct reader_report report = {0};

	if (fd < 0 || reader_play(fd, input_shown(name), sink, &report, err) < 0)
		return -1;
	summary_set_file_report(summary, &report, sys_file_is_being_written(fd));
	if (!summary->running)
		metered_read(summary);
	summary_conclude(summary);
	return 0;
}

void read_run_warn(const struct summary *summary, const char *name)
{
	const struct reader_report *file = &summary->file;

	if (summary_file_has_holes(summary))
		report_say("whylate: note: %s is damaged: %" PRIu64
			   " bytes skipped, %" PRIu64
			   " pieces missing; what was in them is unknown",
			   input_shown(name), file->damaged_bytes, file->missing_chunks);
	else if (!strcmp(summary->ended, "truncated"))
		report_say("whylate: note: %s is truncated; only what it holds is judged",
			   input_shown(name));
}

int read_run(const char *name, struct summary *summary, const struct run_sink *also,
	     struct err *err)
{
	struct run_tee tee = {.sinks = {summary_sink(summary)}, .count = 1};
	struct run_sink sink;

	if (also)
		tee.sinks[tee.count++] = *also;
	sink = run_tee_sink(&tee);
	return read_run_by(&sink, name, summary, err);
}
