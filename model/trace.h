/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file in which a model leaves what it found: lines of words, numbers in decimal, the last
 * line a count of lines and a CRC-32C of all before it. docs/model.md describes it. It grows
 * under another name; a run that did not come to its end has no such file.
 */
#ifndef MODEL_TRACE_H
#define MODEL_TRACE_H

#include "base/err.h"
#include "base/str.h"

struct trace {
	int fd;
	char name[512], part_name[520];
	struct str text; /* not written yet */
	uint32_t crc;
	uint64_t lines;
	int error; /* errno of the first write that failed */
};

int trace_open(struct trace *trace, const char *name, struct err *err);

/* Appends one line; text is without its end. */
void trace_add(struct trace *trace, const char *text);

/* The last line; then the file has its name. -1 where anything could not be written. */
int trace_close(struct trace *trace, struct err *err);

/* Nothing is left. */
void trace_drop(struct trace *trace);

#endif
