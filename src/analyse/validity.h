/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Did the run get what it asked for? INVALID: it did not, on proof. Unknown: the proof is
 * missing. INVALID wins. Disturbances of the machine never count: they are what is measured.
 */
#ifndef ANALYSE_VALIDITY_H
#define ANALYSE_VALIDITY_H

#include "analyse/summary.h"

/* Sets validity and reasons. Everything else in *summary must be concluded already. */
void validity_judge(struct summary *summary);

#endif
