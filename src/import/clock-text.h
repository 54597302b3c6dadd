/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stretches of time as clocks print them. */
#ifndef IMPORT_CLOCK_TEXT_H
#define IMPORT_CLOCK_TEXT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * "hh:mm:ss" at *at in seconds, any number of hours up to a million; false, and *at as it
 * was, when it is not there.
 */
bool take_clock(const char **at, int64_t *seconds);

#endif
