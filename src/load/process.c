/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Process creation, and messages between many tasks. */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load/caged.h"
#include "load/load-ops.h"

static void fork_run(struct load_job *job)
{
	for (;;) {
		pid_t child = fork();

		if (!child)
			_exit(0);
		if (child < 0 || waitpid(child, NULL, 0) < 0)
			return;
		load_count(job, 1);
	}
}

extern const struct load_ops stressor_fork;
const struct load_ops stressor_fork = {
	.name = "fork",
	.disturbs = "scheduler, memory management, RCU",
	.unit = "forks",
	.parameter = "processes",
	.least = 1,
	.most = 1024,
	.counts_instances = true,
	.run = fork_run,
};

/* As hackbench has it: pairs of tasks with small messages, far more than CPUs. */
enum { GROUP_PAIRS = 10, MESSAGE_BYTES = 100, COUNTED_AT_ONCE = 64 };

static _Noreturn void send_for_ever(int fd)
{
	char message[MESSAGE_BYTES];

	memset(message, 'w', sizeof(message));
	while (send(fd, message, sizeof(message), MSG_NOSIGNAL) > 0)
		;
	_exit(0);
}

static _Noreturn void receive_for_ever(struct load_job *job, int fd)
{
	char message[MESSAGE_BYTES];
	uint64_t received = 0;

	while (recv(fd, message, sizeof(message), 0) > 0)
		if (++received % COUNTED_AT_ONCE == 0)
			load_count(job, COUNTED_AT_ONCE);
	_exit(0);
}

static int start_pair(struct load_job *job)
{
	pid_t sender, receiver = -1;
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
		return -1;
	sender = caged_fork();
	if (!sender) {
		close(ends[1]);
		send_for_ever(ends[0]);
	}
	close(ends[0]);
	if (sender > 0)
		receiver = caged_fork();
	if (!receiver)
		receive_for_ever(job, ends[1]);
	close(ends[1]);
	return receiver < 0 ? -1 : 0;
}

static void messages_run(struct load_job *job)
{
	for (int i = 0; i < GROUP_PAIRS; i++)
		if (start_pair(job) < 0)
			return;
	/* None of them is to end. */
	waitpid(-1, NULL, 0);
	errno = EPIPE;
}

extern const struct load_ops stressor_messages;
const struct load_ops stressor_messages = {
	.name = "messages",
	.disturbs = "scheduler, wake-ups, sockets",
	.unit = "messages",
	.parameter = "groups of 20 tasks",
	.usual = 1,
	.least = 1,
	.most = 256,
	.counts_instances = true,
	.run = messages_run,
};
