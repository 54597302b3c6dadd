/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which load it is to be: parsed, checked, and small enough for this machine. */
#ifndef LOAD_LOAD_PLAN_H
#define LOAD_LOAD_PLAN_H

#include "base/arena.h"
#include "base/cpuset.h"
#include "base/err.h"
#include "base/str.h"

struct load_ops;

/* As on the command line. */
struct load_options {
	const char *list;          /* "disk,net,memory-write=4", or presets; NULL: none */
	const char *command;       /* an external one, for sh -c; NULL: none */
	const char *cpus;          /* where it may run; NULL: anywhere */
	const char *peer;          /* for net; NULL: this machine */
	const char *folder;        /* for files; NULL: the current one */
	int64_t pace_mbytes_per_s; /* of each memory stressor; 0: as fast as it can */
};

/* One stressor of a plan. */
struct load_item {
	const struct load_ops *ops; /* NULL: the external command */
	const char *name;
	int64_t amount;
	int processes;
};

struct load_plan {
	struct load_item *items;
	uint32_t count;
	const char *text; /* as given, presets resolved: for the run file */
	const char
		*note; /* what was made smaller or left out, a sentence; NULL: nothing */
	const char *command, *peer, *folder;
	struct cpuset cpus; /* empty: anywhere */
	int64_t stream_bytes, cache_bytes;
	int64_t pace_mbytes_per_s; /* 0: none */
};

enum { LOAD_MOST_ITEMS = 32, LOAD_FASTEST_PACE = 1000000 };

/* Parses and checks. The plan lives as long as the arena and the options' texts. */
int load_make_plan(struct arena *arena, const struct load_options *options,
		   struct load_plan *plan, struct err *err);

/* The tables of stressors and presets, for --help. */
void load_add_table(struct str *out);

#endif
