/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each process of the load does with itself: end with its parent, be an ordinary
 * process, hold nothing of whylate's, have a name that tells what it is.
 */
#ifndef LOAD_CAGED_H
#define LOAD_CAGED_H

#include <sys/types.h>

/*
 * fork(), and the child is killed when the calling thread ends: a stressor's processes
 * stand and fall together. -1 with errno.
 */
pid_t caged_fork(void);

/* The signal comes when the parent ends; at once when that has ended already. */
void caged_follow(pid_t parent, int signal);

/* No signal blocked, ignored or handled: none of whylate's peculiarities, nor nohup's. */
void caged_reset_signals(void);

/* SCHED_OTHER and nice 0 as far as permitted, whatever whylate itself was started with. */
void caged_reset_priority(void);

/* "wl-NAME", for ps and top; 15 characters of it. */
void caged_set_name(const char *name);

/* When memory runs out, load goes before anything else does. */
void caged_volunteer_for_oom(void);

/* Leaves descriptors 0 to 2, and those of the list. */
void caged_close_all_but(const int *fds, int count);

#endif
