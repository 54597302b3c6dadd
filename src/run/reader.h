/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plays a run file into a sink. Distrusts every byte: what is damaged is skipped and
 * counted, the rest is delivered. Works on pipes and on files that are still growing
 * (it reads up to what is there).
 */
#ifndef RUN_READER_H
#define RUN_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "run/record.h"

/* What the file was like. */
struct reader_report {
	uint64_t bytes;
	uint64_t chunks;         /* good ones */
	uint64_t unknown_chunks; /* good, but of a kind this version does not know */
	uint64_t
		unreadable_chunks; /* checksum right, contents impossible: a writer's bug */
	uint64_t damaged_places;   /* stretches that were skipped */
	uint64_t damaged_bytes;
	uint64_t missing_chunks; /* gaps in the sequence numbers */
	uint64_t
		other_run_bytes; /* from where another run begins, which is not delivered */
	bool cut_off;            /* the file ends inside a chunk */
	bool has_end;            /* the END chunk was there */
};

/*
 * name is for messages. -1 when the descriptor cannot be read, holds no run file (the
 * error says what it looks like instead), or has no readable HEAD chunk.
 */
int reader_play(int fd, const char *name, const struct run_sink *sink,
		struct reader_report *report, struct err *err);

#endif
