/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whylate run --on HOST: measures there, records and shows here. One ssh connection
 * brings the program over, runs it and brings the run file back while it grows.
 */
#ifndef CMD_ON_H
#define CMD_ON_H

#include <stdbool.h>

#include "base/err.h"

struct on_options {
	const char *host;      /* [USER@]HOST, as ssh takes it */
	const char *arguments; /* of `run` there, quoted for a shell */
	const char *output;    /* -o's value here; NULL: HOST-DATE.whylate */
	bool detach;           /* leaves the run to itself */
	bool fetch;            /* brings detached runs home; nothing is started */
	bool json, quiet, dry_run;
	bool anonymous; /* the file's name tells no host */
};

/* The exit status, or -1 with *err. */
int on_run(const struct on_options *options, struct err *err);

#endif
