/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs one stressor in this very thread until it has counted enough, and prints what it
 * counted: for tools that look into a process, such as valgrind.
 *
 * Usage: stressor NAME AMOUNT BYTES     BYTES: of the buffer or of the cache
 */
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "load/load-ops.h"
#include "load/stressors.h"

static _Atomic uint64_t done;
static uint64_t enough;

/* In the stressor's own thread: it counts nothing meanwhile. */
static void look(int number)
{
	char digits[24], *at = digits + sizeof(digits);

	(void)number;
	if (done < enough)
		return;
	*--at = '\n';
	for (uint64_t rest = done; rest; rest /= 10)
		*--at = (char)('0' + rest % 10);
	_exit(write(STDOUT_FILENO, at, (size_t)(digits + sizeof(digits) - at)) < 0);
}

int main(int argc, char **argv)
{
	const struct itimerval often = {{.tv_usec = 1000}, {.tv_usec = 1000}};
	struct load_job job = {.amount = 1, .fd = {-1, -1}, .done = &done};
	const struct load_ops *ops;

	if (argc != 4)
		return 2;
	ops = stressor_find(argv[1], strlen(argv[1]));
	enough = strtoull(argv[2], NULL, 10);
	job.stream_bytes = job.cache_bytes = strtoll(argv[3], NULL, 10);
	if (!ops || signal(SIGALRM, look) == SIG_ERR ||
	    setitimer(ITIMER_REAL, &often, NULL) < 0)
		return 2;
	ops->run(&job);
	return 1;
}
