/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Clocks away from the real-time path. */
#include "sys/clock.h"

int64_t clock_read_ns(clockid_t id)
{
	struct timespec now;

	return clock_gettime(id, &now) ? -1 : clock_ns(&now);
}

static int64_t greatest_common_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

struct clock_quality clock_measure_quality(void)
{
	enum { ROUNDS = 8, READS = 256 };
	struct clock_quality quality = {.granularity_ns = 0, .read_ns = INT64_MAX};

	for (int round = 0; round < ROUNDS; round++) {
		int64_t start_ns = clock_now_ns(), before_ns = start_ns;

		for (int i = 0; i < READS; i++) {
			int64_t now_ns = clock_now_ns();

			quality.granularity_ns =
				greatest_common_divisor(now_ns - before_ns,
							quality.granularity_ns);
			before_ns = now_ns;
		}
		if ((before_ns - start_ns) / READS < quality.read_ns)
			quality.read_ns = (before_ns - start_ns) / READS;
	}
	return quality;
}
