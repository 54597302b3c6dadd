/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a busy ssh session does to a machine: short-lived processes whose output goes
 * through a pty, is encrypted, crosses a loopback TCP connection and is decrypted. All of
 * it is done here, so that it is the same everywhere; the system's own ssh need not exist.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "load/caged.h"
#include "load/load-ops.h"
#include "load/tcp.h"

/* The block function of ChaCha20, RFC 8439 section 2.3. The key is no secret: it is load. */
static void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
	*a += *b, *d = (*d ^ *a) << 16 | (*d ^ *a) >> 16;
	*c += *d, *b = (*b ^ *c) << 12 | (*b ^ *c) >> 20;
	*a += *b, *d = (*d ^ *a) << 8 | (*d ^ *a) >> 24;
	*c += *d, *b = (*b ^ *c) << 7 | (*b ^ *c) >> 25;
}

static void encrypt_block(char *block, size_t bytes, uint32_t counter)
{
	uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, state[16];

	start[12] = counter;
	memcpy(state, start, sizeof(state));
	for (int i = 0; i < 10; i++) {
		for (int k = 0; k < 4; k++)
			quarter_round(&state[k], &state[4 + k], &state[8 + k],
				      &state[12 + k]);
		for (int k = 0; k < 4; k++)
			quarter_round(&state[k], &state[4 + (k + 1) % 4],
				      &state[8 + (k + 2) % 4], &state[12 + (k + 3) % 4]);
	}
	for (size_t i = 0; i < bytes; i++)
		block[i] = (char)(block[i] ^
				  (char)((state[i / 4] + start[i / 4]) >> i % 4 * 8));
}

static void encrypt(char *text, size_t bytes, uint32_t *counter)
{
	for (size_t at = 0; at < bytes; at += 64)
		encrypt_block(text + at, bytes - at < 64 ? bytes - at : 64, (*counter)++);
}

/* The far end: takes frames of a 16-bit length and so many bytes, decrypts, counts. */
static _Noreturn void be_client(struct load_job *job)
{
	char text[65536];
	uint32_t counter = 0;
	uint8_t head[2];

	caged_close_all_but(&job->fd[1], 1);
	while (recv(job->fd[1], head, sizeof(head), MSG_WAITALL) == sizeof(head)) {
		size_t bytes = get_u16(head);

		if (recv(job->fd[1], text, bytes, MSG_WAITALL) != (ssize_t)bytes)
			break;
		encrypt(text, bytes, &counter);
		load_count(job, bytes);
	}
	_exit(0);
}

/* What a listing of a folder is like. */
static _Noreturn void be_command(int terminal)
{
	static const char line[] =
		"-rw-r--r-- 1 root root   1234 Apr  1  2014 some-file-or-other.c\n";

	for (int i = 0; i < 200; i++)
		if (write(terminal, line, sizeof(line) - 1) < 0)
			_exit(1);
	_exit(0);
}

/* What runs in the session: one short process after the other, each with some output. */
static _Noreturn void be_shell(int terminal)
{
	caged_close_all_but(&terminal, 1);
	for (;;) {
		pid_t child = caged_fork();

		if (!child)
			be_command(terminal);
		if (child < 0 || waitpid(child, NULL, 0) < 0)
			_exit(1);
	}
}

/* A pty; -1 with errno. The other end is opened before it returns, so that reads block. */
static int open_pty(int *terminal)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (master < 0 || grantpt(master) < 0 || unlockpt(master) < 0)
		return -1;
	*terminal = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
	return *terminal < 0 ? -1 : master;
}

/* From the pty to the socket, encrypted; returns with errno. */
static void serve(int master, int fd)
{
	char frame[2 + 16384];
	uint32_t counter = 0;

	for (;;) {
		ssize_t got = read(master, frame + 2, sizeof(frame) - 2);

		if (got <= 0)
			return;
		put_u16((uint8_t *)frame, (uint16_t)got);
		encrypt(frame + 2, (size_t)got, &counter);
		if (send(fd, frame, (size_t)got + 2, MSG_NOSIGNAL) != got + 2)
			return;
	}
}

static int ssh_prepare(struct load_job *job, struct err *err)
{
	int terminal, master = open_pty(&terminal);

	if (master < 0)
		return err_errno(err, "load ssh: no pseudo-terminal is to be had");
	close(terminal);
	close(master);
	return tcp_connect_loopback(job->fd, err);
}

static void ssh_run(struct load_job *job)
{
	int terminal, master = open_pty(&terminal);
	pid_t client, shell;

	if (master < 0)
		return;
	client = caged_fork();
	if (!client)
		be_client(job);
	shell = client < 0 ? -1 : caged_fork();
	if (!shell)
		be_shell(terminal);
	/* Reading ends when the shell has, writing when the client has. */
	close(terminal);
	close(job->fd[1]);
	if (shell > 0)
		serve(master, job->fd[0]);
}

extern const struct load_ops stressor_ssh;
const struct load_ops stressor_ssh = {
	.name = "ssh",
	.disturbs = "terminals, process creation, encryption",
	.unit = "bytes",
	.parameter = "sessions",
	.usual = 1,
	.least = 1,
	.most = 64,
	.counts_instances = true,
	.prepare = ssh_prepare,
	.run = ssh_run,
};
