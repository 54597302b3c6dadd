/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the terminal behind a descriptor can show, and its keys one by one. */
#ifndef SYS_TERMINAL_H
#define SYS_TERMINAL_H

#include <stdbool.h>
#include <termios.h>

/* Width in characters; 0 when fd is no terminal or does not know. */
int sys_terminal_columns(int fd);

/* Both; what is not known is left as it is. */
void sys_terminal_size(int fd, int *columns, int *rows);

bool sys_is_terminal(int fd);

/* A terminal that is not "dumb", and nobody set NO_COLOR (no-color.org). */
bool sys_terminal_has_colour(int fd);

/* A terminal that obeys cursor addressing: TERM is there and is not "dumb". */
bool sys_terminal_has_cursor(int fd);

/* Does this process have it, as the job in the foreground? */
bool sys_terminal_is_ours(int fd);

/*
 * Keys come at once and unseen. Ctrl-C and Ctrl-Z still make signals; Ctrl-\ does not, since
 * nobody could put the terminal in order then, and Ctrl-S does not stop the output. *before
 * is what to give back. -1 with errno.
 */
int sys_terminal_take_keys(int fd, struct termios *before);
void sys_terminal_give_back(int fd, const struct termios *before);

/* Does the environment promise UTF-8? LC_ALL, LC_CTYPE, LANG: the first that is set. */
bool sys_locale_is_utf8(void);

#endif
