/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate's side of the cage: it starts the keeper and holds the pipe that ends it. */
#include "load/cage.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/io.h"
#include "load/keeper.h"

struct cage {
	pid_t keeper; /* 0: none */
	int life_fd;  /* closing it ends the keeper; -1: closed */
	enum keeper_kind kind;
};

static void end_keeper(struct cage *cage)
{
	if (cage->life_fd >= 0)
		close(cage->life_fd);
	/* Stopped by somebody it would see the end only when it goes on. */
	if (cage->keeper > 0)
		kill(cage->keeper, SIGCONT);
	if (cage->keeper > 0)
		while (waitpid(cage->keeper, NULL, 0) < 0 && errno == EINTR)
			;
	cage->keeper = 0;
	cage->life_fd = -1;
}

static void fork_keeper(struct cage *cage, struct keeper *keeper, const int life[2],
			const int ready[2])
{
	keeper->life_fd = life[0];
	keeper->ready_fd = ready[1];
	keeper->whylate = getpid();
	cage->life_fd = life[1];
	cage->keeper = fork();
	if (!cage->keeper) {
		close(life[1]);
		close(ready[0]);
		keeper_run(keeper);
	}
	close(life[0]);
	close(ready[1]);
}

/* Starts it and waits for what it says. -1 with errno. */
static int start_keeper(struct cage *cage, struct keeper *keeper)
{
	struct keeper_answer answer = {.kind = KEEPER_FAILED};
	int life[2], ready[2];

	if (pipe2(life, O_CLOEXEC) < 0)
		return -1;
	if (pipe2(ready, O_CLOEXEC) < 0) {
		close(life[0]);
		close(life[1]);
		return -1;
	}
	fork_keeper(cage, keeper, life, ready);
	CLEANUP(scope_close) int ready_fd = ready[0];

	if (cage->keeper < 0)
		return -1;
	if (io_read_full(ready_fd, &answer, sizeof(answer)) != sizeof(answer))
		answer.error = ECHILD; /* killed before it could say anything */
	cage->kind = answer.kind;
	errno = answer.error;
	return answer.kind == KEEPER_FAILED ? -1 : 0;
}

/* In a namespace; where that is refused, in a guard's care. */
static int start(struct cage *cage, const struct cage_work *work)
{
	struct keeper keeper = {
		.work = work,
		.pids = mem_alloc(work->count * sizeof(pid_t)),
	};
	int status = start_keeper(cage, &keeper);

	if (!status && cage->kind == KEEPER_REFUSED) {
		end_keeper(cage);
		keeper.is_guard = true;
		status = start_keeper(cage, &keeper);
	}
	free(keeper.pids);
	return status;
}

int cage_open(const struct cage_work *work, struct cage **result, struct err *err)
{
	struct cage *cage = mem_alloc(sizeof(*cage));

	cage->life_fd = -1;
	if (start(cage, work) < 0) {
		err_errno(err, "the load's processes cannot be started");
		cage_close(cage);
		return -1;
	}
	*result = cage;
	return 0;
}

const char *cage_kind(const struct cage *cage)
{
	return cage->kind == KEEPER_NAMESPACE ? "a PID namespace" : "a guard process";
}

bool cage_has_ended(const struct cage *cage)
{
	siginfo_t info = {0};

	/* Not reaped: that is cage_close()'s. */
	return waitid(P_PID, (id_t)cage->keeper, &info, WEXITED | WNOHANG | WNOWAIT) <
		       0 ||
	       info.si_pid != 0;
}

void cage_close(struct cage *cage)
{
	if (!cage)
		return;
	end_keeper(cage);
	free(cage);
}
