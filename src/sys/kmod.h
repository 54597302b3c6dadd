/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel module whylate.ko: an open descriptor is one chain of a timer's interrupt, a
 * kernel thread and the calling thread, on one CPU. Tests link a second implementation, in
 * which stages begin by a script (tests/fake/simulated-kmod.c).
 */
#ifndef SYS_KMOD_H
#define SYS_KMOD_H

#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "sys/root.h"

/* Can the module be opened at all? -1 with *err: what to do. */
int kmod_is_there(const struct root *root, struct err *err);

/* Opens a chain on that CPU. Returns its descriptor, and its kernel thread; -1 with *err. */
int kmod_open(const struct root *root, int cpu, pid_t *thread_tid, struct err *err);

enum { KMOD_IRQ, KMOD_THREAD, KMOD_STAMPS };

/*
 * In the real-time thread, which must run on the chain's CPU alone: sleeps until due_ns, one
 * system call. -1 with errno; ENODEV: the CPU went offline.
 */
int kmod_wait_until(int fd, int64_t due_ns, int64_t stamp_ns[KMOD_STAMPS]);

/*
 * Whether the module has counted just these wake-ups in every stage, and each interrupt on
 * the chain's CPU; -1 with *err when not.
 */
int kmod_check_counts(int fd, uint64_t wakes, struct err *err);

#endif
