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

/*
 * SIGTSTP (Ctrl-Z) and SIGWINCH can be read from it, too, for who must put a terminal in
 * order before stopping. Before threads are started.
 */
void signals_add_terminal(int fd);

/* Stops, as SIGTSTP does; returns when continued. */
void signals_stop_self(void);

/* Does it ask to end? */
bool signals_is_end(int number);

/* The next signal's number, or 0 when none waits. */
int signals_next(int fd);

#endif
