/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a wake-up costs here; found out under the very policy that the run will use. */
#ifndef MEASURE_CALIBRATE_H
#define MEASURE_CALIBRATE_H

#include "base/cpuset.h"
#include "measure/plan.h"

struct calibration {
	int64_t wake_cost_ns; /* CPU time of one wake-up; the least of several rounds */
	int64_t late_ns;      /* about one wake-up in twenty is later; likewise */
};

/*
 * Also tries every CPU of the plan and every policy: -1 with *err saying which right is
 * missing and how to get it. Takes about 15 ms.
 */
int calibrate(const struct plan *plan, const struct root *root,
	      struct calibration *result, struct err *err);

#endif
