/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "import/clock-text.h"

#include "import/lines.h"

enum { HOURS_MAX = 1000000 };

bool take_clock(const char **at, int64_t *seconds)
{
	const char *from = *at;
	int64_t hours, minutes, rest;

	if (!take_integer(&from, &hours) || hours < 0 || hours > HOURS_MAX ||
	    *from++ != ':' || !take_integer(&from, &minutes) || minutes < 0 ||
	    minutes > 59 || *from++ != ':' || !take_integer(&from, &rest) || rest < 0 ||
	    rest > 59)
		return false;
	*seconds = hours * 3600 + minutes * 60 + rest;
	*at = from;
	return true;
}
