/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The calendar. libc's code for time zones parses with sscanf(), which needs strtod() and
 * more: 130 KB in the static program of a board, where most clocks run on UTC anyway.
 */
#include "base/date.h"

#include <time.h>

enum { DAY_S = 86400 };

/* Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days. */
struct date date_utc(int64_t unix_s)
{
	const int64_t second = (unix_s % DAY_S + DAY_S) % DAY_S;
	/* Days since 0000-03-01: years that begin in March end in the leap day. */
	const int64_t days = (unix_s - second) / DAY_S + 719468;
	const int era = (int)((days >= 0 ? days : days - 146096) / 146097);
	const int day = (int)(days - (int64_t)era * 146097);
	const int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
	const int day_of_year = day - (365 * year + year / 4 - year / 100);
	const int month = (5 * day_of_year + 2) / 153;

	return (struct date){
		.year = year + era * 400 + (month >= 10),
		.month = month < 10 ? month + 3 : month - 9,
		.day = day_of_year - (153 * month + 2) / 5 + 1,
		.hour = (int)(second / 3600),
		.minute = (int)(second / 60 % 60),
		.second = (int)(second % 60),
	};
}

struct date date_local(int64_t unix_s)
{
#ifdef WHYLATE_HOST
	const time_t time = (time_t)unix_s;
	struct tm local;

	if (localtime_r(&time, &local))
		return (struct date){
			.year = local.tm_year + 1900,
			.month = local.tm_mon + 1,
			.day = local.tm_mday,
			.hour = local.tm_hour,
			.minute = local.tm_min,
			.second = local.tm_sec,
			.offset_minutes = (int)(local.tm_gmtoff / 60),
		};
#endif
	return date_utc(unix_s);
}
