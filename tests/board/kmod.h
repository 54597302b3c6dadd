/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the programs that try /dev/whylate on a board share. */
#ifndef BOARD_KMOD_H
#define BOARD_KMOD_H

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include <whylate/kmod.h>

#define MS INT64_C(1000000)

static inline int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static inline int bind_to(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return sched_setaffinity(0, sizeof(one), &one);
}

/* A descriptor after SETUP; -1 with errno. */
static inline int open_chain(int cpu)
{
	struct whylate_kmod_setup setup = {.version = WHYLATE_KMOD_VERSION,
					   .cpu = (uint32_t)cpu};
	int fd = open(WHYLATE_KMOD_PATH, O_RDWR | O_CLOEXEC), error;

	if (fd < 0 || ioctl(fd, WHYLATE_KMOD_SETUP, &setup) == 0)
		return fd;
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

/* Errno of one wait, 0 for none. */
static inline int wait_for(int fd, int64_t due_ns, struct whylate_kmod_wait *wait)
{
	*wait = (struct whylate_kmod_wait){.due_ns = due_ns};
	return ioctl(fd, WHYLATE_KMOD_WAIT, wait) < 0 ? errno : 0;
}

#endif
