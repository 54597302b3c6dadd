/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes get a prefix; everything else is counted. */
#include "report/amount.h"

#include <string.h>

#include "base/num.h"

void amount_add(struct str *out, const char *unit, int64_t amount)
{
	static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
	double value = (double)amount;
	size_t i = 0;

	if (strcmp(unit, "bytes") != 0) {
		num_add_count(out, amount < 0 ? 0 : (uint64_t)amount);
		str_addf(out, " %s", unit);
		return;
	}
	for (; value >= 9999.5 && i + 1 < sizeof(units) / sizeof(units[0]); i++)
		value /= 1000;
	str_addf(out, "%.0f %s", value, units[i]);
}
