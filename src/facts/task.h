/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Real-time tasks as facts, whatever told of them. */
#ifndef FACTS_TASK_H
#define FACTS_TASK_H

#include "facts/facts.h"

struct task {
	long pid, tid, priority;
	bool is_kernel;
	const char *policy, *cpus, *comm; /* cpus: which are allowed; "" when not known */
};

/* "task.TID.comm" and so on. */
void task_put(struct facts *facts, const char *source, const struct task *task);
void task_put_program(struct facts *facts, const char *source, const char *comm);

/*
 * A listing that ps made of all tasks (ps.txt or ps in the folder), by the names of its
 * columns. It must tell each task's PID, class, RTPRIO and COMMAND, and by PPID or by brackets
 * around its name which are the kernel's; if not, "task.listed" is unknown and says so: false.
 */
bool task_put_ps(struct facts *facts, const struct setup *setup);

#endif
