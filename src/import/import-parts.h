/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to the files that read any format: import.c and its parts. */
#ifndef IMPORT_IMPORT_PARTS_H
#define IMPORT_IMPORT_PARTS_H

#include "import/import.h"

/* Where a report shows that it is of a format; at: the beginning of a line, NULL: nowhere. */
struct import_second {
	const struct import_format *format;
	const char *at;
};

/*
 * Is there a report of another tool in it, or another one as JSON? *own is where the report's
 * own format shows. Linear in the report's size.
 */
bool import_find_second(const struct import_report *report,
			const struct import_format *format, struct import_second *own,
			struct import_second *second);

#endif
