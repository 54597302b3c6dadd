/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 *	whylate -- keeper -- warden -- processes -- their children
 *
 * With a namespace the warden is its first process; when it ends, the kernel kills the
 * rest. Keeper and warden are killed when their parent dies. Without one both are guards
 * to whom orphans come, and who kill all below them before they end. In either case both
 * also read from a pipe whose other end only whylate has: it ends however whylate ends.
 * So whichever of the three is killed, stopped ones included, the load is gone.
 */
#include "load/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io.h"
#include "load/caged.h"
#include "load/descendants.h"
#include "load/namespace.h"
#include "sys/sched.h"

static void answer(const struct keeper *keeper, enum keeper_kind kind, int error)
{
	struct keeper_answer text;

	memset(&text, 0, sizeof(text));
	text.kind = kind;
	text.error = error;
	io_write_all(keeper->ready_fd, &text, sizeof(text));
}

static _Noreturn void fail(const struct keeper *keeper)
{
	answer(keeper, KEEPER_FAILED, errno);
	_exit(1);
}

/* Neither reads what was meant for whylate nor keeps its output open: errors only. */
static void silence(void)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);

	for (int fd = 0; fd < 2 && null >= 0; fd++)
		dup2(null, fd);
	if (null > 1)
		close(null);
}

/* SIGCHLD and SIGTERM are read, not delivered. */
static int open_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* Until a child may have ended (true), or it is time to go (false). */
static bool wait_for_child(const struct keeper *keeper)
{
	struct pollfd fds[] = {
		{.fd = keeper->life_fd, .events = POLLIN},
		{.fd = keeper->signals_fd, .events = POLLIN},
	};
	struct signalfd_siginfo info;

	while (poll(fds, 2, -1) < 0 && errno == EINTR)
		;
	if (fds[0].revents)
		return false;
	while (read(keeper->signals_fd, &info, sizeof(info)) == sizeof(info))
		if (info.ssi_signo == SIGTERM)
			return false;
	return true;
}

static void hold_only_own_descriptors(const struct keeper *keeper)
{
	const int fds[] = {keeper->life_fd, keeper->signals_fd};

	caged_close_all_but(fds, 2);
}

static _Noreturn void run_process(const struct keeper *keeper, uint32_t i, pid_t warden)
{
	caged_follow(warden, SIGKILL);
	caged_reset_signals();
	close(keeper->life_fd);
	close(keeper->ready_fd);
	keeper->work->run(keeper->work->self, i);
	_exit(0);
}

static void start_processes(struct keeper *keeper)
{
	pid_t warden = getpid();

	for (uint32_t i = 0; i < keeper->work->count; i++) {
		keeper->pids[i] = fork();
		if (!keeper->pids[i])
			run_process(keeper, i, warden);
		if (keeper->pids[i] < 0)
			fail(keeper);
	}
}

static void tell_ended(const struct keeper *keeper, pid_t pid, int status)
{
	for (uint32_t i = 0; i < keeper->work->count; i++)
		if (keeper->pids[i] == pid) {
			keeper->pids[i] = -1;
			keeper->work->ended(keeper->work->self, i, status);
		}
}

static _Noreturn void be_warden(struct keeper *keeper)
{
	/* Seen from inside a namespace the keeper has no number, so nothing to compare. */
	prctl(PR_SET_PDEATHSIG, keeper->is_guard ? SIGTERM : SIGKILL);
	caged_set_name("warden");
	if (keeper->is_guard)
		descendants_adopt();
	start_processes(keeper);
	answer(keeper, keeper->is_guard ? KEEPER_GUARD : KEEPER_NAMESPACE, 0);
	hold_only_own_descriptors(keeper);
	sched_be_prompt();
	while (wait_for_child(keeper)) {
		int status;
		pid_t pid;

		while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
			tell_ended(keeper, pid, status);
	}
	if (keeper->is_guard)
		descendants_kill();
	_exit(0);
}

static bool has_ended(pid_t pid)
{
	return waitpid(pid, NULL, WNOHANG) != 0;
}

static void end_all(const struct keeper *keeper, pid_t warden)
{
	kill(warden, SIGKILL);
	while (waitpid(warden, NULL, 0) < 0 && errno == EINTR)
		;
	if (keeper->is_guard)
		descendants_kill();
}

static void be_ordinary(const struct keeper *keeper)
{
	caged_reset_signals();
	caged_reset_priority();
	caged_set_name("keeper");
	setsid();
	silence();
	if (cpuset_next(&keeper->work->cpus, 0) >= 0 &&
	    sched_set_cpus(0, &keeper->work->cpus) < 0)
		fail(keeper);
}

_Noreturn void keeper_run(struct keeper *keeper)
{
	pid_t warden;

	be_ordinary(keeper);
	if (!keeper->is_guard && !namespace_enter()) {
		answer(keeper, KEEPER_REFUSED, 0);
		_exit(0);
	}
	keeper->signals_fd = open_signals();
	if (keeper->is_guard)
		descendants_adopt();
	/* Comes when whylate's first thread ends; the pipe ends only when its last one has. */
	caged_follow(keeper->whylate, keeper->is_guard ? SIGTERM : SIGKILL);
	warden = keeper->signals_fd < 0 ? -1 : fork();
	if (warden < 0)
		fail(keeper);
	if (!warden)
		be_warden(keeper);
	hold_only_own_descriptors(keeper);
	sched_be_prompt();
	while (wait_for_child(keeper) && !has_ended(warden))
		;
	end_all(keeper, warden);
	_exit(0);
}
