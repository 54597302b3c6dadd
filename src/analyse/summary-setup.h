/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to analyse/: how a summary keeps the machine's set-up and what changed in it. */
#ifndef ANALYSE_SUMMARY_SETUP_H
#define ANALYSE_SUMMARY_SETUP_H

#include "analyse/summary.h"

void summary_take_setup(struct summary *summary, const struct run_setup *setup);

#endif
