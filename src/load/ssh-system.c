/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The system's own ssh, to this machine. What runs at the far end belongs to sshd and not
 * to the cage; it ends because its terminal is hung up when our end of it is gone, and
 * because a listing that cannot be written ends the loop.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io.h"
#include "load/caged.h"
#include "load/load-ops.h"

/* For connection, login and whatever the shell there reads first. */
enum { TRIAL_S = 10 };

enum { OUTPUT = 1, ERRORS = 2 }; /* descriptors of the ssh that is started */

static _Noreturn void be_ssh(char *command, int out_fd, int error_fd)
{
	static const char missing[] = "there is no ssh";
	char *const words[] = {
		"ssh",       "-tt",
		"-o",        "BatchMode=yes",
		"-o",        "ConnectTimeout=5",
		"-o",        "StrictHostKeyChecking=accept-new",
		"localhost", command,
		NULL,
	};

	caged_reset_signals();
	dup2(out_fd, OUTPUT);
	dup2(error_fd, ERRORS);
	execvp(words[0], words);
	io_write_all(OUTPUT, missing, sizeof(missing) - 1);
	_exit(127);
}

/* The last line of what ssh said, without its end. */
static const char *last_line(struct str *said)
{
	const char *last = NULL;

	while (said->length && (unsigned char)said->text[said->length - 1] <= ' ')
		said->text[--said->length] = '\0';
	last = said->length ? strrchr(said->text, '\n') : NULL;
	return last ? last + 1 : str_text(said);
}

/* Tries whether it works at all: "ssh localhost true". */
static int ssh_system_prepare(struct load_job *job, struct err *err)
{
	CLEANUP(str_free) struct str said = {0};
	int pipe_fds[2], status = 0;
	pid_t ssh;

	if (job->instance)
		return 0;
	if (pipe(pipe_fds) < 0)
		return err_errno(err, "load ssh-system: cannot create a pipe");
	ssh = caged_fork();
	if (!ssh) {
		char nothing[] = "true";

		close(pipe_fds[0]);
		alarm(TRIAL_S); /* it outlives exec */
		be_ssh(nothing, pipe_fds[1], pipe_fds[1]);
	}
	close(pipe_fds[1]);
	CLEANUP(scope_close) int fd = pipe_fds[0];

	if (ssh < 0)
		return err_errno(err, "load ssh-system: cannot start ssh");
	io_read_all(fd, 64 << 10, &said);
	while (waitpid(ssh, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		return err_set(err, ERR_INPUT,
			       "load ssh-system: 'ssh localhost true' takes longer than "
			       "%d s here",
			       TRIAL_S);
	if (status)
		return err_set(
			err, ERR_INPUT,
			"load ssh-system: 'ssh localhost' does not work here: %.200s",
			last_line(&said));
	return 0;
}

static void ssh_system_run(struct load_job *job)
{
	char block[16384];
	int pipe_fds[2];
	ssize_t got;
	pid_t ssh;

	if (pipe(pipe_fds) < 0)
		return;
	ssh = caged_fork();
	if (!ssh) {
		char work[] = "while echo .; do ls -lR /usr/lib; done";

		close(pipe_fds[0]);
		be_ssh(work, pipe_fds[1], OUTPUT);
	}
	close(pipe_fds[1]);
	while (ssh > 0 && (got = read(pipe_fds[0], block, sizeof(block))) > 0)
		load_count(job, (uint64_t)got);
	errno = ssh > 0 ? ECONNRESET : errno;
}

extern const struct load_ops stressor_ssh_system;
const struct load_ops stressor_ssh_system = {
	.name = "ssh-system",
	.disturbs = "the same, by ssh and sshd",
	.unit = "bytes",
	.parameter = "sessions",
	.usual = 1,
	.least = 1,
	.most = 16,
	.counts_instances = true,
	.prepare = ssh_system_prepare,
	.run = ssh_system_run,
};
