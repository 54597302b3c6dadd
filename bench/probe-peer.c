/* SPDX-License-Identifier: GPL-2.0-or-later */
/* LD_PRELOAD: the probe in a program that sleeps and reads the clock through glibc. */
#include "probe.h"

#include <dlfcn.h>

static int (*real_gettime)(clockid_t, struct timespec *);
static int (*real_nanosleep)(clockid_t, int, const struct timespec *, struct timespec *);

static void __attribute__((constructor)) find_real(void)
{
	real_gettime =
		(int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
	real_nanosleep = (int (*)(clockid_t, int, const struct timespec *,
				  struct timespec *))dlsym(RTLD_NEXT, "clock_nanosleep");
}

int clock_gettime(clockid_t id, struct timespec *now)
{
	int result;

	if (!real_gettime)
		find_real();
	result = real_gettime(id, now);
	probe_woke();
	return result;
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *due,
		    struct timespec *left)
{
	probe_sleeps();
	return real_nanosleep(id, flags, due, left);
}
