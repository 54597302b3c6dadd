/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Not in the main loop, since that waits for the recorder, which waits in write(2) when a
 * broken connection takes no more. So this thread waits for nobody: notes go to the main
 * loop through a pipe, and one that does not fit is lost.
 */
#include "cmd/lifeline.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

#include "base/io.h"

/* Signs come once a second. */
enum { SILENCE_MS = 30000, MERCY_S = 10, STACK_BYTES = 65536 };
enum { EXIT_CUT_OFF = 1 };

/* A write to a pipe of so many bytes is whole or does not happen. */
enum { NOTE_BYTES = 512 };

struct notes {
	int fd;
	char text[NOTE_BYTES];
	size_t length; /* 0: in no note */
};

static void take(struct notes *notes, char c)
{
	if (!notes->length && c != LIFELINE_NOTE)
		return;
	if (c != '\n' && notes->length < NOTE_BYTES - 1)
		notes->text[notes->length++] = c;
	if (c != '\n')
		return;
	notes->text[notes->length++] = c;
	/* Without the sign that it is one. */
	if (write(notes->fd, notes->text + 1, notes->length - 1) < 0)
		errno = 0;
	notes->length = 0;
}

static void *hold(void *notes_fd)
{
	struct pollfd signs = {.fd = STDIN_FILENO, .events = POLLIN};
	struct notes notes = {.fd = (int)(intptr_t)notes_fd};
	char bytes[256];
	long got;

	while (poll(&signs, 1, SILENCE_MS) > 0 &&
	       (got = io_read_some(STDIN_FILENO, bytes, sizeof(bytes))) > 0)
		for (long i = 0; i < got; i++)
			take(&notes, bytes[i]);
	kill(getpid(), SIGTERM);
	for (unsigned left = MERCY_S; left;)
		left = sleep(left);
	_exit(EXIT_CUT_OFF);
}

int lifeline_hold(struct err *err)
{
	pthread_attr_t attributes;
	pthread_t thread;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
		return err_errno(err, "--lifeline: cannot create a pipe");
	pthread_attr_init(&attributes);
	pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attributes, STACK_BYTES);
	errno = pthread_create(&thread, &attributes, hold, (void *)(intptr_t)ends[1]);
	pthread_attr_destroy(&attributes);
	return errno ? err_errno(err, "--lifeline: cannot start a thread") : ends[0];
}

bool lifeline_take_note(int notes_fd, struct str *note)
{
	char c;

	str_clear(note);
	while (notes_fd >= 0 && read(notes_fd, &c, 1) == 1) {
		if (c == '\n')
			return true;
		str_add_char(note, c);
	}
	return false;
}
