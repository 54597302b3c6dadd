/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The second implementation of sys/kmod.h: a module whose stages begin by a script, on the
 * simulated clock. Linked before the library, it takes the place of sys/kmod.c.
 */
#ifndef FAKE_SIMULATED_KMOD_H
#define FAKE_SIMULATED_KMOD_H

#include <stdint.h>

#include "sys/kmod.h"

struct simulated_kmod {
	/* Lateness of a stage of the activation that is due then. */
	int64_t (*late_of)(void *self, int stage, int64_t due_ns);
	void *self;
	uint64_t woken; /* what the module counts */
};

/* For the calling thread. When it is woken is the simulated clock's to say. */
void simulate_kmod(struct simulated_kmod *kmod);

#endif
