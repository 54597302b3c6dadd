/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "measure/meter.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "base/num.h"
#include "sys/clock.h"

/* So wide that nobody folds a line. */
enum { COLUMNS = 1000, ROWS = 100 };
#define TERM_AFTER_NS (5 * NS_PER_S)
#define KILL_AFTER_NS (8 * NS_PER_S)

/* Our end of a new terminal; the name of the other one is ptsname()'s. -1 with errno. */
static int open_terminal(void)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return -1;
	if (grantpt(fd) < 0 || unlockpt(fd) < 0) {
		close(fd);
		return -1;
	}
	fcntl(fd, F_SETFL, O_NONBLOCK);
	return fd;
}

/* Nothing is echoed, and a line ends as it was printed. */
static void make_plain(int fd)
{
	const struct winsize size = {.ws_row = ROWS, .ws_col = COLUMNS};
	struct termios mode;

	if (tcgetattr(fd, &mode) == 0) {
		mode.c_oflag &= ~(tcflag_t)OPOST;
		mode.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
		tcsetattr(fd, TCSANOW, &mode);
	}
	ioctl(fd, TIOCSWINSZ, &size);
}

static void reset_signals(void)
{
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void be_meter(const char *terminal, const char *command)
{
	int fd;

	reset_signals();
	setsid();
	/* The first terminal that a session's leader opens is the one that can hang up on it. */
	fd = open(terminal, O_RDWR);
	if (fd < 0)
		_exit(127);
	make_plain(fd);
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	if (fd > 2)
		close(fd);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

int meter_start(struct meter *meter, const char *command, struct err *err)
{
	const char *terminal;

	*meter = (struct meter){.fd = open_terminal()};
	if (meter->fd < 0)
		return err_errno(err, "--meter: cannot open a terminal for it");
	terminal = ptsname(meter->fd);
	meter->pid = fork();
	if (!meter->pid)
		be_meter(terminal, command);
	if (meter->pid < 0) {
		err_errno(err, "--meter: cannot start it");
		meter->pid = 0;
		meter_close(meter);
		return -1;
	}
	return 0;
}

static void look_for_end(struct meter *meter)
{
	int status;

	if (meter->has_ended || waitpid(meter->pid, &status, WNOHANG) != meter->pid)
		return;
	meter->has_ended = true;
	meter->status =
		WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

long meter_read(struct meter *meter, char *bytes, size_t room)
{
	ssize_t got;

	look_for_end(meter);
	if (meter->fd < 0)
		return -1;
	got = read(meter->fd, bytes, room);
	if (got > 0)
		return got;
	if (got < 0 && errno == EINTR)
		return 0;
	if (got < 0 && errno == EAGAIN)
		/* What it has left behind it may hold the terminal: nobody waits for that. */
		return meter->has_ended ? -1 : 0;
	/* EIO: nobody has the other end. Before the first one opened it that is no end. */
	return meter->has_ended ? -1 : 0;
}

void meter_stop(struct meter *meter)
{
	int64_t now_ns = clock_read_ns(CLOCK_MONOTONIC);
	static const int numbers[] = {SIGINT, SIGTERM, SIGKILL};

	if (meter->has_ended || !meter->pid)
		return;
	if (!meter->asked)
		meter->asked_ns = now_ns;
	else if (meter->asked > 2 ||
		 now_ns < meter->asked_ns +
				  (meter->asked == 1 ? TERM_AFTER_NS : KILL_AFTER_NS))
		return;
	kill(-meter->pid, numbers[meter->asked++]);
}

void meter_close(struct meter *meter)
{
	if (meter->pid && !meter->has_ended) {
		kill(-meter->pid, SIGKILL);
		kill(meter->pid, SIGKILL);
		waitpid(meter->pid, NULL, 0);
	}
	if (meter->fd >= 0)
		close(meter->fd);
	*meter = (struct meter){.fd = -1};
}
