/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What ps -eLo pid,tid,ppid,cls,rtprio,psr,comm and the like print. */
#include <stdlib.h>
#include <string.h>

#include "facts/files.h"
#include "facts/task.h"

enum ps_column { PS_PID, PS_TID, PS_PPID, PS_CLASS, PS_PRIORITY, PS_COMMAND, PS_COLUMNS };

enum { PLACES = 24, KTHREADD = 2 };

static const struct {
	const char *name;
	enum ps_column column;
} headers[] = {
	{"PID", PS_PID},         {"TID", PS_TID},     {"LWP", PS_TID},
	{"SPID", PS_TID},        {"PPID", PS_PPID},   {"CLS", PS_CLASS},
	{"POL", PS_CLASS},       {"SCH", PS_CLASS},   {"RTPRIO", PS_PRIORITY},
	{"COMMAND", PS_COMMAND}, {"CMD", PS_COMMAND}, {"COMM", PS_COMMAND},
};

/* ps's names of the classes, and its numbers for them (SCH). */
static const struct {
	const char *theirs, *ours;
} classes[] = {
	{"TS", "other"}, {"FF", "fifo"},      {"RR", "rr"},   {"B", "batch"},
	{"IDL", "idle"}, {"DLN", "deadline"}, {"0", "other"}, {"1", "fifo"},
	{"2", "rr"},     {"3", "batch"},      {"5", "idle"},  {"6", "deadline"},
};

/* Which column stands at each place; PS_COLUMNS: one that tells nothing here. */
struct ps_head {
	enum ps_column at[PLACES];
	size_t count;
	bool has[PS_COLUMNS];
};

static size_t next_word(const char **at)
{
	*at += strspn(*at, " \t");
	return strcspn(*at, " \t");
}

static enum ps_column column_of(const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		if (strlen(headers[i].name) == length &&
		    !memcmp(headers[i].name, word, length))
			return headers[i].column;
	return PS_COLUMNS;
}

static struct ps_head read_head(const char *line)
{
	struct ps_head head = {0};
	size_t length;

	for (; (length = next_word(&line)) && head.count < PLACES; line += length) {
		enum ps_column column = column_of(line, length);

		head.at[head.count++] = column;
		if (column < PS_COLUMNS)
			head.has[column] = true;
	}
	return head;
}

static const char *policy_of(const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		if (strlen(classes[i].theirs) == length &&
		    !memcmp(classes[i].theirs, word, length))
			return classes[i].ours;
	return "?";
}

/* "[migration/0]" is how ps marks what has no command line: the kernel's own. */
static void take_command(struct facts *facts, const char *text, struct task *task)
{
	size_t length = strlen(text);

	while (length && strchr(" \t\r", text[length - 1]))
		length--;
	if (length > 2 && text[0] == '[' && text[length - 1] == ']') {
		task->is_kernel = true;
		text++;
		length -= 2;
	}
	task->comm = facts_format(facts, "%.*s", (int)length, text);
}

/* The command is the last column, and may have blanks in it. */
static bool read_row(struct facts *facts, const struct ps_head *head, const char *line,
		     struct task *task)
{
	*task = (struct task){.policy = "?", .cpus = ""};
	for (size_t i = 0; i < head->count; i++) {
		size_t length = next_word(&line);
		long number = strtol(line, NULL, 10);

		if (!length)
			return false;
		if (head->at[i] == PS_PID)
			task->pid = number;
		else if (head->at[i] == PS_TID)
			task->tid = number;
		else if (head->at[i] == PS_PPID)
			task->is_kernel |= number == KTHREADD;
		else if (head->at[i] == PS_CLASS)
			task->policy = policy_of(line, length);
		else if (head->at[i] == PS_PRIORITY)
			task->priority = number;
		else if (head->at[i] == PS_COMMAND)
			take_command(facts, line, task);
		if (head->at[i] == PS_COMMAND)
			break;
		line += length;
	}
	task->is_kernel |= task->pid == KTHREADD;
	if (!head->has[PS_TID])
		task->tid = task->pid;
	return task->pid > 0 && task->tid > 0 && task->comm;
}

static void put_row(struct facts *facts, const char *path, const struct task *task)
{
	if (!strcmp(task->policy, "fifo") || !strcmp(task->policy, "rr") ||
	    !strcmp(task->policy, "deadline"))
		task_put(facts, path, task);
	facts_put_text(facts, path, facts_format(facts, "proc.%ld.policy", task->tid),
		       task->policy);
	if (task->tid == task->pid)
		task_put_program(facts, path, task->comm);
}

static const struct setup_file *find_listing(const struct setup *setup)
{
	static const char *const paths[] = {"/ps.txt", "/ps"};
	const struct setup_file *file = NULL;

	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]) && !file; i++)
		file = setup_find(setup, paths[i]);
	return file && !file->error ? file : NULL;
}

bool task_put_ps(struct facts *facts, const struct setup *setup)
{
	const struct setup_file *file = find_listing(setup);
	const char *at = file ? file->text : NULL, *line;
	struct ps_head head;
	struct task task;

	line = at ? facts_next_line(facts, &at) : NULL;
	if (!line)
		return true;
	head = read_head(line);
	if (!head.has[PS_PID] || !head.has[PS_CLASS] || !head.has[PS_PRIORITY] ||
	    !head.has[PS_COMMAND] || !(head.has[PS_PPID] || strstr(at, " [kthreadd]"))) {
		facts_put_unknown(
			facts, file->path, "task.listed",
			"it lacks one of the columns pid, ppid, cls, rtprio, comm");
		return false;
	}
	while ((line = facts_next_line(facts, &at)))
		if (read_row(facts, &head, line, &task))
			put_row(facts, file->path, &task);
	return true;
}
