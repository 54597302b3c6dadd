/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Not in the main loop, since that waits for the recorder, which waits in write(2) when a
 * broken connection takes no more.
 */
#include "cmd/lifeline.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "base/io.h"

/* Signs come once a second. */
enum { SILENCE_MS = 30000, MERCY_S = 10, STACK_BYTES = 65536 };
enum { EXIT_CUT_OFF = 1 };

static void *hold(void *unused)
{
	struct pollfd signs = {.fd = STDIN_FILENO, .events = POLLIN};
	char bytes[256];

	(void)unused;
	while (poll(&signs, 1, SILENCE_MS) > 0 &&
	       io_read_some(STDIN_FILENO, bytes, sizeof(bytes)) > 0)
		;
	kill(getpid(), SIGTERM);
	for (unsigned left = MERCY_S; left;)
		left = sleep(left);
	_exit(EXIT_CUT_OFF);
}

int lifeline_hold(struct err *err)
{
	pthread_attr_t attributes;
	pthread_t thread;

	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	errno = pthread_create(&thread, &attributes, hold, NULL);
	pthread_attr_destroy(&attributes);
	return errno ? err_errno(err, "--lifeline: cannot start a thread") : 0;
}
