/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to summary: a run of another tool. */
#ifndef ANALYSE_SUMMARY_FOREIGN_H
#define ANALYSE_SUMMARY_FOREIGN_H

#include "analyse/summary.h"

/* Keeps a copy; of the streams those that the filter takes. The first report wins. */
void summary_take_foreign(struct summary *summary, const struct run_foreign *foreign);

#endif
