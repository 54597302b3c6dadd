/* SPDX-License-Identifier: GPL-2.0-or-later */
/* signalfd(2), Linux 2.6.22. */
#include "sys/signals.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/signalfd.h>
#include <unistd.h>

static sigset_t wanted_signals(void)
{
	const int wanted[] = {SIGINT, SIGTERM, SIGUSR1, SIGCONT};
	struct sigaction old;
	sigset_t set;

	sigemptyset(&set);
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		sigaddset(&set, wanted[i]);
	if (sigaction(SIGHUP, NULL, &old) < 0 || old.sa_handler != SIG_IGN)
		sigaddset(&set, SIGHUP);
	return set;
}

int signals_open(void)
{
	const sigset_t set = wanted_signals();

	signal(SIGPIPE, SIG_IGN);
	/* A file that is as large as it may be is a full disk, and no reason to die. */
	signal(SIGXFSZ, SIG_IGN);
	/* A background job of a shell has SIGINT ignored: signalfd would never see it. */
	signal(SIGINT, SIG_DFL);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void signals_add_terminal(int fd)
{
	sigset_t set = wanted_signals();

	sigaddset(&set, SIGTSTP);
	sigaddset(&set, SIGWINCH);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signalfd(fd, &set, 0);
}

/* With the kernel's own rules: a process group that nobody could continue does not stop. */
void signals_stop_self(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGTSTP);
	kill(getpid(), SIGTSTP);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int signals_next(int fd)
{
	struct signalfd_siginfo info;

	return read(fd, &info, sizeof(info)) == sizeof(info) ? (int)info.ssi_signo : 0;
}

bool signals_is_end(int number)
{
	return number == SIGINT || number == SIGTERM || number == SIGHUP;
}
