/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to `whylate run`: its options, and all that the verb holds while it runs. */
#ifndef CMD_RUN_PARTS_H
#define CMD_RUN_PARTS_H

#include "analyse/summary.h"
#include "capture/setup-watch.h"
#include "cmd/live.h"
#include "cmd/run-meter.h"
#include "commands.h"
#include "load/load.h"
#include "measure/plan.h"
#include "measure/session.h"
#include "run/writer.h"

struct run_options {
	struct plan_options plan;
	struct load_options load;
	const char *output, *on, *sysroot;
	bool json, quiet, anonymous, dry_run, detach, fetch, lifeline;
};

/* All that the verb holds while it runs. */
struct run {
	struct run_options options;
	struct arena arena;
	struct root root;
	struct plan plan;
	struct load_plan load_plan;
	struct load *load; /* NULL: none */
	struct session *session;
	struct setup_watch *setup;
	struct writer *writer;
	struct summary *summary;
	const char *file; /* its name; NULL: standard output */
	bool is_created;  /* by us, so that a start that fails removes it */
	bool trouble_told;
	struct live *live;
	struct live_view *view; /* NULL: quiet */
	bool has_screen;
	int64_t awake_ns; /* run time of the last turn of the loop; INT64_MIN: none yet */
	int64_t stalled_ns;     /* run time after a turn that took too long */
	struct run_meter meter; /* of a run that another tool measures */
	int signals_fd;
	int notes_fd; /* -1: nobody sends any */
};

/* The verb. */
int run_run(const struct command *self, int argc, char **argv, struct err *err);

/* --dry-run. */
int run_print_plan(const struct run *run, struct err *err);

/* Another tool measures. */
bool run_is_metered(const struct run *run);

/*
 * Until the run is complete (false) or somebody ended it (true): looks after signals, keys,
 * the file, the load, the meter, and shows it all. The streams have ended then.
 */
bool run_watch(struct run *run);

/* What the load that there is has to say, and whether the file still takes what comes. */
void run_check_load(struct run *run);
bool run_check_writer(struct run *run);

/* Looks at the machine's set-up again: at all of it, or at what may change. */
void run_look_at_setup(struct run *run, bool everything);

#endif
