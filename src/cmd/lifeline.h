/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ends this program when whoever started it from afar is gone: standard input ends, or is
 * silent for 30 s. By SIGTERM; and where that has not helped after another 10 s, because
 * nobody takes what we write, at once.
 */
#ifndef CMD_LIFELINE_H
#define CMD_LIFELINE_H

#include "base/err.h"

/* From now on, in a thread of its own, until the program ends. After signals_open(). */
int lifeline_hold(struct err *err);

#endif
