/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Generation by generation: when our children are dead, theirs have become ours. Who has
 * no /proc is left with the kernel's PR_SET_PDEATHSIG, which all stressors use, but an
 * external command does not.
 */
#include "load/descendants.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sys/root.h"

void descendants_adopt(void)
{
	prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
}

/* From /proc/PID/stat, "PID (NAME) STATE PARENT ..."; 0 when it is gone. */
static pid_t parent_of(const char *pid)
{
	const struct root root = {""};
	CLEANUP(str_free) struct str text = {0};
	const char *end;

	if (root_read(&root, &text, "/proc/%s/stat", pid) < 0)
		return 0;
	end = strrchr(str_text(&text), ')');
	return end && strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : 0;
}

static void kill_children(void)
{
	DIR *proc = opendir("/proc");
	const struct dirent *entry;

	if (!proc)
		return;
	while ((entry = readdir(proc)))
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' &&
		    parent_of(entry->d_name) == getpid())
			kill((pid_t)strtol(entry->d_name, NULL, 10), SIGKILL);
	closedir(proc);
}

void descendants_kill(void)
{
	enum { MOST_ROUNDS_IN_VAIN = 10000 }; /* ten seconds */
	const struct timespec pause = {.tv_nsec = 1000000};
	int in_vain = 0;

	while (in_vain++ < MOST_ROUNDS_IN_VAIN) {
		pid_t pid;

		kill_children();
		while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
			in_vain = 0;
		if (pid < 0 && errno == ECHILD)
			return;
		nanosleep(&pause, NULL);
	}
}
