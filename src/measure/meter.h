/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Another tool that measures in our place: cyclictest, Xenomai's latency, any command. It runs
 * as it would in a shell, with our rights, on a terminal of its own, so that it prints at
 * once; when we end, however that happens, the terminal hangs up and it ends, too.
 */
#ifndef MEASURE_METER_H
#define MEASURE_METER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

struct meter {
	pid_t pid;  /* 0: none */
	int fd;     /* what it prints, both outputs; non-blocking; -1 at its end */
	int status; /* once it has ended: as a shell tells it */
	bool has_ended;
	int64_t asked_ns; /* when it was last asked to end; 0: never */
	int asked;        /* how often */
};

/* Starts `sh -c command`. */
int meter_start(struct meter *meter, const char *command, struct err *err);

/*
 * What it has printed: > 0 bytes, 0 nothing just now, -1 nothing any more, ever. Looks
 * after the process, too.
 */
long meter_read(struct meter *meter, char *bytes, size_t room);

/*
 * Asks it to end: by SIGINT first, on which measuring tools print what they have; to be
 * called again and again, since SIGTERM follows after 5 s and SIGKILL after 8 s.
 */
void meter_stop(struct meter *meter);

/* Kills what is left. */
void meter_close(struct meter *meter);

#endif
