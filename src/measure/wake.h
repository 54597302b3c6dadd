/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The wake sources there are. */
#ifndef MEASURE_WAKE_H
#define MEASURE_WAKE_H

#include "base/str.h"

struct wake_ops;

/* NULL ends the array. */
extern const struct wake_ops *const wake_sources[];

/* NULL when there is none of that name. */
const struct wake_ops *wake_find(const char *name);

/* "nanosleep, timerfd, ..." */
void wake_add_names(struct str *out);

#endif
