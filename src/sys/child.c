/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fork(2) and exec(3), with pipes. Reaps what it starts. */
#include "sys/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long SIGTERM is given before SIGKILL. */
enum { TERM_MS = 2000, STEP_MS = 10 };

enum { INPUT, OUTPUT, ERRORS, FAILURE, PIPES };

/* Never returns: tells errno through a pipe, which a successful exec closes. */
static _Noreturn void be_child(char *const argv[], int pipes[PIPES][2], pid_t parent)
{
	sigset_t none;
	ssize_t ignored;

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(127);
	signal(SIGINT, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	dup2(pipes[INPUT][0], STDIN_FILENO);
	dup2(pipes[OUTPUT][1], 1);
	dup2(pipes[ERRORS][1], 2);
	execvp(argv[0], argv);
	ignored = write(pipes[FAILURE][1], &errno, sizeof(errno));
	(void)ignored;
	_exit(127);
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void close_pipes(int pipes[PIPES][2])
{
	for (int i = 0; i < PIPES; i++) {
		close_fd(&pipes[i][0]);
		close_fd(&pipes[i][1]);
	}
}

/* The end that we keep, which is then no longer among the pipes. */
static int keep_end(int *fd)
{
	int kept = *fd;

	*fd = -1;
	return kept;
}

/* 0 when exec succeeded, else errno. */
static int failure_of(int fd)
{
	int error;

	for (;;) {
		ssize_t got = read(fd, &error, sizeof(error));

		if (got == sizeof(error))
			return error;
		if (got >= 0 || errno != EINTR)
			return 0;
	}
}

int child_start(char *const argv[], struct child *child, struct err *err)
{
	int pipes[PIPES][2] = {{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
	pid_t parent = getpid();
	int error = 0;

	for (int i = 0; i < PIPES && !error; i++)
		error = pipe2(pipes[i], O_CLOEXEC) < 0 ? errno : 0;
	child->pid = error ? -1 : fork();
	if (!child->pid)
		be_child(argv, pipes, parent);
	if (child->pid < 0) {
		error = error ? error : errno;
	} else {
		child->to_fd = keep_end(&pipes[INPUT][1]);
		child->from_fd = keep_end(&pipes[OUTPUT][0]);
		child->error_fd = keep_end(&pipes[ERRORS][0]);
		fcntl(child->to_fd, F_SETFL, O_NONBLOCK);
		close_fd(&pipes[FAILURE][1]);
		error = failure_of(pipes[FAILURE][0]);
		if (error)
			child_end(child);
	}
	close_pipes(pipes);
	errno = error;
	return error ? err_errno(err, "cannot start %s", argv[0]) : 0;
}

void child_close_input(struct child *child)
{
	close_fd(&child->to_fd);
}

bool child_has_ended(const struct child *child)
{
	siginfo_t info = {0};

	return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 ||
	       info.si_pid != 0;
}

int child_end(struct child *child)
{
	int status = 0;

	close_fd(&child->to_fd);
	close_fd(&child->from_fd);
	close_fd(&child->error_fd);
	for (int ms = 0; !child_has_ended(child); ms += STEP_MS) {
		if (ms == 0 || ms == TERM_MS)
			kill(child->pid, ms ? SIGKILL : SIGTERM);
		usleep(STEP_MS * 1000);
	}
	waitpid(child->pid, &status, 0);
	child->pid = 0;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
