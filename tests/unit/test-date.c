/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/date: the calendar, against GNU date's. */
#include "base/date.h"

#include <stdlib.h>
#include <time.h>

#include "test.h"

static void check_date(struct date date, const char *expected)
{
	char text[64];

	snprintf(text, sizeof(text), "%04d-%02d-%02d %02d:%02d:%02d", date.year,
		 date.month, date.day, date.hour, date.minute, date.second);
	CHECK_TEXT(text, expected);
}

/* date -u -d @SECONDS '+%F %T' */
static void knows_the_calendar(void)
{
	static const struct {
		int64_t unix_s;
		const char *date;
	} rows[] = {
		{0, "1970-01-01 00:00:00"},
		{-1, "1969-12-31 23:59:59"},
		{951782399, "2000-02-28 23:59:59"},
		{951782400, "2000-02-29 00:00:00"},
		{951868800, "2000-03-01 00:00:00"},
		{1709164800, "2024-02-29 00:00:00"},
		{1735689599, "2024-12-31 23:59:59"},
		{INT64_C(2147483648), "2038-01-19 03:14:08"},
		{INT64_C(4107542399), "2100-02-28 23:59:59"},
		{INT64_C(4107542400), "2100-03-01 00:00:00"},
		{INT64_C(9223372036), "2262-04-11 23:47:16"},
		{INT64_C(-9223372036), "1677-09-21 00:12:44"},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check_date(date_utc(rows[i].unix_s), rows[i].date);
}

/* Every day of six centuries follows the one before. */
static void goes_day_by_day(void)
{
	struct date before = date_utc(INT64_C(-9223372036));

	for (int64_t day = -106750; day <= 106750; day++) {
		struct date date = date_utc(day * 86400 + 43200);
		bool is_next = day == -106750 || date.day == before.day + 1 ||
			       (date.day == 1 && before.day >= 28 &&
				date.month == before.month % 12 + 1 &&
				date.year == before.year + (before.month == 12));

		CHECK(is_next && date.hour == 12 && date.month >= 1 && date.month <= 12 &&
		      date.day >= 1 && date.day <= 31);
		before = date;
	}
}

static void knows_the_time_zone(void)
{
	struct date date;

	setenv("TZ", "XXX-5:30", 1);
	tzset();
	date = date_local(0);
#ifdef WHYLATE_HOST
	check_date(date, "1970-01-01 05:30:00");
	CHECK_INT(date.offset_minutes, 330);
#else
	check_date(date, "1970-01-01 00:00:00");
	CHECK_INT(date.offset_minutes, 0);
#endif
}

static const struct test tests[] = {
	{"knows_the_calendar", knows_the_calendar},
	{"goes_day_by_day", goes_day_by_day},
	{"knows_the_time_zone", knows_the_time_zone},
};

TEST_MAIN(tests)
