/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes that cannot outlive us, nor their children and grandchildren: all in a PID
 * namespace whose end the kernel sees to; or, where namespaces are refused, below guard
 * processes that notice our death and kill all that descends from them.
 */
#ifndef LOAD_CAGE_H
#define LOAD_CAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/cpuset.h"
#include "base/err.h"

/* What the processes are to do. All of it is used in the cage, after fork(). */
struct cage_work {
	uint32_t count;
	/* In process i, 0 <= i < count. When it returns, the process ends. */
	void (*run)(void *self, uint32_t i);
	/* In the warden, when process i has ended; status as of waitpid(). */
	void (*ended)(void *self, uint32_t i, int status);
	void *self;
	struct cpuset cpus; /* empty: as we */
};

struct cage;

/*
 * From the main thread, before there are others. The processes exist when it returns; no
 * signal is blocked in them, descriptors are those we have. -1 with *err, and nothing is left.
 */
int cage_open(const struct cage_work *work, struct cage **cage, struct err *err);

/* "a PID namespace" or "a guard process". */
const char *cage_kind(const struct cage *cage);

/* Somebody has ended it from outside, and with it all that was in it. */
bool cage_has_ended(const struct cage *cage);

/* Kills all that is in it, and returns when it is gone. NULL is fine. */
void cage_close(struct cage *cage);

#endif
