/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cmd/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/scope.h"
#include "facts/log.h"
#include "report/out.h"
#include "sys/terminal.h"

enum { PATIENCE_MS = 2000 };

const char *input_shown(const char *name)
{
	return strcmp(name, "-") ? name : "standard input";
}

static int open_standard_input(const char *what, struct err *err)
{
	int fd;

	if (sys_is_terminal(STDIN_FILENO))
		return err_set(err, ERR_INPUT,
			       "'-' reads %s from standard input, which is a terminal",
			       what);
	fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	return fd < 0 ? err_errno(err, "standard input") : fd;
}

/*
 * open() of a FIFO waits for a writer without a word, so it is opened without waiting, and
 * waited for here. Of a pipe without a name that has no writer any more the end is seen.
 */
static int open_fifo(const char *name, const char *what, struct err *err)
{
	int fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct pollfd ready = {.fd = fd, .events = POLLIN};

	if (fd < 0)
		return err_errno(err, "%s", name);
	if (poll(&ready, 1, PATIENCE_MS) == 0) {
		report_say("waiting for %s from %s, a pipe that nobody writes to so far",
			   what, name);
		while (poll(&ready, 1, -1) < 0 && errno == EINTR)
			;
	}
	/* What reads it waits by itself. */
	fcntl(fd, F_SETFL, 0);
	return fd;
}

int input_open(const char *name, const char *what, struct err *err)
{
	struct stat status;
	int fd;

	if (!*name)
		return err_set(err, ERR_INPUT,
			       "the name of %s is empty; '-' is standard input", what);
	if (!strcmp(name, "-"))
		return open_standard_input(what, err);
	if (stat(name, &status) < 0)
		return err_errno(err, "%s", name);
	if (S_ISFIFO(status.st_mode))
		return open_fifo(name, what, err);
	/* Opening alone makes some devices do something. */
	if (!S_ISREG(status.st_mode))
		return err_set(err, ERR_INPUT, "%s is %s, not %s: name the file", name,
			       S_ISDIR(status.st_mode)    ? "a folder"
			       : S_ISSOCK(status.st_mode) ? "a socket"
							  : "a device",
			       what);
	fd = open(name, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? err_errno(err, "%s", name) : fd;
}

int input_read(const char *name, const char *what, size_t max_bytes, struct str *text,
	       struct err *err)
{
	int fd CLEANUP(scope_close) = input_open(name, what, err);

	if (fd < 0)
		return -1;
	return io_read_all(fd, max_bytes, text) < 0
		       ? err_errno(err, "cannot read %s", input_shown(name))
		       : 0;
}

int input_read_log(const char *name, size_t max_bytes, struct str *text, struct err *err)
{
	size_t before = text->length, length;
	const char *log;

	if (input_read(name, "a log", max_bytes, text, err) < 0)
		return err_prefix(err, "--dmesg");
	log = str_text(text) + before;
	length = text->length - before;
	if (!length)
		return err_set(err, ERR_INPUT, "--dmesg: %s is empty: no log is in it",
			       input_shown(name));
	if (memchr(log, '\0', length))
		return err_set(err, ERR_INPUT,
			       "--dmesg: %s is no log: it has bytes in it that no text "
			       "has",
			       input_shown(name));
	if (!log_is_kernels(log, length))
		return err_set(
			err, ERR_INPUT,
			"--dmesg: %s is no kernel's log: no line in it looks like a "
			"kernel's message; save what dmesg or journalctl -k prints",
			input_shown(name));
	return 0;
}
