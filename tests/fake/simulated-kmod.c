/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel module as the test says. */
#include "simulated-kmod.h"

#include <errno.h>
#include <stddef.h>

#include "sys/clock.h"

static _Thread_local struct simulated_kmod *current;

void simulate_kmod(struct simulated_kmod *kmod)
{
	current = kmod;
}

int kmod_is_there(const struct root *root, struct err *err)
{
	(void)root, (void)err;
	return 0;
}

int kmod_open(const struct root *root, int cpu, pid_t *thread_tid, struct err *err)
{
	(void)root, (void)cpu, (void)thread_tid;
	return err_set(err, ERR_INPUT, "there is no module here");
}

int kmod_wait_until(int fd, int64_t due_ns, int64_t stamp_ns[KMOD_STAMPS])
{
	(void)fd;
	if (clock_wait_until(due_ns) == CLOCK_FAILED)
		return -1;
	for (int i = 0; i < KMOD_STAMPS; i++)
		stamp_ns[i] = due_ns + current->late_of(current->self, i, due_ns);
	current->woken++;
	return 0;
}

int kmod_check_counts(int fd, uint64_t wakes, struct err *err)
{
	(void)fd;
	if (current->woken == wakes)
		return 0;
	return err_set(err, ERR_INVALID, "the module counted otherwise");
}
