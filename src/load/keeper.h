/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The two processes between whylate and the load that see to its end. */
#ifndef LOAD_KEEPER_H
#define LOAD_KEEPER_H

#include <stdbool.h>

#include "load/cage.h"

enum keeper_kind {
	KEEPER_NAMESPACE = 1,
	KEEPER_GUARD,
	KEEPER_REFUSED, /* no namespace to be had; nothing was started */
	KEEPER_FAILED,  /* with an error */
};

/* What comes back through ready_fd, once. */
struct keeper_answer {
	enum keeper_kind kind;
	int error;
};

struct keeper {
	const struct cage_work *work;
	pid_t *pids; /* room for work->count */
	pid_t whylate;
	int life_fd;  /* a pipe that ends when whylate does */
	int ready_fd; /* a pipe for the answer */
	bool is_guard;
	int signals_fd; /* its own matter */
};

/* In a process of its own. */
_Noreturn void keeper_run(struct keeper *keeper);

#endif
