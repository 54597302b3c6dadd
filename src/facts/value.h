/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small readings of a file's text that several topics need. */
#ifndef FACTS_VALUE_H
#define FACTS_VALUE_H

#include "facts/facts.h"

/* Puts the fact as unknown because the file could not be read, and says why. */
void facts_put_missing(struct facts *facts, const struct setup *setup, const char *path,
		       const char *name);

/*
 * What stands behind NAME and ":", "=" or white space in a text of such lines, up to the end
 * of the line; NULL when there is no such line. Lives as long as the facts.
 */
const char *facts_value(struct facts *facts, const char *text, const char *name);

/* Does the word stand in the text, with white space or an end on both sides? text may be NULL. */
bool facts_has_word(const char *text, const char *word);

/* The number that the text begins with, behind white space; false: none. */
bool facts_number(const char *text, int64_t *value);

/*
 * Puts a row "NAME value" or "NAME: value unit" of the file, an integer: unknown when there
 * is no such row or it holds no number.
 */
struct facts_row {
	const char *row, *name, *unit;
};
void facts_put_rows(struct facts *facts, const struct setup *setup, const char *path,
		    const struct facts_row *rows, size_t count);

/*
 * The name of the thing that a path is about, as it is in names of facts: of
 * "/sys/class/net/eth0.5/uevent" behind "/sys/class/net/" that is "eth0_5".
 */
const char *facts_part(struct facts *facts, const char *path, const char *folder);

/* The flags of the first processor in /proc/cpuinfo; NULL: it shows none (not x86). */
const char *facts_cpu_flags(struct facts *facts, const struct setup *setup);

#endif
