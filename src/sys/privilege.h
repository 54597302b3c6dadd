/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why the kernel refused a right that real-time threads need, and how to get it. */
#ifndef SYS_PRIVILEGE_H
#define SYS_PRIVILEGE_H

#include "base/cpuset.h"
#include "base/err.h"
#include "sys/root.h"
#include "sys/sched.h"

/*
 * Each is called right after the refusal, with its errno, and sets *err to what is missing
 * (capability, limit, control group's real-time budget, seccomp filter, cpuset) and what
 * to do. Returns -1.
 */
int privilege_explain_policy(const struct root *root, const struct sched_wish *wish,
			     int error, struct err *err);
int privilege_explain_memory_lock(const struct root *root, int error, struct err *err);
int privilege_explain_cpu(const struct root *root, int cpu, int error, struct err *err);

#endif
