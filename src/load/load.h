/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The load that makes a measurement hard: reproducible stressors in a cage of processes
 * that ends when whylate ends, however that happens. Plans are made by load-plan.h.
 */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H

#include "load/load-plan.h"

struct load;

/*
 * Everything that can be refused is tried; the processes exist and wait. Call it before
 * threads are started. plan must outlive the load.
 */
int load_open(const struct load_plan *plan, struct load **load, struct err *err);

/* Lets them work. */
void load_go(struct load *load);

/* What item i has done so far, in its unit; -1: that of an external command is not known. */
int64_t load_done(const struct load *load, uint32_t i);

/*
 * A stressor or command that ended by itself: one sentence, into the arena; NULL when all
 * are at work. Each is told once. *is_fault: it was not to end; a command may.
 */
const char *load_trouble(struct load *load, struct arena *arena, bool *is_fault);

/* "a PID namespace", "a guard process": what holds it. */
const char *load_cage(const struct load *load);

/* Ends it; what it has done can still be asked for. */
void load_end(struct load *load);

/* Ends and reaps all of it. NULL is fine. */
void load_close(struct load *load);

#endif
