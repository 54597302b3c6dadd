/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bulk TCP, as netcat makes it: over loopback, or to a peer that reads and throws away.
 * Over loopback what arrives is counted, to a peer what the kernel took to send.
 */
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "load/caged.h"
#include "load/load-ops.h"
#include "load/tcp.h"

enum { BLOCK_BYTES = 64 << 10 };

static int net_check(const struct load_job *job, struct err *err)
{
	return job->peer ? tcp_check_peer(job->peer, err) : 0;
}

static int net_prepare(struct load_job *job, struct err *err)
{
	if (job->peer)
		return tcp_connect_peer(job->peer, &job->fd[0], err);
	return tcp_connect_loopback(job->fd, err);
}

static _Noreturn void drain(struct load_job *job)
{
	char block[BLOCK_BYTES];
	ssize_t got;

	close(job->fd[0]);
	while ((got = recv(job->fd[1], block, sizeof(block), 0)) > 0)
		load_count(job, (uint64_t)got);
	_exit(0);
}

static void net_run(struct load_job *job)
{
	const bool to_peer = job->fd[1] < 0;
	char block[BLOCK_BYTES];
	ssize_t sent;

	if (!to_peer) {
		pid_t reader = caged_fork();

		if (reader < 0)
			return;
		if (!reader)
			drain(job);
		close(job->fd[1]);
	}
	memset(block, 'w', sizeof(block));
	while ((sent = send(job->fd[0], block, sizeof(block), MSG_NOSIGNAL)) >= 0)
		if (to_peer)
			load_count(job, (uint64_t)sent);
}

extern const struct load_ops stressor_net;
const struct load_ops stressor_net = {
	.name = "net",
	.disturbs = "network stack, softirqs; with a peer the card",
	.unit = "bytes",
	.parameter = "connections",
	.usual = 1,
	.least = 1,
	.most = 256,
	.counts_instances = true,
	.uses = LOAD_USES_PEER,
	.check = net_check,
	.prepare = net_prepare,
	.run = net_run,
};
