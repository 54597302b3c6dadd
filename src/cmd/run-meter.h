/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `whylate run --meter`: another tool measures; what it prints goes into the run. */
#ifndef CMD_RUN_METER_H
#define CMD_RUN_METER_H

#include "measure/meter.h"
#include "measure/session.h"

struct run_meter {
	struct meter meter;
	struct session *session;
	int64_t duration_ns; /* 0: as long as it likes */
	bool is_stopping;
	bool is_over;
};

/* Behind session_start(). As it was typed: the plan's may be made anonymous. */
int run_meter_start(struct run_meter *run, struct session *session,
		    const struct plan_options *asked, struct err *err);

/* To poll for what it prints; -1: nothing comes. */
int run_meter_fd(const struct run_meter *run);

/* In every turn of the loop. false: it has ended, and all that it printed is told. */
bool run_meter_turn(struct run_meter *run);

/* Somebody wants the end: it is asked for a summary first, and turns go on. */
void run_meter_stop(struct run_meter *run);

void run_meter_close(struct run_meter *run);

#endif
