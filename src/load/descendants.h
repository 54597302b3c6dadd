/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All that descends from a process that is a subreaper, found in /proc. */
#ifndef LOAD_DESCENDANTS_H
#define LOAD_DESCENDANTS_H

/*
 * Makes the calling process the one that orphans among its descendants come to, sessions
 * and double forks notwithstanding (Linux 3.4).
 */
void descendants_adopt(void);

/* Kills and reaps them, all, and those that they make meanwhile. */
void descendants_kill(void);

#endif
