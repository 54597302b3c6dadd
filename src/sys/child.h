/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that we talk to through pipes. */
#ifndef SYS_CHILD_H
#define SYS_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/err.h"

struct child {
	pid_t pid;
	int to_fd;    /* its standard input, non-blocking; -1 once closed */
	int from_fd;  /* its standard output; -1 once closed */
	int error_fd; /* its standard error */
};

/*
 * Starts argv[0], looked for in PATH, in our process group, so that it may ask for a
 * password on our terminal. Ctrl-C and a hang-up are for us: it ignores SIGINT and SIGHUP.
 * When the calling thread ends, however that happens, it gets a SIGTERM.
 */
int child_start(char *const argv[], struct child *child, struct err *err);

void child_close_input(struct child *child);

bool child_has_ended(const struct child *child);

/*
 * Closes the pipes and makes an end of it, by SIGTERM and SIGKILL if it has not ended. Its
 * exit status; 128 + N when signal N killed it.
 */
int child_end(struct child *child);

#endif
