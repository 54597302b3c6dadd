/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The figures of a run that another tool measured, out of what it printed. */
#ifndef CMD_METERED_H
#define CMD_METERED_H

#include "analyse/summary.h"

/*
 * Behind the last of the run, before summary_conclude(): tells the summary what the report
 * says, or by an event why nothing could be read from it. Nothing for other runs.
 */
void metered_read(struct summary *summary);

#endif
