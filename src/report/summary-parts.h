/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to report/: the parts of a summary's document, one file each. */
#ifndef REPORT_SUMMARY_PARTS_H
#define REPORT_SUMMARY_PARTS_H

#include "report/summary-doc.h"

struct summary_describer {
	struct doc *doc;
	const struct summary *summary;
	enum summary_level level;
	const char *file;
};

/* A stream as people call it: "cpu 3", with its wake source where runs have several. */
const char *summary_stream_label(const struct summary_describer *describer,
				 uint32_t stream);

/* A time as text that lives as long as the document. */
const char *summary_time(const struct summary_describer *describer, int64_t time_ns);

/* A figure in us; unknown when nothing was measured. */
struct cell summary_latency(const struct figures *figures, int64_t ns);

/* When the run began; unknown when the run does not know it. */
struct cell summary_started(const struct run_host *host);

/* JSON alone. */
void summary_add_plan_members(const struct summary_describer *describer);
void summary_add_figure_members(const struct summary_describer *describer);

/* Is it of the load, and so no disturbance? */
bool summary_is_load(const struct summary_counter *counter);

void summary_add_load(const struct summary_describer *describer);
void summary_add_run(const struct summary_describer *describer);
void summary_add_figures(const struct summary_describer *describer);
void summary_add_disturbances(const struct summary_describer *describer);
void summary_add_worst(const struct summary_describer *describer);
void summary_add_events(const struct summary_describer *describer);
void summary_add_setup(const struct summary_describer *describer);
/* Instead of all others but the set-up and the file: nothing was measured. */
void summary_add_snapshot(const struct summary_describer *describer);
void summary_add_file(const struct summary_describer *describer);

#endif
