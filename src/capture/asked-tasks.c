/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Processes and threads, from /proc/PID/stat: "PID (COMM) STATE PPID ...". On this machine the
 * kernel is asked for the policy first, which is much cheaper than the file.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture/asked.h"

/* Fields of stat behind the name, counted from the state as 0. */
enum { STAT_PPID = 1, STAT_FLAGS = 6, STAT_PRIORITY = 37, STAT_POLICY = 38 };

#define KERNEL_THREAD 0x00200000 /* PF_KTHREAD of the kernel's sched.h */

/* SCHED_NORMAL 0, FIFO 1, RR 2, BATCH 3, IDLE 5, DEADLINE 6. */
static const char *const realtime[] = {[1] = "fifo", [2] = "rr", [6] = "deadline"};

struct tasks {
	const struct asked *asked;
	struct str text;
	long *pids; /* of this folder, to be put in order */
	size_t count, room;
};

static const char *realtime_name(long policy)
{
	policy &= ~0x40000000L; /* SCHED_RESET_ON_FORK */
	if (policy < 0 || policy >= (long)(sizeof(realtime) / sizeof(realtime[0])))
		return NULL;
	return realtime[policy];
}

/* The field as a number; -1 when the line is too short. */
static long field(const char *behind_name, int number)
{
	const char *at = behind_name;

	while (number-- && at) {
		at = strchr(at, ' ');
		at = at ? at + 1 : NULL;
	}
	return at ? strtol(at, NULL, 10) : -1;
}

/* What follows "PID (COMM) "; *comm is cut out. NULL: no such line. */
static const char *split(char *stat, const char **comm)
{
	char *begin = strchr(stat, '('), *end = strrchr(stat, ')');

	if (!begin || !end || end < begin || !end[1])
		return NULL;
	*end = '\0';
	*comm = begin + 1;
	for (char *at = begin + 1; *at; at++)
		if ((unsigned char)*at < ' ')
			*at = '?';
	return end + 2;
}

static void add_number(void *self, const char *name)
{
	struct tasks *tasks = self;
	char *end;
	long pid = strtol(name, &end, 10);

	if (*end || pid <= 0)
		return;
	if (tasks->count == tasks->room) {
		tasks->room = tasks->room ? 2 * tasks->room : 256;
		tasks->pids = mem_grow(tasks->pids, tasks->room * sizeof(long));
	}
	tasks->pids[tasks->count++] = pid;
}

static int compare(const void *a, const void *b)
{
	const long *left = a, *right = b;

	return *left < *right ? -1 : *left > *right;
}

/* In the order of their numbers; false when there is no such folder. */
static bool list_numbers(struct tasks *tasks, const char *folder)
{
	tasks->count = 0;
	if (root_list(tasks->asked->root, folder, add_number, tasks) < 0)
		return false;
	if (tasks->count)
		qsort(tasks->pids, tasks->count, sizeof(long), compare);
	return true;
}

static void add_allowed(const struct tasks *tasks, struct str *out, const char *folder)
{
	static const char key[] = "\nCpus_allowed_list:\t";
	CLEANUP(str_free) struct str status = {0};
	const char *at = NULL;

	if (root_read(tasks->asked->root, &status, "%s/status", folder) == 0)
		at = strstr(str_text(&status), key);
	if (at)
		str_add_bytes(out, at + strlen(key), strcspn(at + strlen(key), "\n"));
	else
		str_add_char(out, '-');
}

static void add_task(struct tasks *tasks, long pid, long tid, const char *folder)
{
	bool here = root_is_this_machine(tasks->asked->root);
	CLEANUP(str_free) struct str stat = {0};
	const char *behind, *comm, *policy;
	int known;

	if (here) {
		known = sched_getscheduler((pid_t)tid);
		if (known >= 0 && !realtime_name(known))
			return;
	}
	if (root_read(tasks->asked->root, &stat, "%s/stat", folder) < 0 || !stat.length)
		return;
	behind = split(stat.text, &comm);
	policy = behind ? realtime_name(field(behind, STAT_POLICY)) : NULL;
	if (!policy)
		return;
	str_addf(&tasks->text, "%ld %ld %ld %s %ld ", pid, tid, field(behind, STAT_PPID),
		 policy, field(behind, STAT_PRIORITY));
	add_allowed(tasks, &tasks->text, folder);
	str_addf(&tasks->text, " %s\n", comm);
}

static void add_process(struct tasks *tasks, long pid)
{
	struct tasks threads = {.asked = tasks->asked, .text = tasks->text};
	CLEANUP(str_free) struct str folder = {0};

	str_addf(&folder, "/proc/%ld/task", pid);
	if (list_numbers(&threads, str_text(&folder))) {
		for (size_t i = 0; i < threads.count; i++) {
			str_clear(&folder);
			str_addf(&folder, "/proc/%ld/task/%ld", pid, threads.pids[i]);
			add_task(&threads, pid, threads.pids[i], str_text(&folder));
		}
	} else {
		/* A collected tree may have processes alone. */
		str_clear(&folder);
		str_addf(&folder, "/proc/%ld", pid);
		add_task(&threads, pid, pid, str_text(&folder));
	}
	tasks->text = threads.text;
	free(threads.pids);
}

void asked_tasks(const struct asked *asked)
{
	struct tasks tasks = {.asked = asked};
	bool here = root_is_this_machine(asked->root);

	if (list_numbers(&tasks, "/proc") && tasks.count) {
		for (size_t i = 0; i < tasks.count; i++)
			if (!here || tasks.pids[i] != (long)getpid())
				add_process(&tasks, tasks.pids[i]);
		asked->put(asked->self, SETUP_ASKED "rt-tasks", &tasks.text, 0, false);
	}
	str_free(&tasks.text);
	free(tasks.pids);
}

/* A line of its own already? */
static bool has_line(const struct str *text, const char *line)
{
	size_t length = strlen(line);
	const char *at = str_text(text);

	while ((at = strstr(at, line))) {
		if ((at == text->text || at[-1] == '\n') && at[length] == '\n')
			return true;
		at++;
	}
	return false;
}

void asked_programs(const struct asked *asked)
{
	struct tasks tasks = {.asked = asked};
	CLEANUP(str_free) struct str stat = {0};

	if (list_numbers(&tasks, "/proc") && tasks.count) {
		for (size_t i = 0; i < tasks.count; i++) {
			const char *comm = "", *behind = NULL;

			if (root_read(asked->root, &stat, "/proc/%ld/stat",
				      tasks.pids[i]) == 0 &&
			    stat.length)
				behind = split(stat.text, &comm);
			if (!behind || field(behind, STAT_FLAGS) & KERNEL_THREAD ||
			    has_line(&tasks.text, comm))
				continue;
			str_addf(&tasks.text, "%s\n", comm);
		}
		asked->put(asked->self, SETUP_ASKED "programs", &tasks.text, 0, true);
	}
	str_free(&tasks.text);
	free(tasks.pids);
}
