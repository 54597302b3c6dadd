/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The state between the lines of a Xenomai log: xenomai-tags.c takes lines with a tag,
 * xenomai-words.c the others, xenomai.c hands them out.
 */
#ifndef IMPORT_XENOMAI_READER_H
#define IMPORT_XENOMAI_READER_H

#include "import/xenomai.h"

struct xenomai_reader {
	struct foreign_builder *builder;
	struct xenomai_run run;
	bool any;        /* the run has something in it */
	bool other_tool; /* rows are switchtest's */
	bool skipped;    /* "[...]" came behind the last row */
	bool has_header, is_latmus;
	int64_t header_s;   /* of an RTT line whose rows have not come yet */
	struct str pending; /* a row that may go on in the next line */
	uint64_t pending_line;
	uint64_t line, second_line; /* where the second run begins, if there is any */
	int64_t runs;
};

/* Ends the run, if there is anything of it, and begins the next one. */
void xenomai_end_run(struct xenomai_reader *reader);

/* Behind the first tag in the line, and *which it is; NULL when there is none. */
const char *xenomai_find_tag(const char *line, size_t *which);
/* Takes what stands behind that tag. */
void xenomai_take_tag(struct xenomai_reader *reader, size_t which, const char *text);
/* A tag has so many characters. */
enum { XENOMAI_TAG_LENGTH = 4 };

/* A row that was waiting for its other half, which did not come. */
void xenomai_give_up_row(struct xenomai_reader *reader);
/* Is this line the other half of the row that waits for it? */
bool xenomai_complete_row(struct xenomai_reader *reader, const char *line);

/* A line without a tag. */
void xenomai_take_words(struct xenomai_reader *reader, const char *line);

#endif
