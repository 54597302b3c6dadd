/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Moments of the wall clock as dates. */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include <stdint.h>

struct date {
	int year, month, day; /* month and day from 1 */
	int hour, minute, second;
	int offset_minutes; /* how far ahead of UTC it is */
};

/* Seconds since 1970, up to 292 years before or after. */
struct date date_utc(int64_t unix_s);

/* As the user's clock on the wall has it; UTC where the judging half is left out. */
struct date date_local(int64_t unix_s);

#endif
