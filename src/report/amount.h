/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Amounts of load for people. */
#ifndef REPORT_AMOUNT_H
#define REPORT_AMOUNT_H

#include <stdint.h>

#include "base/str.h"

/* "312 MB" (bytes, by thousands, as disks and networks have them), "4 711 forks". */
void amount_add(struct str *out, const char *unit, int64_t amount);

#endif
