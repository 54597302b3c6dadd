/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a stressor is: a row, and a function that runs for ever in processes of its own. A
 * new one is a NAME.c with one row, listed in stressors.c.
 */
#ifndef LOAD_LOAD_OPS_H
#define LOAD_LOAD_OPS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

/* One process of a stressor, as it sees itself. Sizes are in bytes. */
struct load_job {
	int64_t amount;            /* the parameter: see the row */
	int instance;              /* 0, 1, ... of this stressor */
	int64_t stream_bytes;      /* of a buffer that is streamed through */
	int64_t cache_bytes;       /* of the last-level cache */
	int64_t pace_mbytes_per_s; /* it is to move so much; 0: all that it can */
	const char *folder;        /* where files may be made */
	const char *peer;          /* host to send to; NULL: this machine */
	int fd[2];                 /* what prepare() opened; -1: nothing */
	_Atomic uint64_t *done; /* shared: add to it what is counted, when it is done */
};

/* What of the options it looks at. */
enum load_use { LOAD_USES_FOLDER = 1, LOAD_USES_PEER = 2, LOAD_USES_PACE = 4 };

/* How much memory a process of it takes; see size.h. */
enum load_memory { MEMORY_LITTLE, MEMORY_STREAM, MEMORY_CACHE, MEMORY_PAGES };

struct load_ops {
	const char *name;
	const char *disturbs;       /* what of the machine, a few words */
	const char *unit;           /* of what `done` counts: "bytes", "rounds", ... */
	const char *parameter;      /* what NAME=N sets; NULL: it takes none */
	int64_t usual, least, most; /* of the parameter; usual 0: one for each CPU */
	bool counts_instances;      /* the parameter is how many processes there are */
	bool needs_two_cpus;
	unsigned int uses; /* of enum load_use */
	enum load_memory memory;

	/*
	 * What can be refused without opening, sending or changing anything; for a plan, too
	 * (--dry-run). NULL: nothing.
	 */
	int (*check)(const struct load_job *job, struct err *err);
	/*
	 * Before there are processes, in whylate itself: what can be refused is tried here and
	 * explained. NULL: nothing.
	 */
	int (*prepare)(struct load_job *job, struct err *err);
	/*
	 * In a process of its own, with caged_fork() for more. Returns only when it cannot go
	 * on, with errno; one of its processes that ends is a reason.
	 */
	void (*run)(struct load_job *job);
};

static inline void load_count(struct load_job *job, uint64_t amount)
{
	atomic_fetch_add_explicit(job->done, amount, memory_order_relaxed);
}

#endif
