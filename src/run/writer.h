/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes a run file while the run goes on. Each second's chunks go out with one write and
 * are flushed to the disk, so that a crash costs at most the last second. When the disk is
 * full it stops, leaves a well-formed file behind, and the measurement goes on without it.
 */
#ifndef RUN_WRITER_H
#define RUN_WRITER_H

#include "run/record.h"

struct writer;

/* Takes over fd: a new empty file, or a pipe. name is for messages and must outlive it. */
struct writer *writer_open(int fd, const char *name);

/* What to tell the run to. */
const struct run_sink *writer_sink(struct writer *writer);

/* NULL while all goes well; else one sentence on why and since when recording stopped. */
const char *writer_trouble(const struct writer *writer);

/* The machine's set-up would have taken more than half of the room that there was. */
bool writer_has_left_out_setup(const struct writer *writer);

/* The file has no name any more: it is gone once it is closed. */
bool writer_is_lost(const struct writer *writer);

/* The same run gives the same bytes: how long writing took here is not in the file. */
void writer_tell_no_time(struct writer *writer);

/* Slowest flush to the disk so far. */
int64_t writer_longest_flush_ns(const struct writer *writer);

/* Run time up to which slices are in the file. */
int64_t writer_recorded_ns(const struct writer *writer);

/* Closes the file. */
void writer_close(struct writer *writer);

#endif
