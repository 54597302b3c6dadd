/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The small print of being a process of the load; each is a call or two. */
#include "load/caged.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/io.h"
#include "sys/root.h"
#include "sys/sched.h"

pid_t caged_fork(void)
{
	pid_t parent = getpid(), child = fork();

	if (!child)
		caged_follow(parent, SIGKILL);
	return child;
}

void caged_follow(pid_t parent, int number)
{
	prctl(PR_SET_PDEATHSIG, (unsigned long)number);
	if (getppid() != parent)
		_exit(0);
}

void caged_reset_signals(void)
{
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

void caged_reset_priority(void)
{
	const struct sched_wish ordinary = {.policy = POLICY_OTHER};

	sched_set(&ordinary);
	setpriority(PRIO_PROCESS, 0, 0);
}

void caged_set_name(const char *name)
{
	char text[16];

	snprintf(text, sizeof(text), "wl-%s", name);
	prctl(PR_SET_NAME, text);
}

void caged_volunteer_for_oom(void)
{
	const struct root root = {""};
	CLEANUP(scope_close)
	int fd = root_open(&root, O_WRONLY, "/proc/self/oom_score_adj");

	if (fd >= 0)
		io_write_all(fd, "1000", 4);
}

static bool is_in(int fd, const int *fds, int count)
{
	for (int i = 0; i < count; i++)
		if (fds[i] == fd)
			return true;
	return false;
}

void caged_close_all_but(const int *fds, int count)
{
	enum { FIRST = 3, CLOSED_SINGLY = 1024 };

	for (int fd = FIRST; fd < CLOSED_SINGLY; fd++)
		if (!is_in(fd, fds, count))
			close(fd);
#ifdef SYS_close_range
	/* Linux 5.9; ours are below, since they are few. */
	syscall(SYS_close_range, CLOSED_SINGLY, ~0U, 0);
#endif
}
