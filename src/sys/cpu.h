/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which CPUs there are, and which the boot command line set apart. */
#ifndef SYS_CPU_H
#define SYS_CPU_H

#include "base/cpuset.h"
#include "sys/root.h"

/* -1 with *err when /sys does not tell. */
int cpu_read_online(const struct root *root, struct cpuset *online, struct err *err);

/*
 * Which CPUs a process may use: this one, here; of a collected tree the process that collected
 * it, or else those that are online and not set apart. -1 with *err.
 */
int cpu_read_allowed(const struct root *root, struct cpuset *allowed, struct err *err);

/* isolcpus=; empty when there are none. -1 with *err when the kernel does not tell. */
int cpu_read_isolated(const struct root *root, struct cpuset *isolated, struct err *err);

#endif
