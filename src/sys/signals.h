/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Signals as something to read: no handlers, no flags. */
#ifndef SYS_SIGNALS_H
#define SYS_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Blocks, in this thread and those it starts from now on, SIGINT, SIGTERM, SIGUSR1,
 * SIGCONT, and SIGHUP unless it is ignored (nohup); ignores SIGPIPE. Returns a descriptor
 * to read them from, or -1 with errno.
 */
int signals_open(void);

/* The next signal's number, or 0 when none waits. */
int signals_next(int fd);

#endif
