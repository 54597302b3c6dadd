/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A conversation with on-remote.sh on another machine, over one ssh connection. Whatever
 * waits here ends when ssh ends, and when a signal asks this program to end.
 */
#ifndef CMD_ON_SSH_H
#define CMD_ON_SSH_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "sys/child.h"

struct on_ssh {
	const char *host;                          /* [USER@]HOST, as ssh takes it */
	int signals_fd;                            /* of signals_open() */
	void (*say)(void *self, const char *line); /* what it says on standard error */
	void *self;
	struct child child; /* pid 0: not started */
	struct str line;    /* what came last */
	struct str errors;  /* the beginning of a line on standard error */
};

/* Starts ssh and the script there; call is its last line: "measure 'OPTION' ...". */
int on_ssh_start(struct on_ssh *ssh, struct arena *arena, const char *call,
		 struct err *err);

/*
 * Waits for a line of the script that begins with one of the words; NULL is behind the
 * last. The word's index; ssh->line is what follows it. -1 with *err, as when it refuses.
 */
int on_ssh_expect(struct on_ssh *ssh, const char *const *words, struct err *err);

/* Tells which machine it is, and brings the program for that there. */
int on_ssh_bring_program(struct on_ssh *ssh, struct arena *arena, struct err *err);

int on_ssh_send(struct on_ssh *ssh, const void *bytes, size_t count, struct err *err);

/* Up to count bytes; 0 when the connection has ended. */
long on_ssh_receive(struct on_ssh *ssh, void *bytes, size_t count, struct err *err);

/* Passes on what waits on standard error. false: there will be no more. */
bool on_ssh_pass_on_errors(struct on_ssh *ssh);

/* Waits a while for its end, or makes one. Its exit status; 0 when it was not started. */
int on_ssh_hang_up(struct on_ssh *ssh);

/* Hangs up and frees what it holds. */
void on_ssh_close(struct on_ssh *ssh);

#endif
