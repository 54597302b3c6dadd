/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Woken by whylate's kernel module, which also tells when the timer's interrupt and its
 * thread began: three latencies of one activation, as Xenomai's latency test has them in
 * three runs (-t2, -t1, -t0).
 */
#include <string.h>
#include <unistd.h>

#include "measure/wake-ops.h"
#include "sys/clock.h"
#include "sys/kmod.h"
#include "sys/sched.h"

_Static_assert((int)KMOD_STAMPS <= (int)WAKE_STAMPS_MAX, "a stamp needs its place");

static int kmod_look(const struct root *root, struct err *err)
{
	return kmod_is_there(root, err) < 0 ? err_prefix(err, "--wake kmod") : 0;
}

static int kmod_open_wake(struct wake *wake, struct err *err)
{
	wake->fd = kmod_open(wake->root, wake->cpu, &wake->thread_tid, err);
	if (wake->fd < 0)
		return err_prefix(err, "--wake kmod");
	if (sched_set_fifo(wake->thread_tid, wake->thread_priority) < 0)
		return err_errno(err,
				 "--wake kmod: cannot give the kernel module's thread "
				 "priority %d",
				 wake->thread_priority);
	return 0;
}

static void kmod_close_wake(struct wake *wake)
{
	if (wake->fd >= 0)
		close(wake->fd);
	wake->fd = -1;
}

static int64_t kmod_wait(struct wake *wake, int64_t due_ns)
{
	if (kmod_wait_until(wake->fd, due_ns, wake->stamp_ns) < 0)
		return CLOCK_FAILED;
	wake->wakes++;
	return clock_now_ns();
}

static int64_t kmod_missed(const struct wake *wake, int64_t late_ns)
{
	return late_ns / wake->period_ns;
}

static int kmod_check(const struct wake *wake, struct err *err)
{
	return kmod_check_counts(wake->fd, wake->wakes, err);
}

const struct wake_ops wake_kmod = {
	.name = "kmod",
	.help = "whylate's kernel module: interrupt, kernel thread and task",
	.lateness = "from the due time to the first clock read after ioctl(/dev/whylate) "
		    "returned",
	.stages =
		{
			[KMOD_IRQ] = {.context = "irq",
				      .lateness =
					      "from the due time to the first clock "
					      "read of the timer's interrupt handler"},
			[KMOD_THREAD] = {.context = "thread",
					 .lateness =
						 "from the due time to the first clock "
						 "read of the kernel thread that the "
						 "interrupt woke",
					 .is_task = true},
		},
	.look = kmod_look,
	.open = kmod_open_wake,
	.close = kmod_close_wake,
	.wait = kmod_wait,
	.missed = kmod_missed,
	.check = kmod_check,
};
