/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs on another machine that go on without us, and are brought home later. */
#ifndef CMD_ON_DETACHED_H
#define CMD_ON_DETACHED_H

#include "cmd/on-ssh.h"

/* Both return the exit status, or -1 with *err. arguments are quoted for a shell. */
int on_detach(struct on_ssh *ssh, struct arena *arena, const char *arguments,
	      struct err *err);

/*
 * All that have ended, or the first when output (-o's value) is not NULL. 1 when all
 * that are there still measure.
 */
int on_fetch(struct on_ssh *ssh, struct arena *arena, const char *output,
	     struct err *err);

#endif
