/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A report, a tree and a log that are given together must be of one kernel: facts of two would
 * be judged as those of one machine. Each that names its kernel is compared with the first.
 */
#ifndef CMD_KERNEL_SAID_H
#define CMD_KERNEL_SAID_H

#include "base/err.h"
#include "base/str.h"
#include "run/setup.h"

/* Starts as zeros. */
struct kernel_said {
	struct str release, build; /* "6.1.0", and "#1 SMP ..." where it was told */
	struct str who;
};

void kernel_said_free(struct kernel_said *said);

/*
 * What a report says: "6.1.0-rt5", the release alone. -1 with *err when it is another one than
 * was said before. NULL and "" say nothing.
 */
int kernel_said_release(struct kernel_said *said, const char *who, const char *release,
			struct err *err);

/* What the set-up's files say but for its log; who: "--setup DIR". */
int kernel_said_files(struct kernel_said *said, const char *who,
		      const struct setup *setup, struct err *err);

/* All of it. */
int kernel_said_setup(struct kernel_said *said, const char *who,
		      const struct setup *setup, struct err *err);

/* Its log alone. */
int kernel_said_log(struct kernel_said *said, const char *who, const struct setup *setup,
		    struct err *err);

#endif
