/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ioctl(2) on /dev/whylate, as kmod/include/whylate/kmod.h has it. */
#include "sys/kmod.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/ioctl.h>
#include <whylate/kmod.h>

#include "base/io.h"
#include "sys/host.h"
#include "sys/raw-syscall.h"

static int explain_open(int error, struct err *err)
{
	if (error == ENOENT || error == ENXIO)
		return err_set(
			err, ERR_INPUT,
			"there is no " WHYLATE_KMOD_PATH
			": build and load whylate's kernel module ('make -C kmod && "
			"insmod kmod/whylate.ko'; it needs Linux 5.10 or later "
			"and the headers of this one, %s)",
			host_names().release);
	if (error == EACCES || error == EPERM)
		return err_set(err, ERR_INPUT,
			       "opening " WHYLATE_KMOD_PATH
			       " needs CAP_SYS_ADMIN outside of any container: run it as "
			       "root");
	errno = error;
	return err_errno(err, "cannot open " WHYLATE_KMOD_PATH);
}

static int explain_setup(int error, const struct whylate_kmod_setup *setup,
			 struct err *err)
{
	if (error == EPROTO)
		return err_set(err, ERR_INPUT,
			       "the kernel module that is loaded has version %u of its "
			       "interface, this whylate has %u: build both from one "
			       "source, then 'rmmod whylate' and load the new one",
			       setup->version, WHYLATE_KMOD_VERSION);
	if (error == ENOTTY)
		return err_set(err, ERR_INPUT,
			       WHYLATE_KMOD_PATH
			       " is not that of whylate's kernel module");
	if (error == ENODEV)
		return err_set(err, ERR_INPUT, "CPU %u is offline", setup->cpu);
	errno = error;
	return err_errno(err, "the kernel module cannot set up a timer and a thread");
}

int kmod_is_there(const struct root *root, struct err *err)
{
	CLEANUP(scope_close) int fd = root_open(root, O_RDWR, WHYLATE_KMOD_PATH);

	return fd < 0 ? explain_open(errno, err) : 0;
}

int kmod_open(const struct root *root, int cpu, pid_t *thread_tid, struct err *err)
{
	struct whylate_kmod_setup setup = {.version = WHYLATE_KMOD_VERSION,
					   .cpu = (uint32_t)cpu};
	CLEANUP(scope_close) int fd = root_open(root, O_RDWR, WHYLATE_KMOD_PATH);

	if (fd < 0)
		return explain_open(errno, err);
	if (ioctl(fd, WHYLATE_KMOD_SETUP, &setup) < 0)
		return explain_setup(errno, &setup, err);
	if (!setup.thread_tid)
		return err_set(err, ERR_INPUT,
			       "the kernel module's thread is not visible in this PID "
			       "namespace: run whylate outside of the container");
	*thread_tid = setup.thread_tid;
	return scope_keep_fd(&fd);
}

int kmod_wait_until(int fd, int64_t due_ns, int64_t stamp_ns[KMOD_STAMPS])
{
	struct whylate_kmod_wait wait = {.due_ns = due_ns};
	long result = syscall_4(SYS_ioctl, fd, (long)WHYLATE_KMOD_WAIT, (long)&wait, 0);

	if (result < 0) {
		errno = (int)-result;
		return -1;
	}
	stamp_ns[KMOD_IRQ] = wait.irq_ns;
	stamp_ns[KMOD_THREAD] = wait.thread_ns;
	return 0;
}

int kmod_check_counts(int fd, uint64_t wakes, struct err *err)
{
	struct whylate_kmod_counts counts;

	if (ioctl(fd, WHYLATE_KMOD_COUNTS, &counts) < 0)
		return err_errno(err, "the kernel module does not tell what it counted");
	if (counts.fired == wakes && counts.threads == wakes && counts.woken == wakes &&
	    counts.armed == counts.fired + counts.cancelled && !counts.strays)
		return 0;
	return err_set(err, ERR_INVALID,
		       "whylate saw %" PRIu64 " wake-ups, but the kernel module counted "
		       "%" PRIu64 " timers (%" PRIu64 " cancelled), %" PRIu64
		       " interrupts (%" PRIu64 " of them on another CPU), %" PRIu64
		       " of its thread and %" PRIu64 " of the task",
		       wakes, (uint64_t)counts.armed, (uint64_t)counts.cancelled,
		       (uint64_t)counts.fired, (uint64_t)counts.strays,
		       (uint64_t)counts.threads, (uint64_t)counts.woken);
}
