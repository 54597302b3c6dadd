/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers as people write them, and back. Parsers take the whole text or
 * nothing: no silent default unit, no clamping, no overflow.
 */
#ifndef BASE_NUM_H
#define BASE_NUM_H

#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

#define NS_PER_US INT64_C(1000)
#define NS_PER_MS INT64_C(1000000)
#define NS_PER_S INT64_C(1000000000)

/* A decimal integer, digits only, within [min, max]. */
int num_parse_integer(const char *text, int64_t min, int64_t max, int64_t *value,
		      struct err *err);

/*
 * A time with its unit: ns, us (or µs), ms, s, m or min, h, d. Fractions ("1.5ms") and
 * sums ("1h30m") are fine, a bare number is not. 0 <= *time_ns <= 292 years.
 */
int num_parse_time(const char *text, int64_t *time_ns, struct err *err);

/*
 * A time for people, three or more significant digits: "640 ns", "12.4 us", "1.50 ms",
 * "2.10 s", "15 h 0 m". Negative times keep their sign.
 */
void num_add_time(struct str *out, int64_t time_ns);

/* An exact time for scripts and plans: the largest unit that divides it: "250us", "15h". */
void num_add_exact_time(struct str *out, int64_t time_ns);

/* Microseconds with one decimal, rounded half away from zero: "12.4". */
void num_add_us(struct str *out, int64_t time_ns);

/* A count with thin groups of three for people: "36 000 000". */
void num_add_count(struct str *out, uint64_t count);

#endif
