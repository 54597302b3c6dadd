/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What whylate doctor judges: a machine, a collected tree, a log, a run. */
#ifndef CMD_DOCTOR_INPUT_H
#define CMD_DOCTOR_INPUT_H

#include <stdbool.h>

#include "analyse/detail.h"
#include "analyse/summary.h"
#include "base/err.h"
#include "run/setup.h"

struct doctor_input {
	struct setup setup;      /* of a machine or a log; a run has its own */
	struct summary *summary; /* NULL: no run */
	struct detail *detail;
	const char *about;
};

void doctor_input_free(struct doctor_input *input);

/* This machine, or (folder) a collected tree: DIR/proc, DIR/sys, DIR/dmesg.txt, ... */
int doctor_read_machine(struct doctor_input *input, const char *folder, struct err *err);

/* Boot logs alone, one behind the other: the first one and count more. */
int doctor_read_logs(struct doctor_input *input, const char *first, char *const *more,
		     int count, struct err *err);

/* A run file; "-" is standard input. */
int doctor_read_run(struct doctor_input *input, const char *name, struct err *err);

#endif
