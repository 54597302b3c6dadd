/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts that are the contents of a file, as rows: most of them. A path may hold wildcards;
 * what they match goes into the name. Topics that need more than that read the text.
 */
#ifndef FACTS_FILES_H
#define FACTS_FILES_H

#include "facts/facts.h"

enum facts_form {
	FORM_TEXT,    /* the first line without white space around it; "" is a value */
	FORM_NAME,    /* one word of letters, digits and "-_.+": a driver, a governor */
	FORM_INTEGER, /* decimal, may be negative */
	FORM_HEX,     /* with or without 0x; unit "hex" */
	FORM_BOOL,    /* 0 1 n y N Y */
	FORM_CHOICE,  /* the word in brackets of "[always] madvise never" */
};

struct facts_file {
	const char *path; /* "*": anything but "/" and not nothing; "#": digits */
	const char *name; /* "cpu.*.online": what the wildcards matched, in their order */
	enum facts_form form;
	const char *unit; /* of integers: see facts.h */
};

/*
 * Puts a fact for each file that matches: unknown when it could not be read or holds
 * something else. A path without wildcards that is not there gives an unknown fact, one with
 * wildcards nothing. Dots in what a wildcard matched become "_", since dots part names.
 */
void facts_put_files(struct facts *facts, const struct setup *setup,
		     const struct facts_file *rows, size_t count);

/* The next line of a text from *at on, copied without white space around it; NULL: over. */
const char *facts_next_line(struct facts *facts, const char **at);

/* The first line of a file; NULL when it is not there or could not be read. */
const char *facts_line_of(struct facts *facts, const struct setup *setup,
			  const char *path);

#endif
