/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the terminal behind a descriptor can show. */
#ifndef SYS_TERMINAL_H
#define SYS_TERMINAL_H

#include <stdbool.h>

/* Width in characters; 0 when fd is no terminal or does not know. */
int sys_terminal_columns(int fd);

bool sys_is_terminal(int fd);

/* A terminal that is not "dumb", and nobody set NO_COLOR (no-color.org). */
bool sys_terminal_has_colour(int fd);

/* Does the environment promise UTF-8? LC_ALL, LC_CTYPE, LANG: the first that is set. */
bool sys_locale_is_utf8(void);

#endif
