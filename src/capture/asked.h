/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is no file: asked of the kernel, and put under paths below SETUP_ASKED. Nothing of it
 * is asked on behalf of a collected tree but what follows from the tree.
 */
#ifndef CAPTURE_ASKED_H
#define CAPTURE_ASKED_H

#include "capture/expand.h"
#include "run/setup.h"

/* A text and its path; varies: see struct setup_file. */
typedef void asked_put(void *self, const char *path, const struct str *text, int error,
		       bool varies);

struct asked {
	const struct root *root;
	asked_put *put;
	void *self;
};

/* Files of our own control group and of all above it, of versions 1 and 2. */
void asked_add_own_groups(const struct root *root, struct arena *arena,
			  struct wanted_list *list);

/* uname(2), the kernel's log, MSR 0x34 of each CPU (SMI count). */
void asked_names(const struct asked *asked);
void asked_log(const struct asked *asked);
void asked_msr(const struct asked *asked);

/* Each network interface's driver and interrupt moderation, by ethtool's ioctl. */
void asked_nics(const struct asked *asked);

/*
 * Threads under a real-time policy, ours aside, a line each: "pid tid ppid policy priority
 * cpus comm"; "-" for what is not known. Of a collected tree, too, if it has processes.
 */
void asked_tasks(const struct asked *asked);

/* Names of the programs that run, once each; kernel threads aside. */
void asked_programs(const struct asked *asked);

#endif
